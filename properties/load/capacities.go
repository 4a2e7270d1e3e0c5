package load

import (
	"fmt"
	"math/big"
	"strings"
)

// rates are what the program has of the capacities of a class of nodes: what a
// quorum takes of a node of the class, times a number that makes it an integer for
// each family.
type rates struct {
	whole *big.Int   // the number
	of    []*big.Int // by family: whole/capacity
}

// newRates returns the rates of a class of nodes from those of a node of it.
func newRates(capacities []*big.Rat) rates {
	r := rates{whole: big.NewInt(1)}
	for _, c := range capacities {
		var g big.Int
		g.GCD(nil, nil, r.whole, c.Num())
		r.whole.Mul(r.whole, g.Div(c.Num(), &g))
	}
	for _, c := range capacities {
		x := new(big.Int).Div(r.whole, c.Num())
		r.of = append(r.of, x.Mul(x, c.Denom()))
	}
	return r
}

// capacity returns how many quorums of the family a node can serve in a unit of
// time.
func (u Use) capacity(v int) *big.Rat {
	if u.Capacities == nil {
		return big.NewRat(1, 1)
	}
	return u.Capacities[v]
}

// cost returns weights of the nodes as they count for a quorum of the family: each
// divided by the capacity of the node.
func (u Use) cost(weights []*big.Rat) []*big.Rat {
	if u.Capacities == nil {
		return weights
	}
	costs := make([]*big.Rat, len(weights))
	for v, w := range weights {
		costs[v] = new(big.Rat).Quo(w, u.Capacities[v])
	}
	return costs
}

// validCapacities reports capacities that are none.
func (u Use) validCapacities() error {
	if u.Capacities == nil {
		return nil
	}
	if n := u.Family.Nodes(); len(u.Capacities) != n {
		return fmt.Errorf("%d capacities of %d nodes", len(u.Capacities), n)
	}
	for v, c := range u.Capacities {
		if c.Sign() <= 0 {
			return fmt.Errorf("the capacity of node %d is %s, which is not more than 0", v, c.RatString())
		}
	}
	return nil
}

// byCapacity numbers the nodes such that two have the same number where they have
// the same capacity for each family that requests take a quorum of. It returns nil where no
// family has capacities.
func byCapacity(uses []Use) []int {
	given := false
	for _, u := range uses {
		given = given || u.Share.Sign() > 0 && u.Capacities != nil
	}
	if !given {
		return nil
	}
	numbers := make(map[string]int)
	var of []int
	for v := range uses[0].Family.Nodes() {
		var key strings.Builder
		for _, u := range uses {
			if u.Share.Sign() > 0 {
				key.WriteString(" " + u.capacity(v).String())
			}
		}
		if _, ok := numbers[key.String()]; !ok {
			numbers[key.String()] = len(numbers)
		}
		of = append(of, numbers[key.String()])
	}
	return of
}
