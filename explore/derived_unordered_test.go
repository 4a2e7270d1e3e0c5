package explore_test

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/setsys/slow"
)

// hashed is a number below a bound that depends on all of the values.
func hashed(below uint32, values ...any) uint32 {
	h := fnv.New32a()
	io.WriteString(h, fmt.Sprint(values...))
	return h.Sum32() % below
}

// surrounded returns a protocol on a network without order, or on one with order, of which some local steps
// need not happen, and with a history that sees some steps, as the number says.
func surrounded[L, M comparable](p explore.Protocol[L, M], seed uint64) explore.Protocol[L, M] {
	if seed%4 != 0 {
		p.Network = explore.Unordered
	}
	if seed%3 != 0 {
		actions := p.Actions
		p.Actions = func(i int, l L) []explore.Step[L, M] {
			var all []explore.Step[L, M]
			for _, s := range actions(i, l) {
				if s.Kind == explore.Plain && hashed(3, seed, "may", i, l, s.Name) == 0 {
					s.Kind = explore.May
				}
				all = append(all, s)
			}
			return all
		}
	}
	if seed%5 < 3 {
		sees := func(e explore.Event[L]) bool { return hashed(uint32(2+seed%7), seed, "sees", e) == 0 }
		p.History = explore.Watch[L, M](uint8(0), func(h uint8, e explore.Event[L]) (uint8, string) {
			if !sees(e) {
				return h, ""
			}
			return uint8(hashed(6, seed, "next", h, e)), ""
		}).Seeing(sees)
		p.Requires = append(p.Requires, explore.Always("no five", func(v explore.View[L, M]) string {
			if v.History.(uint8) == 5 {
				return "five"
			}
			return ""
		}).OfHistory())
	}
	return p
}

// surroundedFrom compares reductions of random tables on networks without order, with steps that need not happen and
// with histories.
func surroundedFrom(t *testing.T, from, to uint64, fault *explore.Flaw) (full, reduced int, err error) {
	whys := map[string]int{}
	for seed := from; seed < to && err == nil; seed++ {
		x := newTable(seed)
		o := x.o
		o.Requests, o.MaxStates = bounded(o.Requests), 3000
		p := surrounded(x.protocol(), seed)
		if seed%2 == 0 {
			p = selective(p, func(p int, l uint8, from int, m uint8) string { return fmt.Sprint(seed, p, l, from, m) })
		}
		f, r, why, e := derivedEqual(fmt.Sprintf("%s, surrounded %d", x, seed), p, o, 5, fault)
		full, reduced, err = full+f, reduced+r, e
		whys[why]++
	}
	t.Logf("%d states, reduced %d; no reduction because of %v", full, reduced, whys)
	return full, reduced, err
}

func TestDerivedSurrounded(t *testing.T) {
	count := uint64(60)
	if slow.Tests() {
		count = 20_000
	}
	full, reduced, err := surroundedFrom(t, 0, count, nil)
	if err != nil {
		t.Fatal(strings.TrimSpace(err.Error()))
	}
	if reduced*8 > full*7 {
		t.Errorf("%d states, reduced %d: the test does not test what it should", full, reduced)
	}
}

// inOneOrder is a process that may go and be sent a message, in either order, to the same state in the end; its step goes has the kind
// of the two by whether the message was taken, 0 and 1.
func inOneOrder(kinds [2]explore.StepKind) explore.Protocol[uint8, uint8] {
	type step = explore.Step[uint8, uint8]
	return explore.Protocol[uint8, uint8]{
		Name: "in one order", N: 2, Network: explore.Unordered, Steps: []string{"send", "goes", "taken"},
		Init: func(p int) uint8 { return uint8(4 * p) },
		Actions: func(p int, l uint8) []step {
			switch l {
			case 0, 1:
				return []step{{Name: "goes", Next: l + 2, Kind: kinds[l]}}
			case 4:
				return []step{{Name: "send", Next: 5, Send: explore.SendTo(explore.SetOf(0), uint8(0))}}
			}
			return nil
		},
		Deliver: func(_ int, l uint8, _ int, _ uint8) []step {
			if l%2 == 1 {
				return nil // there is one message
			}
			return []step{{Name: "taken", Next: l + 1}}
		},
		Exclusion: explore.Exclusion[uint8]{Observe: func(_ int, l uint8) explore.Observation {
			return explore.Observation{Phase: explore.Waiting}
		}},
	}
}

// A step that must be taken need not be taken any more after a message. So the state after the message is terminal, and
// the step is not taken first.
func TestOwedNoLonger(t *testing.T) {
	p := inOneOrder([2]explore.StepKind{explore.Plain, explore.May})
	if _, _, why, err := derivedEqual("owed no longer", p, explore.Options{}, 10, nil); err != nil || why != "" {
		t.Error(why, err)
	}
}

