package properties

import (
	"fmt"
	"slices"

	"qcheck/setsys"
)

// Proofs by counting, for formulas: from the weights of a threshold alone.
//
// Pairwise disjoint quorums of a threshold that needs T of members with weights
// w_i: each quorum satisfies members of weight T at least, and disjoint ones
// satisfy member i at most p_i times, if it has at most p_i disjoint quorums. So r
// of them need r·T <= Σ w_i·p_i. A node has one. For a uniform threshold of t of m
// nodes this is exact: r·t <= m.
//
// Quorums of a threshold without a common node: each lacks members of weight W-T
// at most, where W is the sum of the weights. If r·(W-T) is less than the weight
// of the members any r quorums of which have a common node, then all r quorums
// satisfy one of these, and have its common node. For t of m nodes this is exact:
// r·(m-t) < m.
//
// The dual of a threshold that needs T is the one that needs W-T+1, of the duals
// of the members. So a formula is its own dual if 2·T = W+1 in each threshold.
type counting struct {
	disjoint map[*setsys.Formula]int
	common   map[commonKey]bool
	dual     map[*setsys.Formula]bool
	n        int
}

type commonKey struct {
	f *setsys.Formula
	r int
}

func newCounting(n int) *counting {
	return &counting{map[*setsys.Formula]int{}, map[commonKey]bool{}, map[*setsys.Formula]bool{}, n}
}

// mostDisjoint returns a number that pairwise disjoint quorums of f do not exceed.
func (c *counting) mostDisjoint(f *setsys.Formula) int {
	if _, ok := f.Node(); ok {
		return 1
	}
	most, ok := c.disjoint[f]
	if !ok {
		sum := 0
		for i := range f.Len() {
			m, w := f.Member(i)
			sum += w * c.mostDisjoint(m)
		}
		most = min(sum/f.Need(), c.n)
		c.disjoint[f] = most
	}
	return most
}

// shares reports that any r quorums of f have a common node; false means that
// counting does not tell.
func (c *counting) shares(f *setsys.Formula, r int) bool {
	if _, ok := f.Node(); ok {
		return true
	}
	// Of more than n+1 quorums, one takes nothing from what the others share.
	key := commonKey{f, min(r, c.n+1)}
	shares, ok := c.common[key]
	if !ok {
		sum, good := 0, 0
		for i := range f.Len() {
			m, w := f.Member(i)
			sum += w
			if c.shares(m, key.r) {
				good += w
			}
		}
		shares = key.r*(sum-f.Need()) < good
		c.common[key] = shares
	}
	return shares
}

// selfDual reports that f is its own dual; false means that counting does not
// tell.
func (c *counting) selfDual(f *setsys.Formula) bool {
	if _, ok := f.Node(); ok {
		return true
	}
	dual, ok := c.dual[f]
	if !ok {
		sum, members := 0, true
		for i := range f.Len() {
			m, w := f.Member(i)
			sum += w
			members = members && c.selfDual(m)
		}
		dual = members && 2*f.Need() == sum+1
		c.dual[f] = dual
	}
	return dual
}

// A uniform is a threshold of size of m nodes, each counted once.
type uniform struct {
	size, m int
	nodes   []int // ascending
}

func uniformOf(f *setsys.Formula) (uniform, bool) {
	t, nodes := f.Uniform()
	slices.Sort(nodes)
	return uniform{t, len(nodes), nodes}, t > 0
}

// block returns quorum number i, 0 or more, of pairwise disjoint ones.
func (u uniform) block(n, i int) []uint64 {
	return setsys.NewNodeSet(n, u.nodes[i*u.size:(i+1)*u.size]...).Words()
}

// without returns the quorum without block number i of m-size nodes; the last
// block begins earlier if there are too few.
func (u uniform) without(n, i int) []uint64 {
	lack := u.m - u.size
	first := min(i*lack, u.m-lack)
	return setsys.NewNodeSet(n, append(slices.Clone(u.nodes[:first]), u.nodes[first+lack:]...)...).Words()
}

func byCounting(format string, args ...any) string {
	return "by counting: " + fmt.Sprintf(format, args...)
}
