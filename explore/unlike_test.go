package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// runners go a way of twelve steps each, alone and by the same rules, up or down. What is
// safe says them apart: one must not be nine steps on when another has gone three; the third
// may be anywhere.
func runners(up bool, ahead, behind int) explore.Protocol[uint8, uint8] {
	const length = 12
	type step = explore.Step[uint8, uint8]
	first, by := uint8(1), uint8(1)
	if !up {
		first, by = length+1, 255
	}
	last := first + length*by
	return explore.Protocol[uint8, uint8]{
		Name: "runners", N: 3, Steps: []string{"run"},
		Init: func(int) uint8 { return first },
		Actions: func(_ int, l uint8) []step {
			if l == last {
				return nil
			}
			return []step{{Name: "run", Next: l + by}}
		},
		Deliver: func(int, uint8, int, uint8) []step { return nil },
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(_ int, l uint8) explore.Observation {
				if l == last {
					return explore.Observation{Phase: explore.Inside, Units: l}
				}
				return explore.Observation{Units: l}
			},
			Safe: func(all []explore.Observation) string {
				if all[ahead].Units == first+9*by && all[behind].Units == first+3*by {
					return "one is too far ahead"
				}
				return ""
			},
		},
	}
}

// TestUnlikeSafe: where what is safe depends on the numbers of processes, a reduction that
// leaves the steps of some for later may leave out all states that show it, as symmetry has
// kept others in their place. So that has to be noticed otherwise.
func TestUnlikeSafe(t *testing.T) {
	violated := func(name string, p explore.Protocol[uint8, uint8], o explore.Options) {
		r := search(t, p, o)
		if got := r.Properties[0]; got.Verdict != verdict.Violated || len(got.Trace.Steps) < 12 || r.Symmetry != 1 {
			t.Errorf("%s: %s, with %d renamings", name, got.Verdict, r.Symmetry)
		}
	}
	for _, up := range []bool{false, true} {
		for third := range 3 {
			for _, ahead := range []int{(third + 1) % 3, (third + 2) % 3} {
				p := runners(up, ahead, 3-third-ahead)
				name := fmt.Sprintf("up %t, %d ahead, %d anywhere", up, ahead, third)
				o := explore.Options{Requests: make([]int, 3), Check: []explore.Property{explore.Safety}}
				violated(name, p, o)
				o.Derive = true
				violated(name+", derived", p, o)
			}
		}
	}
}

// greeters go a way of a few steps each, and greet the others with the first one. It makes no
// difference when a greeting is taken, but to one process at one place from one other: when it is
// taken there, or when the process goes on from there with that greeting alone.
func greeters(odd, from int, place uint8, taken bool) explore.Protocol[greeted, bool] {
	type step = explore.Step[greeted, bool]
	return explore.Protocol[greeted, bool]{
		Name: "greeters", N: 3, Steps: []string{"go", "greeted"},
		Init: func(int) greeted { return greeted{} },
		Actions: func(p int, l greeted) []step {
			if l.Place == 4 {
				return nil
			}
			lost := !taken && p == odd && l.By == explore.SetOf(from) && l.Place == place
			s := step{Name: "go", Next: greeted{l.Place + 1, l.By, l.Lost || lost}}
			if l.Place == 0 {
				s.Send = explore.SendTo(explore.All(3).Without(p), true)
			}
			return []step{s}
		},
		Deliver: func(p int, l greeted, q int, _ bool) []step {
			lost := taken && p == odd && q == from && l.Place == place
			return []step{{Name: "greeted", Next: greeted{l.Place, l.By.With(q), l.Lost || lost}}}
		},
		Exclusion: explore.Exclusion[greeted]{
			Observe: func(_ int, l greeted) explore.Observation {
				o := explore.Observation{}
				if l.Place == 4 {
					o.Phase = explore.Inside
				}
				if l.Lost {
					o.Units = 1
				}
				return o
			},
			Safe: noneLost,
		},
	}
}

// noneLost is what is safe: that no process has units, as those have that are lost.
func noneLost(all []explore.Observation) string {
	for _, o := range all {
		if o.Units > 0 {
			return "a process is lost"
		}
	}
	return ""
}

type greeted struct {
	Place uint8
	By    explore.Set
	Lost  bool
}

// TestUnlikeLate: where processes differ in something that a reduced search need not meet, it is
// noticed before the search has left it out.
func TestUnlikeLate(t *testing.T) {
	for odd := range 3 {
		for from := range 3 {
			for at := range uint8(9) {
				if from == odd || (odd+from+int(at))%2 > 0 && !slow.Tests() {
					continue
				}
				place, taken := at%5, at < 5 // nobody goes on from the last place
				p, o := greeters(odd, from, place, taken), explore.Options{Requests: make([]int, 3), Check: []explore.Property{explore.Safety}, Derive: true}
				m, err := explore.NewModel(p)
				if err != nil {
					t.Fatal(err)
				}
				if unlike, loose, err := explore.Loose(m, o); unlike == 0 || loose > 0 || err != nil {
					t.Errorf("process %d, greeted by %d at place %d, taken there: %t: %d facts are unlike, and %d in the same local state do not clash with one: %v", odd, from, place, taken, unlike, loose, err)
				}
				r := search(t, p, o)
				if r.Properties[0].Verdict != verdict.Violated || r.Symmetry != 1 {
					t.Errorf("process %d, greeted by %d at place %d, taken there: %t: %s, with %d renamings (reduced: %t)", odd, from, place, taken, r.Properties[0].Verdict, r.Symmetry, r.Reduced)
				}
			}
		}
	}
}

