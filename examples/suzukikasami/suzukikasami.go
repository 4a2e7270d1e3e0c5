// Package suzukikasami is the mutual exclusion algorithm of Suzuki and Kasami: "A
// Distributed Mutual Exclusion Algorithm", ACM Transactions on Computer Systems
// 3(4), 1985. It is an example of an algorithm that lives outside of qcheck.
//
// # Side by side with the paper
//
//	the paper                                        here
//	RN[j]: the latest request of j that i knows of   State.RN
//	PRIVILEGE(Q, LN), the token                      State.Token, or a Message with it
//	P1: to request without the token, increment      ask
//	    RN[i] and send REQUEST(i, RN[i]) to all
//	    others; with the token, enter
//	P1: after the critical section, LN[i] := RN[i];  leave
//	    put on Q each process whose request is not
//	    served yet; send the token to the first
//	P2: REQUEST(j, n): RN[j] := max(RN[j], n); a     request
//	    token that is not in use goes to j when
//	    RN[j] = LN[j]+1
package suzukikasami

import "qcheck/explore"

// State is the state of a process.
type State struct {
	Phase explore.Phase
	RN    explore.PerProcess[uint8]
	Has   bool // the token
	Token Token
}

// Token is what the token carries.
type Token struct {
	LN explore.PerProcess[uint8]
	Q  [explore.MaxProcesses]explore.Process // those who are to get it, the first first
}

// Message is a request with its number, or the token.
type Message struct {
	Number uint8 // 0 for the token
	Token  Token
}

// String names the message.
func (m Message) String() string {
	if m.Number > 0 {
		return "REQUEST"
	}
	return "PRIVILEGE"
}

type (
	step = explore.Step[State, Message]
	out  = explore.Out[Message]
)

// New returns the protocol for n processes, of which the first has the token.
func New(n int) explore.Protocol[State, Message] {
	a := algorithm{n}
	return explore.Protocol[State, Message]{
		Name: "suzuki-kasami", N: n,
		Steps: []string{"ask", "ask: has the token", "leave", "leave: passes the token", "request: noted", "request: gets the token", "token"},
		Init:  func(p int) State { return State{Has: p == 0} },
		Actions: func(p int, s State) []step {
			switch s.Phase {
			case explore.Thinking:
				return a.ask(p, s)
			case explore.Inside:
				return a.leave(p, s)
			}
			return nil
		},
		Deliver: a.deliver,
		Observe: func(_ int, s State) explore.Observation { return explore.Observation{Phase: s.Phase} },
		Safe:    explore.AtMost(1),
		Requires: []explore.Requirement[State, Message]{
			explore.Always("one-token", oneToken),
			explore.Sometimes("somebody-queues", func(v explore.View[State, Message]) bool {
				for _, s := range v.Locals {
					if s.Has && s.Token.Q[0] != 0 {
						return true
					}
				}
				return false
			}),
		},
	}
}

// oneToken: exactly one process has the token, or exactly one message is it.
func oneToken(v explore.View[State, Message]) string {
	count := 0
	for _, s := range v.Locals {
		if s.Has {
			count++
		}
	}
	for _, m := range v.Messages() {
		if m.Number == 0 {
			count++
		}
	}
	if count == 1 {
		return ""
	}
	return "the number of tokens is not one"
}

type algorithm struct{ n int }

func (a algorithm) ask(p int, s State) []step {
	if s.Has {
		s.Phase = explore.Inside
		return []step{{Name: "ask: has the token", Kind: explore.Ask, Next: s}}
	}
	s.Phase = explore.Waiting
	s.RN[p]++
	return []step{{
		Name: "ask", Kind: explore.Ask, Next: s,
		Send: explore.SendTo(explore.All(a.n).Without(p), Message{Number: s.RN[p]}),
	}}
}

func (a algorithm) leave(p int, s State) []step {
	s.Phase = explore.Thinking
	s.Token.LN[p] = s.RN[p]
	length := 0
	var queued explore.Set
	for ; length < a.n && s.Token.Q[length] != 0; length++ {
		queued = queued.With(s.Token.Q[length].Index())
	}
	for j := range a.n {
		if j != p && !queued.Has(j) && s.RN[j] == s.Token.LN[j]+1 {
			s.Token.Q[length] = explore.ProcessOf(j)
			length++
		}
	}
	first := s.Token.Q[0]
	if first == 0 {
		return []step{{Name: "leave", Kind: explore.Leave, Next: s}}
	}
	copy(s.Token.Q[:], s.Token.Q[1:])
	s.Token.Q[len(s.Token.Q)-1] = 0
	return pass("leave: passes the token", explore.Leave, first.Index(), s)
}

// pass sends the token to a process.
func pass(name string, kind explore.StepKind, to int, s State) []step {
	token := s.Token
	s.Has, s.Token = false, Token{}
	return []step{{Name: name, Kind: kind, Next: s, Send: []out{{To: to, Msg: Message{Token: token}}}}}
}

func (a algorithm) deliver(p int, s State, from int, m Message) []step {
	if m.Number == 0 {
		s.Phase, s.Has, s.Token = explore.Inside, true, m.Token
		return []step{{Name: "token", Next: s}}
	}
	s.RN[from] = max(s.RN[from], m.Number)
	if s.Has && s.Phase == explore.Thinking && s.RN[from] == s.Token.LN[from]+1 {
		return pass("request: gets the token", explore.Plain, from, s)
	}
	return []step{{Name: "request: noted", Next: s}}
}
