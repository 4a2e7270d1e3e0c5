package attack

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// A state beyond the bound of clocks is not entered, so nothing in it counts: not the history, and not how full a channel is. What
// the handler says of its step counts, since it is asked before the clock is known: that it is not defined, or passes a bound of
// the author. All that run a protocol go by this order.
func TestBeyondComesBefore(t *testing.T) {
	type step = explore.Step[local, letter]
	sent := explore.Out[letter]{To: 1}
	full := func(h memory, e explore.Event[local]) (memory, string) {
		if e.From == 0 {
			return h, "too many marks"
		}
		return h, ""
	}
	fails := func(h memory, e explore.Event[local]) (memory, string) {
		if e.From == 0 {
			panic("a history that nobody asked")
		}
		return h, ""
	}
	for _, test := range []struct {
		name     string
		take     step
		history  func(memory, explore.Event[local]) (memory, string)
		clockMax int
		network  explore.Network

		overflow  string
		undefined bool
		beyond    int
	}{
		{name: "nothing else", clockMax: 1, beyond: 1},
		{name: "a full history", history: full, clockMax: 1, beyond: 1},
		{name: "a full history, within the bound", history: full, clockMax: 2, overflow: "too many marks"},
		{name: "a history that fails", history: fails, clockMax: 1, beyond: 1},
		{name: "a full channel", take: step{Send: []explore.Out[letter]{{To: 0}, {To: 0}, {To: 0}}}, clockMax: 1, beyond: 1},
		{name: "not defined", take: step{Undefined: "what is that"}, history: full, clockMax: 1, undefined: true},
		{name: "the author's bound", take: step{Overflow: "too long"}, history: full, clockMax: 1, overflow: "too long"},
		{name: "the author's bound, and not defined", take: step{Undefined: "what is that", Overflow: "too long"}, clockMax: 1, overflow: "too long"},
		{name: "comes again, beyond", history: full, clockMax: 1, network: explore.Duplicating, beyond: 1},
		{name: "comes again, and changes nothing but the history", history: full, network: explore.Duplicating, overflow: "too many marks"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := toy("beyond", 2)
			p.Network, p.Capacity = test.network, 2
			if test.clockMax > 0 {
				p.Clock = explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true, TickOnReceive: true}
			}
			p.Actions = func(q int, l local) []step {
				if q > 0 || l.Node != resting {
					return nil
				}
				s := step{Name: "ask", Kind: explore.Ask, Next: local{Node: queueing}, Send: []explore.Out[letter]{sent}}
				if test.clockMax > 0 {
					s.Next.Own.At[0] = explore.Fresh
				}
				return []step{s}
			}
			p.Deliver = func(q int, l local, from int, m letter) []step {
				s := test.take
				s.Name, s.Next = "take", l
				return []step{s}
			}
			if test.history != nil {
				p.History = explore.Watch[local, letter](memory{}, test.history)
			}
			p.Requires = []explore.Requirement[local, letter]{explore.Always("nothing", func(explore.View[local, letter]) string { return "" })}
			o := explore.Options{Requests: []int{1, 1}, ClockMax: test.clockMax}
			if o.ClockMax > 0 {
				o.Clock = explore.Integer
			}

			r := run(t, p, o)
			if !strings.Contains(r.Stopped, test.overflow) || (test.overflow == "") != (r.Stopped == "") || int(r.Beyond) != test.beyond {
				t.Errorf("the search: stopped %q, %d beyond", r.Stopped, r.Beyond)
			}
			at := slices.IndexFunc(r.Properties, func(x explore.PropertyResult) bool { return x.Property == explore.WellDefined })
			if (r.Properties[at].Verdict == verdict.Violated) != test.undefined {
				t.Errorf("the search: well-defined is %s", r.Properties[at].Verdict)
			}
			if s := seal(t, p, o, 600); s == nil {
				t.Error("no certificate")
			} else if f, err := s.check(s.entries); err != nil || s.header.Closed != (test.overflow == "") || s.header.Closed && int(f.Beyond) != test.beyond {
				t.Errorf("the checker of certificates: %+v, %v", f, err)
			}
			if test.name != "a history that fails" { // this one asks, and goes by the bound afterwards
				if g := machineFor(p, o).reach(100); g.full != (test.overflow != "") || !g.full && int(g.beyonds()) != test.beyond {
					t.Errorf("by the documentation: full %t, %d beyond", g.full, g.beyonds())
				}
			}
			all := obvious.OptionsOf(o)
			_, undefined := obvious.Explore(p, all).Violations[string(explore.WellDefined)]
			if x := obvious.Explore(p, all); !strings.Contains(x.Overflow, test.overflow) || (test.overflow == "") != (x.Overflow == "") || x.Beyond != test.beyond || undefined != test.undefined {
				t.Errorf("the obvious exploration: %+v", x)
			}
			means := obvious.New(p, all)
			means.Outcomes(means.Starts()[0], func(o obvious.Outcome) {
				means.Outcomes(o.After()[0].State, func(o obvious.Outcome) {
					ends := 0
					for _, ended := range []bool{o.Overflow() != "", o.Undefined(), o.Beyond(), o.Spent()} {
						if ended {
							ends++
						}
					}
					if ends != 1 {
						t.Errorf("an outcome ends in %d ways", ends)
					}
				})
			})
			waits := obvious.Of(p, &explore.Met{}).Rounds(t.Context(), all, 0, 100)
			ends := test.overflow
			if test.beyond > 0 {
				ends = "the clock of process 2 passes 1"
			}
			if !strings.Contains(waits.Stopped, ends) || (ends == "") != (waits.Stopped == "") || waits.Undefined != test.undefined {
				t.Errorf("the rounds: %+v", waits)
			}
			again, err := obvious.Replay(p, all, []explore.TraceStep{{Process: 0, From: -1, Name: "ask"}, {Process: 1, From: 0, Name: "take"}})
			if err == nil {
				err = errors.New("")
			}
			if undefined := len(again.Moves) == 2 && again.Moves[1].Undefined != ""; undefined != test.undefined || !strings.Contains(err.Error(), ends) {
				t.Errorf("the replay: %v", err)
			}
		})
	}
}

