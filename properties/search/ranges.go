package search

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"qcheck/properties/availability"
	"qcheck/properties/census"
	"qcheck/setsys"
)

// A Range says for which reliabilities of the nodes a structure is as available as
// any.
type Range struct {
	Where  []availability.Interval // ascending and disjoint
	First  *setsys.Structure       // the first structure that is
	Count  Count                   // how many have the same availability for every reliability
	Counts availability.Vector     // of each size, so many sets have the disjoint quorums
}

// A RangeSearch is the most available structures of a class for every reliability p
// of the nodes, 0 < p < 1.
type RangeSearch struct {
	Ranges    []Range // by where they begin, and then by where they end
	Among     Count   // those that were tried; of coteries, nondominated ones
	Surviving Count   // of these, those that survive the failures
	Cut       error   // why not all were judged, nil if they were; then there are no ranges
}

// BestRanges finds, for every reliability of the nodes, the structures for which it is
// the most likely that r pairwise disjoint quorums are up, of those that survive the
// failures. The goal has no P. Classes and errors are those of [Best].
//
// Structures of which each has as many sets of each size with r disjoint quorums are
// alike for every reliability. One that has nowhere more and somewhere fewer than
// another is nowhere the best. The others are compared by the signs of polynomials;
// see availability.Best.
func BestRanges(ctx context.Context, c census.Class, g Goal) (*RangeSearch, error) {
	listed, cut, err := candidates(ctx, c)
	if err != nil || cut != nil {
		return &RangeSearch{Cut: cut}, err
	}
	return Ranges(ctx, listed, g)
}

// Ranges is [BestRanges] of structures that are listed.
func Ranges(ctx context.Context, listed []*setsys.Structure, g Goal) (*RangeSearch, error) {
	x := &RangeSearch{}
	var vectors []availability.Vector
	var found []Range
	for _, s := range listed {
		x.Among.add(s)
		a, err := availability.Analyze(ctx, s.Quorums, availability.Options{Rows: g.R})
		if err != nil {
			if ctx.Err() == nil {
				return nil, err
			}
			x.Cut = context.Cause(ctx)
			return x, nil
		}
		if a.Rows[0].Survives < g.Failures {
			continue
		}
		x.Surviving.add(s)
		v := a.Rows[g.R-1].Counts
		i := slices.IndexFunc(vectors, v.Equal)
		if i < 0 {
			i = len(vectors)
			vectors, found = append(vectors, v), append(found, Range{First: s, Counts: v})
		}
		found[i].Count.add(s)
	}
	for i, v := range vectors {
		if x.Cut = context.Cause(ctx); x.Cut != nil {
			x.Ranges = nil
			return x, nil
		}
		if slices.ContainsFunc(vectors, func(w availability.Vector) bool { return !w.Equal(v) && atLeast(w, v) }) {
			continue
		}
		if found[i].Where = availability.Best(v, vectors); len(found[i].Where) > 0 {
			x.Ranges = append(x.Ranges, found[i])
		}
	}
	sort.SliceStable(x.Ranges, func(i, j int) bool {
		a, b := x.Ranges[i].Where[0], x.Ranges[j].Where[0]
		return cmp.Or(a.Lo.Compare(b.Lo), a.Hi.Compare(b.Hi)) < 0
	})
	return x, nil
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
