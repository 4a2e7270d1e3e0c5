package search

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"qcheck/properties/availability"
	"qcheck/setsys"
)

// A Range says for which reliabilities p of the nodes, 0 < p < 1, a structure is as available as
// any.
//
// Structures of which each has as many sets of each size with r disjoint quorums are
// alike for every reliability. One that has nowhere more and somewhere fewer than
// another is nowhere the best. The others are compared by the signs of polynomials;
// see availability.Best.
type Range struct {
	Where  []availability.Interval // ascending and disjoint
	First  *setsys.Structure       // the first structure that is
	Count  Count                   // how many have the same availability for every reliability
	Counts availability.Vector     // of each size, so many sets have the disjoint quorums
}

// sort adds a structure to those that are alike.
func (f *Found) sort(s *setsys.Structure, v availability.Vector) {
	i := slices.IndexFunc(f.Ranges, func(r Range) bool { return r.Counts.Equal(v) })
	if i < 0 {
		i = len(f.Ranges)
		f.Ranges = append(f.Ranges, Range{First: s, Counts: v})
	}
	f.Ranges[i].Count.add(s)
}

// rank keeps the ranges of those that are the best somewhere. The error is the cause for which ctx ended.
func (f *Found) rank(ctx context.Context) error {
	var vectors []availability.Vector
	for _, r := range f.Ranges {
		vectors = append(vectors, r.Counts)
	}
	var best []Range
	for _, r := range f.Ranges {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if slices.ContainsFunc(vectors, func(w availability.Vector) bool { return !w.Equal(r.Counts) && atLeast(w, r.Counts) }) {
			continue
		}
		if r.Where = availability.Best(r.Counts, vectors); len(r.Where) > 0 {
			best = append(best, r)
		}
	}
	sort.SliceStable(best, func(i, j int) bool {
		a, b := best[i].Where[0], best[j].Where[0]
		return cmp.Or(a.Lo.Compare(b.Lo), a.Hi.Compare(b.Hi)) < 0
	})
	f.Ranges = best
	return nil
}

// atLeast reports whether v has nowhere fewer sets than w.
func atLeast(v, w availability.Vector) bool {
	for s := range v {
		if v[s].Cmp(w[s]) < 0 {
			return false
		}
	}
	return true
}
