package explore_test

import (
	"fmt"
	"testing"

	"qcheck/explore"
)

// Two examples of stateright: a register on replicas (linearizable-register.rs) and one by Paxos (paxos.rs), with two
// clients, each of which puts a value and then gets one. Clients are processes after the servers; their first message is on
// its way at the start. What a process does not react to stays on its way. The history is the one that is kept there: of each client how many
// calls have returned, with how many of the other's had returned when they began.

// A call kept in that history.
type keptCall struct{ Others, Value uint8 }

type keptHistory struct {
	Returned [2][2]keptCall
	Count    [2]uint8
	Open     [2]bool
	Others   [2]uint8 // of the open call
}

func (h keptHistory) invoke(client int) keptHistory {
	h.Open[client], h.Others[client] = true, h.Count[1-client]
	return h
}

func (h keptHistory) returns(client int, value uint8) keptHistory {
	h.Returned[client][h.Count[client]] = keptCall{h.Others[client], value}
	h.Count[client]++
	h.Open[client], h.Others[client] = false, 0
	return h
}

// Kinds of messages, those of clients and servers first.
type callKind uint8

const (
	put callKind = iota
	get
	putDone
	getDone
	query
	queried
	record
	recorded
	prepare
	promised
	accept
	acceptedIt
	decidedIt
)

// A rank is the number of a write, or a ballot, with the server that made it.
type rank struct{ Number, Server uint8 }

func (r rank) less(s rank) bool {
	return r.Number < s.Number || r.Number == s.Number && r.Server < s.Server
}

// A proposal is the client whose value it is, counted from 1.
type proposal = uint8

type callMessage struct {
	Kind     callKind
	Rank     rank
	Value    uint8 // counted from 1; of a client, in an answer, or a proposal
	Accepted rank  // with Value in a promise
	Client   uint8 // for whom a replica asks, counted from 1, and which call it is
	Get      bool
}

// A reply is one that a server has got.
type reply struct {
	Has   bool
	Rank  rank
	Value uint8
}

// callState is that of a server or of a client.
type callState struct {
	Calls uint8 // begun by a client
	Done  bool

	Rank    rank
	Value   uint8
	Phase   uint8
	Client  uint8
	Get     bool
	Replies [3]reply
	Acks    explore.Set

	Proposal proposal
	Accepted reply
	Decided  bool
}

type callStep = explore.Step[callState, callMessage]

// calls returns a protocol of servers with two clients.
func calls(servers int, name string, init func(p int) callState, serve func(p int, l callState, from int, m callMessage) []callStep) explore.Protocol[callState, callMessage] {
	start := explore.Start[callState, callMessage]{}
	history := keptHistory{}
	for p := range servers + 2 {
		if p < servers {
			start.Locals = append(start.Locals, init(p))
			continue
		}
		history = history.invoke(p - servers)
		start.Locals = append(start.Locals, callState{Calls: 1})
		start.Sent = append(start.Sent, explore.Sent[callMessage]{From: p, To: p % servers, Msg: callMessage{Kind: put, Value: uint8(p - servers + 1)}})
	}
	return explore.Protocol[callState, callMessage]{
		Name: name, N: servers + 2, Network: explore.Unordered,
		Starts: func() []explore.Start[callState, callMessage] { return []explore.Start[callState, callMessage]{start} },
		Deliver: func(p int, l callState, from int, m callMessage) []callStep {
			switch {
			case p < servers:
				return serve(p, l, from, m)
			case m.Kind == putDone && l.Calls == 1:
				l.Calls = 2
				return []callStep{{Name: "put returns", Next: l, Send: explore.SendTo(explore.SetOf((p+1)%servers), callMessage{Kind: get})}}
			case m.Kind == getDone && l.Calls == 2 && !l.Done:
				l.Done = true
				return []callStep{{Name: fmt.Sprint("get returns ", m.Value), Next: l}}
			}
			return nil
		},
		History: explore.Watch[callState, callMessage](history, func(h keptHistory, e explore.Event[callState]) (keptHistory, string) {
			value := uint8(0)
			switch client := e.Process - servers; {
			case e.Step == "put returns":
				h = h.returns(client, 0).invoke(client)
			case client >= 0:
				fmt.Sscanf(e.Step, "get returns %d", &value)
				h = h.returns(client, value)
			}
			return h, ""
		}),
	}
}

