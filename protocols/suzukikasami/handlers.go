package suzukikasami

import (
	"math"

	"qcheck/explore"
)

// The names of the steps.
const (
	stepAsk     = "ask"
	stepReenter = "ask: has the privilege"
	stepLeave   = "leave"
	stepPass    = "leave: passes the privilege"
	stepNoted   = "REQUEST: noted"
	stepGiven   = "REQUEST: gets the privilege"
	stepEnter   = "PRIVILEGE: enters"
)

type step[N Number] = explore.Step[State[N], Message[N]]

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm[N Number] struct {
	form
	n int
	// next returns the number after one, and false if there is none.
	next func(N) (N, bool)
	// open reports whether a request is not served, by its number and that of the
	// request served last: RN[j] = LN[j] + 1.
	open func(rn, ln N) bool
}

func nextInteger(x uint8) (uint8, bool) { return x + 1, x < math.MaxUint8 }

func nextStamp(explore.Stamp) (explore.Stamp, bool) { return explore.Fresh, true }

func openInteger(rn, ln uint8) bool { return int(rn) == int(ln)+1 }

func openStamp(rn, ln explore.Stamp) bool { return rn > ln }

// actions are the parts of P1 before it waits and after the critical section.
func (a *algorithm[N]) actions(p int, s State[N]) []step[N] {
	switch s.Phase {
	case explore.Thinking:
		return a.ask(p, s)
	case explore.Inside:
		return a.leave(p, s)
	}
	return nil
}

func (a *algorithm[N]) ask(p int, s State[N]) []step[N] {
	if s.Has {
		s.Phase = explore.Inside
		return []step[N]{{Name: stepReenter, Kind: explore.Ask, Next: s}}
	}
	s.Phase = explore.Waiting
	number, ok := a.next(s.RN[p])
	if !ok {
		return []step[N]{{Name: stepAsk, Kind: explore.Ask, Overflow: "a request has a number above 255"}}
	}
	s.RN[p] = number
	request := Message[N]{Kind: REQUEST, Number: number}
	return []step[N]{{Name: stepAsk, Kind: explore.Ask, Next: s, Send: explore.SendTo(explore.All(a.n).Without(p), request)}}
}

// leave is P1 after the critical section.
func (a *algorithm[N]) leave(p int, s State[N]) []step[N] {
	s.Phase = explore.Thinking
	if !s.Has { // it was passed on meanwhile, in the variant without-requesting
		return []step[N]{{Name: stepLeave, Kind: explore.Leave, Next: s}}
	}
	s.Token.LN[p] = s.RN[p]
	if a.inUse { // else a process that has the privilege is not in the queue
		s.Token = s.Token.without(p)
	}
	newly := (a.unserved(s) &^ s.Token.queued()).Members()
	if !a.anyOrder {
		return []step[N]{passOn(s, newly)}
	}
	var steps []step[N]
	for _, order := range orders(newly) {
		steps = append(steps, passOn(s, order))
	}
	return steps
}

// passOn appends processes to the queue, and sends the privilege to its head.
func passOn[N Number](s State[N], newly []int) step[N] {
	s.Token = s.Token.with(newly)
	head := s.Token.Q[0]
	if head == 0 {
		return step[N]{Name: stepLeave, Kind: explore.Leave, Next: s}
	}
	s.Token = s.Token.without(head.Index())
	return pass(stepPass, explore.Leave, head.Index(), s)
}

// unserved returns the processes whose latest request that is known is not served.
func (a *algorithm[N]) unserved(s State[N]) (all explore.Set) {
	for j := range a.n {
		if a.open(s.RN[j], s.Token.LN[j]) {
			all = all.With(j)
		}
	}
	return all
}

// orders returns all orders of processes.
func orders(of []int) [][]int {
	if len(of) == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i, first := range of {
		rest := append(append([]int{}, of[:i]...), of[i+1:]...)
		for _, order := range orders(rest) {
			all = append(all, append([]int{first}, order...))
		}
	}
	return all
}

// pass sends the privilege to a process.
func pass[N Number](name string, kind explore.StepKind, to int, s State[N]) step[N] {
	m := Message[N]{Kind: PRIVILEGE, Token: s.Token}
	s.Has, s.Token = false, Token[N]{}
	return step[N]{Name: name, Kind: kind, Next: s, Send: explore.SendTo(explore.SetOf(to), m)}
}

func (a *algorithm[N]) deliver(_ int, s State[N], from int, m Message[N]) []step[N] {
	if m.Kind == PRIVILEGE {
		return a.privilege(s, m.Token)
	}
	return a.request(s, from, m)
}

// privilege is P1 when what it waits for is received. Without a P1 that waits,
// nobody receives it.
func (a *algorithm[N]) privilege(s State[N], t Token[N]) []step[N] {
	if s.Phase != explore.Waiting {
		return nil
	}
	s.Phase, s.Has, s.Token = explore.Inside, true, t
	return []step[N]{{Name: stepEnter, Next: s}}
}

// request is P2.
func (a *algorithm[N]) request(s State[N], from int, m Message[N]) []step[N] {
	s.RN[from] = max(s.RN[from], m.Number)
	if s.Has && (a.inUse || s.Phase == explore.Thinking) && (a.outdated || a.open(s.RN[from], s.Token.LN[from])) {
		return []step[N]{pass(stepGiven, explore.Plain, from, s)}
	}
	return []step[N]{{Name: stepNoted, Next: s}}
}
