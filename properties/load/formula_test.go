package load

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/slow"
	"qcheck/setsys/symmetry"
)

func unlisted(n int, f *setsys.Formula) setsys.Family { return setsys.Unlisted(n, f, 100_000) }

func listed(t *testing.T, f setsys.Family) setsys.Family {
	t.Helper()
	list, err := f.List()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// randomFormula returns a formula over some of n nodes.
func randomFormula(rng *rand.Rand, n, depth int) *setsys.Formula {
	if depth == 0 || rng.IntN(5) == 0 {
		return setsys.OfNode(rng.IntN(n))
	}
	var members []*setsys.Formula
	var weights []int
	total, alike := 0, rng.IntN(2) == 0
	for range 1 + rng.IntN(5) {
		members = append(members, randomFormula(rng, n, depth-1))
		weights = append(weights, 1)
		if !alike {
			weights[len(weights)-1] += rng.IntN(3)
		}
		total += weights[len(weights)-1]
	}
	return setsys.Weighted(1+rng.IntN(total), members, weights)
}

// images returns the sets into which the group takes the set, each with how many
// elements of the group do.
func images(n int, generators [][]int, q setsys.NodeSet) (map[string]int, []setsys.NodeSet, int) {
	identity := make([]int, n)
	for v := range identity {
		identity[v] = v
	}
	group, seen := [][]int{identity}, map[string]bool{fmt.Sprint(identity): true}
	for i := 0; i < len(group); i++ {
		for _, p := range generators {
			next := make([]int, n)
			for v := range next {
				next[v] = p[group[i][v]]
			}
			if !seen[fmt.Sprint(next)] {
				seen[fmt.Sprint(next)] = true
				group = append(group, next)
			}
		}
	}
	times := map[string]int{}
	var sets []setsys.NodeSet
	for _, g := range group {
		image := setsys.NewNodeSet(n)
		for v := range q.All() {
			image = image.Union(setsys.NewNodeSet(n, g[v]))
		}
		if times[image.String()]++; times[image.String()] == 1 {
			sets = append(sets, image)
		}
	}
	return times, sets, len(group)
}

// The load and the size of formulas are those of their lists, and the strategies,
// written out symmetry by symmetry, reach them with quorums of the lists.
func TestFormulasAgainstLists(t *testing.T) {
	rng := slow.Random(t, 22)
	symmetric := 0
	for trial := range 400 {
		n := 2 + rng.IntN(5)
		uses := []Use{one(unlisted(n, randomFormula(rng, n, 3)))}
		if trial%3 == 0 {
			reads := big.NewRat(int64(rng.IntN(5)), 4)
			second := unlisted(n, randomFormula(rng, n, 2))
			if trial%2 == 0 {
				second = listed(t, second)
			}
			uses = []Use{{Family: uses[0].Family, Share: new(big.Rat).Sub(big.NewRat(1, 1), reads)}, {Family: second, Share: reads}}
		}
		r, err := Find(t.Context(), uses...)
		if err != nil {
			t.Fatal(err)
		}
		var lists []Use
		for _, u := range uses {
			lists = append(lists, Use{Family: listed(t, u.Family), Share: u.Share})
		}
		want := find(t, lists...)
		if r.Load.Cmp(want.Load) != 0 || r.Size.Cmp(want.Size) != 0 {
			t.Fatalf("trial %d: load %s and size %s, not %s and %s", trial, r.Load, r.Size, want.Load, want.Size)
		}
		if len(r.Symmetries) > 0 {
			symmetric++
		}
		loads := make([]*big.Rat, n)
		for v := range loads {
			loads[v] = new(big.Rat)
		}
		for i, s := range r.Strategies {
			for _, o := range s.Orbits {
				times, sets, order := images(n, r.Symmetries, o.Quorum)
				for _, q := range sets {
					if !slices.ContainsFunc(slices.Collect(quorums(lists[i].Family)), q.Equal) {
						t.Fatalf("trial %d: %s is no quorum", trial, q)
					}
					p := big.NewRat(int64(times[q.String()]), int64(order))
					p.Mul(p, o.Together).Mul(p, uses[i].Share)
					for v := range q.All() {
						loads[v].Add(loads[v], p)
					}
				}
			}
			for _, g := range s.Groups {
				for _, q := range g.Quorums.All() {
					for v := range q.All() {
						loads[v].Add(loads[v], new(big.Rat).Mul(g.Each, uses[i].Share))
					}
				}
			}
		}
		for v := range loads {
			if loads[v].Cmp(r.Nodes[v]) != 0 || loads[v].Cmp(r.Load) > 0 {
				t.Fatalf("trial %d: node %d has the load %s, not %s", trial, v, loads[v], r.Nodes[v])
			}
		}
	}
	if symmetric < 60 {
		t.Errorf("only %d formulas had symmetries", symmetric)
	}
}

func quorums(f setsys.Family) func(yield func(setsys.NodeSet) bool) {
	return func(yield func(setsys.NodeSet) bool) {
		for _, q := range f.All() {
			if !yield(q) {
				return
			}
		}
	}
}

// Every antichain on up to 4 nodes, as a formula.
func TestEveryFormula(t *testing.T) {
	for n := 1; n <= 4; n++ {
		antichains(n, func(sets []uint32) {
			f := toFamily(n, sets)
			if f.Len() == 0 || f.At(0).IsEmpty() {
				return
			}
			r, err := Find(t.Context(), one(unlisted(n, setsys.FormulaOf(f))))
			if err != nil {
				t.Fatal(err)
			}
			if want := find(t, one(f)); r.Load.Cmp(want.Load) != 0 || r.Size.Cmp(want.Size) != 0 {
				t.Errorf("%s: load %s and size %s, not %s and %s", f, r.Load, r.Size, want.Load, want.Size)
			}
		})
	}
}

// The published loads (see TestPublishedLoads) of structures that are not listed.
func TestLargeFormulas(t *testing.T) {
	wall := make([]int, 12)
	for i := range wall {
		wall[i] = i + 1
	}
	type args = map[string]any
	for _, row := range []struct {
		name   string
		args   args
		want   *big.Rat
		orbits int // of nodes
	}{
		{"majority", args{"n": 101}, big.NewRat(51, 101), 1},
		{"k-majority", args{"n": 100, "k": 2}, big.NewRat(34, 100), 1},
		{"column-cover", args{"rows": 10, "columns": 10}, big.NewRat(19, 100), 1},
		{"tree", args{"depth": 5}, big.NewRat(2, 7), 5},
		{"hierarchy", args{"widths": []int{3, 3, 3, 3}}, big.NewRat(16, 81), 1},
		{"wheel", args{"n": 4000}, big.NewRat(3999, 7997), 2},
		{"crumbling-wall", args{"widths": wall}, big.NewRat(2, 13), 12},
	} {
		s, err := construct.Formula(row.name, row.args, 1)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Find(t.Context(), one(s.Quorums))
		if err != nil {
			t.Fatalf("%s: %v", row.name, err)
		}
		classes := len(symmetry.Generated(len(r.Nodes), r.Symmetries).Sizes)
		if r.Load.Cmp(row.want) != 0 || classes != row.orbits {
			t.Errorf("%s %v: load %s, not %s; %d orbits, not %d", row.name, row.args, r.Load.RatString(), row.want.RatString(), classes, row.orbits)
		}
	}
	// The lines of a projective plane, as a formula.
	for _, order := range []int{2, 3, 4} {
		s, err := construct.Build("plane", args{"order": order}, 1000)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Find(t.Context(), one(unlisted(s.Universe.Len(), setsys.FormulaOf(s.Quorums))))
		q := int64(order)
		if want := big.NewRat(q+1, q*q+q+1); err != nil || r.Load.Cmp(want) != 0 {
			t.Errorf("plane of order %d: load %v, not %s; %v", order, r, want, err)
		}
	}
}

// A context that ends at a certain question.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// A search that is cut has no load.
func TestEnded(t *testing.T) {
	members := setsys.OfNodes(0, 1, 2, 3, 4, 5, 6, 7, 8)
	family := unlisted(9, setsys.Weighted(26, members, []int{9, 8, 7, 6, 5, 5, 4, 3, 2}))
	for _, f := range []setsys.Family{family, listed(t, family)} {
		want := find(t, one(listed(t, f))).Load
		ended := 0
		for left := 0; ; left++ {
			r, err := Find(&ending{t.Context(), left}, one(f))
			if err == nil {
				if r.Load.Cmp(want) != 0 {
					t.Errorf("load %s, not %s", r.Load, want)
				}
				break
			}
			if ended++; r != nil || !errors.Is(err, context.Canceled) {
				t.Fatalf("after %d questions: %v, %v", left, r, err)
			}
		}
		if ended < 4 {
			t.Errorf("%d searches were ended", ended)
		}
	}
}

// A formula with more classes of nodes than fit is refused.
func TestLargeFormulasRefused(t *testing.T) {
	weights := make([]int, 700)
	total := 0
	for v := range weights {
		weights[v] = v + 1
		total += v + 1
	}
	nodes := make([]int, 700)
	for v := range nodes {
		nodes[v] = v
	}
	if _, err := Find(t.Context(), one(unlisted(700, setsys.Weighted(total/2+1, setsys.OfNodes(nodes...), weights)))); !errors.As(err, new(errTooLarge)) {
		t.Errorf("error %v", err)
	}
}

// Confirm notices each change of a result for a formula.
func TestConfirmNoticesOfFormulas(t *testing.T) {
	f := unlisted(5, setsys.AtLeast(2, setsys.OfNode(0), setsys.AtLeast(2, setsys.OfNodes(1, 2, 3)...), setsys.OfNode(4)))
	fresh := func() *Result {
		r, err := Find(t.Context(), one(f))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := fresh(); len(r.Symmetries) != 2 || len(r.Strategies[0].Orbits) != 2 || r.Confirm() != nil {
		t.Fatalf("%v", r)
	}
	add := func(x *big.Rat, num, den int64) { x.Add(x, big.NewRat(num, den)) }
	for reason, change := range map[string]func(r *Result){
		"another load":                func(r *Result) { add(r.Load, 1, 100) },
		"another size":                func(r *Result) { add(r.Size, 1, 100) },
		"another load of a node":      func(r *Result) { add(r.Nodes[0], 1, 100) },
		"other weights":               func(r *Result) { add(r.Weights[0], 1, 100); add(r.Weights[1], -1, 100) },
		"another probability":         func(r *Result) { add(r.Strategies[0].Orbits[0].Together, 1, 100) },
		"an orbit less":               func(r *Result) { r.Strategies[0].Orbits = r.Strategies[0].Orbits[1:] },
		"a set that is no quorum":     func(r *Result) { r.Strategies[0].Orbits[0].Quorum = setsys.NewNodeSet(5, 1, 2) },
		"a quorum that is not least":  func(r *Result) { r.Strategies[0].Orbits[0].Quorum = setsys.NewNodeSet(5, 0, 1, 4) },
		"a symmetry too many":         func(r *Result) { r.Symmetries = append(r.Symmetries, []int{1, 0, 2, 3, 4}) },
		"a symmetry less":             func(r *Result) { r.Symmetries = r.Symmetries[:1] },
		"what is no permutation":      func(r *Result) { r.Symmetries[0] = []int{0, 0, 2, 3, 4} },
		"a permutation of more nodes": func(r *Result) { r.Symmetries[0] = append(r.Symmetries[0], 5) },
	} {
		r := fresh()
		r.Symmetries = slices.Clone(r.Symmetries)
		change(r)
		if r.Confirm() == nil {
			t.Errorf("%s is not noticed", reason)
		}
	}
}

// What the checks of a formula's strategy alone can notice.
func TestConfirmNoticesConsistentLiesOfFormulas(t *testing.T) {
	majority := unlisted(3, setsys.AtLeast(2, setsys.OfNodes(0, 1, 2)...))
	for reason, change := range map[string]func(r *Result){
		"a chosen set that is no quorum": func(r *Result) { // its weights and sizes prove as much of this formula
			r.uses = []Use{one(unlisted(3, setsys.All(setsys.OfNode(0), setsys.AtLeast(1, setsys.OfNodes(1, 2)...))))}
		},
		"a quorum that is never chosen": func(r *Result) {
			r.Strategies[0].Orbits = append(r.Strategies[0].Orbits, Orbit{new(big.Rat), setsys.NewNodeSet(3, 0, 1)})
		},
	} {
		third, both := big.NewRat(1, 3), big.NewRat(2, 3)
		r := &Result{
			Load: both, Size: big.NewRat(2, 1), Nodes: []*big.Rat{both, both, both}, Weights: []*big.Rat{third, third, third}, uses: []Use{one(majority)},
			Strategies: []Strategy{{Size: big.NewRat(2, 1), Orbits: []Orbit{
				{third, setsys.NewNodeSet(3, 0, 1)}, {third, setsys.NewNodeSet(3, 0, 2)}, {third, setsys.NewNodeSet(3, 1, 2)},
			}}},
		}
		if err := r.Confirm(); err != nil {
			t.Fatal(err)
		}
		if change(r); r.Confirm() == nil {
			t.Errorf("%s: not noticed", reason)
		}
	}
}
