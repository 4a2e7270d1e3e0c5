package baldoni

import (
	"fmt"
	"math/bits"
	"strings"

	"qcheck/corpus/entry"
	"qcheck/properties/census"
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

// recovery states something of the last formula of section 8, by the fewest other members in all.
func recovery(also string, right func(n, m, least int) bool) entry.Program {
	return entry.Arithmetic(func(x entry.Values) string {
		n, m := x["N"], x["M"]
		least := fewestForRecovery(n, m)
		if right(n, m, least) {
			return ""
		}
		return fmt.Sprintf("%d other members in all%s", least, strings.ReplaceAll(also, "M-1", fmt.Sprint(m-1)))
	})
}

// fewestForRecovery is the least number of members besides the own process, over
// all sets together, of request sets in which every m+1 processes have m of
// themselves in common.
func fewestForRecovery(n, m int) int {
	tuples := census.SetsOf(n, m+1)
	least := n * (n - 1) // all sets full
next:
	for f := range entry.RequestSets(n) {
		total := -n
		for _, set := range f.Sets {
			total += bits.OnesCount64(set)
		}
		if total >= least {
			continue
		}
		for _, tuple := range tuples {
			common := tuple
			for rest := tuple; rest != 0; rest &= rest - 1 {
				common &= f.Sets[bits.TrailingZeros64(rest)]
			}
			if bits.OnesCount64(common) < m {
				continue next
			}
		}
		least = total
	}
	return least
}