// callers call each other a few times. It makes no difference in which order calls are taken, but
// one process may be lost when it has taken so many from each of the others.
type callers struct {
	how  string
	odd  int
	each uint8 // calls
	at   [][2]uint8
}

type called struct {
	Begun bool
	Count explore.PerProcess[uint8]
	Lost  bool
}

// A call is an ordinary one, or one that waits to be taken for ever.
type call struct{ Waits bool }

func (c callers) protocol() explore.Protocol[called, call] {
	type step = explore.Step[called, call]
	here := func(p int, l called) bool {
		return p == c.odd && l.Begun && !l.Lost && slices.Contains(c.at, [2]uint8{l.Count[(p+1)%3], l.Count[(p+2)%3]})
	}
	lose := func(name string, kind explore.StepKind, l called) []step {
		l.Lost = true
		return []step{{Name: name, Kind: kind, Next: l}}
	}
	return explore.Protocol[called, call]{
		Name: "callers", N: 3, Steps: []string{"call", "stray", "take"}, Selective: c.how == "takes",
		Init: func(int) called { return called{} },
		Actions: func(p int, l called) []step {
			switch {
			case !l.Begun:
				l.Begun = true
				s, others := step{Name: "call", Next: l}, explore.All(3).Without(p)
				if c.how == "takes" {
					s.Send = explore.SendTo(others, call{Waits: true})
				}
				for range c.each {
					s.Send = append(s.Send, explore.SendTo(others, call{})...)
				}
				return []step{s}
			case c.how == "steps" && here(p, l):
				return lose("stray", explore.Plain, l)
			case c.how == "asks" && here(p, l):
				return lose("stray", explore.Ask, l)
			}
			return nil
		},
		Deliver: func(p int, l called, q int, m call) []step {
			switch {
			case m.Waits && here(p, l):
				return lose("take", explore.Plain, l)
			case m.Waits:
				return nil
			}
			l.Count[q]++
			return []step{{Name: "take", Next: l}}
		},
		Exclusion: explore.Exclusion[called]{
			Observe: func(p int, l called) explore.Observation {
				o := explore.Observation{}
				switch lost := l.Lost || c.how == "seen" && here(p, l); {
				case lost && c.how == "asks":
					o = explore.Observation{Phase: explore.Waiting, Units: 1}
				case lost:
					o = explore.Observation{Phase: explore.Inside, Units: 1}
				case l.Count[(p+1)%3] == c.each && l.Count[(p+2)%3] == c.each:
					o.Phase = explore.Inside
				}
				return o
			},
			Safe: noneLost,
		},
	}
}

// TestUnlikeWhereNothingIsDone: one process does something where the others can do nothing, so that
// there it is only known of the others that nothing happens; or something else is seen of it.
func TestUnlikeWhereNothingIsDone(t *testing.T) {
	for i, how := range []string{"steps", "asks", "takes", "seen"} {
		// So many were taken that reduced searches pass these by: each takes the calls of one process first.
		for j, at := range [][2]uint8{{1, 1}, {1, 2}, {2, 0}, {0, 3}, {2, 2}} {
			for odd := 1; odd < 3; odd++ { // the first process is the one that is looked at
				if (i+j+odd)%2 > 0 && !slow.Tests() {
					continue
				}
				c := callers{how, odd, 3, [][2]uint8{at}}
				o := explore.Options{Requests: []int{0, 0, 0}, Check: []explore.Property{explore.Safety}, Derive: true}
				if how == "asks" {
					o.Requests = []int{1, 1, 1}
				}
				if r := search(t, c.protocol(), o); r.Properties[0].Verdict != verdict.Violated || r.Symmetry == 6 {
					t.Errorf("%s, process %d, %d: %s, with %d renamings (reduced: %t)", how, odd, at, r.Properties[0].Verdict, r.Symmetry, r.Reduced)
				}
			}
		}
	}
}

// TestUnlikeTwice: that processes differ in one thing does not hide that they differ in another.
func TestUnlikeTwice(t *testing.T) {
	count := func(at ...[2]uint8) int {
		m, err := explore.NewModel(callers{"steps", 1, 3, at}.protocol())
		if err != nil {
			t.Fatal(err)
		}
		unlike, _, err := explore.Loose(m, explore.Options{Requests: make([]int, 3), Check: []explore.Property{explore.Safety}})
		if err != nil {
			t.Fatal(err)
		}
		return unlike
	}
	// Of six facts two processes have taken different numbers from the others, of three the same.
	if one, other, both := count([2]uint8{1, 2}), count([2]uint8{2, 2}), count([2]uint8{1, 2}, [2]uint8{2, 2}); one != 6 || other != 3 || both != 9 {
		t.Errorf("%d, %d and %d facts are unlike, want 6, 3 and 9", one, other, both)
	}
}

// TestUnlikeHalted: a search that is halted while a reduction is derived once more, without
// symmetry, ends as any other.
func TestUnlikeHalted(t *testing.T) {
	m, err := explore.NewModel(runners(true, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	before, after, err := explore.HaltedAlone(m, explore.Options{Requests: make([]int, 3), Check: []explore.Property{explore.Safety}})
	if before != "what is safe depends on the numbers of processes" || after != "the search was stopped while it was derived" || err != nil {
		t.Errorf("%q, then %q: %v", before, after, err)
	}
}
