package corpus

import (
	"context"
	"fmt"
	"math/bits"

	p "qcheck/properties"
	"qcheck/setsys"
)

func fewestMembers() *Entry {
	e := entry("baldoni/fewest-members")
	for k := 2; k <= 6; k++ {
		n := k*(k-1) + 1
		star := masks{n: n}
		for i := range n {
			star.sets = append(star.sets, 1|1<<i)
		}
		e.add(Case{
			Name:  params("N", n, "K", k),
			Build: func() (*setsys.Structure, error) { return star.structure(setsys.RequestSets, 1), nil },
			Ask: silent(p.NonEmpty, p.SelfMembership, p.PairwiseIntersection).with(questions{{
				Name: "none-smaller", Claimed: holds, Pinned: holds,
				Decide: func(_ context.Context, s *setsys.Structure) (string, error) {
					if _, most := extent(s.Requests); most < k {
						return fmt.Sprintf("process 1 in all sets: they have at most %d members, fewer than K = %d", most, k), nil
					}
					return "", nil // sets of one member, {i} each, are disjoint
				},
			}}),
		})
	}
	return pinned(e)
}

func fewestEqualMembers() *Entry {
	e := entry("baldoni/fewest-equal-members")
	for k := 2; k <= 4; k++ {
		n := k*(k-1) + 1
		e.add(Case{Name: params("N", n, "K", k), Ask: stated("none-smaller", func(ctx context.Context, _ *setsys.Structure) (string, error) {
			for size := 1; size < k; size++ {
				found, err := equalSets(ctx, n, size)
				if err != nil || len(found.sets) > 0 {
					return fmt.Sprintf("%v", found.family()), err
				}
			}
			return "", nil
		})})
	}
	return e
}

// equalSets looks for request sets of n processes, all of one size and every
// process in so many of them, of which every two meet.
func equalSets(ctx context.Context, n, size int) (masks, error) {
	f := masks{n: n}
	load := make([]int, n)
	var ofSize []uint
	for set := uint(1); set < 1<<n; set++ {
		if bits.OnesCount(set) == size {
			ofSize = append(ofSize, set)
		}
	}
	var choose func() bool
	choose = func() bool {
		i := len(f.sets)
		if i == n || ctx.Err() != nil {
			return i == n
		}
	next:
		for _, set := range ofSize {
			if set>>i&1 == 0 {
				continue
			}
			for _, other := range f.sets {
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
			f.sets = append(f.sets, set)
			add(1)
			if choose() {
				return true
			}
			add(-1)
			f.sets = f.sets[:i]
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

func tuplesOfConflicts() *Entry {
	e := entry("baldoni/tuples")
	for m := 1; m <= 6; m++ {
		e.add(Case{
			Name: params("M", m),
			Ask: stated("tuples-of-a-conflict", func(context.Context, *setsys.Structure) (string, error) {
				for h := m + 1; h <= 14; h++ {
					if x := subsets(h, m+1, func(uint) bool { return true }); x != choose(h, m+1) {
						return fmt.Sprintf("h = %d: %d", h, x), nil
					}
				}
				return "", nil
			}).with(stated("tuples-with-a-process", func(context.Context, *setsys.Structure) (string, error) {
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
func localRecoveryMessages() *Entry {
	e := entry("baldoni/local-recovery-messages")
	for n := 2; n <= 5; n++ {
		for m := 1; m < n; m++ {
			e.add(Case{Name: params("N", n, "M", m), Ask: localRecoveryAsk(n, m)})
		}
	}
	return pinned(e)
}

func localRecoveryAsk(n, m int) questions {
	if m == 1 {
		return stated("half-of-the-others", func(ctx context.Context, _ *setsys.Structure) (string, error) {
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
		return observed("at-most-all-others", atMost)
	}
	return stated("at-most-all-others", atMost).with(stated("grows-with-M", func(ctx context.Context, _ *setsys.Structure) (string, error) {
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
