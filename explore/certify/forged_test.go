package certify_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/certify"
	"qcheck/explore/obvious"
)

// A spot is the local state of a process that walks through a table.
type spot struct {
	At   uint8
	Last explore.Stamp
}

// A way leads a process from a spot to another.
type way struct {
	process  int
	at, to   uint8
	name     string
	kind     explore.StepKind
	not, far bool // undefined; past a bound of the model
	ticks    bool
	tells    bool // process 1, which then enters
}

type protocol = explore.Protocol[spot, uint8]

// table is a protocol of processes that walk. Spots from 5 are waiting, those from 8
// are inside; process 1 starts at the first one given, and so on.
func table(ways []way, starts ...uint8) protocol {
	return protocol{
		Name: "table", N: len(starts), Clock: explore.ClockRule{TickOnFresh: true},
		Init: func(p int) spot { return spot{At: starts[p]} },
		Actions: func(p int, l spot) (steps []explore.Step[spot, uint8]) {
			for _, w := range ways {
				if w.process != p+1 || w.at != l.At {
					continue
				}
				s := explore.Step[spot, uint8]{Name: w.name, Kind: w.kind, Next: spot{w.to, l.Last}}
				if w.ticks {
					s.Next.Last = explore.Fresh
				}
				if w.tells {
					s.Send = explore.SendTo(explore.SetOf(0), uint8(1))
				}
				if w.not {
					s.Undefined = "nobody says"
				}
				if w.far {
					s.Overflow = "nobody counts so far"
				}
				steps = append(steps, s)
			}
			return steps
		},
		Deliver: func(int, spot, int, uint8) []explore.Step[spot, uint8] {
			return []explore.Step[spot, uint8]{{Name: "told", Next: spot{At: 8}}}
		},
		Exclusion: explore.Exclusion[spot]{
			Observe: func(_ int, l spot) explore.Observation {
				switch {
				case l.At >= 8:
					return explore.Observation{Phase: explore.Inside}
				case l.At >= 5:
					return explore.Observation{Phase: explore.Waiting}
				}
				return explore.Observation{}
			},
			Safe: explore.AtMost(1),
		},
	}
}

// A certificate is one in which the rank of a state, for all columns, is what a function
// says of the spots and of the level.
type certificate struct {
	header  certify.Header
	entries []certify.Entry
}

func written(p protocol, o obvious.Options, columns []certify.Column, helpful []certify.Step, rank func(spots []spot, level int) string) certificate {
	means := obvious.New(p, o)
	c := certificate{header: certify.Header{Closed: true, Ranks: columns, Helpful: helpful}}
	c.header.Local, c.header.Message = means.Numbers()
	levels := map[string]int{means.Starts()[0].Text(): 0}
	for all := []obvious.State{means.Starts()[0]}; len(all) > 0; all = all[1:] {
		s := all[0]
		e := certify.Entry{State: s.Text(), Level: levels[s.Text()]}
		if rank != nil {
			var spots []spot
			for _, l := range s.Local {
				spots = append(spots, l.(spot))
			}
			e.Ranks = rank(spots, e.Level)
		}
		c.entries = append(c.entries, e)
		c.header.Depth = max(c.header.Depth, e.Level)
		means.Outcomes(s, func(o obvious.Outcome) {
			if o.Overflow() != "" || o.Undefined() || o.Spent() || o.Beyond() {
				return
			}
			for _, next := range o.After() {
				c.header.Transitions++
				if _, ok := levels[next.State.Text()]; !ok {
					levels[next.State.Text()] = e.Level + 1
					all = append(all, next.State)
				}
			}
		})
	}
	c.header.States = len(c.entries)
	slices.SortFunc(c.entries, func(a, b certify.Entry) int { return strings.Compare(a.State, b.State) })
	return c
}

// first is a column about starvation of process 1.
var first = []certify.Column{{Property: explore.StarvationFreedom, Process: 1}}

// free bounds no requests.
var free = obvious.Options{Requests: []int{-1, -1}}

