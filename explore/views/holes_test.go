package views_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
)

// The holes of an attack on an earlier engine, by its numbers: protocols of which it proved
// what does not hold. Some cannot be written with the types of package roles:
//
//	01, 01b  Init depends on the process        Init is a value
//	02, 03   Observe reads more than the half   Observe(R)
//	06, 07   a half reads or writes the other   handlers are given one
//	12       a member makes fresh stamps        only Act.Stamp does
//	19, 26   fields or messages of no half, or of both: TestForms of package roles, and the types A and B
//	35       a requester sends to a requester   To names a member
//
// The others are below.

// one is a protocol of two processes whose requesters ask member 0 and enter with its answer.
// Members answer everybody, so that two may be inside.
type (
	oneR = struct {
		Phase explore.Phase
		Got   uint8
		Asks  explore.Set // always member 0
		More  explore.Set // other members, if they matter
	}
	oneM = struct {
		Place uint8
		Last  roles.Peer
		Stamp roles.Stamp
		Notes roles.By[note]
	}
	oneP     = roles.Protocol[oneR, oneM, uint8, uint8]
	oneAct   = roles.Act[oneR, uint8]
	oneReply = roles.Reply[oneM, uint8]
)

func one(n int) oneP {
	return oneP{
		Name: "one", N: n, Clock: explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true, TickOnReceive: true},
		Requester: roles.Requester[oneR, uint8, uint8]{
			Init: oneR{Asks: 1},
			Local: func(_ int, r oneR) []oneAct {
				switch r.Phase {
				case explore.Thinking:
					return []oneAct{{Name: "ask", Kind: explore.Ask, Next: oneR{Phase: explore.Waiting, Asks: 1}, Stamp: roles.New, Send: send(1, 0, true)}}
				case explore.Inside:
					return []oneAct{{Name: "leave", Kind: explore.Leave, Next: oneR{Asks: 1}, Stamp: roles.Drop, Send: send(1, 1, false)}}
				}
				return nil
			},
			Take: func(_ int, r oneR, _ int, b uint8, _ bool) []oneAct {
				r.Phase = explore.Inside
				return []oneAct{{Name: "enter", Next: r}}
			},
			Observe: func(r oneR) explore.Observation { return explore.Observation{Phase: r.Phase, Units: r.Got} },
		},
		Member: roles.Member[oneM, uint8, uint8]{
			Take: func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				if a == 1 {
					return []oneReply{{Name: "left", Next: m}}
				}
				return []oneReply{{Name: "answer", Next: m, Send: tell(from, 0)}}
			},
		},
		Safe: explore.AtMost(n),
	}
}

// finds reports whether a search finds a property violated.
func finds[R, M, A, B comparable](t *testing.T, p roles.Protocol[R, M, A, B], wire roles.Wire[wired, A, B], property explore.Property) bool {
	t.Helper()
	composed, err := roles.Compose[roles.State[R, M]](p, wire)
	if err != nil {
		t.Fatal(err)
	}
	m, err := explore.NewModel(composed)
	if err != nil {
		t.Fatal(err)
	}
	for _, queued := range []bool{false, true} {
		for _, requests := range []int{1, 2} {
			for _, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
				o := explore.Options{Clock: clock, Queued: queued, Requests: slices.Repeat([]int{requests}, p.N), MaxStates: 20_000, Check: []explore.Property{property}}
				if r, err := explore.Run(context.Background(), m, o); err == nil && r.Properties[0].Verdict == verdict.Violated {
					return true
				}
			}
		}
	}
	return false
}

