package setsys_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// ended is thrown by the step that ends a computation.
type ended struct{ at int }

// steps runs a computation whose step ends it at a call, 0 for never. It returns how many
// calls there were, and whether it was ended.
func steps(at int, run func(step setsys.Step)) (calls int, cut bool) {
	defer func() {
		if p := recover(); p != nil {
			if e, ok := p.(ended); !ok || e.at != at {
				panic(p)
			}
			cut = true
		}
	}()
	run(func() {
		if calls++; calls == at {
			panic(ended{at})
		}
	})
	return calls, false
}

// nested returns a formula over n nodes with weights, nodes that occur again, and thresholds
// within thresholds.
func nested(rng *rand.Rand, n, depth int) *setsys.Formula {
	var members []*setsys.Formula
	var weights []int
	total := 0
	for range 2 + rng.IntN(3) {
		if depth > 0 && rng.IntN(2) == 0 {
			members = append(members, nested(rng, n, depth-1))
		} else {
			members = append(members, setsys.OfNode(rng.IntN(n)))
		}
		w := 1 + rng.IntN(3)
		weights, total = append(weights, w), total+w
	}
	if rng.IntN(3) == 0 {
		return setsys.AtLeast(1+rng.IntN(len(members)), members...)
	}
	return setsys.Weighted(1+rng.IntN(total), members, weights)
}

// What may take long ends at every step at which it is told to, does so by what the step
// throws, and is not changed by that: what was asked for again is as it was. The steps are
// as many as the sets that are read or made, so the time between two of them is that of a
// set.
func TestEndedAtEveryStep(t *testing.T) {
	rng := slow.Random(t, 1)
	tried := map[string]int{}
	for range 60 {
		n := 4 + rng.IntN(4)
		var sets []setsys.NodeSet
		for range 2 + rng.IntN(12) {
			var nodes []int
			for v := range n {
				if rng.IntN(2) == 0 {
					nodes = append(nodes, v)
				}
			}
			if len(nodes) > 0 {
				sets = append(sets, setsys.NewNodeSet(n, nodes...))
			}
		}
		listed := setsys.NewFamily(n, sets...)
		f := nested(rng, n, 2)
		unlisted := setsys.Unlisted(n, f, 1000)
		list := func(step setsys.Step) string { return fmt.Sprint(unlisted.List(step)) }
		whole, err := unlisted.List()
		if err != nil {
			t.Fatal(err)
		}
		sorted := listed.Canonical().Equal(listed)
		for _, c := range []struct {
			name  string
			least int // steps
			of    func(step setsys.Step) string
		}{
			{"Canonical", map[bool]int{false: listed.Len() - 1}[sorted], func(step setsys.Step) string { return listed.Canonical(step).String() }},
			{"Minimal", listed.Minimal().Len(), func(step setsys.Step) string { return listed.Minimal(step).String() }},
			{"NewIndex", setsys.NewIndex(listed).Vertices() - 2, func(step setsys.Step) string { return setsys.NewIndex(listed, step).Family().String() }},
			{"FormulaOf", listed.Len(), func(step setsys.Step) string { return fmt.Sprint(setsys.FormulaOf(listed, step).Nodes()) }},
			{"List", whole.Len(), list},
			{"Structure.List", whole.Len(), func(step setsys.Step) string {
				u, _ := setsys.Numbered(n)
				s, err := (&setsys.Structure{Kind: setsys.Coterie, Universe: u, Quorums: unlisted}).List(step)
				return fmt.Sprint(s.Quorums, err)
			}},
			{"EachTransversal", listed.Minimal().Len(), func(step setsys.Step) string {
				var all []string
				listed.EachTransversal(step, func(set []uint64) bool {
					all = append(all, setsys.FromWords(n, set).String())
					return true
				})
				return fmt.Sprint(all)
			}},
		} {
			want := c.of(func() {})
			total, _ := steps(0, func(step setsys.Step) { c.of(step) })
			if total < c.least {
				t.Fatalf("%s of %v, %v: %d steps for at least %d sets", c.name, listed, f, total, c.least)
			}
			for at := 1; at <= total; at++ {
				calls, cut := steps(at, func(step setsys.Step) { c.of(step) })
				if !cut || calls != at {
					t.Fatalf("%s of %v: told to end at step %d of %d, it took %d", c.name, listed, at, total, calls)
				}
				tried[c.name]++
			}
			if got := c.of(func() {}); got != want {
				t.Fatalf("%s of %v: %s, and after it was ended %s", c.name, listed, want, got)
			}
		}
	}
	for name, times := range tried {
		if times < 200 {
			t.Errorf("%s was ended %d times only", name, times)
		}
	}
	if len(tried) < 7 {
		t.Errorf("only %d functions were ended", len(tried))
	}
}
