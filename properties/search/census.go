package search

import (
	"context"
	"errors"
	"slices"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/census"
	"qcheck/setsys"
)

// A Count is how many structures there are.
type Count struct {
	UpToRenaming int // one for all that differ only in the names of their nodes
	Labelled     int // each for itself
}

// A Census counts the structures of a class.
type Census struct {
	// All counts those with the required properties of the kind and minimal
	// quorums.
	All *Count

	// Nondominated counts those that no structure of the kind dominates; nil for a
	// kind without domination.
	Nondominated *Count

	// Cut is why the census is not complete, nil if it is: the cause for which the
	// context ended. Then the counts are of those found until then, and there may
	// be more.
	Cut error
}

// TakeCensus counts the structures of a class that census.Structures lists. The error says that
// the class is out of reach.
func TakeCensus(ctx context.Context, c census.Class) (*Census, error) {
	x := &Census{}
	listed, err := census.Structures(ctx, c)
	x.All = &Count{}
	for _, s := range listed {
		x.All.add(s)
	}
	if !slices.Contains(properties.Optional(c.Kind), properties.Nondomination) {
		return x, x.cutBy(ctx, err)
	}
	x.Nondominated = &Count{}
	for _, s := range listed {
		report, err := properties.Check(ctx, s, []properties.ID{properties.Nondomination})
		switch {
		case err != nil:
			return nil, err
		case report.Verdict == verdict.Unknown:
			return x, x.cutBy(ctx, errors.New("nondomination was not decided"))
		case report.Verdict == verdict.Holds:
			x.Nondominated.add(s)
		}
	}
	return x, x.cutBy(ctx, err)
}

func (c *Count) add(s *setsys.Structure) {
	c.UpToRenaming++
	c.Labelled += census.Renamings(s)
}

// cutBy keeps the cause for which ctx ended, and passes on other errors.
func (x *Census) cutBy(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		x.Cut, err = context.Cause(ctx), nil
	}
	return err
}
