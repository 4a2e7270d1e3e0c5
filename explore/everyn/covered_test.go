package everyn_test

import (
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/setsys/slow"
)

// Of mutants whose views are all there, each pair of each state of random runs has its view: what mutants do is stranger than what algorithms do.
func TestMutantsAreCovered(t *testing.T) {
	bases := []fault{{}, {keeps: true, without: asksBack}, {keeps: true, lockless: true, without: asksBack}, hostiles()[0].fault}
	r := slow.Random(t, 512)
	mutants := 30
	if slow.Tests() {
		mutants = 3000
	}
	count := map[string]int{}
	for range mutants {
		base := bases[r.IntN(len(bases))]
		all := []mutation{randomMutation(r), randomMutation(r)}[r.IntN(2):]
		if slices.ContainsFunc(all, func(m mutation) bool { return m.step == "ask" }) { // runs take what is asked for the quorum
			continue
		}
		family := func(n int, lists [][]explore.Set) (trialProtocol, error) {
			x := &trial{fault: base, n: n, lists: lists}
			p := mutated(x.roles(), all)
			return p, nil
		}
		p := proveMutant(t, base, all)
		if !p.Proved(explore.Safety) || !p.Proved(explore.WellDefined) {
			count["not proved"]++
			continue
		}
		c, err := everyn.CoveringOf(family)
		if err != nil {
			if !strings.Contains(err.Error(), "never happens") {
				t.Fatal(err)
			}
			count["a step never happens"]++
			continue
		}
		count["covered"]++
		for range 6 {
			pairs, missing := once(c, r)
			if count["pairs"] += pairs; missing != "" {
				t.Errorf("%+v of %q: no view %s", all, base.name, missing)
				break
			}
		}
	}
	t.Log(count)
}
