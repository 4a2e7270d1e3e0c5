package thesis

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/availability"
	"qcheck/setsys"
)

// Undercut returns the structure that the proof of theorem 6 sets against the
// k-majority on n nodes: with W the size of a quorum, Q0 the first W nodes, u0
// the first of them and Q1 = Q0 without u0, it is the k-majority and Q1, without
// the quorums that contain Q1 and without those that have only u0 of Q0.
//
// For W = 1, Q1 is empty and this is no family of quorums.
func Undercut(n, k int) setsys.Family {
	w := availability.Quorum(n, k)
	q0, u0 := uint64(1)<<w-1, uint64(1)
	q1 := q0 &^ u0
	b := setsys.NewFamilyBuilder(n)
	b.AddWords([]uint64{q1})
	for q := range uint64(1) << n {
		if bits.OnesCount64(q) == w && q&q1 != q1 && q&q0 != u0 {
			b.AddWords([]uint64{q})
		}
	}
	return b.Family()
}

// undercuts judges what the proof of theorem 6 says of its structure, for W of
// at least 2: that it is a k-coterie, and for every r is available for as many
// more sets of rW-1 nodes, and as many fewer of rW, as the proof says, and for
// the same number of other sizes. An error says what differs. Better[r-1] is
// where it has at least the availability of the k-majority.
func undercuts(ctx context.Context, n, k int) (better [][]availability.Interval, err error) {
	f := Undercut(n, k)
	universe, err := setsys.Numbered(n)
	if err != nil {
		return nil, err
	}
	report, err := properties.Check(ctx, &setsys.Structure{Kind: setsys.KCoterie, K: k, Universe: universe, Quorums: f}, nil)
	switch {
	case err != nil:
		return nil, err
	case report.Verdict == verdict.Unknown:
		return nil, context.Cause(ctx)
	case report.Verdict != verdict.Holds:
		return nil, fmt.Errorf("for n = %d and k = %d it is no k-coterie", n, k)
	}
	a, err := availability.Analyze(ctx, f, availability.Options{Rows: k})
	if err != nil {
		return nil, err
	}
	w := availability.Quorum(n, k)
	for _, row := range a.Rows {
		majority := availability.MajorityVector(n, k, row.R)
		better = append(better, availability.Best(row.Counts, []availability.Vector{majority}))
		want := availability.MajorityVector(n, k, row.R)
		rest, taken := int64(k*w-1), int64((row.R-1)*w)
		want[row.R*w-1].Add(want[row.R*w-1], new(big.Int).Binomial(rest, taken))
		want[row.R*w].Sub(want[row.R*w], new(big.Int).Binomial(rest, int64(row.R*w-1)))
		if !row.Counts.Equal(want) {
			return nil, fmt.Errorf("for n = %d, k = %d and r = %d the numbers of sets by size are %v, not %v", n, k, row.R, row.Counts, want)
		}
	}
	return better, nil
}

// isEnd reports whether the error is that ctx ended.
func isEnd(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
}
