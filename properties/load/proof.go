package load

import (
	"errors"
	"fmt"
	"math/big"

	"qcheck/setsys"
	"qcheck/setsys/symmetry"
	"qcheck/setsys/words"
)

// Confirm adds up, quorum by quorum, what the result says: that the strategies
// are ones, that the sizes are right, that the busiest node has the load, and by the
// weights that no strategies have less. The error says what is wrong.
func (r *Result) Confirm() error { return r.confirm(func() {}) }

// confirm is Confirm. It calls goOn often.
func (r *Result) confirm(goOn func()) error {
	p, err := r.formulaProof(goOn)
	if err != nil {
		return err
	}
	if err := r.areStrategies(p, goOn); err != nil {
		return err
	}
	size := new(big.Rat)
	for i, u := range r.uses {
		if u.Share.Sign() != 0 {
			size.Add(size, new(big.Rat).Mul(u.Share, r.Strategies[i].Size))
		}
	}
	if size.Cmp(r.Size) != 0 {
		return fmt.Errorf("the quorum of a request has %s nodes, not %s", size.RatString(), r.Size.RatString())
	}
	high := new(big.Rat)
	for v, load := range nodeLoads(r.uses, r.Strategies, r.Symmetries) {
		if load.Cmp(r.Nodes[v]) != 0 {
			return fmt.Errorf("node %d has the load %s, not %s", v, load.RatString(), r.Nodes[v].RatString())
		}
		if load.Cmp(high) > 0 {
			high = load
		}
	}
	sum := new(big.Rat)
	for _, w := range r.Weights {
		if w.Sign() < 0 {
			return fmt.Errorf("the weight %s is less than 0", w.RatString())
		}
		sum.Add(sum, w)
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		return fmt.Errorf("the weights are %s together", sum.RatString())
	}
	if high.Cmp(r.Load) != 0 {
		return fmt.Errorf("the strategies have the load %s, not %s", high.RatString(), r.Load.RatString())
	}
	if low := leastWeight(r.uses, p, r.Weights, goOn); low.Cmp(r.Load) != 0 {
		return fmt.Errorf("the weights show a load of at least %s, not %s", low.RatString(), r.Load.RatString())
	}
	return nil
}

// areStrategies checks that each strategy chooses quorums of its family.
func (r *Result) areStrategies(p *formulaProof, goOn func()) (err error) {
	for i, u := range r.uses {
		switch {
		case err != nil || u.Share.Sign() == 0:
		case p != nil:
			err = p.isStrategy(u.Family.Formula(), r.Strategies[i])
		default:
			err = isStrategy(u.Family, r.Strategies[i], goOn)
		}
	}
	return err
}

// formulaProof returns what checks formulas; nil if the families are listed.
func (r *Result) formulaProof(goOn func()) (*formulaProof, error) {
	for _, u := range r.uses {
		if u.Share.Sign() > 0 && u.Family.Formula() != nil {
			return newFormulaProof(r.uses, r.Symmetries, goOn)
		}
	}
	return nil, nil
}

// isStrategy checks that s chooses a quorum of f with probability 1.
func isStrategy(f setsys.Family, s Strategy, goOn func()) error {
	quorums, chosen := words.NewTable(words.Of(f.Nodes())), words.NewTable(words.Of(f.Nodes()))
	for i := range f.Len() {
		goOn()
		quorums.Insert(f.Words(i))
	}
	sum, size := new(big.Rat), new(big.Rat)
	for _, g := range s.Groups {
		if g.Each.Sign() <= 0 || g.Quorums.Len() == 0 {
			return errors.New("a quorum is chosen with no probability")
		}
		nodes := g.Quorums.At(0).Len()
		for i := range g.Quorums.Len() {
			goOn()
			row := g.Quorums.Words(i)
			if quorums.Find(row) < 0 {
				return fmt.Errorf("%s is chosen and is no quorum", g.Quorums.At(i))
			}
			if _, added := chosen.Insert(row); !added {
				return fmt.Errorf("the quorum %s is chosen twice", g.Quorums.At(i))
			}
			if words.Count(row) != nodes {
				return fmt.Errorf("the quorum %s is in a group of %d nodes", g.Quorums.At(i), nodes)
			}
		}
		p := g.Together()
		sum.Add(sum, p)
		size.Add(size, p.Mul(p, big.NewRat(int64(nodes), 1)))
	}
	return adds(sum, size, s)
}

