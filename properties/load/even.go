package load

import (
	"math/big"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// Even returns the load of each node when the sets of the family are used equally
// often, each as often as it is listed; so are request sets when all processes
// ask equally often. The family has a set. Capacities are those of a [Use].
func Even(f setsys.Family, capacities []*big.Rat) []*big.Rat {
	loads := make([]*big.Rat, f.Nodes())
	in := make([]int64, f.Nodes())
	for i := range f.Len() {
		row := f.Words(i)
		for v := words.Next(row, 0); v >= 0; v = words.Next(row, v+1) {
			in[v]++
		}
	}
	for v := range loads {
		loads[v] = big.NewRat(in[v], int64(f.Len()))
	}
	return Use{Family: f, Capacities: capacities}.cost(loads)
}