// A history sees one of two steps of a process, and only before or only after the other one: in the one order it is
// another one than in the other, though the process comes to the same state.
func TestSeenInOneOrder(t *testing.T) {
	for _, step := range []string{"goes", "taken"} {
		for _, before := range []uint8{0, 1, 2} {
			p := inOneOrder([2]explore.StepKind{explore.Plain, explore.Plain})
			p.History = explore.Watch[uint8, uint8](uint8(0), func(h uint8, e explore.Event[uint8]) (uint8, string) {
				if e.Step == step && e.Before == before {
					return 1, ""
				}
				return h, ""
			}).Seeing(func(e explore.Event[uint8]) bool { return e.Step == step && e.Before == before })
			if _, _, why, err := derivedEqual("seen in one order", p, explore.Options{}, 10, nil); err != nil || why != "" {
				t.Errorf("%s at %d: %s, %v", step, before, why, err)
			}
		}
	}
}

// Of more messages in a channel than a set tells apart, the last one is the only one that is taken.
func TestManyMessagesWait(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	const many = 70 // in the order of their texts 9 is the last one
	p := explore.Protocol[uint8, uint8]{
		Name: "many wait", N: 3, Network: explore.Unordered, Steps: []string{"send", "turn", "taken"},
		Init: func(p int) uint8 { return uint8(10 * p) },
		Actions: func(_ int, l uint8) []step {
			switch l {
			case 0:
				s := step{Name: "send", Next: 1}
				for m := range uint8(many) {
					s.Send = append(s.Send, explore.SendTo(explore.SetOf(1), m)...)
				}
				return []step{s}
			case 20:
				return []step{{Name: "turn", Next: 21}}
			}
			return nil
		},
		Deliver: func(_ int, l uint8, _ int, m uint8) []step {
			if l == 10 && m == 9 {
				return []step{{Name: "taken", Next: 11}}
			}
			return nil
		},
		Exclusion: explore.Exclusion[uint8]{Observe: func(_ int, l uint8) explore.Observation {
			return explore.Observation{Phase: explore.Waiting}
		}},
	}
	if _, _, why, err := derivedEqual("many wait", p, explore.Options{}, 10, nil); err != nil || why != "" {
		t.Error(why, err)
	}
}

// A history that changes by a step that it does not see is a mistake of its author, and a property of the history sees
// nothing else.
func TestHistorySees(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	p := explore.Protocol[uint8, uint8]{
		Name: "counted", N: 1,
		Init: func(int) uint8 { return 0 },
		Actions: func(_ int, l uint8) []step {
			if l == 2 {
				return nil
			}
			return []step{{Name: []string{"one", "two"}[l], Next: l + 1}}
		},
		Deliver: func(int, uint8, int, uint8) []step { return nil },
		Requires: []explore.Requirement[uint8, uint8]{explore.Always("nothing else", func(v explore.View[uint8, uint8]) string {
			if v.Locals != nil || v.Channels != nil {
				return "there is something else"
			}
			if v.History.(uint8) == 2 {
				return "two"
			}
			return ""
		}).OfHistory()},
	}
	count := explore.Watch[uint8, uint8](uint8(0), func(h uint8, e explore.Event[uint8]) (uint8, string) { return h + 1, "" })
	for _, c := range []struct {
		sees  []string
		wants string
	}{
		{[]string{"one", "two"}, "two"},
		{[]string{"one"}, `the protocol's History, called for process 1 at the step "two", changes, and Sees says that it does not see the step`},
	} {
		p.History = count.Seeing(func(e explore.Event[uint8]) bool { return slices.Contains(c.sees, e.Step) })
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, derive := range []bool{false, true} {
			r, err := explore.Run(t.Context(), m, explore.Options{Check: []explore.Property{"nothing else"}, Full: !derive, Derive: derive})
			said := ""
			if err != nil {
				said = err.Error()
			} else {
				said = r.Properties[0].Detail
			}
			if !strings.HasPrefix(said, c.wants) {
				t.Errorf("seeing %v, derived %t: %q, want %q", c.sees, derive, said, c.wants)
			}
		}
	}
}

// Properties that look at more than the history, or at one that is not there, are no properties of a history.
func TestOfHistoryIsOfOne(t *testing.T) {
	always := explore.Always("a property", func(explore.View[uint8, uint8]) string { return "" })
	history := explore.Watch[uint8, uint8](uint8(0), func(h uint8, _ explore.Event[uint8]) (uint8, string) { return h, "" })
	for _, c := range []struct {
		what    string
		r       explore.Requirement[uint8, uint8]
		history *explore.History[uint8, uint8]
		refused string
	}{
		{"always", always.OfHistory(), history, ""},
		{"without a history", always.OfHistory(), nil, "of its history, and has none"},
		{"always of what is seen", explore.AlwaysOf[uint8, uint8]("a property", func(_ int, l uint8) uint8 { return l }, func([]uint8) string { return "" }).OfHistory(), history, "lacks a name or a function"},
		{"leads to", explore.LeadsTo("a property", func(explore.View[uint8, uint8]) bool { return true }, func(explore.View[uint8, uint8]) bool { return true }).OfHistory(), history, "lacks a name or a function"},
	} {
		p := onlyY()
		p.History, p.Requires = c.history, []explore.Requirement[uint8, uint8]{c.r}
		said := ""
		if _, err := explore.NewModel(p); err != nil {
			said = err.Error()
		}
		if !strings.Contains(said, c.refused) || (said == "") != (c.refused == "") {
			t.Errorf("%s: %q, want %q", c.what, said, c.refused)
		}
	}
}