// TestHoles: each hole is refused, or not proved; what is wrong is found by a search, or
// the search refuses the protocol.
func TestHoles(t *testing.T) {
	for _, x := range []struct {
		number, what string
		n            int
		make         func(p *oneP)
		violated     explore.Property // by a search; empty where it cannot be searched
		says         string           // the refusal, or why the property is not proved
	}{
		{"04", "Safe tells processes apart", 2, func(p *oneP) {
			p.Safe = func(all []explore.Observation) string {
				if all[1].Phase == explore.Inside && all[0].Phase != explore.Inside {
					return "the second is inside, and the first is not"
				}
				return ""
			}
		}, explore.Safety, "do not exclude requesters"},
		{"05", "a member's local step", 2, func(p *oneP) {
			p.Member.Local = func(m oneM) []oneReply {
				if m.Place == 1 {
					return []oneReply{{Name: "late", Next: oneM{Place: 2}, Send: tell(m.Last, 0)}}
				}
				return nil
			}
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				if m.Place == 0 && a == 0 {
					return []oneReply{{Name: "later", Next: oneM{Place: 1, Last: from}}}
				}
				return []oneReply{{Name: "nothing", Next: m}}
			}
			p.Safe = explore.AtMost(0)
		}, explore.Safety, "do not exclude requesters"},
		{"two", "two answers at once: the first is never alone on its way", 2, func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				if a == 1 {
					return []oneReply{{Name: "left", Next: m}}
				}
				return []oneReply{{Name: "answers", Next: m, Send: append(tell(from, 1), tell(from, 0)...)}}
			}
			p.Requester.Take = func(_ int, r oneR, _ int, b uint8, _ bool) []oneAct {
				if b == 1 {
					return []oneAct{{Name: "first", Undefined: "the first answer"}}
				}
				return []oneAct{{Name: "second", Next: r}}
			}
		}, explore.WellDefined, "not defined"},
		{"may", "only a timeout that need not come lets a requester in", 2, func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				return []oneReply{{Name: "nothing", Next: m}}
			}
			local := p.Requester.Local
			p.Requester.Local = func(self int, r oneR) []oneAct {
				if r.Phase == explore.Waiting {
					r.Phase = explore.Inside
					return []oneAct{{Name: "timeout", Kind: explore.May, Next: r}}
				}
				return local(self, r)
			}
		}, explore.DeadlockFreedom, "of kind may"},
		{"08", "a message to oneself is not taken", 2, func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply { return nil }
		}, explore.DeadlockFreedom, "messages may stay"},
		{"09", "a requester that no member is named by has a stamp all the same", 2, func(p *oneP) {
			// The member compares the two stamps of two messages of one request.
			p.Requester.Local = func(_ int, r oneR) []oneAct {
				if r.Phase == explore.Thinking {
					return []oneAct{{Name: "ask", Kind: explore.Ask, Next: oneR{Phase: explore.Waiting, Asks: 1}, Stamp: roles.New, Send: append(send(1, 0, true), send(1, 1, true)...)}}
				}
				return nil
			}
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				if a == 0 {
					m.Stamp, m.Last = at, from
					return []oneReply{{Name: "first", Next: m}}
				}
				if m.Last == from && m.Stamp == at {
					return []oneReply{{Name: "same", Undefined: "the stamps are equal"}}
				}
				return []oneReply{{Name: "other", Next: m}}
			}
		}, explore.WellDefined, "not defined"},
		{"11", "a fresh stamp is the last one again", 2, func(p *oneP) {
			p.Clock.TickOnFresh, p.Clock.TickOnReceive, p.Clock.Attach = false, true, explore.StampedMessages
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				switch {
				case a == 1:
					return []oneReply{{Name: "left", Next: m}}
				case m.Last == from && m.Stamp == at:
					return []oneReply{{Name: "same", Undefined: "the stamps are equal"}}
				}
				m.Last, m.Stamp = from, at
				return []oneReply{{Name: "answer", Next: m, Send: tell(from, 0)}}
			}
		}, explore.WellDefined, "not defined"},
		{"17a", "one process has a local step when it waits", 3, func(p *oneP) {
			local := p.Requester.Local
			p.Requester.Local = func(self int, r oneR) []oneAct {
				if r.Phase == explore.Waiting && self == 0 {
					return []oneAct{{Name: "enter", Next: oneR{Phase: explore.Inside, Asks: 1}}}
				}
				return local(self, r)
			}
			p.Member.Take = func(m oneM, _ roles.Peer, _ uint8, _ roles.Stamp) []oneReply {
				return []oneReply{{Name: "nothing", Next: m}}
			}
		}, explore.DeadlockFreedom, ""},
		{"17b", "one process takes no answers", 3, func(p *oneP) {
			take := p.Requester.Take
			p.Requester.Take = func(self int, r oneR, m int, b uint8, here bool) []oneAct {
				if self == 2 {
					return nil
				}
				return take(self, r, m, b, here)
			}
		}, explore.DeadlockFreedom, "messages may stay"},
		{"10, 24, 25", "a stamp that was dropped comes back by a member", 2, func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				switch {
				case a == 1:
					return []oneReply{{Name: "left", Next: m}}
				case !m.Stamp.None() && at.Before(m.Stamp):
					return []oneReply{{Name: "earlier", Undefined: "a stamp is earlier than one that is over"}}
				}
				m.Stamp = at
				return []oneReply{{Name: "answer", Next: m, Send: tell(from, 0)}}
			}
		}, explore.WellDefined, "not defined"},
		{"15, 28", "an answer has a stamp", 2, func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				return []oneReply{{Name: "answer", Next: m, Send: []roles.Answer[uint8]{{To: from, Stamp: at}}}}
			}
		}, "", "answers with a stamp"},
		{"23", "a process sends itself messages without end", 2, func(p *oneP) {
			p.Requester.Take = func(_ int, r oneR, m int, b uint8, _ bool) []oneAct {
				return []oneAct{{Name: "again", Next: r, Send: send(explore.SetOf(m), 0, false)}}
			}
		}, explore.WellDefined, "without end"},
		{"30", "two fresh stamps of one atomic step", 2, func(p *oneP) {
			p.Requester.Take = func(_ int, r oneR, m int, b uint8, _ bool) []oneAct {
				return []oneAct{{Name: "again", Next: r, Stamp: roles.New, Send: send(explore.SetOf(m), 1, true)}}
			}
		}, "", "makes a fresh stamp"},
		{"34", "a step with a message is asking", 2, func(p *oneP) {
			p.Requester.Take = func(_ int, r oneR, m int, b uint8, _ bool) []oneAct {
				return []oneAct{{Name: "ask", Kind: explore.Ask, Next: r}}
			}
		}, "", "takes a message"},
		{"13, 29, 32", "a member looks at the number of a peer", 4, func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				if fmt.Sprint(from) == "{4}" {
					return []oneReply{{Name: "four", Undefined: "it is the fourth"}}
				}
				return []oneReply{{Name: "answer", Next: m, Send: tell(from, 0)}}
			}
		}, explore.WellDefined, "other numbers"},
		{"14", "how often a member answers depends on the number of a peer", 3, func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				s := tell(from, 0)
				if fmt.Sprint(from) == "{2}" {
					s = append(s, s[0])
				}
				return []oneReply{{Name: "answer", Next: m, Send: s}}
			}
		}, "", "other numbers"},
		{"16b", "a member's sort has no order", 3, func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				m.Notes = m.Notes.With(from, note{Owed: true})
				m.Notes.Sorted(oweds, earlier)
				return []oneReply{{Name: "noted", Next: m}}
			}
		}, "", "two peers are equal"},
		{"-", "a handler panics", 2, func(p *oneP) {
			p.Requester.Take = func(int, oneR, int, uint8, bool) []oneAct { panic("no such thing") }
		}, "", "panics: no such thing"},
		{"-", "a requester answers differently when asked again", 2, func(p *oneP) {
			n := 0
			take := p.Requester.Take
			p.Requester.Take = func(self int, r oneR, m int, b uint8, here bool) []oneAct {
				n++
				r.Got = uint8(n % 2)
				return take(self, r, m, b, here)
			}
		}, "", "when asked again"},
		{"-", "a member answers differently when asked again", 2, func(p *oneP) {
			n := 0
			take := p.Member.Take
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				n++
				m.Place = uint8(n % 2)
				return take(m, from, a, at)
			}
		}, "", "when it is asked again"},
		{"33", "a member looks at the number of a stamp", 2, func(p *oneP) {
			take := p.Member.Take
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				if fmt.Sprint(at) == "{3}" {
					return []oneReply{{Name: "three", Undefined: "the number is 3"}}
				}
				return take(m, from, a, at)
			}
		}, "", "compare"},
		{"-", "a stamp is made up", 2, func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				m.Stamp = stampNamed(7)
				return []oneReply{{Name: "made up", Next: m}}
			}
		}, "", "stamp"},
		{"-", "a member begins with a peer", 2, func(p *oneP) { p.Member.Init.Last = peerNamed(1) }, "", "begin"},
		{"-", "a member begins with a note on a peer", 2, func(p *oneP) {
			p.Member.Init.Notes = p.Member.Init.Notes.With(peerNamed(1), note{Owed: true})
		}, "", "begin"},
		{"-", "a member begins with a stamp", 2, func(p *oneP) { p.Member.Init.Stamp = stampNamed(1) }, "", "begin"},
		{"-", "an answer to nobody", 2, func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				return []oneReply{{Name: "nobody", Next: m, Send: tell(roles.Peer{}, 0)}}
			}
		}, "", "sends to nobody"},
		{"-", "a stamp without a clock", 2, func(p *oneP) { p.Clock = explore.ClockRule{TickOnFresh: true} }, "", "brings the clock"},
		{"-", "a count without bound", 2, func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				x := m.Notes.Of(from)
				x.Times++
				m.Notes = m.Notes.With(from, x)
				return []oneReply{{Name: "counted", Next: m, Send: tell(from, 0)}}
			}
		}, "", "more than 3000 local views"},
		{"-", "a bound of the model is passed", 2, func(p *oneP) {
			p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
				return []oneReply{{Name: "full", Overflow: "there is no room"}}
			}
		}, "", "there is no room"},
		{"-", "a step that is not listed", 2, func(p *oneP) { p.Steps = []string{"ask", "enter", "answer"} }, "", "not in Steps"},
		{"-", "Safe panics", 2, func(p *oneP) {
			p.Safe = func(all []explore.Observation) string { panic("no such row") }
		}, "", "panics: no such row"},
		{"-", "Observe panics", 2, func(p *oneP) {
			p.Requester.Observe = func(oneR) explore.Observation { panic("nothing to see") }
		}, "", "panics: nothing to see"},
	} {
		p := one(x.n)
		x.make(&p)
		proof := views.Prove(context.Background(), p, views.Limits{Views: 3000})
		why := reason(proof, x.violated)
		if x.violated == "" {
			why = proof.Refused + proof.Stopped
		}
		for _, property := range views.Properties() {
			if (x.violated == "" || x.violated == property) && proof.Proved(property) {
				t.Errorf("%s %s: %s is proved", x.number, x.what, property)
			}
		}
		if !strings.Contains(why, x.says) {
			t.Errorf("%s %s: %q does not say %q", x.number, x.what, why, x.says)
		}
		if x.violated != "" && !finds(t, p, randomWire(), x.violated) {
			t.Errorf("%s %s: a search does not find %s violated", x.number, x.what, x.violated)
		}
	}
}

