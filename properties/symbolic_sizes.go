package properties

import (
	"math/big"

	"qcheck/setsys"
)

// sizeVertices is the limit of the diagrams of trust graphs when they are only to be
// counted.
const sizeVertices = 1_000_000

// sizes counts the quorums of the families that are formulas by their number of
// nodes, 0 to n, as far as that can be done within the limits.
func (c *checker) sizes() map[setsys.Role][]*big.Int {
	sizes := map[setsys.Role][]*big.Int{}
	var failed error
	if err := within(func() { failed = c.solve(sizeVertices) }); err != nil || failed != nil {
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
		within(func() {
			y := c.symbolicOf()
			sizes[f.Role] = y.d.Sizes(y.d.Minimal(y.family(f.Role)))
		})
	}
	return sizes
}
