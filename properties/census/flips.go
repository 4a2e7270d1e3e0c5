package census

import (
	"context"
	"slices"
	"sync"
)

// A table says of each set of up to 7 nodes, as a number, whether it contains a
// quorum.
type table [2]uint64

func (t *table) has(set int) bool { return t[set>>6]>>(set&63)&1 == 1 }
func (t *table) flip(set int)     { t[set>>6] ^= 1 << (set & 63) }

// lows are the sets, of 64, without node i.
var lows = [6]uint64{0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff}

// exchanged exchanges nodes i and i+1, in the words of a table. Those are fast in registers, where no array is.
func exchanged(low, high uint64, i int) (uint64, uint64) {
	if i == 5 {
		return low&lows[5] | high<<32, high&^lows[5] | low>>32
	}
	only, by := lows[i+1]&^lows[i], 1<<i // sets with i and without i+1
	l, h := (low>>by^low)&only, (high>>by^high)&only
	return low ^ l ^ l<<by, high ^ h ^ h<<by
}

// least returns the least table that renaming the n nodes makes of t, and how many
// renamings make it.
func (t table) least(n int) (least table, times int) {
	low, high := t[0], t[1]
	leastLow, leastHigh := low, high
	for _, i := range ordersOf[n]() {
		if i >= 0 {
			low, high = exchanged(low, high, i)
		}
		switch {
		case high < leastHigh || high == leastHigh && low < leastLow:
			leastLow, leastHigh, times = low, high, 1
		case high == leastHigh && low == leastLow:
			times++
		}
	}
	return table{leastLow, leastHigh}, times
}

// ordersOf are the exchanges of up to 7 nodes, made once: each table is renamed by them.
var ordersOf = func() (all [8]func() []int) {
	for n := range all {
		all[n] = sync.OnceValue(func() []int { return exchanges(n) })
	}
	return all
}()

// exchanges are the neighbours to exchange, one after another, such that each
// permutation of n nodes occurs once: -1 for the first, that changes nothing; then
// the order of Steinhaus, Johnson and Trotter. The last node goes from one end to the
// other in each permutation of those before it.
func exchanges(n int) []int {
	if n < 2 {
		return []int{-1}
	}
	var order []int
	for i, at := range exchanges(n - 1) {
		order = append(order, at+i%2)
		for step := range n - 1 {
			if i%2 == 0 {
				step = n - 2 - step
			}
			order = append(order, step)
		}
	}
	return order
}

// minimal returns the quorums: the minimal sets of the table.
func (t *table) minimal(n int) []uint64 {
	var quorums []uint64
	for set := 1; set < 1<<n; set++ {
		if !t.has(set) {
			continue
		}
		least := true
		for rest := set; rest != 0 && least; rest &= rest - 1 {
			least = !t.has(set &^ (rest & -rest))
		}
		if least {
			quorums = append(quorums, uint64(set))
		}
	}
	slices.SortFunc(quorums, before)
	return quorums
}

// flipped lists the nondominated coteries on n nodes, at most 7, up to renaming:
// their tables in their order.
//
// In a nondominated coterie, of each set and its complement one contains a quorum.
// Exchanging the two for a quorum Q, so that its complement becomes one, gives
// another (Bioch and Ibaraki, Generating and approximating nondominated coteries,
// IEEE Transactions on Parallel and Distributed Systems 6, 1995): sets that contain
// Q properly stay, and those that contain the complement properly have a complement
// within Q, and so were there. And every nondominated coterie g is reached from every
// f: a minimal set of those that contain a quorum of f and none of g is a quorum of
// f; exchanging it, fewer such sets are left. So all are found from one.
func flipped(ctx context.Context, n int) (tables []table, err error) {
	var first table
	for set := range 1 << n {
		if set&1 == 1 {
			first.flip(set)
		}
	}
	known := map[table]bool{}
	add := func(t table) {
		if least, _ := t.least(n); !known[least] {
			known[least] = true
			tables = append(tables, least)
		}
	}
	add(first)
	for i := 0; i < len(tables) && err == nil; i++ {
		t := tables[i]
		for _, q := range t.minimal(n) {
			if q == 1<<n-1 {
				continue // the empty set is no quorum
			}
			u := t
			u.flip(int(q))
			u.flip(1<<n - 1 - int(q))
			add(u)
		}
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
	}
	inOrder(tables, n)
	return tables, err
}
