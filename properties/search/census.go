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
	UpToRenaming int `json:"upToRenaming"` // one for all that differ only in the names of their nodes
	Labelled     int `json:"labelled"`     // each for itself
}

// A Census counts the structures of a class.
type Census struct {
	// All counts those with the required properties of the kind and minimal
	// quorums.
	All Count

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
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	dominable := slices.Contains(properties.Optional(c.Kind), properties.Nondomination)
	if dominable {
		x.Nondominated = &Count{}
	}
	for _, s := range listed {
		if x.All.add(s); !dominable || ctx.Err() != nil {
			continue
		}
		report, err := properties.Check(ctx, s, []properties.ID{properties.Nondomination})
		switch {
		case ctx.Err() != nil:
		case err != nil:
			return nil, err
		case report.Verdict == verdict.Unknown:
			return nil, errors.New("nondomination was not decided")
		case report.Verdict == verdict.Holds:
			x.Nondominated.add(s)
		}
	}
	x.Cut = context.Cause(ctx)
	return x, nil
}

func (c *Count) add(s *setsys.Structure) {
	c.UpToRenaming++
	c.Labelled += census.Renamings(s)
}
