package explore_test

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// A polite process asks all others for permission, and enters when it has that of all.
// What it does about the requests of others depends on its phase, and on whether it
// has their permission: it grants, or defers until it leaves; it may ask again for a
// permission that it gave away by granting, and keep permissions when it leaves.
type politeState struct {
	Phase    explore.Phase
	Asked    explore.Set // for a permission that did not come yet
	Has      explore.Set // permissions
	Deferred explore.Set // requests
}

type polite struct {
	n     int
	rules int // digits of base 3, by phase and whether there is permission: defer, grant, grant and give up
	keeps bool
	first bool // the goal is that the first process enters
}

// thinking is how many rules differ only where a process thinks, which answers all the same.
const thinking = 9

type politeStep = explore.Step[politeState, bool]

// ask asks for the permissions that are missing.
func (c polite) ask(p int, l *politeState) []explore.Out[bool] {
	missing := explore.All(c.n).Without(p) &^ l.Has &^ l.Asked
	l.Asked |= missing
	return explore.SendTo(missing, true)
}

func (c polite) protocol() explore.Protocol[politeState, bool] {
	return explore.Protocol[politeState, bool]{
		Name: "polite", N: c.n, Steps: []string{"ask", "enter", "leave", "granted", "deferred", "permitted"},
		Init: func(int) politeState { return politeState{} },
		Actions: func(p int, l politeState) []politeStep {
			switch {
			case l.Phase == explore.Thinking && l.Asked == 0:
				l.Phase = explore.Waiting
				out := c.ask(p, &l)
				return []politeStep{{Name: "ask", Kind: explore.Ask, Next: l, Send: out}}
			case l.Phase == explore.Waiting && l.Has.Len() == c.n-1:
				l.Phase = explore.Inside
				return []politeStep{{Name: "enter", Next: l}}
			case l.Phase == explore.Inside:
				out := explore.SendTo(l.Deferred, false)
				l.Phase = explore.Thinking
				l.Has &^= l.Deferred
				if !c.keeps {
					l.Has = 0
				}
				l.Deferred = 0
				return []politeStep{{Name: "leave", Kind: explore.Leave, Next: l, Send: out}}
			}
			return nil
		},
		Deliver: func(p int, l politeState, from int, request bool) []politeStep {
			if !request {
				l.Asked, l.Has = l.Asked.Without(from), l.Has.With(from)
				return []politeStep{{Name: "permitted", Next: l}}
			}
			rule := c.rules
			for range 2 * int(l.Phase) {
				rule /= 3
			}
			if l.Has.Has(from) {
				rule /= 3
			}
			if rule%3 == 0 && l.Phase != explore.Thinking {
				l.Deferred = l.Deferred.With(from)
				return []politeStep{{Name: "deferred", Next: l}}
			}
			out := []explore.Out[bool]{{To: from, Msg: false}}
			if rule%3 == 2 || l.Phase == explore.Thinking {
				l.Has = l.Has.Without(from)
			}
			if l.Phase == explore.Waiting {
				out = append(out, c.ask(p, &l)...)
			}
			return []politeStep{{Name: "granted", Next: l, Send: out}}
		},
		Exclusion: explore.Exclusion[politeState]{
			Observe: func(_ int, l politeState) explore.Observation { return explore.Observation{Phase: l.Phase} },
			Safe:    explore.AtMost(1),
			Goals: []explore.Goal{{Name: "somebody enters", Unmet: func(all []explore.Observation) string {
				waiting := ""
				if c.first {
					all = all[:1]
				}
				for _, o := range all {
					if o.Phase == explore.Inside {
						return ""
					}
					if o.Phase == explore.Waiting {
						waiting = "nobody enters"
					}
				}
				return waiting
			}}},
		},
	}
}

// TestSymmetricFairness: where processes are alike, whether one starves or a goal
// stays unmet, and the cycle that shows it, are the same with symmetry and without.
func TestSymmetricFairness(t *testing.T) {
	starving, fair, unmet, met := 0, 0, 0, 0
	for i := range 2 * 81 {
		if i/2%4 != 0 && !slow.Tests() {
			continue
		}
		rules := thinking * (i / 2)
		c := polite{n: 3, rules: rules, keeps: i%2 == 0}
		m, err := explore.NewModel(c.protocol())
		if err != nil {
			t.Fatal(err)
		}
		o := explore.Options{
			Requests: []int{explore.Unbounded, explore.Unbounded, explore.Unbounded}, MaxStates: 20_000, Workers: 2,
			Check: []explore.Property{explore.StarvationFreedom, "somebody enters"},
		}
		name := fmt.Sprintf("rules %d, keeps %t", rules, c.keeps)
		got := equallySymmetric(t, name, m, o)
		if got.Symmetry != 6 {
			t.Errorf("%s: %d renamings", name, got.Symmetry)
		}
		for i, n := range []*int{&starving, &unmet} {
			if p := got.Properties[i]; p.Verdict == verdict.Violated && p.Trace.Loop >= 0 {
				*n++
			}
		}
		for i, n := range []*int{&fair, &met} {
			if got.Properties[i].Verdict == verdict.Holds {
				*n++
			}
		}
	}
	t.Logf("in %d protocols a process starves in a cycle, in %d none does; in %d a goal stays unmet in a cycle, in %d it does not", starving, fair, unmet, met)
	if starving < 10 || fair < 10 || unmet < 10 || met < 10 {
		t.Errorf("too few: in %d protocols a process starves in a cycle, in %d none does; in %d a goal stays unmet in a cycle, in %d it does not", starving, fair, unmet, met)
	}
}

