package symmetry_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/slow"
	"qcheck/setsys/symmetry"
)

// built returns the formula of a construction.
func built(t *testing.T, name string, args map[string]any) (n int, f *setsys.Formula) {
	t.Helper()
	s, err := construct.Formula(name, args, 1)
	if err != nil || s == nil {
		t.Fatalf("%s %v: %v", name, args, err)
	}
	return s.Universe.Len(), s.Quorums.Formula()
}

// Nodes that look alike in a construction are in one orbit, found with few
// permutations.
func TestOrbits(t *testing.T) {
	rows := []struct {
		name       string
		args       map[string]any
		sizes      []int
		generators int // at most
	}{
		{"majority", map[string]any{"n": 101}, []int{101}, 1},
		{"wheel", map[string]any{"n": 4000}, []int{1, 3999}, 1},
		{"hierarchy", map[string]any{"widths": []int{3, 3, 3, 3}}, []int{81}, 8},
		// A node above two leaves is a majority with them.
		{"tree", map[string]any{"depth": 5, "degree": 2}, []int{1, 2, 4, 8, 48}, 6},
		{"column-cover", map[string]any{"rows": 10, "columns": 10}, []int{100}, 20},
		{"column-cover", map[string]any{"rows": 3, "columns": 5}, []int{15}, 20},
		{"crumbling-wall", map[string]any{"widths": []int{1, 3, 2, 3}}, []int{1, 3, 2, 3}, 8},
		{"weighted-voting", map[string]any{"votes": []int{3, 1, 2, 1, 3, 2, 1}}, []int{2, 3, 2}, 3},
	}
	for _, r := range rows {
		n, f := built(t, r.name, r.args)
		g := symmetry.Find(n, nil, func() {}, f)
		want, got := slices.Clone(r.sizes), slices.Clone(g.Sizes)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) || len(g.Generators) > r.generators {
			t.Errorf("%s %v: orbits of %v nodes by %d permutations; want %v by at most %d", r.name, r.args, g.Sizes, len(g.Generators), r.sizes, r.generators)
		}
	}
}

// Each permutation takes quorums to quorums, and orbits are no larger than those
// of all the permutations that do.
func TestAgainstAllPermutations(t *testing.T) {
	rng := slow.Random(t, 2)
	together := 0
	for trial := range 120 {
		n := 2 + trial%5
		f := random(rng, n, 3)
		list := func(f *setsys.Formula) string {
			family, err := setsys.Unlisted(n, f, 1000).List()
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			for _, q := range family.All() {
				text += q.String()
			}
			return text
		}
		apart := make([]int, n)
		if trial%2 == 1 {
			apart[rng.IntN(n)] = 1
		}
		g := symmetry.Find(n, apart, func() {}, f)
		want := list(f)
		for _, p := range g.Generators {
			if list(f.Substitute(func(v int) *setsys.Formula { return setsys.OfNode(p[v]) })) != want {
				t.Fatalf("trial %d: %v is no symmetry", trial, p)
			}
			for v, image := range p {
				if apart[v] != apart[image] {
					t.Fatalf("trial %d: %v exchanges nodes that are told apart", trial, p)
				}
			}
		}
		var all [][]int
		permutations(n, func(p []int) {
			if list(f.Substitute(func(v int) *setsys.Formula { return setsys.OfNode(p[v]) })) == want {
				all = append(all, slices.Clone(p))
			}
		})
		whole := symmetry.Generated(n, all)
		for v := range n {
			for w := range v {
				if g.Orbit[v] == g.Orbit[w] {
					together++
					if whole.Orbit[v] != whole.Orbit[w] {
						t.Fatalf("trial %d: nodes %d and %d are in one orbit", trial, w, v)
					}
				}
			}
		}
	}
	if together < 100 {
		t.Errorf("just %d pairs of nodes were in one orbit", together)
	}
}

func permutations(n int, yield func([]int)) {
	p := make([]int, 0, n)
	var next func()
	next = func() {
		if len(p) == n {
			yield(p)
			return
		}
		for v := range n {
			if !slices.Contains(p, v) {
				p = append(p, v)
				next()
				p = p[:len(p)-1]
			}
		}
	}
	next()
}

// random returns a formula over some of n nodes.
func random(rng *rand.Rand, n, depth int) *setsys.Formula {
	if depth == 0 || rng.IntN(4) == 0 {
		return setsys.OfNode(rng.IntN(n))
	}
	var members []*setsys.Formula
	var weights []int
	total := 0
	for range 1 + rng.IntN(4) {
		members = append(members, random(rng, n, depth-1))
		weights = append(weights, 1+rng.IntN(2))
		total += weights[len(weights)-1]
	}
	return setsys.Weighted(1+rng.IntN(total), members, weights)
}

func ExampleFind() {
	// A majority of {0,1,2}, or 3.
	f := setsys.Any(setsys.AtLeast(2, setsys.OfNodes(0, 1, 2)...), setsys.OfNode(3))
	g := symmetry.Find(4, nil, func() {}, f)
	fmt.Println(g.Generators, g.Orbit, g.Sizes)
	// Output: [[1 2 0 3]] [0 0 0 1] [3 1]
}
