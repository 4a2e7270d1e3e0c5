package load

import (
	"context"
	"math/big"
	"slices"

	"qcheck/explore/yield"
	"qcheck/setsys"
	"qcheck/setsys/diagram"
)

// A missed is a part of what is chosen from: each minimal set of a family with one
// probability.
type missed struct {
	family setsys.Family
	each   *big.Rat // nil: all are equally likely
}

// Miss returns the probability that a quorum that the one strategy chooses and a quorum that
// the other does, independently, have no node in common. Both strategies have groups.
func Miss(ctx context.Context, one, other Strategy) (*big.Rat, error) {
	parts := func(s Strategy) (all []missed) {
		for _, g := range s.Groups {
			all = append(all, missed{g.Quorums, g.Each})
		}
		return all
	}
	return miss(ctx, parts(one), parts(other))
}

// MissEvenly is Miss where each quorum is equally likely, of those that contain no others.
// Both families have a quorum, and none that is empty.
func MissEvenly(ctx context.Context, one, other setsys.Family) (*big.Rat, error) {
	return miss(ctx, []missed{{family: one}}, []missed{{family: other}})
}

func miss(ctx context.Context, one, other []missed) (sum *big.Rat, err error) {
	defer yield.Caught(&err)
	err = diagram.Try(func() { sum = disjoint(yield.NewWatch(ctx).Step, one, other) })
	return sum, err
}

// disjoint counts the disjoint pairs on the diagrams of the quorums.
func disjoint(step func(), one, other []missed) *big.Rat {
	var families []setsys.Family
	for _, m := range slices.Concat(one, other) {
		families = append(families, m.family)
	}
	d, of := diagram.ForFamilies(families[0].Nodes(), 0, step, families...)
	sum := new(big.Rat)
	for i, a := range one {
		for j, b := range other {
			s, t := d.Minimal(of[i]), d.Minimal(of[len(one)+j])
			x := new(big.Rat).SetInt(d.Disjoint(s, t))
			for _, part := range []struct {
				each *big.Rat
				of   diagram.Sets
			}{{a.each, s}, {b.each, t}} {
				if part.each != nil {
					x.Mul(x, part.each)
					continue
				}
				total := new(big.Int)
				for _, c := range d.Sizes(part.of) {
					total.Add(total, c)
				}
				x.Quo(x, new(big.Rat).SetInt(total))
			}
			sum.Add(sum, x)
		}
	}
	return sum
}
