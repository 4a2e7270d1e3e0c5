package corpus

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

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

func symmetricBound() *entry.Entry {
	e := entry.New("manabe-tajima/symmetric-bound")
	for n := 1; n <= 5; n++ {
		for k := 1; k <= 4; k++ {
			e.Add(entry.Case{Name: entry.Params("n", n, "k", k), Ask: entry.Stated("size-to-the-k+1-is-at-least-n-to-the-k", func(context.Context, *setsys.Structure) (string, error) {
				for f := range entry.Antichains(n) {
					if !symmetric(f) || !commonNodes(f.Sets, 1<<n-1, k+1) {
						continue
					}
					if size := bits.OnesCount(f.Sets[0]); power(size, k+1) < power(n, k) {
						return fmt.Sprintf("%v has quorums of %d nodes", f.Family(), size), nil
					}
				}
				return "", nil
			})})
		}
	}
	return e
}

func cubeMeetsBound() *entry.Entry {
	e := entry.New("manabe-tajima/cube-meets-bound")
	cubes(128, func(n, k, _ int, whole bool) {
		if !whole {
			return
		}
		e.Add(entry.Built("cube-k-arbiter", entry.Stated("symmetric", func(_ context.Context, s *setsys.Structure) (string, error) {
			in := make([]int, n)
			for _, q := range s.Quorums.All() {
				for v := range q.All() {
					in[v]++
				}
			}
			if least, most := entry.Extent(s.Quorums); least != most || slices.Min(in) != slices.Max(in) {
				return fmt.Sprintf("quorums of %d to %d nodes, nodes in %d to %d quorums", least, most, slices.Min(in), slices.Max(in)), nil
			}
			return "", nil
		}).With(entry.Stated("at-most-k+1-times-the-bound", func(_ context.Context, s *setsys.Structure) (string, error) {
			if _, size := entry.Extent(s.Quorums); power(size, k+1) < power(n, k) || power(size, k+1) > power(k+1, k+1)*power(n, k) {
				return fmt.Sprintf("the quorums have %d nodes", size), nil
			}
			return "", nil
		})), "n", n, "k", k))
	})
	return e
}

func uniformBetter() *entry.Entry {
	e := entry.New("manabe-tajima/uniform-better")
	for k := 2; k <= mostUnits; k++ {
		for n := 2; n <= 100; n++ {
			e.Add(entry.Case{Name: entry.Params("n", n, "k", k), Ask: entry.Stated("smaller-for-some-units", func(context.Context, *setsys.Structure) (string, error) {
				if t := uniformThresholds(n, k); slices.Min(t) == k*n/(k+1)+1 {
					return fmt.Sprintf("the quorums for any units have %d nodes, as those of the k-arbiter", t[0]), nil
				}
				return "", nil
			})})
		}
	}
	return entry.Pin(e)
}

func uniformOptimal() *entry.Entry {
	e := entry.New("manabe-tajima/uniform-optimal")
	for n := 1; n <= 16; n++ {
		for k := 1; k <= mostUnits; k++ {
			// If some sizes are enough that are nowhere larger, then so are these, less one
			// for some number of units: fewer nodes are lacking.
			e.Add(entry.Case{Name: entry.Params("n", n, "k", k), Ask: entry.Stated("no-smaller-sizes", func(context.Context, *setsys.Structure) (string, error) {
				own := uniformThresholds(n, k)
				for h := k; h >= 1; h-- {
					t := slices.Clone(own)
					if t[h-1]--; t[h-1] > 0 && t.meet(n) {
						return fmt.Sprintf("%d nodes are enough for %d units, and it has %d", t[h-1], h, own[h-1]), nil
					}
				}
				return "", nil
			})})
		}
	}
	return entry.Pin(e)
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

func nondominationDefined() *entry.Entry {
	e := entry.New("manabe-tajima/nondomination")
	for _, nk := range [][2]int{{1, 1}, {2, 1}, {3, 1}, {4, 1}, {1, 2}, {2, 2}, {3, 2}, {1, 3}, {2, 3}} {
		n, k := nk[0], nk[1]
		e.Add(entry.Case{Name: entry.Params("n", n, "k", k), Ask: entry.Stated("an-order", func(ctx context.Context, _ *setsys.Structure) (string, error) {
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
							return fmt.Sprintf("%v dominates %v, and that %v", byUnits(all[i]...).ByUnits, byUnits(all[j]...).ByUnits, byUnits(all[l]...).ByUnits), nil
						}
					}
				}
			}
			return "", nil
		}).With(entry.Stated("one-more-quorum-decides", func(ctx context.Context, _ *setsys.Structure) (string, error) {
			all := slices.Collect(allArbiters(n, k))
			for _, b := range all {
				dominated := slices.ContainsFunc(all, func(a []entry.Masks) bool { return dominates(a, b) })
				nondominated, err := entry.Has(ctx, byUnits(b...), p.Nondomination)
				if err != nil {
					return "", err
				}
				if dominated == nondominated {
					return fmt.Sprintf("%v", byUnits(b...).ByUnits), nil
				}
			}
			return "", nil
		}))})
	}
	return e
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
