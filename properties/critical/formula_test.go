package critical_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/properties"
	"qcheck/properties/critical"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// A tree is a formula as the documentation of the edits reads it: a leaf if need
// is 0. It shares no code with the package.
type tree struct {
	leaf, need int
	members    []tree
	weights    []int
}

func (t tree) has(mask int) bool {
	if t.need == 0 {
		return mask>>t.leaf&1 == 1
	}
	sum := 0
	for i, m := range t.members {
		if m.has(mask) {
			sum += t.weights[i]
		}
	}
	return sum >= t.need
}

func (t tree) formula() *setsys.Formula {
	if t.need == 0 {
		return setsys.OfNode(t.leaf)
	}
	var members []*setsys.Formula
	for _, m := range t.members {
		members = append(members, m.formula())
	}
	return setsys.Weighted(t.need, members, t.weights)
}

func (t tree) total() int {
	sum := 0
	for _, w := range t.weights {
		sum += w
	}
	return sum
}

// without is the threshold without member i.
func (t tree) without(i int) (tree, bool) {
	t.members = slices.Delete(slices.Clone(t.members), i, i+1)
	t.weights = slices.Delete(slices.Clone(t.weights), i, i+1)
	t.need = min(t.need, t.total())
	return t, t.total() > 0
}

// each returns what change makes of every threshold, one at a time.
func (t tree) each(change func(t tree) []tree) []tree {
	if t.need == 0 {
		return nil
	}
	all := change(t)
	for i, m := range t.members {
		for _, g := range m.each(change) {
			u := t
			u.members = slices.Clone(t.members)
			u.members[i] = g
			all = append(all, u)
		}
	}
	return all
}

// edits returns what edits of one threshold make of the formula.
func (t tree) edits() map[critical.Kind][]tree {
	return map[critical.Kind][]tree{
		critical.Drop: t.each(func(t tree) (all []tree) {
			for j := range t.members {
				if u, ok := t.without(j); ok {
					all = append(all, u)
				}
			}
			return all
		}),
		critical.Lower: t.each(func(t tree) []tree {
			if t.need == 1 {
				return nil
			}
			t.need--
			return []tree{t}
		}),
	}
}

// removed is the formula without node v, and whether something is left.
func (t tree) removed(v int) (tree, bool) {
	if t.need == 0 {
		if t.leaf > v {
			return tree{leaf: t.leaf - 1}, true
		}
		return t, t.leaf < v
	}
	u := tree{need: t.need}
	for i, m := range t.members {
		if g, ok := m.removed(v); ok {
			u.members, u.weights = append(u.members, g), append(u.weights, t.weights[i])
		}
	}
	u.need = min(u.need, u.total())
	return u, u.total() > 0
}

// A grove is a structure of such formulas: a coterie, or write and read quorums.
type grove struct {
	n     int
	trees []tree
}

func (g grove) structure(t *testing.T) (*setsys.Structure, []properties.ID) {
	u, err := setsys.Numbered(g.n)
	if err != nil {
		t.Fatal(err)
	}
	unlisted := func(i int) setsys.Family { return setsys.Unlisted(g.n, g.trees[i].formula(), 1) }
	if len(g.trees) == 1 {
		return &setsys.Structure{Kind: setsys.Coterie, Universe: u, Quorums: unlisted(0)}, []properties.ID{properties.NonEmpty, properties.Intersection, properties.Minimality}
	}
	return &setsys.Structure{Kind: setsys.ReadWrite, Universe: u, Write: unlisted(0), Read: unlisted(1)}, []properties.ID{properties.NonEmpty, properties.WriteIntersection, properties.WriteReadIntersection}
}

// has judges a property by all divisions of the nodes.
func (g grove) has(id properties.ID) bool {
	other := g.trees[0]
	switch id {
	case properties.NonEmpty, properties.Minimality:
		return true
	case properties.WriteReadIntersection:
		other = g.trees[1]
	}
	for mask := range 1 << g.n {
		if g.trees[0].has(mask) && other.has((1<<g.n-1)&^mask) {
			return false
		}
	}
	return true
}

func (g grove) edits() map[critical.Kind][]grove {
	all := map[critical.Kind][]grove{}
	for i, f := range g.trees {
		for k, list := range f.edits() {
			for _, h := range list {
				x := grove{g.n, slices.Clone(g.trees)}
				x.trees[i] = h
				all[k] = append(all[k], x)
			}
		}
	}
	for v := range g.n {
		x := grove{n: g.n - 1}
		for _, f := range g.trees {
			if h, ok := f.removed(v); ok {
				x.trees = append(x.trees, h)
			}
		}
		if g.n > 1 && len(x.trees) == len(g.trees) {
			all[critical.Remove] = append(all[critical.Remove], x)
		}
	}
	return all
}

