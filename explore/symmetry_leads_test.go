package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// leading requires something random that does not depend on who is who; with odd, the first process is none.
func (c polite) leading(seed uint64, odd bool) explore.Requirement[politeState, bool] {
	some := func(rule string, most uint32) func(v explore.View[politeState, bool]) bool {
		var is [4][4][4][2][4]bool // asked once
		for phase := range is {
			for has := range is[phase] {
				for deferred := range is[phase][has] {
					for messages := range is[phase][has][deferred] {
						for down := range is[phase][has][deferred][messages] {
							is[phase][has][deferred][messages][down] = one(seed, most, rule, explore.Phase(phase), has, deferred, messages, down)
						}
					}
				}
			}
		}
		return func(v explore.View[politeState, bool]) bool {
			locals := v.Locals
			if odd {
				locals = locals[1:]
			}
			return slices.ContainsFunc(locals, func(l politeState) bool {
				return is[l.Phase][l.Has.Len()][l.Deferred.Len()][len(v.Messages())%2][v.Down.Len()]
			})
		}
	}
	return explore.LeadsTo("so it will be", some("from", 4), some("to", 3))
}

// TestSymmetricLeadsTo: where processes are alike, and what leads to what does not tell them apart, the verdict and the
// run that shows it are the same with symmetry and without, on each network, and with faults. Where it tells them apart,
// that is noticed.
func TestSymmetricLeadsTo(t *testing.T) {
	count := 72
	if slow.Tests() {
		count = 4 * 729
	}
	tally := map[string]int{}
	for i := range count {
		if i%4 == 2 && !slow.Tests() {
			continue // as i%4 == 0
		}
		c, seed, odd := polite{n: 3, rules: i * 7 % 729, keeps: i%2 == 0}, uint64(i), i%9 == 8
		p := c.protocol()
		p.Requires = []explore.Requirement[politeState, bool]{c.leading(seed, odd)}
		o := explore.Options{Requests: slices.Repeat([]int{explore.Unbounded}, 3), MaxStates: 12_000, Workers: 1 + i%2, Check: []explore.Property{"so it will be"}}
		kind := "fifo"
		switch i % 4 {
		case 1:
			p.Network, kind = explore.Unordered, "unordered"
			o.Requests = []int{1, 1, 1}
		case 3:
			p.Faults, kind = explore.Faults{Crash: 1, Restart: uint8(i / 4 % 2)}, "faults"
			o.Requests, o.MaxStates = []int{1, 1, 1}, 30_000
			if i%8 == 7 {
				kind, p.Faults.Suspect = "told", true
				p.Suspect = func(_ int, l politeState, crashed int) []politeStep { // takes it for permission
					l.Asked, l.Has, l.Deferred = l.Asked.Without(crashed), l.Has.With(crashed), l.Deferred.Without(crashed)
					return []politeStep{{Name: "told", Next: l}}
				}
				p.Faults.Restart, o.Requests = 0, []int{1, 1, 0}
			}
		}
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		got := equallySymmetric(t, fmt.Sprintf("rules %d, %s, seed %d, odd %t", c.rules, kind, seed, odd), m, o)
		if !got.Complete {
			tally["too many states"]++
			continue
		}
		pr := got.Properties[0]
		if !odd && got.Symmetry != 6 && kind != "told" {
			t.Errorf("rules %d, seed %d: %d renamings", c.rules, seed, got.Symmetry)
		}
		if odd {
			tally[fmt.Sprint("told apart, ", got.Symmetry)]++
			continue
		}
		tally[kind+", "+pr.Verdict.String()]++
		if pr.Verdict == verdict.Violated && pr.Trace.Loop >= 0 {
			tally[kind+", lasso"]++
		}
	}
	t.Log(tally)
	for what, least := range map[string]int{
		"fifo, holds": 4, "fifo, violated": 10, "fifo, lasso": 3, "unordered, holds": 3, "unordered, violated": 3,
		"faults, holds": 1, "faults, violated": 3, "told, holds": 1, "told, violated": 2, "told apart, 2": 3,
	} {
		if tally[what] < least {
			t.Errorf("%s: %d of at least %d", what, tally[what], least)
		}
	}
}