// replicas is the register on two replicas, each of which serves clients.
func replicas() explore.Protocol[callState, callMessage] {
	const n = 2
	init := func(p int) callState { return callState{Rank: rank{0, uint8(p)}} }
	return calls(n, "replicas", init, func(p int, l callState, from int, m callMessage) []callStep {
		others := explore.All(n).Without(p)
		to := explore.SetOf(from)
		mine := l.Client == m.Client && l.Get == m.Get
		switch {
		case (m.Kind == put || m.Kind == get) && l.Phase == 0:
			l.Phase, l.Client, l.Get = 1, uint8(from+1), m.Kind == get
			l.Replies[p] = reply{true, l.Rank, l.Value}
			return []callStep{{Name: "begins", Next: l, Send: explore.SendTo(others, callMessage{Kind: query, Client: l.Client, Get: l.Get})}}
		case m.Kind == query:
			return []callStep{{Name: "answers", Next: l, Send: explore.SendTo(to, callMessage{Kind: queried, Client: m.Client, Get: m.Get, Rank: l.Rank, Value: l.Value})}}
		case m.Kind == queried && l.Phase == 1 && mine:
			newest := l.Replies[p]
			if newest.Rank.less(m.Rank) {
				newest = reply{true, m.Rank, m.Value}
			}
			if !l.Get {
				newest = reply{true, rank{newest.Rank.Number + 1, uint8(p)}, l.Client - n}
			}
			// With two replicas both have answered. What a read returns is kept in the reply of the replica itself.
			next := callState{Rank: l.Rank, Value: l.Value, Phase: 2, Client: l.Client, Get: l.Get, Acks: explore.SetOf(p)}
			if l.Get {
				next.Replies[p] = reply{Has: true, Value: newest.Value}
			}
			if next.Rank.less(newest.Rank) {
				next.Rank, next.Value = newest.Rank, newest.Value
			}
			return []callStep{{Name: "records", Next: next, Send: explore.SendTo(others, callMessage{Kind: record, Client: l.Client, Get: l.Get, Rank: newest.Rank, Value: newest.Value})}}
		case m.Kind == record:
			if l.Rank.less(m.Rank) {
				l.Rank, l.Value = m.Rank, m.Value
			}
			return []callStep{{Name: "recorded", Next: l, Send: explore.SendTo(to, callMessage{Kind: recorded, Client: m.Client, Get: m.Get})}}
		case m.Kind == recorded && l.Phase == 2 && mine && !l.Acks.Has(from):
			done := callMessage{Kind: putDone}
			if l.Get {
				done = callMessage{Kind: getDone, Value: l.Replies[p].Value}
			}
			client := explore.SetOf(int(l.Client) - 1)
			return []callStep{{Name: "ends", Next: callState{Rank: l.Rank, Value: l.Value}, Send: explore.SendTo(client, done)}}
		}
		return nil
	})
}

// single is a register on one server, or on several that know nothing of each other.
func single(servers int) explore.Protocol[callState, callMessage] {
	return calls(servers, "single copy", func(int) callState { return callState{} }, func(p int, l callState, from int, m callMessage) []callStep {
		if m.Kind == put {
			l.Value = m.Value
			return []callStep{{Name: "puts", Next: l, Send: explore.SendTo(explore.SetOf(from), callMessage{Kind: putDone})}}
		}
		return []callStep{{Name: "answers", Next: l, Send: explore.SendTo(explore.SetOf(from), callMessage{Kind: getDone, Value: l.Value})}}
	})
}

// synod is Paxos with three servers, which are proposers and acceptors.
func synod() explore.Protocol[callState, callMessage] {
	const n = 3
	init := func(int) callState { return callState{} }
	return calls(n, "synod", init, func(p int, l callState, from int, m callMessage) []callStep {
		others := explore.All(n).Without(p)
		step := func(name string, to explore.Set, m callMessage) []callStep {
			return []callStep{{Name: name, Next: l, Send: explore.SendTo(to, m)}}
		}
		to := explore.SetOf(from)
		switch {
		case l.Decided && m.Kind == get:
			return step("answers", to, callMessage{Kind: getDone, Value: l.Accepted.Value})
		case l.Decided:
		case m.Kind == put && l.Proposal == 0:
			l.Proposal = m.Value
			l.Rank = rank{l.Rank.Number + 1, uint8(p)}
			l.Replies, l.Acks = [3]reply{}, 0
			l.Replies[p] = reply{true, l.Accepted.Rank, l.Accepted.Value}
			return step("prepares", others, callMessage{Kind: prepare, Rank: l.Rank})
		case m.Kind == prepare && l.Rank.less(m.Rank):
			l.Rank = m.Rank
			return step("promises", to, callMessage{Kind: promised, Rank: m.Rank, Accepted: l.Accepted.Rank, Value: l.Accepted.Value})
		case m.Kind == promised && m.Rank == l.Rank:
			l.Replies[from] = reply{true, m.Accepted, m.Value}
			count, highest := 0, reply{}
			for _, r := range l.Replies {
				if r.Has {
					count++
				}
				if r.Has && r.Value != 0 && (highest.Value == 0 || highest.Rank.less(r.Rank)) {
					highest = r
				}
			}
			if count != 2 {
				return step("counts", 0, callMessage{})
			}
			if highest.Value != 0 {
				l.Proposal = highest.Value
			}
			l.Accepted, l.Acks = reply{true, m.Rank, l.Proposal}, l.Acks.With(p)
			return step("accepts", others, callMessage{Kind: accept, Rank: m.Rank, Value: l.Proposal})
		case m.Kind == accept && !m.Rank.less(l.Rank):
			l.Rank, l.Accepted = m.Rank, reply{true, m.Rank, m.Value}
			return step("accepted", to, callMessage{Kind: acceptedIt, Rank: m.Rank})
		case m.Kind == acceptedIt && m.Rank == l.Rank:
			if l.Acks = l.Acks.With(from); l.Acks.Len() != 2 {
				return step("counts", 0, callMessage{})
			}
			l.Decided = true
			s := step("decides", others, callMessage{Kind: decidedIt, Rank: m.Rank, Value: l.Proposal})
			s[0].Send = append(s[0].Send, explore.Out[callMessage]{To: n + int(l.Proposal) - 1, Msg: callMessage{Kind: putDone}})
			return s
		case m.Kind == decidedIt:
			l.Rank, l.Accepted, l.Decided = m.Rank, reply{true, m.Rank, m.Value}, true
			return step("hears", 0, callMessage{})
		}
		return nil
	})
}

// The counts that stateright publishes: 93, 544 and 16,668 states.
func TestPublishedRegisters(t *testing.T) {
	for _, x := range []struct {
		p    explore.Protocol[callState, callMessage]
		want int64
	}{{single(1), 93}, {replicas(), 544}, {synod(), 16_668}} {
		if r := search(t, x.p, explore.Options{}); r.States != x.want {
			t.Errorf("%s: %d states, %d transitions, want %d", x.p.Name, r.States, r.Transitions, x.want)
		}
	}
}