// TestTypes: types in which names or stamps could hide are refused.
func TestTypes(t *testing.T) {
	type in struct {
		A int
		roles.By[uint8]
	}
	for _, x := range []struct {
		number string
		prove  func() *views.Proof
		says   string
	}{
		{"16b names in an array of names", ofMember[roles.By[roles.Peer]], "inside a roles.By"},
		{"16b deeper", ofMember[struct {
			X [2]roles.By[struct{ Y [1]roles.Peer }]
		}], "inside a roles.By"},
		{"a table of tables", ofMember[roles.By[roles.By[int]]], "inside a roles.By"},
		{"embedded", ofMember[in], ""},
		{"embedded behind an array", ofMember[struct {
			X [3]int
			roles.By[note]
		}], ""},
		{"a process in a member", ofMember[explore.Process], "does not have"},
		{"a set in a member", ofMember[struct{ S explore.Set }], "does not have"},
		{"a table by number in a member", ofMember[explore.PerProcess[int]], "does not have"},
		{"a stamp with a number", ofMember[[2]explore.Stamp], "does not have"},
		{"a pointer", ofMember[*int], "ptr"},
		{"text", ofMember[struct{ S string }], "string"},
		{"an interface", ofMember[any], "interface"},
		{"a channel", ofMember[chan int], "chan"},
		{"a float", ofMember[float64], "float64"},
		{"21, 22 stamps in a requester", ofRequester[[2]roles.Stamp], "does not have"},
		{"21 a stamp for each", ofRequester[explore.PerProcess[explore.Stamp]], "does not have"},
		{"a peer in a requester", ofRequester[struct{ P roles.Peer }], "does not have"},
		{"a table by peer in a requester", ofRequester[roles.By[int]], "does not have"},
		{"names in an array of names", ofRequester[explore.PerProcess[explore.Set]], "does not have"},
		{"15 a name in an answer", ofMessage[roles.Peer], "does not have"},
		{"15 a set in an answer", ofMessage[explore.Set], "does not have"},
		{"a stamp in an answer", ofMessage[struct{ S roles.Stamp }], "does not have"},
	} {
		proof := x.prove()
		if x.says == "" {
			if proof.Refused != "" {
				t.Errorf("%s is refused: %s", x.number, proof.Refused)
			}
		} else if !strings.Contains(proof.Refused, x.says) || len(proof.Results) > 0 {
			t.Errorf("%s: %q does not say %q", x.number, proof.Refused, x.says)
		}
	}
}

