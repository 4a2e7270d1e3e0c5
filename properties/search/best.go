package search

import (
	"context"
	"fmt"
	"math/big"

	"qcheck/properties/availability"
	"qcheck/properties/census"
	"qcheck/properties/load"
	"qcheck/setsys"
)

// A Goal is what the best structure is best in.
type Goal struct {
	// Load is for the least load; of structures with the same load, the one with
	// the smaller quorums on average is the better. Otherwise the goal is the
	// greatest availability.
	Load bool

	// P is the probability with which each node is up, independently of the others,
	// for the availability: that R pairwise disjoint quorums are up. Nil is every one
	// above 0 and below 1; see [Range].
	P *big.Rat
	R int

	// Failures is how many nodes may fail, whichever they are, such that a quorum is
	// left.
	Failures int
}

// A Found is the best structure for a goal.
type Found struct {
	Goal Goal

	Best  *setsys.Structure // the first of the best; nil when none survives so many failures
	Value *big.Rat          // its load, or its availability
	Size  *big.Rat          // of the load: how many nodes a quorum has on average
	Count Count             // how many of those listed have this value, and this size

	// Ranges are where which structures are the most available, for every P: by where
	// they begin, and then by where they end.
	Ranges []Range

	// Among says of which structures it is the best: of those listed, and of these
	// Surviving survive the failures. For coteries, the nondominated ones are
	// listed.
	Among     Count
	Surviving Count

	// Cut is why not all were judged, nil if they were: the cause for which the
	// context ended. Then Best is the best so far, and there are no ranges.
	Cut error
}

// Best finds the best coterie on at most census.MaxNondominated nodes, or the best k-coterie
// or k-arbiter of a class that census.Structures lists. The error says that the class is out of
// reach, or another kind.
func Best(ctx context.Context, c census.Class, g Goal) (*Found, error) {
	list := func() ([]*setsys.Structure, error) { return census.Structures(ctx, c) }
	switch c.Kind {
	case setsys.Coterie:
		list = func() ([]*setsys.Structure, error) { return census.Nondominated(ctx, c.N) }
	case setsys.KCoterie, setsys.KArbiter:
	default:
		return nil, fmt.Errorf("the best %s is not searched for: the kinds are coterie, k-coterie and k-arbiter", c.Kind)
	}
	listed, err := list()
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	return BestOf(ctx, listed, g)
}

// BestOf finds the best of structures with one family.
func BestOf(ctx context.Context, listed []*setsys.Structure, g Goal) (*Found, error) {
	f := &Found{Goal: g}
	for _, s := range listed {
		if err := f.judge(ctx, s); ctx.Err() != nil {
			break
		} else if err != nil {
			return nil, err
		}
	}
	if f.Cut = context.Cause(ctx); f.Cut == nil && !g.Load && g.P == nil {
		f.Cut = f.rank(ctx)
	}
	if f.Cut != nil {
		f.Ranges = nil
	}
	return f, nil
}

// judge compares a structure with the best so far.
func (f *Found) judge(ctx context.Context, s *setsys.Structure) error {
	a, err := availability.Analyze(ctx, s.Quorums, availability.Options{Rows: f.Goal.R})
	if err != nil {
		return err
	}
	survives := a.Rows[0].Survives >= f.Goal.Failures
	value, size := new(big.Rat), new(big.Rat)
	if survives && f.Goal.Load {
		r, err := load.Find(ctx, load.Use{Family: s.Quorums, Share: big.NewRat(1, 1)})
		if err != nil {
			return err
		}
		value, size = r.Load, r.Size
	}
	f.Among.add(s)
	if !survives {
		return nil
	}
	f.Surviving.add(s)
	if !f.Goal.Load {
		if f.Goal.P == nil {
			f.sort(s, a.Rows[f.Goal.R-1].Counts)
			return nil
		}
		value = a.Rows[f.Goal.R-1].Counts.At(f.Goal.P)
	}
	better := 1
	if f.Best != nil {
		better = value.Cmp(f.Value)
		if f.Goal.Load {
			if better = -better; better == 0 {
				better = f.Size.Cmp(size)
			}
		}
	}
	if better > 0 {
		f.Best, f.Value, f.Size, f.Count = s, value, size, Count{}
	}
	if better >= 0 {
		f.Count.add(s)
	}
	return nil
}
