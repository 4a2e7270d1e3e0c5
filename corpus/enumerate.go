package corpus

import (
	"context"
	"iter"
	"math/bits"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// families yields every family of distinct non-empty sets over n nodes, the
// empty family first; n is at most 4.
func families(n int) iter.Seq[masks] {
	return func(yield func(masks) bool) {
		sets := uint(1)<<n - 1 // the number of non-empty sets
		for pick := uint64(0); pick < 1<<sets; pick++ {
			f := masks{n: n}
			for rest := pick; rest != 0; rest &= rest - 1 {
				f.sets = append(f.sets, uint(bits.TrailingZeros64(rest))+1)
			}
			if !yield(f) {
				return
			}
		}
	}
}

// antichains yields every non-empty family over n nodes of non-empty sets of
// which none contains another, small sets first.
func antichains(n int) iter.Seq[masks] {
	return func(yield func(masks) bool) {
		var bySize []uint
		for size := 1; size <= n; size++ {
			for set := uint(1); set < 1<<n; set++ {
				if bits.OnesCount(set) == size {
					bySize = append(bySize, set)
				}
			}
		}
		var chosen []uint
		var extend func(from int) bool
		extend = func(from int) bool {
			for i := from; i < len(bySize); i++ {
				fits := true
				for _, c := range chosen {
					fits = fits && c&bySize[i] != c
				}
				if !fits {
					continue
				}
				chosen = append(chosen, bySize[i])
				if !yield(masks{n: n, sets: append([]uint(nil), chosen...)}) || !extend(i+1) {
					return false
				}
				chosen = chosen[:len(chosen)-1]
			}
			return true
		}
		extend(0)
	}
}

// bags yields the ascending bags of the numbers 1..k with at least one and at
// most size members, by the first members first.
func bags(k, size int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		var bag []int
		var extend func(least int) bool
		extend = func(least int) bool {
			if len(bag) == size {
				return true
			}
			for h := least; h <= k; h++ {
				bag = append(bag, h)
				if !yield(append([]int(nil), bag...)) || !extend(h) {
					return false
				}
				bag = bag[:len(bag)-1]
			}
			return true
		}
		extend(1)
	}
}

// disjointWithin reports whether the set within has r pairwise disjoint members
// of sets in it.
func disjointWithin(sets []uint, within uint, r int) bool {
	if r == 0 {
		return true
	}
	for i, q := range sets {
		if q&^within == 0 && disjointWithin(sets[i+1:], within&^q, r-1) {
			return true
		}
	}
	return false
}

// toMasks returns the sets of a family over at most 64 nodes as masks.
func toMasks(f setsys.Family) masks {
	m := masks{n: f.Nodes()}
	for i := range f.Len() {
		m.sets = append(m.sets, uint(f.Words(i)[0]))
	}
	return m
}

// has reports whether the structure has all the properties.
func has(ctx context.Context, s *setsys.Structure, ids ...properties.ID) (bool, error) {
	report, err := properties.Check(ctx, s, ids)
	if err != nil {
		return false, err
	}
	if report.Verdict == verdict.Unknown {
		return false, context.Cause(ctx)
	}
	return report.Verdict == verdict.Holds, nil
}