func idle[R, M, B comparable]() *views.Proof {
	return views.Prove(context.Background(), roles.Protocol[R, M, uint8, B]{
		Name: fmt.Sprint(reflect.TypeFor[M]()), N: 2,
		Requester: roles.Requester[R, uint8, B]{
			Local: func(int, R) []roles.Act[R, uint8] { return nil }, Observe: func(R) (o explore.Observation) { return o },
			Take: func(int, R, int, B, bool) []roles.Act[R, uint8] { return nil },
		},
		Member: roles.Member[M, uint8, B]{Take: func(M, roles.Peer, uint8, roles.Stamp) []roles.Reply[M, B] { return nil }},
	}, views.Limits{})
}

func ofMember[M comparable]() *views.Proof    { return idle[int, M, int]() }
func ofRequester[R comparable]() *views.Proof { return idle[R, int, int]() }
func ofMessage[B comparable]() *views.Proof   { return idle[int, int, B]() }

// TestWire: what is on the wire is what the roles see.
func TestWire(t *testing.T) {
	for _, x := range []struct {
		what string
		wire roles.Wire[wired, uint8, uint8]
	}{
		{"the wire adds a stamp", roles.Wire[wired, uint8, uint8]{
			Up:   func(k uint8) wired { return wired{Up: true, Kind: k, Stamp: explore.Fresh} },
			Down: func(k uint8) wired { return wired{Kind: k} },
			Of:   func(w wired) (uint8, uint8, bool) { return w.Kind, w.Kind, w.Up },
		}},
		{"the wire looks at the stamp", roles.Wire[wired, uint8, uint8]{
			Up:   func(k uint8) wired { return wired{Up: true, Kind: k} },
			Down: func(k uint8) wired { return wired{Kind: k} },
			Of: func(w wired) (uint8, uint8, bool) {
				if w.Up && w.Stamp > 1 {
					return 3, 3, true
				}
				return w.Kind, w.Kind, w.Up
			},
		}},
	} {
		p := one(2)
		local := p.Requester.Local
		p.Requester.Local = func(self int, r oneR) []oneAct {
			acts := local(self, r)
			for i := range acts {
				if x.what == "the wire adds a stamp" {
					for j := range acts[i].Send {
						acts[i].Send[j].Stamped = false
					}
				}
			}
			return acts
		}
		take := p.Member.Take
		p.Member.Take = func(m oneM, from roles.Peer, a uint8, at roles.Stamp) []oneReply {
			if a == 3 || x.what == "the wire adds a stamp" && !at.None() {
				return []oneReply{{Name: "astray", Undefined: "what was not sent"}}
			}
			return take(m, from, a, at)
		}
		proof := views.Prove(context.Background(), roles.Through(p, x.wire), views.Limits{})
		if proof.Proved(explore.WellDefined) && finds(t, p, x.wire, explore.WellDefined) {
			t.Errorf("%s: well-defined is proved, and violated", x.what)
		}
	}
}

