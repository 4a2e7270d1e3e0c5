package search

import (
	"context"
	"fmt"
	"slices"

	"qcheck/properties"
	"qcheck/properties/census"
	"qcheck/setsys"
)

// The bounds of the searches for sizes.
const (
	MaxSizeNodes   = 64 // of uniform (h,k)-arbiters
	MaxSizeK       = 6  // of these
	MaxRegular     = 8  // nodes of regular request sets, where sets of more than 3 nodes are looked for
	maxSizeVectors = 100_000_000
)

// A SizeSearch is the sizes of quorums that cannot be lowered.
type SizeSearch struct {
	// Tried counts the choices of sizes, or of request sets one by one, that were
	// looked at.
	Tried int

	// Minimal are the vectors of sizes, for each number of units from 1 to k, none of
	// whose sizes can be lowered; they come in lexicographic order.
	Minimal [][]int

	// Size is the least size of regular request sets, and Best the first of them; 0
	// and nil when the search was cut before. No smaller size than Least has any.
	Size, Least int
	Best        *setsys.Structure

	// Cut is why the search was not complete, nil if it was.
	Cut error
}

// UniformSizes finds the sizes of uniform (h,k)-arbiters that cannot be lowered: for h
// units all sets of t_h of n nodes are quorums, 1 <= t_h <= n, and no size can be lowered
// without raising another one. Manabe and Tajima leave the arbiters of least size open;
// their formula is [FormulaSizes].
//
// Quorums of the sizes t_1, ..., t_r have a common node, whichever they are, if and only
// if they lack fewer than n nodes together: Σ (n-t_i) < n. So a vector is valid if this
// is so for each critical conflicting request pattern, and every larger vector is, too.
// The search goes through the vectors in lexicographic order; the last size follows from
// the others.
func UniformSizes(ctx context.Context, n, k int) (*SizeSearch, error) {
	if n < 1 || n > MaxSizeNodes || k < 1 || k > MaxSizeK {
		return nil, fmt.Errorf("sizes of (h,k)-arbiters are searched for with 1 to %d nodes and k of 1 to %d, not n = %d and k = %d", MaxSizeNodes, MaxSizeK, n, k)
	}
	vectors := 1
	for range k - 1 {
		if vectors *= n; vectors > maxSizeVectors {
			return nil, fmt.Errorf("there are more than %d vectors of sizes for n = %d and k = %d: too many to try", maxSizeVectors, n, k)
		}
	}
	u := &uniformSizes{ctx: ctx, n: n, byLargest: make([][][]int, k+1)}
	for _, p := range properties.CriticalPatterns(k) {
		largest := p[len(p)-1]
		u.byLargest[largest] = append(u.byLargest[largest], p)
	}
	u.choose(nil, k)
	return &u.found, nil
}

// FormulaSizes returns the sizes of the uniform (h,k)-arbiter of Manabe and Tajima:
// floor(kn/(k+h))+1 for h units.
func FormulaSizes(n, k int) []int {
	var sizes []int
	for h := 1; h <= k; h++ {
		sizes = append(sizes, k*n/(k+h)+1)
	}
	return sizes
}

// Meet reports whether quorums that are all sets of these sizes, for 1, 2, ... units of n nodes, have a
// common node, whichever a pattern takes; see [UniformSizes].
func Meet(n int, sizes []int) bool {
	return meet(n, sizes, properties.CriticalPatterns(len(sizes)))
}

func meet(n int, sizes []int, patterns [][]int) bool {
	for _, p := range patterns {
		lack := 0
		for _, units := range p {
			lack += n - sizes[units-1]
		}
		if lack >= n {
			return false
		}
	}
	return true
}

type uniformSizes struct {
	ctx       context.Context
	n         int
	byLargest [][][]int // patterns by their largest number of units
	found     SizeSearch
}

// choose tries the sizes for the numbers of units from len(sizes)+1 to k.
func (u *uniformSizes) choose(sizes []int, k int) {
	h := len(sizes) + 1
	for t := 1; t <= u.n && u.found.Cut == nil; t++ {
		if u.ctx.Err() != nil {
			u.found.Cut = context.Cause(u.ctx)
			return
		}
		u.found.Tried++
		longer := append(slices.Clone(sizes), t)
		if !meet(u.n, longer, u.byLargest[h]) {
			continue
		}
		if h < k {
			u.choose(longer, k)
			continue
		}
		// A vector found before that is nowhere larger makes this one superfluous; later
		// ones are larger somewhere.
		if !slices.ContainsFunc(u.found.Minimal, func(m []int) bool { return atMost(m, longer) }) {
			u.found.Minimal = append(u.found.Minimal, longer)
		}
		return // larger last sizes are superfluous
	}
}

func atMost(a, b []int) bool {
	for i := range a {
		if a[i] > b[i] {
			return false
		}
	}
	return true
}

// RegularSizes finds the least size of regular request sets for m resources: the set of
// each of the n processes has this size and the process itself, every m+1 distinct
// processes have a common node in their sets, and each node is in as many sets. Sets of
// all nodes are regular, so there is a least size. Looked for are sets of at most most nodes.
//
// Search, from size 1 on: process by process, all sets of the size with the process; the
// set of process 1 is {1, ..., size}, because the other nodes can be renamed. A choice
// is cut when a node is in too many sets, or when some m+1 sets share nothing.
func RegularSizes(ctx context.Context, n, m, most int) (*SizeSearch, error) {
	if n < 1 || n > MaxRegular && most > 3 || m < 1 || m > setsys.MaxCount {
		return nil, fmt.Errorf("regular request sets are searched for with 1 to %d nodes, not %d", MaxRegular, n)
	}
	found := &SizeSearch{Least: 1}
	for size := 1; size <= most; size++ {
		r := &regular{ctx: ctx, n: n, m: m, size: size, sized: census.SetsOf(n, size), count: make([]int, n), found: found}
		sets := r.search(nil)
		if found.Cut != nil {
			return found, nil
		}
		if sets == nil {
			found.Least = size + 1
			continue
		}
		found.Size, found.Best = size, census.Class{Kind: setsys.RequestSets, N: n, M: m}.Structure(sets)
		found.Best.Name = fmt.Sprintf("regular request sets of %d nodes", size)
		return found, nil
	}
	return found, nil
}

type regular struct {
	ctx        context.Context
	n, m, size int
	sized      []uint64 // all sets of so many nodes
	count      []int    // by node: in how many sets it is
	found      *SizeSearch
}

// search extends the sets of the first processes.
func (r *regular) search(sets []uint64) []uint64 {
	i := len(sets)
	if i == r.n {
		return sets
	}
	for _, set := range r.sized {
		if set>>i&1 == 0 || i == 0 && set != 1<<r.size-1 {
			continue
		}
		if r.found.Tried++; r.found.Tried&0xfff == 0 && r.ctx.Err() != nil {
			r.found.Cut = context.Cause(r.ctx)
			return nil
		}
		longer := append(slices.Clone(sets), set)
		if !census.Arbitrated(longer, r.m+1) {
			continue
		}
		most := r.add(set, 1)
		var found []uint64
		if most <= r.size {
			found = r.search(longer)
		}
		r.add(set, -1)
		if found != nil || r.found.Cut != nil {
			return found
		}
	}
	return nil
}

// add counts a set, or no more, and returns in how many sets one of its nodes is at most.
func (r *regular) add(set uint64, by int) (most int) {
	for v := range r.count {
		if set>>v&1 == 1 {
			r.count[v] += by
			most = max(most, r.count[v])
		}
	}
	return most
}
