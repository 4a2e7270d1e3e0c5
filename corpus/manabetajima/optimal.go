package manabetajima

import (
	"fmt"
	"slices"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/properties/census"
	"qcheck/properties/search"
	"qcheck/setsys"
)

// uniformCounted: the sizes of the uniform (h,k)-arbiter make one, for up to 100 nodes.
func uniformCounted(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	k := x["k"]
	for n := 1; n <= 100; n++ {
		a.Look()
		if !search.Meet(n, search.FormulaSizes(n, k)) {
			return fmt.Sprintf("n = %d", n)
		}
	}
	return ""
}

// allUnitsThreshold: fewer nodes than a majority are not enough for all units.
func allUnitsThreshold(x entry.Values) string {
	n := x["n"]
	for k := 1; k <= mostUnits; k++ {
		t := slices.Repeat([]int{n}, k)
		for t[k-1] = 1; !search.Meet(n, t); t[k-1]++ {
		}
		if t[k-1] != n/2+1 {
			return fmt.Sprintf("k = %d: %d nodes are enough", k, t[k-1])
		}
	}
	return ""
}

// noSmallerSizes: if some sizes are enough that are nowhere larger, then so are these, less one
// for some number of units: fewer nodes are lacking.
func noSmallerSizes(x entry.Values) string {
	n, k := x["n"], x["k"]
	own := search.FormulaSizes(n, k)
	for h := k; h >= 1; h-- {
		t := slices.Clone(own)
		if t[h-1]--; t[h-1] > 0 && search.Meet(n, t) {
			return fmt.Sprintf("%d nodes are enough for %d units, and it has %d", t[h-1], h, own[h-1])
		}
	}
	return ""
}

// cubeCoordinates: there are enough coordinates for every critical pattern.
func cubeCoordinates(x entry.Values) string {
	k := x["k"]
	for _, bag := range p.CriticalPatterns(k) {
		z := 0
		for _, h := range bag {
			z += windows(h, k)
		}
		if z > k+1 {
			return fmt.Sprintf("%v needs %d coordinates", bag, z)
		}
	}
	return ""
}

// allOfSizes is all sets of a size, for each number of units.
func allOfSizes(x entry.Values) (*setsys.Structure, error) {
	var families [][]uint64
	for _, size := range entry.ListOf(x, "sizes") {
		families = append(families, census.SetsOf(x["n"], size))
	}
	return census.Class{Kind: setsys.HKArbiter, N: x["n"], K: len(families)}.Structure(families...), nil
}

// arbiters returns all (h,k)-arbiters on n nodes.
func arbiters(a entry.Asked, x entry.Values) (all []*setsys.Structure) {
	for s := range entry.Candidates(setsys.HKArbiter, x) {
		if a.Has(s, p.Intersection) {
			all = append(all, s)
		}
	}
	return all
}

// dominates is the definition of k-arbiters, for each number of units: every quorum of
// the others contains one of these, and they differ.
func dominates(these, others *setsys.Structure) bool {
	differ := false
	for h, f := range others.ByUnits {
		for _, r := range f.All() {
			within := false
			for _, q := range these.ByUnits[h].All() {
				within = within || q.SubsetOf(r)
			}
			if !within {
				return false
			}
		}
		differ = differ || !f.Canonical().Equal(these.ByUnits[h].Canonical())
	}
	return differ
}

// anOrder: domination is irreflexive and transitive.
func anOrder(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	all := arbiters(a, x)
	below := make([][]int, len(all)) // what each dominates
	for i, a := range all {
		for j, b := range all {
			if dominates(a, b) {
				below[i] = append(below[i], j)
			}
		}
	}
	for i, list := range below {
		for _, j := range list {
			for _, l := range below[j] {
				if l == i || !slices.Contains(list, l) {
					return fmt.Sprintf("%v dominates %v, and that %v", all[i].ByUnits, all[j].ByUnits, all[l].ByUnits)
				}
			}
		}
	}
	return ""
}

// oneMoreQuorum: an arbiter is dominated if and only if the checker can add a quorum.
func oneMoreQuorum(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	all := arbiters(a, x)
	for _, b := range all {
		dominated := slices.ContainsFunc(all, func(a *setsys.Structure) bool { return dominates(a, b) })
		if dominated == a.Has(b, p.Nondomination) {
			return fmt.Sprintf("%v", b.ByUnits)
		}
	}
	return ""
}
