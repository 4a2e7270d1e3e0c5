package corpus

import (
	"context"
	"fmt"
	"math/bits"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

func fewestMembers() *entry.Entry {
	e := entry.New("baldoni/fewest-members")
	for k := 2; k <= 6; k++ {
		n := k*(k-1) + 1
		star := entry.Masks{N: n}
		for i := range n {
			star.Sets = append(star.Sets, 1|1<<i)
		}
		e.Add(entry.Case{
			Name:  entry.Params("N", n, "K", k),
			Build: func() (*setsys.Structure, error) { return star.Structure(setsys.RequestSets, 1), nil },
			Ask: entry.Silent(p.NonEmpty, p.SelfMembership, p.PairwiseIntersection).With(entry.Questions{{
				Name: "none-smaller", Claimed: entry.Holds, Pinned: entry.Holds,
				Decide: func(_ context.Context, s *setsys.Structure) (string, error) {
					if _, most := entry.Extent(s.Requests); most < k {
						return fmt.Sprintf("process 1 in all sets: they have at most %d members, fewer than K = %d", most, k), nil
					}
					return "", nil // sets of one member, {i} each, are disjoint
				},
			}}),
		})
	}
	return entry.Pin(e)
}

func fewestEqualMembers() *entry.Entry {
	e := entry.New("baldoni/fewest-equal-members")
	for k := 2; k <= 4; k++ {
		n := k*(k-1) + 1
		e.Add(entry.Case{Name: entry.Params("N", n, "K", k), Ask: entry.Stated("none-smaller", func(ctx context.Context, _ *setsys.Structure) (string, error) {
			for size := 1; size < k; size++ {
				found, err := equalSets(ctx, n, size)
				if err != nil || len(found.Sets) > 0 {
					return fmt.Sprintf("%v", found.Family()), err
				}
			}
			return "", nil
		})})
	}
	return e
}

// equalSets looks for request sets of n processes, all of one size and every
// process in so many of them, of which every two meet.
func equalSets(ctx context.Context, n, size int) (entry.Masks, error) {
	f := entry.Masks{N: n}
	load := make([]int, n)
	var ofSize []uint
	for set := uint(1); set < 1<<n; set++ {
		if bits.OnesCount(set) == size {
			ofSize = append(ofSize, set)
		}
	}
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

// subsets counts the sets of size of n things that fits accepts.
func subsets(n, size int, fits func(set uint) bool) int {
	count := 0
	for set := uint(0); set < 1<<n; set++ {
		if bits.OnesCount(set) == size && fits(set) {
			count++
		}
	}
	return count
}

func tuplesOfConflicts() *entry.Entry {
	e := entry.New("baldoni/tuples")
	for m := 1; m <= 6; m++ {
		e.Add(entry.Case{
			Name: entry.Params("M", m),
			Ask: entry.Stated("tuples-of-a-conflict", func(context.Context, *setsys.Structure) (string, error) {
				for h := m + 1; h <= 14; h++ {
					if x := subsets(h, m+1, func(uint) bool { return true }); x != choose(h, m+1) {
						return fmt.Sprintf("h = %d: %d", h, x), nil
					}
				}
				return "", nil
			}).With(entry.Stated("tuples-with-a-process", func(context.Context, *setsys.Structure) (string, error) {
				for n := m + 1; n <= 14; n++ {
					if x := subsets(n, m+1, func(set uint) bool { return set&1 != 0 }); x != choose(n-1, m) {
						return fmt.Sprintf("N = %d: %d", n, x), nil
					}
				}
				return "", nil
			})),
		})
	}
	return e
}

// localRecoveryMessages is the last formula of section 8.
func localRecoveryMessages() *entry.Entry {
	e := entry.New("baldoni/local-recovery-messages")
	for n := 2; n <= 5; n++ {
		for m := 1; m < n; m++ {
			e.Add(entry.Case{Name: entry.Params("N", n, "M", m), Ask: localRecoveryAsk(n, m)})
		}
	}
	return entry.Pin(e)
}

func localRecoveryAsk(n, m int) entry.Questions {
	if m == 1 {
		return entry.Stated("half-of-the-others", func(ctx context.Context, _ *setsys.Structure) (string, error) {
			least, err := fewestForRecovery(ctx, n, m)
			if average, half := (least+n-1)/n, n/2; err != nil || average != half { // both rounded up
				return fmt.Sprintf("%d other members in all", least), err
			}
			return "", nil
		})
	}
	atMost := func(ctx context.Context, _ *setsys.Structure) (string, error) {
		least, err := fewestForRecovery(ctx, n, m)
		if err != nil || least > n*(n-1) {
			return fmt.Sprintf("%d other members in all", least), err
		}
		return "", nil
	}
	if m == n-1 {
		return entry.Observed("at-most-all-others", atMost)
	}
	return entry.Stated("at-most-all-others", atMost).With(entry.Stated("grows-with-M", func(ctx context.Context, _ *setsys.Structure) (string, error) {
		before, err := fewestForRecovery(ctx, n, m-1)
		if err != nil {
			return "", err
		}
		least, err := fewestForRecovery(ctx, n, m)
		if err != nil || least <= before {
			return fmt.Sprintf("%d other members in all, for M = %d as well", least, m-1), err
		}
		return "", nil
	}))
}

// fewestForRecovery is the least number of members besides the own process, over
// all sets together, of request sets in which every m+1 processes have m of
// themselves in common.
func fewestForRecovery(ctx context.Context, n, m int) (int, error) {
	var tuples []uint
	for set := uint(1); set < 1<<n; set++ {
		if bits.OnesCount(set) == m+1 {
			tuples = append(tuples, set)
		}
	}
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
