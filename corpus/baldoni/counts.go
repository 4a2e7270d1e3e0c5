package baldoni

import (
	"context"
	"fmt"
	"math/bits"

	"qcheck/corpus/entry"
	"qcheck/properties/search"
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
	found := entry.Known(search.RegularSizes(a, x["N"], 1, x["K"]-1))
	if entry.Known(found, found.Cut).Best != nil {
		return found.Best.Requests.String()
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
