package load

import (
	"context"
	"math/big"

	"qcheck/setsys"
	"qcheck/setsys/diagram"
)

// A missed is a part of what is chosen from: each minimal set of a formula with one
// probability.
type missed struct {
	formula *setsys.Formula
	each    *big.Rat // nil: all are equally likely
}

// Miss returns the probability that a quorum that the one strategy chooses and a quorum that
// the other does, independently, have no node in common. Both strategies have groups.
func Miss(ctx context.Context, one, other Strategy) (*big.Rat, error) {
	parts := func(s Strategy) (all []missed) {
		for _, g := range s.Groups {
			all = append(all, missed{setsys.FormulaOf(g.Quorums), g.Each})
		}
		return all
	}
	return miss(ctx, one.Groups[0].Quorums.Nodes(), parts(one), parts(other))
}

// MissEvenly is Miss where each quorum is equally likely, of those that contain no others.
// Both families have a quorum, and none that is empty.
func MissEvenly(ctx context.Context, one, other setsys.Family) (*big.Rat, error) {
	return miss(ctx, one.Nodes(), []missed{{formula: setsys.FormulaOf(one)}}, []missed{{formula: setsys.FormulaOf(other)}})
}

// miss counts the disjoint pairs on the diagrams of the quorums.
func miss(ctx context.Context, n int, one, other []missed) (sum *big.Rat, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case cut:
			err = p.err
		case diagram.TooLarge:
			err = p
		default:
			panic(p)
		}
	}()
	var formulas []*setsys.Formula
	for _, m := range append(append([]missed{}, one...), other...) {
		formulas = append(formulas, m.formula)
	}
	d := diagram.New(n, 0, func() {
		if ctx.Err() != nil {
			panic(cut{context.Cause(ctx)})
		}
	}, formulas...)
	sum = new(big.Rat)
	for _, a := range one {
		for _, b := range other {
			s, t := d.Minimal(d.Of(a.formula)), d.Minimal(d.Of(b.formula))
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
	return sum, nil
}
