package diagram_test

import (
	"math/bits"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/slow"
)

// Random formulas: whether sets of some families can have no node in common, and how few
// two have, against all choices.
func TestApartAndLeast(t *testing.T) {
	rng := slow.Random(t, 21)
	apart := 0
	for range 1500 {
		n, k := 1+rng.IntN(6), 2+rng.IntN(3)
		var formulas []*setsys.Formula
		common := map[uint64]bool{1<<n - 1: true}
		fewest := n
		for i := range k {
			f := random(rng, n, 2)
			formulas = append(formulas, f)
			next := map[uint64]bool{}
			for x := range uint64(1) << n {
				if !f.Satisfied([]uint64{x}) {
					continue
				}
				for y := range common {
					next[x&y] = true
				}
			}
			common = next
			if i == 1 {
				for c := range common {
					fewest = min(fewest, bits.OnesCount64(c))
				}
			}
		}
		d := diagram.New(n, 0, nil, formulas...)
		var families []diagram.Family
		for _, f := range formulas {
			families = append(families, d.Of(f))
		}
		sets, ok := d.Apart(families...)
		if ok != common[0] {
			t.Fatalf("that sets of %d families can have no common node is %v", k, !ok)
		}
		if ok {
			apart++
			all := uint64(1<<n - 1)
			for i, set := range sets {
				if !formulas[i].Satisfied(set) {
					t.Fatalf("%b is not in the family", set)
				}
				all &= set[0]
			}
			if all != 0 {
				t.Fatalf("%b is in all", all)
			}
		}
		x, y, ok := d.Least(families[0], families[1])
		if !ok || bits.OnesCount64(x[0]&y[0]) != fewest || !formulas[0].Satisfied(x) || !formulas[1].Satisfied(y) {
			t.Fatalf("%b and %b, where %d nodes are the fewest", x, y, fewest)
		}
	}
	if apart < 300 {
		t.Error(apart)
	}
}

// Random graphs: the least splitting set, by trying all liars and all pairs of sets; and
// what is left when nodes are deleted.
func TestSplitting(t *testing.T) {
	rng := slow.Random(t, 22)
	sizes := map[int]int{}
	for range 600 {
		n := 1 + rng.IntN(5)
		g := randomTrust(rng, n)
		cores := g.Cores()
		if len(cores) != 1 {
			continue
		}
		core := cores[0]
		least, splits := n+1, map[uint64]bool{}
		for liars := range uint64(1) << n {
			var quorums []uint64 // of the rest
			for set := range uint64(1) << n {
				if set&liars == 0 && set&core[0] != 0 && g.IsQuorum([]uint64{set | liars}, []uint64{liars}) {
					quorums = append(quorums, set)
				}
			}
			for _, a := range quorums {
				for _, b := range quorums {
					if a&b == 0 {
						least, splits[liars] = min(least, bits.OnesCount64(liars)), true
					}
				}
			}
			d := diagram.ForTrust(g.Delete([]uint64{liars}), 0, nil)
			f := d.About(g.Delete([]uint64{liars}), core)
			if _, ok := d.Apart(f, f); ok != splits[liars] {
				t.Fatalf("that the liars %b split is %v", liars, !ok)
			}
		}
		sizes[least]++
		s := diagram.NewSplitting(g, core, 0, nil)
		for most := range n + 1 {
			liars, a, b, ok := s.Within(most)
			if ok != (least <= most) {
				t.Fatalf("that %d liars split is %v", most, ok)
			}
			if !ok {
				continue
			}
			if bits.OnesCount64(liars[0]) > most || a[0]&b[0] != liars[0] || !g.IsQuorum(a, liars) || !g.IsQuorum(b, liars) ||
				a[0]&^liars[0]&core[0] == 0 || b[0]&^liars[0]&core[0] == 0 {
				t.Fatalf("%b splits %b and %b", liars, a, b)
			}
		}
	}
	for _, size := range []int{0, 1, 2} {
		if sizes[size] < 10 {
			t.Errorf("%v", sizes)
		}
	}
}