// An occurrence is a step as a history that has no memory may refuse it.
type occurrence struct {
	process, from int
	step          string
	node          uint8
}

// Random protocols with bounded integer clocks and a history that is full at steps that lead beyond them, and at times at another
// step: the search, the checker of certificates and the obvious exploration find what the documentation says.
func TestBeyondAtRandom(t *testing.T) {
	counts := tally{}
	fresh := 24_000_000 + int(slow.Seed(t)%1_000)*10_000
	for i := 0; counts["protocols"] < scale(40, 1_500); i++ {
		seed := []int{23_000_000 + i/2, fresh + i/2}[i%2]
		x, d := draw(uint64(seed)), newDice(uint64(seed)^0xbe40)
		x.surround(d)
		p, refused, passed := &x.protocol, map[occurrence]bool{}, map[occurrence]bool{}
		p.History = explore.Watch[local, letter](memory{}, func(h memory, e explore.Event[local]) (memory, string) {
			if refused[occurrence{e.Process, e.From, e.Step, e.Before.Node}] {
				return h, "too many marks"
			}
			return h, ""
		})
		x.options.Clock, x.options.ClockMax = explore.Integer, x.clock.Start+1+d.IntN(4)
		within := machineFor(*p, x.options).reach(400)
		if within == nil || !within.beyond {
			continue
		}
		for i, all := range within.moves {
			for _, mv := range all {
				o := occurrence{mv.process, mv.from, mv.name, within.worlds[i].Local[mv.process].Node}
				refused[o] = refused[o] || mv.beyond
				passed[o] = passed[o] || mv.next != nil
			}
		}
		anywhere := d.chance(20)
		maps.DeleteFunc(refused, func(o occurrence, beyond bool) bool { return !beyond || passed[o] && !anywhere })
		g := machineFor(*p, x.options).reach(400)
		counts["protocols"]++
		s := seal(t, *p, x.options, 1_000)
		if s == nil && g.full { // at the start
			continue
		}
		if s == nil || s.header.Closed == g.full {
			t.Fatalf("seed %d: a bound is passed: %t, and the search says otherwise", seed, g.full)
		}
		if _, err := s.check(s.entries); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		if g.full {
			counts["full"]++
			continue
		}
		counts["whole"]++
		if slices.ContainsFunc(g.moves, func(all []move[local, letter]) bool {
			return slices.ContainsFunc(all, func(mv move[local, letter]) bool { return mv.both })
		}) {
			counts["both"]++
		}
		r := obvious.Explore(*p, obvious.OptionsOf(s.o))
		if states, beyond := len(g.worlds), int(g.beyonds()); r.Overflow != "" || r.States != states || len(s.entries) != states || r.Beyond != beyond || int(s.result.Beyond) != beyond {
			t.Errorf("seed %d: %d states and %d steps beyond; the search: %d and %d; the obvious exploration: %d and %d, %s", seed, states, beyond, len(s.entries), s.result.Beyond, r.States, r.Beyond, r.Overflow)
		}
	}
	t.Log(counts)
	slow.Reached(t, "beyond the clocks' bound and that of the history", counts["both"], counts["protocols"], 10)
	slow.Reached(t, "searched whole", counts["whole"], counts["protocols"], 20)
}