// at says which rank stands where the last process is at a spot, - for others, and where
// process 1 is inside.
func at(ranks map[uint8]string) func([]spot, int) string {
	return func(all []spot, _ int) string {
		if r, ok := ranks[all[len(all)-1].At]; ok && all[0].At < 8 {
			return r
		}
		return "-"
	}
}

// Each of these files is about a run that violates the property, and is right but for one
// thing. With that thing, ranks would prove what is false.
func TestForgedRanks(t *testing.T) {
	withGoal := func(p protocol) protocol {
		p.Goals = []explore.Goal{{Name: "nobody-inside", Unmet: func(all []explore.Observation) string {
			if all[len(all)-1].Phase == explore.Inside {
				return "process 2 is inside"
			}
			return ""
		}}}
		return p
	}
	leading := func(p protocol) protocol {
		p.Requires = []explore.Requirement[spot, uint8]{explore.LeadsTo("one-leads-to-three",
			func(v explore.View[spot, uint8]) bool { return v.Locals[0].At == 1 },
			func(v explore.View[spot, uint8]) bool { return v.Locals[0].At == 3 })}
		return p
	}
	obliged := func(p protocol) protocol { p.Obliged = true; return p }
	asks := way{process: 2, at: 0, to: 5, name: "ask", kind: explore.Ask, tells: true}
	for _, test := range []struct {
		name    string
		p       protocol
		o       obvious.Options
		columns []certify.Column
		helpful []certify.Step
		rank    func([]spot, int) string
		change  func(*certificate)
		want    string
	}{
		{
			"process 2 enters and leaves for ever", table([]way{
				{process: 2, at: 0, to: 8, name: "enter"}, {process: 2, at: 8, to: 0, name: "leave", kind: explore.Leave},
			}, 5, 0), free, first, []certify.Step{{Process: 2, Name: "enter"}, {Process: 2, Name: "leave"}}, at(map[uint8]string{0: "1/1", 8: "0/2"}), nil, "the rank grows",
		},
		{
			"only leaving is left", withGoal(table([]way{{process: 2, at: 8, to: 0, name: "leave", kind: explore.Leave}}, 0, 8)), free,
			[]certify.Column{{Property: "nobody-inside"}}, []certify.Step{{Process: 2, Name: "leave"}}, at(map[uint8]string{8: "0/1"}), nil, "is not enabled",
		},
		{
			"process 2 need not ask", table([]way{asks}, 5, 0), free,
			first, []certify.Step{{Process: 2, Name: "ask"}, {Process: 1, From: 2}}, at(map[uint8]string{0: "1/1", 5: "0/2"}), nil, "is not enabled",
		},
		{
			"process 2 has asked, and others rely on it that it asks again", obliged(table([]way{asks}, 5, 0)),
			obvious.Options{Requests: []int{-1, 0}}, first, []certify.Step{{Process: 2, Name: "ask"}}, at(map[uint8]string{0: "0/1"}), nil, "rely on it",
		},
		{
			"from 1 to 2, and never to 3", leading(table([]way{{process: 1, at: 0, to: 1, name: "go"}, {process: 1, at: 1, to: 2, name: "go on"}}, 0)),
			obvious.Options{Requests: []int{-1}}, []certify.Column{{Property: "one-leads-to-three"}}, []certify.Step{{Process: 1, Name: "go on"}},
			at(map[uint8]string{1: "0/1"}), nil, "there is no rank",
		},
		{
			"from 1 to 2, without ranks", leading(table([]way{{process: 1, at: 0, to: 1, name: "go"}, {process: 1, at: 1, to: 2, name: "go on"}}, 0)),
			obvious.Options{Requests: []int{-1}}, []certify.Column{{Property: "one-leads-to-three"}}, []certify.Step{{Process: 1, Name: "go on"}},
			at(nil), nil, "must have one",
		},
		{
			"the clock passes its bound", table([]way{{process: 2, at: 0, to: 0, name: "tick", ticks: true}}, 5, 0),
			obvious.Options{Requests: []int{-1, -1}, Integer: true, ClockMax: 3}, first, []certify.Step{{Process: 2, Name: "tick"}},
			func(_ []spot, level int) string { return fmt.Sprintf("%d/1", 9-level) }, nil, "pass the bound of the clocks",
		},
		{
			"requests are bounded", table([]way{{process: 1, at: 5, to: 8, name: "enter"}}, 5), obvious.Options{Requests: []int{1}},
			first, []certify.Step{{Process: 1, Name: "enter"}}, at(map[uint8]string{5: "0/1"}), nil, "nothing is known of ranks",
		},
		{
			"the run goes on for ever below the depth", table([]way{
				{process: 2, at: 0, to: 1, name: "on"}, {process: 2, at: 1, to: 2, name: "on"}, {process: 2, at: 2, to: 2, name: "on"},
			}, 5, 0), free, first, []certify.Step{{Process: 2, Name: "on"}}, at(map[uint8]string{0: "1/1", 1: "0/1"}), func(c *certificate) {
				c.header.Closed, c.header.Depth, c.header.States, c.header.Transitions = false, 1, 2, 1
				c.entries = slices.DeleteFunc(c.entries, func(e certify.Entry) bool { return e.Level > 1 })
			}, "not all states",
		},
		{
			"a rank too many", table([]way{{process: 2, at: 0, to: 8, name: "enter"}}, 0, 0), free,
			first, []certify.Step{{Process: 2, Name: "enter"}}, func([]spot, int) string { return "- -" }, nil, "there are 2 ranks",
		},
		{
			"the model ends before the run", table([]way{{process: 2, at: 0, to: 0, name: "count", far: true}}, 0, 0), free, nil, nil, nil, nil, "a bound of the model is passed",
		},
	} {
		c := written(test.p, test.o, test.columns, test.helpful, test.rank)
		if test.change != nil {
			test.change(&c)
		}
		_, err := certify.Check(t.Context(), test.p, test.o, c.header, c.entries)
		if !errors.As(err, new(*certify.Refutation)) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// What decides a property is found at its length, and a way that is longer does not hide it.
func TestFacts(t *testing.T) {
	p := table([]way{
		{process: 1, at: 0, to: 1, name: "go"}, {process: 1, at: 1, to: 2, name: "go"}, {process: 1, at: 2, to: 8, name: "enter"}, {process: 1, at: 2, to: 3, name: "go"},
		{process: 1, at: 1, name: "fall", not: true}, {process: 1, at: 3, name: "fall", not: true},
		{process: 2, at: 0, to: 5, name: "ask", kind: explore.Ask}, {process: 2, at: 5, to: 8, name: "enter"},
	}, 0, 0)
	where := func(at uint8) func(explore.View[spot, uint8]) bool {
		return func(v explore.View[spot, uint8]) bool { return v.Locals[0].At == at }
	}
	p.Requires = []explore.Requirement[spot, uint8]{
		explore.Always("never-2", func(v explore.View[spot, uint8]) string {
			if where(2)(v) {
				return "it is there"
			}
			return ""
		}),
		explore.Always("never-4", func(v explore.View[spot, uint8]) string {
			if where(4)(v) {
				return "it is there"
			}
			return ""
		}),
		explore.Sometimes("once-3", where(3)), explore.Sometimes("once-4", where(4)),
	}
	c := written(p, free, nil, nil, nil)
	f, err := certify.Check(t.Context(), p, free, c.header, c.entries)
	if err != nil {
		t.Fatal(err)
	}
	want := map[explore.Property]int{explore.Safety: 5, explore.WellDefined: 2, "never-2": 2, "once-3": 3}
	if !maps.Equal(f.First, want) || !f.Entered || f.Beyond != 0 {
		t.Errorf("%+v, want %v", f, want)
	}
	stuck := table([]way{{process: 1, at: 0, to: 5, name: "ask", kind: explore.Ask}}, 0)
	c = written(stuck, obvious.Options{Requests: []int{1}}, nil, nil, nil)
	if f, err = certify.Check(t.Context(), stuck, obvious.Options{Requests: []int{1}}, c.header, c.entries); err != nil || f.First[explore.DeadlockFreedom] != 1 || f.Entered {
		t.Errorf("%+v, %v", f, err)
	}
}
