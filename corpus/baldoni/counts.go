package baldoni

import (
	"context"
	"fmt"
	"math/bits"

	"qcheck/corpus/entry"
	"qcheck/setsys"
)

// star is the request sets of N processes with process 1 in all of them.
func star(x entry.Values) (*setsys.Structure, error) {
	f := entry.Masks{N: x["N"]}
	for i := range f.N {
		f.Sets = append(f.Sets, 1|1<<i)
	}
	return f.Structure(setsys.RequestSets, 1), nil
}

// noneSmallerOfOneSize: no sets of fewer than K members, each process in equally many, will do.
func noneSmallerOfOneSize(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	for size := 1; size < x["K"]; size++ {
		if found := entry.Known(equalSets(a, x["N"], size)); len(found.Sets) > 0 {
			return fmt.Sprintf("%v", found.Family())
		}
	}
	return ""
}

// equalSets looks for request sets of n processes, all of one size and every
// process in so many of them, of which every two meet.
func equalSets(ctx context.Context, n, size int) (entry.Masks, error) {
	f := entry.Masks{N: n}
	load := make([]int, n)
	ofSize := entry.SetsOf(n, size)
	var choose func() bool
	choose = func() bool {
		i := len(f.Sets)
		if i == n || ctx.Err() != nil {
			return i == n
		}
	next:
		for _, set := range ofSize {
			if set>>i&1 == 0 {
				continue
			}
			for _, other := range f.Sets {
				if other&set == 0 {
					continue next
				}
			}
			for v := range n {
				if set>>v&1 != 0 && load[v] == size {
					continue next
				}
			}
			add := func(by int) {
				for v := range n {
					if set>>v&1 != 0 {
						load[v] += by
					}
				}
			}
			f.Sets = append(f.Sets, set)
			add(1)
			if choose() {
				return true
			}
			add(-1)
			f.Sets = f.Sets[:i]
		}
		return false
	}
	choose()
	return f, context.Cause(ctx)
}

// tuples: h processes have C(h, M+1) tuples of M+1, and C(h-1, M) with one of them, process 1.
func tuples(x entry.Values) string {
	size, with := x["M"]+1, x["with"]
	for h := size; h <= 14; h++ {
		count := 0
		for _, set := range entry.SetsOf(h, size) {
			if with == 0 || set&1 != 0 {
				count++
			}
		}
		if count != entry.Choose(h-with, size-with) {
			return fmt.Sprintf("of %d: %d", h, count)
		}
	}
	return ""
}

// The programs below are the last formula of section 8.

func halfOfTheOthers(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	n := x["N"]
	least := entry.Known(fewestForRecovery(a, n, x["M"]))
	if average, half := (least+n-1)/n, n/2; average != half { // both rounded up
		return fmt.Sprintf("%d other members in all", least)
	}
	return ""
}

func atMostAllOthers(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	n := x["N"]
	if least := entry.Known(fewestForRecovery(a, n, x["M"])); least > n*(n-1) {
		return fmt.Sprintf("%d other members in all", least)
	}
	return ""
}

func growsWithM(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	n, m := x["N"], x["M"]
	before, least := entry.Known(fewestForRecovery(a, n, m-1)), entry.Known(fewestForRecovery(a, n, m))
	if least <= before {
		return fmt.Sprintf("%d other members in all, for M = %d as well", least, m-1)
	}
	return ""
}

// fewestForRecovery is the least number of members besides the own process, over
// all sets together, of request sets in which every m+1 processes have m of
// themselves in common.
func fewestForRecovery(ctx context.Context, n, m int) (int, error) {
	tuples := entry.SetsOf(n, m+1)
	least := n * (n - 1) // all sets full
	sets := make([]uint, n)
next:
	for code := range uint(1) << (n * (n - 1)) {
		if code&(1<<16-1) == 0 && ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		total := bits.OnesCount(code)
		if total >= least {
			continue
		}
		for i := range n {
			others := code >> (i * (n - 1)) & (1<<(n-1) - 1)
			low := others & (1<<i - 1)
			sets[i] = low | 1<<i | (others&^low)<<1
		}
		for _, tuple := range tuples {
			common := tuple
			for rest := tuple; rest != 0; rest &= rest - 1 {
				common &= sets[bits.TrailingZeros(rest)]
			}
			if bits.OnesCount(common) < m {
				continue next
			}
		}
		least = total
	}
	return least, nil
}