// adds checks the sum of the probabilities of a strategy, and its size.
func adds(sum, size *big.Rat, s Strategy) error {
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		return fmt.Errorf("the probabilities are %s together", sum.RatString())
	}
	if size.Cmp(s.Size) != 0 {
		return fmt.Errorf("a quorum has %s nodes on average, not %s", size.RatString(), s.Size.RatString())
	}
	return nil
}

// nodeLoads returns how often each node is in the quorum of a request, divided by its
// capacity. In an orbit of nodes under the symmetries, it is each of them equally
// often.
func nodeLoads(uses []Use, strategies []Strategy, symmetries [][]int) []*big.Rat {
	n := uses[0].Family.Nodes()
	group := symmetry.Generated(n, symmetries)
	loads := make([]*big.Rat, n)
	for v := range loads {
		loads[v] = new(big.Rat)
	}
	for i, s := range strategies {
		chosen := make([]*big.Rat, n) // how often each node is, for the family
		for v := range chosen {
			chosen[v] = new(big.Rat)
		}
		for _, g := range s.Groups {
			in := make([]int64, n)
			for j := range g.Quorums.Len() {
				row := g.Quorums.Words(j)
				for v := words.Next(row, 0); v >= 0; v = words.Next(row, v+1) {
					in[v]++
				}
			}
			for v, times := range in {
				chosen[v].Add(chosen[v], new(big.Rat).Mul(g.Each, big.NewRat(times, 1)))
			}
		}
		perOrbit := make([]*big.Rat, len(group.Sizes))
		for orbit := range perOrbit {
			perOrbit[orbit] = new(big.Rat)
		}
		for _, o := range s.Orbits {
			for v := range o.Quorum.All() {
				orbit := group.Orbit[v]
				perOrbit[orbit].Add(perOrbit[orbit], new(big.Rat).Quo(o.Together, big.NewRat(int64(group.Sizes[orbit]), 1)))
			}
		}
		for v, p := range chosen {
			p.Add(p, perOrbit[group.Orbit[v]])
		}
		for v, p := range uses[i].cost(chosen) {
			loads[v].Add(loads[v], p.Mul(p, uses[i].Share))
		}
	}
	return loads
}

// leastWeight returns the least weight of a quorum, times the share of its family,
// summed over the families, when each node weighs as much, divided by its capacity.
func leastWeight(uses []Use, p *formulaProof, weights []*big.Rat, goOn func()) *big.Rat {
	sum := new(big.Rat)
	for _, u := range uses {
		if u.Share.Sign() == 0 {
			continue
		}
		scaled, den := integers(u.cost(weights))
		if p != nil {
			x := new(big.Rat).SetFrac(p.leastWeight(u.Family.Formula(), scaled), den)
			sum.Add(sum, x.Mul(x, u.Share))
			continue
		}
		var least *big.Int
		weight := new(big.Int)
		for j := range u.Family.Len() {
			goOn()
			row := u.Family.Words(j)
			weight.SetInt64(0)
			for v := words.Next(row, 0); v >= 0; v = words.Next(row, v+1) {
				weight.Add(weight, scaled[v])
			}
			if least == nil || weight.Cmp(least) < 0 {
				least = new(big.Int).Set(weight)
			}
		}
		x := new(big.Rat).SetFrac(least, den)
		sum.Add(sum, x.Mul(x, u.Share))
	}
	return sum
}

// integers returns the fractions times their least common denominator.
func integers(fractions []*big.Rat) ([]*big.Int, *big.Int) {
	den := big.NewInt(1)
	var g big.Int
	for _, x := range fractions {
		g.GCD(nil, nil, den, x.Denom())
		den.Mul(den, new(big.Int).Div(x.Denom(), &g))
	}
	scaled := make([]*big.Int, len(fractions))
	for i, x := range fractions {
		scaled[i] = new(big.Int).Div(den, x.Denom())
		scaled[i].Mul(scaled[i], x.Num())
	}
	return scaled, den
}
