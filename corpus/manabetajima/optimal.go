package manabetajima

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// thresholds are the sizes of the quorums for 1, ..., k units, where all sets of
// such a size are quorums.
type thresholds []int

// uniformThresholds are those of the uniform (h,k)-arbiter.
func uniformThresholds(n, k int) thresholds {
	t := make(thresholds, k)
	for h := 1; h <= k; h++ {
		t[h-1] = k*n/(k+h) + 1
	}
	return t
}

// meet reports whether all sets of these sizes are an (h,k)-arbiter: the quorums
// of a pattern can be without a common node if and only if the nodes that they
// lack add up to all n nodes.
func (t thresholds) meet(n int) bool {
	for _, bag := range p.CriticalPatterns(len(t)) {
		lack := 0
		for _, h := range bag {
			lack += n - t[h-1]
		}
		if lack >= n {
			return false
		}
	}
	return true
}

// uniformCounted: the sizes of the uniform (h,k)-arbiter make one, for up to 100 nodes.
func uniformCounted(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	k := x["k"]
	for n := 1; n <= 100; n++ {
		a.Look()
		if !uniformThresholds(n, k).meet(n) {
			return fmt.Sprintf("n = %d", n)
		}
	}
	return ""
}

// allUnitsThreshold: fewer nodes than a majority are not enough for all units.
func allUnitsThreshold(x entry.Values) string {
	n := x["n"]
	for k := 1; k <= mostUnits; k++ {
		t := slices.Repeat(thresholds{n}, k)
		for t[k-1] = 1; !t.meet(n); t[k-1]++ {
		}
		if t[k-1] != n/2+1 {
			return fmt.Sprintf("k = %d: %d nodes are enough", k, t[k-1])
		}
	}
	return ""
}

// uniformSmaller: for some number of units the quorums are smaller than those of the k-arbiter.
func uniformSmaller(x entry.Values) string {
	n, k := x["n"], x["k"]
	if t := uniformThresholds(n, k); slices.Min(t) == k*n/(k+1)+1 {
		return fmt.Sprintf("the quorums for any units have %d nodes, as those of the k-arbiter", t[0])
	}
	return ""
}

// noSmallerSizes: if some sizes are enough that are nowhere larger, then so are these, less one
// for some number of units: fewer nodes are lacking.
func noSmallerSizes(x entry.Values) string {
	n, k := x["n"], x["k"]
	own := uniformThresholds(n, k)
	for h := k; h >= 1; h-- {
		t := slices.Clone(own)
		if t[h-1]--; t[h-1] > 0 && t.meet(n) {
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

// smaller states that the (h,k)-arbiter of all sets of these sizes is no larger than the
// construction's for any units and smaller for some.
func smaller(t thresholds, name string) entry.Program {
	return func(a entry.Asked, s *setsys.Structure, x entry.Values) string {
		n := x["n"]
		var families []entry.Masks
		less := false
		for h, size := range t {
			families = append(families, entry.Masks{N: n, Sets: entry.SetsOf(n, size)})
			least, _ := entry.Extent(s.ByUnits[h])
			if size > least {
				return fmt.Sprintf("%d nodes for %d units, and the %s has %d", size, h+1, name, least)
			}
			less = less || size < least
		}
		if !less {
			return "no quorums are smaller"
		}
		if !a.Has(byUnits(families...), p.Required(setsys.HKArbiter)...) {
			return fmt.Sprintf("the sets of %v nodes are no (h,k)-arbiter", t)
		}
		return ""
	}
}

// symmetric reports whether the sets have one size, and every node is in equally many.
func symmetric(m entry.Masks) bool {
	in := make([]int, m.N)
	for _, set := range m.Sets {
		for v := range in {
			in[v] += int(set >> v & 1)
		}
		if bits.OnesCount(set) != bits.OnesCount(m.Sets[0]) {
			return false
		}
	}
	return !slices.ContainsFunc(in, func(x int) bool { return x != in[0] })
}

// symmetricBound: a symmetric k-arbiter has quorums of at least n^(k/(k+1)) nodes.
func symmetricBound(x entry.Values) string {
	n, k := x["n"], x["k"]
	for f := range entry.Antichains(n) {
		if !symmetric(f) || !commonNodes(f.Sets, 1<<n-1, k+1) {
			continue
		}
		if size := bits.OnesCount(f.Sets[0]); entry.Power(size, k+1) < entry.Power(n, k) {
			return fmt.Sprintf("%v has quorums of %d nodes", f.Family(), size)
		}
	}
	return ""
}

// dominates is the definition of k-arbiters, for each number of units: every quorum of
// the others contains one of these, and they differ.
func dominates(these, others []entry.Masks) bool {
	differ := false
	for h, f := range others {
		for _, r := range f.Sets {
			if !slices.ContainsFunc(these[h].Sets, func(q uint) bool { return q&r == q }) {
				return false
			}
		}
		a, b := slices.Sorted(slices.Values(f.Sets)), slices.Sorted(slices.Values(these[h].Sets))
		differ = differ || !slices.Equal(a, b)
	}
	return differ
}

// anOrder: domination is irreflexive and transitive.
func anOrder(x entry.Values) string {
	n, k := x["n"], x["k"]
	all := slices.Collect(allArbiters(n, k))
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
					return fmt.Sprintf("%v dominates %v, and that %v", byUnits(all[i]...).ByUnits, byUnits(all[j]...).ByUnits, byUnits(all[l]...).ByUnits)
				}
			}
		}
	}
	return ""
}

// oneMoreQuorum: an arbiter is dominated if and only if the checker can add a quorum.
func oneMoreQuorum(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	n, k := x["n"], x["k"]
	all := slices.Collect(allArbiters(n, k))
	for _, b := range all {
		dominated := slices.ContainsFunc(all, func(a []entry.Masks) bool { return dominates(a, b) })
		nondominated := a.Has(byUnits(b...), p.Nondomination)
		if dominated == nondominated {
			return fmt.Sprintf("%v", byUnits(b...).ByUnits)
		}
	}
	return ""
}

// allArbiters yields every (h,k)-arbiter over n nodes, by number of units.
func allArbiters(n, k int) iter.Seq[[]entry.Masks] {
	return func(yield func([]entry.Masks) bool) {
		all := slices.Collect(entry.Antichains(n))
		patterns := p.CriticalPatterns(k)
		var chosen []entry.Masks
		var choose func() bool
		choose = func() bool {
			if len(chosen) == k {
				return yield(slices.Clone(chosen))
			}
			for _, f := range all {
				chosen = append(chosen, f)
				if commonNodesSoFar(chosen, patterns) && !choose() {
					return false
				}
				chosen = chosen[:len(chosen)-1]
			}
			return true
		}
		choose()
	}
}

// commonNodesSoFar reports whether the quorums of every pattern have a common node, of
// the patterns for which the families are there.
func commonNodesSoFar(families []entry.Masks, patterns [][]int) bool {
	var meet func(bag []int, common uint) bool
	meet = func(bag []int, common uint) bool {
		if len(bag) == 0 || common == 0 {
			return common != 0
		}
		return !slices.ContainsFunc(families[bag[0]-1].Sets, func(q uint) bool { return !meet(bag[1:], common&q) })
	}
	for _, bag := range patterns {
		if bag[len(bag)-1] <= len(families) && !meet(bag, 1<<families[0].N-1) {
			return false
		}
	}
	return true
}
