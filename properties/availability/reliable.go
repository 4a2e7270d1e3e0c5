package availability

import (
	"context"
	"math/big"

	"qcheck/explore/yield"
	"qcheck/setsys"
	symbolic "qcheck/setsys/diagram"
)

// Reliable returns the probabilities that the nodes that are up contain 1, 2, ... and so
// many pairwise disjoint quorums of f, when each node is up with a probability of its own,
// independently of the others: for each list of these probabilities, by node. It adds up
// the paths of the diagram of the sets that contain such quorums. The errors are those of
// [Analyze].
func Reliable(ctx context.Context, f setsys.Family, rows int, up [][]*big.Rat) (all [][]*big.Rat, err error) {
	defer caught(&err)
	all = make([][]*big.Rat, len(up))
	if f.Formula() == nil {
		if f, err = minimal(ctx, f); err != nil {
			return nil, err
		}
		if f.Len() == 0 {
			for i := range all {
				for range rows {
					all[i] = append(all[i], new(big.Rat))
				}
			}
			return all, nil
		}
	}
	w := yield.NewWatch(ctx)
	w.Look()
	d, quorums := symbolic.ForFamilies(f.Nodes(), 0, w.Step, f)
	level := symbolic.Every
	for range rows {
		level = d.Join(quorums[0], level)
		for i, p := range up {
			all[i] = append(all[i], probability(d, level, p, w))
		}
	}
	return all, nil
}

// probability adds up the paths to the sets of f.
func probability(d *symbolic.Diagram, f symbolic.Family, up []*big.Rat, w *yield.Watch) *big.Rat {
	known := map[symbolic.Family]*big.Rat{symbolic.None: new(big.Rat), symbolic.Every: big.NewRat(1, 1)}
	var of func(f symbolic.Family) *big.Rat
	of = func(f symbolic.Family) *big.Rat {
		sum, ok := known[f]
		if !ok {
			w.Step()
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
