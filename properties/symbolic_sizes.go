package properties

import (
	"math/big"

	"qcheck/setsys"
	"qcheck/setsys/diagram"
)

// sizeVertices is the limit of the diagrams of trust graphs when they are only to be
// counted.
const sizeVertices = 1_000_000

// sizes counts the quorums of the families that are formulas by their number of
// nodes, 0 to n, as far as that can be done within the limits.
func (c *checker) sizes() map[setsys.Role][]*big.Int {
	sizes := map[setsys.Role][]*big.Int{}
	failed := true
	if c.within(func() { failed = c.solve(sizeVertices) != nil }); failed {
		return sizes
	}
	for _, f := range c.formulas {
		if u, ok := uniformOf(f.Family.Formula()); ok {
			counts := make([]*big.Int, f.Family.Nodes()+1)
			for i := range counts {
				counts[i] = new(big.Int)
			}
			counts[u.size].Binomial(int64(u.m), int64(u.size))
			sizes[f.Role] = counts
			continue
		}
		c.within(func() {
			y := c.symbolicOf()
			sizes[f.Role] = y.d.Sizes(y.d.Minimal(y.family(f.Role)))
		})
	}
	return sizes
}

// within runs what may be cut by a limit, and then has no result.
func (c *checker) within(f func()) {
	defer func() {
		if p := recover(); p != nil {
			if _, ok := p.(stopped); !ok {
				panic(p)
			}
		}
	}()
	diagram.Try(f)
}