// randomTree has weights that differ in one of three thresholds.
func randomTree(rng *rand.Rand, n, depth int) tree {
	if depth == 0 || rng.IntN(3) == 0 {
		return tree{leaf: rng.IntN(n)}
	}
	var t tree
	uneven := rng.IntN(3) == 0
	for range 2 + rng.IntN(3) {
		w := 1
		if uneven {
			w = rng.IntN(4)
		}
		t.members, t.weights = append(t.members, randomTree(rng, n, depth-1)), append(t.weights, w)
	}
	if t.total() == 0 {
		t.weights[0] = 1
	}
	t.need = min(t.total(), t.total()/2+1+rng.IntN(2))
	return t
}

// The edits of formulas and what they break are as the documentation defines them, on trees
// written out.
func TestFormulasAgainstTrees(t *testing.T) {
	rng := slow.Random(t, 32)
	broken := 0
	rounds := 100
	if slow.Tests() {
		rounds = 1000
	}
	for trial := range rounds {
		g := grove{n: 2 + rng.IntN(4)}
		for range 1 + trial%2 {
			f := randomTree(rng, g.n, 2)
			if trial%3 == 0 { // symmetric
				f = tree{need: g.n/2 + 1}
				for v := range g.n {
					f.members, f.weights = append(f.members, tree{leaf: v}), append(f.weights, 1)
				}
			}
			g.trees = append(g.trees, f)
		}
		s, ids := g.structure(t)
		report, err := critical.Analyze(t.Context(), s, ids, critical.Options{})
		if err != nil || report.Cut != "" {
			t.Fatalf("%v: %v, %v", g, report, err)
		}
		edits := g.edits()
		for _, x := range report.Singles {
			if want := len(edits[x.Kind]); x.Edits != want {
				t.Fatalf("%v: %d edits %s, not %d", g, x.Edits, x.Kind, want)
			}
			for _, id := range ids {
				count := 0
				for _, h := range edits[x.Kind] {
					if g.has(id) && !h.has(id) {
						count++
					}
				}
				got := 0
				for _, b := range x.Breaks {
					if b.Property == id {
						got = b.Edits
					}
				}
				if got != count {
					t.Fatalf("%v: %d edits %s break %s, not %d", g, got, x.Kind, id, count)
				}
				broken += count
			}
		}
	}
	if broken < 80 {
		t.Errorf("%d edits broke a property", broken)
	}
}

// Thresholds as formulas and as lists have the same edits.
func TestFormulasAgainstListedThresholds(t *testing.T) {
	for n := 3; n <= 7; n++ {
		for need := n/2 + 1; need < n; need++ {
			f := tree{need: need}
			p := plain{kind: setsys.Coterie, n: n, families: [][]uint64{nil}}
			for v := range n {
				f.members, f.weights = append(f.members, tree{leaf: v}), append(f.weights, 1)
			}
			for mask := range uint64(1) << n {
				if bits.OnesCount64(mask) == need {
					p.families[0] = append(p.families[0], mask)
				}
			}
			s, ids := grove{n, []tree{f}}.structure(t)
			got, err := critical.Analyze(t.Context(), s, ids, critical.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want, err := critical.Analyze(t.Context(), p.structure(), ids, critical.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if said(got) != said(want) {
				t.Errorf("%d of %d: %+v, not %+v", need, n, got, want)
			}
		}
	}
}

// The edits of a large structure are judged one by one.
func TestLargeFormula(t *testing.T) {
	f := tree{need: 34}
	for v := range 100 {
		f.members, f.weights = append(f.members, tree{leaf: v}), append(f.weights, 1)
	}
	s, _ := grove{100, []tree{f}}.structure(t)
	s.Kind, s.K = setsys.KCoterie, 2
	report, err := critical.Analyze(t.Context(), s, []properties.ID{properties.NonEmpty, properties.Intersection, properties.NonIntersection}, critical.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{100, 1, 100} {
		if got := report.Singles[i].Edits; got != want {
			t.Errorf("%s: %d edits, not %d", report.Singles[i].Kind, got, want)
		}
	}
	if b := report.Singles[1].Breaks; len(b) != 1 || b[0].Property != properties.Intersection {
		t.Errorf("%+v", b)
	}
}

// Edits that a symmetry takes to each other count for all of them: of three nodes of
// weight 1 beside one of weight 2, dropping any breaks the property.
func TestCountedAlike(t *testing.T) {
	f := tree{need: 3}
	for v, weight := range []int{2, 1, 1, 1} {
		f.members, f.weights = append(f.members, tree{leaf: v}), append(f.weights, weight)
	}
	s, _ := grove{4, []tree{f}}.structure(t)
	s.Kind = setsys.Coterie
	report, err := critical.Analyze(t.Context(), s, []properties.ID{properties.Nondomination}, critical.Options{})
	if err != nil {
		t.Fatalf("%+v, %v", report, err)
	}
	if drop := report.Singles[0]; drop.Kind != critical.Drop || drop.Edits != 4 || len(drop.Breaks) != 1 || drop.Breaks[0].Edits != 4 {
		t.Errorf("%+v", drop)
	}
}
