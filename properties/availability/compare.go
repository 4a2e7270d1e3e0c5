package availability

import (
	"context"

	"qcheck/explore/yield"
)

// MaxNodes is the largest number of nodes for [Compare].
const MaxNodes = 7

// A Comparison puts the k-majority and the k-singleton beside all k-coteries on
// N nodes, for one r.
type Comparison struct {
	N, K, R int

	// Coteries is how many k-coteries were compared, and Vectors how many
	// different vectors for R they have. They are all that there are, but on 7
	// nodes those that are as good up to the names of nodes; see Compare.
	Coteries int
	Vectors  int

	// Majority is where the k-majority (all sets of ceil((N+1)/(K+1)) nodes)
	// has the greatest availability of all k-coteries on N nodes, by the
	// reliability p of a node, 0 < p < 1. IsCoterie says that it is a k-coterie;
	// otherwise there is nothing to compare.
	Majority  []Interval
	IsCoterie bool

	// Singleton is the same for the k-singleton.
	Singleton []Interval

	// TieBroken is the same for the majority with a tie broken by node 1, for
	// K = 1: for an even N, the sets of N/2 nodes with node 1 are quorums too.
	TieBroken []Interval
}

// Compare compares all k-coteries on n nodes, 1 <= n <= 7, for every k (on 7
// nodes for k = 1, 3 and 7, those for which k+1 divides 8) and every r up to k.
//
// On 7 nodes it takes what all k-coteries on 6 nodes are, and three facts; of
// k-coteries that differ only in the names of the nodes, not all are listed.
//
// A k-coterie with the quorum {v} is {v} and a (k-1)-coterie on the other nodes,
// and every one of these makes a k-coterie. (No other quorum has v, so {v} is
// disjoint from all of them.)
//
// A 3-coterie without singletons on 7 nodes is given by its quorums of two nodes.
// Each quorum is one of 3 disjoint ones, so these have 2, 2 and 2 or 3 nodes. A
// quorum t of three has two disjoint quorums of two in its complement, for it can
// be extended twice. And where two disjoint quorums of two leave three nodes,
// non-intersection demands a quorum within these: t, unless a quorum of two is.
// So the quorums of three are exactly the sets that two disjoint quorums of two
// leave and that contain no quorum of two; and what follows from any choice of
// quorums of two is a 3-coterie or none.
//
// A coterie has at most the availability of a nondominated one, and for those on
// 7 nodes the sets without node 7 that contain a quorum are given by a coterie
// on the other 6, or by none: then the sets with node 7 that contain a quorum are
// those whose complement contains none.
func Compare(ctx context.Context, n int) (all []Comparison, err error) {
	defer caught(&err)
	t := tally{n: n, by: map[int]*census{}}
	if n < MaxNodes {
		c := newCube(n)
		c.eachKCoterie(yield.NewWatch(ctx), func(_ []uint8, available []uint64) {
			var vectors []counts
			for _, sets := range available {
				vectors = append(vectors, c.vector(sets))
			}
			t.add(vectors)
		})
	} else {
		t.addSeven(yield.NewWatch(ctx))
	}
	for k := 1; k <= n; k++ {
		x := t.by[k]
		if x == nil {
			continue
		}
		for r := 1; r <= k; r++ {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			c := Comparison{N: n, K: k, R: r, Coteries: x.coteries, Vectors: len(x.vectors[r-1])}
			others := x.best(n, r)
			// Not more than n nodes for k quorums.
			if c.IsCoterie = k*Quorum(n, k) <= n; c.IsCoterie {
				c.Majority = Best(MajorityVector(n, k, r), others)
			}
			c.Singleton = Best(SingletonVector(n, k, r), others)
			if k == 1 {
				c.TieBroken = Best(tieBroken(n), others)
			}
			all = append(all, c)
		}
	}
	return all, nil
}

// A tally collects the vectors of k-coteries on n nodes.
type tally struct {
	n  int
	by map[int]*census // by k
}

type census struct {
	coteries int
	vectors  []map[counts]bool // by r, from 1
}

// add counts one k-coterie by its vectors for r = 0 to k.
func (t *tally) add(vectors []counts) {
	k := len(vectors) - 1
	x := t.by[k]
	if x == nil {
		x = &census{}
		for range k {
			x.vectors = append(x.vectors, map[counts]bool{})
		}
		t.by[k] = x
	}
	x.coteries++
	for r, v := range vectors[1:] {
		x.vectors[r][v] = true
	}
}

// best returns the vectors for r that no other has as many sets as, of each
// size.
func (x *census) best(n, r int) []Vector {
	var best []Vector
	for v := range x.vectors[r-1] {
		if !x.dominated(v, r) {
			best = append(best, v.vector(n))
		}
	}
	return best
}

func (x *census) dominated(v counts, r int) bool {
	for w := range x.vectors[r-1] {
		if w != v && atLeast(w, v) {
			return true
		}
	}
	return false
}

func atLeast(w, v counts) bool {
	for s := range v {
		if w[s] < v[s] {
			return false
		}
	}
	return true
}