// TestPeersHaveNoOrder: what functions that a By calls see does not tell a member the numbers
// of peers; and a member that knows them all the same, and does something else for one order
// of three of four peers, is refused, or nothing wrong is proved of it.
func TestPeersHaveNoOrder(t *testing.T) {
	index := func(p roles.Peer) (n int) {
		(roles.By[bool]{}).With(p, true).Any(func(v bool) bool {
			n += flag(!v)
			return v
		})
		return n
	}
	a, b := peerNamed(0), peerNamed(5)
	if index(a) != index(b) {
		t.Errorf("peers can be told apart: %d and %d", index(a), index(b))
	}
	p := one(4)
	type seen = [2]roles.Peer
	for _, order := range permutations(4) {
		q := roles.Protocol[oneR, seen, uint8, uint8]{
			Name: p.Name, N: p.N, Clock: p.Clock, Requester: p.Requester, Safe: p.Safe,
			Member: roles.Member[seen, uint8, uint8]{Take: func(m seen, from roles.Peer, a uint8, at roles.Stamp) []roles.Reply[seen, uint8] {
				switch {
				case a == 1:
					return []roles.Reply[seen, uint8]{{Name: "left", Next: m}}
				case m == seen{peerNamed(order[0]), peerNamed(order[1])} && from == peerNamed(order[2]):
					return []roles.Reply[seen, uint8]{{Name: "order", Undefined: "one order"}}
				case m[0].None():
					m[0] = from
				case m[1].None() && m[0] != from:
					m[1] = from
				}
				return []roles.Reply[seen, uint8]{{Name: "answer", Next: m, Send: tell(from, 0)}}
			}},
		}
		proof := views.Prove(context.Background(), q, views.Limits{})
		if proof.Proved(explore.WellDefined) {
			t.Errorf("order %v: well-defined is proved", order)
		}
	}
}
