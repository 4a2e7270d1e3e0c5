package availability

import (
	"context"
	"math/big"

	"qcheck/setsys"
	symbolic "qcheck/setsys/diagram"
)

// Reliable returns the probabilities that the nodes that are up contain 1, 2, ... and so
// many pairwise disjoint quorums of f, when each node is up with a probability of its own,
// independently of the others. It adds up the paths of the diagram of the sets that contain
// such quorums. The errors are those of [Analyze].
func Reliable(ctx context.Context, f setsys.Family, rows int, up []*big.Rat) (all []*big.Rat, err error) {
	defer caught(&err)
	if f.Formula() == nil {
		if f, err = minimal(ctx, f); err != nil {
			return nil, err
		}
	}
	d := newDiagrams(ctx, f, 0)
	d.watch.Look()
	for r := 1; r <= rows; r++ {
		d.extend()
		all = append(all, d.probability(d.levels[r], up))
	}
	return all, nil
}

// probability adds up the paths to the sets of f.
func (d *diagrams) probability(f symbolic.Family, up []*big.Rat) *big.Rat {
	known := map[symbolic.Family]*big.Rat{symbolic.None: new(big.Rat), symbolic.Every: big.NewRat(1, 1)}
	var of func(f symbolic.Family) *big.Rat
	of = func(f symbolic.Family) *big.Rat {
		sum, ok := known[f]
		if !ok {
			d.watch.Step()
			place, without, with := d.Vertex(f)
			p := up[d.Order()[place]]
			sum = new(big.Rat).Sub(big.NewRat(1, 1), p)
			sum.Mul(sum, of(without))
			sum.Add(sum, new(big.Rat).Mul(p, of(with)))
			known[f] = sum
		}
		return sum
	}
	return of(f)
}