// TestSymmetricReduction: a reduction that is derived, with symmetry, keeps the verdicts,
// and leaves states out.
func TestSymmetricReduction(t *testing.T) {
	all, reduced, violated, full, kept := 0, 0, 0, int64(0), int64(0)
	for i := range 2 * 81 {
		if i/2%4 != 1 && !slow.Tests() {
			continue
		}
		all++
		rules := thinking * (i / 2)
		c := polite{n: 3, rules: rules, keeps: i%2 == 0}
		m, err := explore.NewModel(c.protocol())
		if err != nil {
			t.Fatal(err)
		}
		o := explore.Options{Check: []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom}, Full: true, Asymmetric: true}
		if i%3 == 0 {
			o.Requests = []int{2, 2, 1}
		}
		want, err := explore.Run(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Full, o.Derive, o.Asymmetric = false, true, false
		got, err := explore.Run(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range got.Properties {
			if p.Verdict != want.Properties[i].Verdict {
				t.Errorf("rules %d: %s is %s, reduced %s (%s)", rules, p.Property, want.Properties[i].Verdict, p.Verdict, p.Detail)
			}
			if p.Verdict == verdict.Violated {
				violated++
			}
		}
		if got.Reduced {
			reduced++
			full, kept = full+want.States, kept+got.Orbits
		}
	}
	t.Logf("%d of %d reduced, %d violations; %d states, %d kept", reduced, all, violated, full, kept)
	if reduced < all*5/8 || violated < all*5/16 || kept*4 > full {
		t.Errorf("%d of %d reduced, %d violations; %d states, %d kept", reduced, all, violated, full, kept)
	}
}

// TestGoalOfOne: a goal of one process is judged only at cycles, after the search; it is
// noticed there that it is not symmetric.
func TestGoalOfOne(t *testing.T) {
	every := 28
	if slow.Tests() {
		every = 7
	}
	for rules := 0; rules < 729; rules += every {
		m, err := explore.NewModel(polite{n: 3, rules: rules, first: true}.protocol())
		if err != nil {
			t.Fatal(err)
		}
		o := explore.Options{
			Requests:  []int{explore.Unbounded, explore.Unbounded, explore.Unbounded},
			MaxStates: 20_000, Check: []explore.Property{"somebody enters"},
		}
		name := fmt.Sprintf("rules %d", rules)
		if got := equallySymmetric(t, name, m, o); got.Complete && got.Symmetry == 6 {
			t.Errorf("%s: all renamings passed", name)
		}
	}
}

// TestKnowledgeIsClosed: what a reduction with symmetry knows of one process it knows of
// all that this may become.
func TestKnowledgeIsClosed(t *testing.T) {
	facts := 0
	for rules := 0; rules < 729; rules += 11 {
		m, err := explore.NewModel(polite{n: 3, rules: rules}.protocol())
		if err != nil {
			t.Fatal(err)
		}
		known, missing, err := explore.Unclosed(m, explore.Options{Check: []explore.Property{explore.Safety}})
		if err != nil {
			continue // processes can go round
		}
		if facts += known; missing > 0 {
			t.Errorf("rules %d: %d of the images of %d facts are not known", rules, missing, known)
		}
	}
	if facts < 500 {
		t.Errorf("only %d facts", facts)
	}
}

// TestPanicsOfRenamings: what a process does not do it need not be able to do. Protocol
// code that panics when it is called for a renaming drops that renaming.
func TestPanicsOfRenamings(t *testing.T) {
	type state struct{ Phase explore.Phase }
	for _, where := range []string{"Actions", "Deliver", "Observe", "Safe"} {
		refuse := func(here string, wrong bool) {
			if here == where && wrong {
				panic("the first process does nothing")
			}
		}
		m, err := explore.NewModel(explore.Protocol[state, bool]{
			Name: "idle", N: 3, Steps: []string{"ask", "enter", "leave", "heard"},
			Init: func(int) state { return state{} },
			Actions: func(p int, l state) []explore.Step[state, bool] {
				refuse("Actions", p == 0 && l.Phase != explore.Thinking)
				if p == 0 {
					return nil
				}
				switch l.Phase {
				case explore.Thinking:
					return []explore.Step[state, bool]{{Name: "ask", Kind: explore.Ask, Next: state{explore.Waiting}, Send: explore.SendTo(explore.All(3).Without(p), true)}}
				case explore.Waiting:
					return []explore.Step[state, bool]{{Name: "enter", Next: state{explore.Inside}}}
				}
				return []explore.Step[state, bool]{{Name: "leave", Kind: explore.Leave}}
			},
			Deliver: func(p int, l state, from int, _ bool) []explore.Step[state, bool] {
				refuse("Deliver", from == 0)
				return []explore.Step[state, bool]{{Name: "heard", Next: l}}
			},
			Exclusion: explore.Exclusion[state]{
				Observe: func(p int, l state) explore.Observation {
					refuse("Observe", p == 0 && l.Phase != explore.Thinking)
					return explore.Observation{Phase: l.Phase}
				},
				Safe: func(all []explore.Observation) string {
					refuse("Safe", all[0].Phase != explore.Thinking)
					return explore.AtMost(2)(all)
				},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []explore.Options{{}, {Derive: true, Check: []explore.Property{explore.Safety}}} {
			if got := equallySymmetric(t, where, m, o); !got.Complete || got.Symmetry != 2 && !o.Derive || got.Verdict() != verdict.Holds {
				t.Errorf("%s: complete %t, %d renamings, %s", where, got.Complete, got.Symmetry, got.Verdict())
			}
		}
	}
}
