package corpus

import (
	"context"
	"fmt"
	"math/bits"

	p "qcheck/properties"
	"qcheck/setsys"
)

func fewestMembers() *Entry {
	e := &Entry{
		Name: "baldoni/fewest-members",
		Source: resources("section 2, after (2)", "the least size of request sets with (i) and (ii) is that of the lines of a projective plane: K where N = K(K-1)+1, "+
			"of the order of sqrt(N)"),
		Claim:   "request sets with (i) and (ii) of N = K(K-1)+1 processes have at least K members",
		Reading: "as printed, (i) and (ii) alone; see fewest-equal-members for what Maekawa asks besides",
		Reason: "one process that is in all sets will do: then a set has two members at most. " +
			"The words that every process does the same part, which the paper has for symmetric algorithms in section 7 only, are needed",
	}
	for k := 2; k <= 6; k++ {
		n := k*(k-1) + 1
		star := masks{n: n}
		for i := range n {
			star.sets = append(star.sets, 1|1<<i)
		}
		e.Cases = append(e.Cases, Case{
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
	e := &Entry{
		Name: "baldoni/fewest-equal-members",
		Source: resources("sections 2 and 7", "the least size of request sets is that of the lines of a projective plane; "+
			"in a symmetric algorithm every process arbitrates as much"),
		Claim:   "request sets with (i) and (ii) of K' members, every process in K' of them, have K' >= K where N = K(K-1)+1",
		Reading: "the sizes and the parts are equal, as Maekawa has it",
		Reason:  "each set meets at most K'(K'-1) others; exhaustive for N = 3, 7 and 13. That K members are enough is in projective-planes-request-sets",
	}
	for k := 2; k <= 4; k++ {
		n := k*(k-1) + 1
		e.Cases = append(e.Cases, Case{
			Name: params("N", n, "K", k),
			Ask: stated("none-smaller", func(ctx context.Context, _ *setsys.Structure) (string, error) {
				for size := 1; size < k; size++ {
					found, err := equalSets(ctx, n, size)
					if err != nil || len(found.sets) > 0 {
						return fmt.Sprintf("%v", found.family()), err
					}
				}
				return "", nil
			}),
		})
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
	e := &Entry{
		Name: "baldoni/tuples",
		Source: resources("section 5 and section 7, (12) and (13)", "a conflict of h processes is one of C(h,M+1) tuples of M+1; C(N-1,M) tuples have a given process, "+
			"and C(X-1,M) of those that an arbiter set of X processes with it has"),
		Claim:  "there are C(h,M+1) tuples in a conflict of h, and C(N-1,M) of N processes with a given one",
		Reason: "counted one by one; (13) is (12) for the arbiter set",
	}
	for m := 1; m <= 6; m++ {
		e.Cases = append(e.Cases, Case{
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
	e := &Entry{
		Name: "baldoni/local-recovery-messages",
		Source: resources("section 8, end", "if (vi) holds, the messages for an entry are 3 ceil((N-1)/2) on average for M = 1, "+
			"and for 1 < M < N-1 more than for M-1 and at most 3(N-1)"),
		Claim: "with local recovery the fewest messages are 3 ceil((N-1)/2) for M = 1, and grow with M to at most 3(N-1)",
		Reading: "(vi) with \"contains\", since with \"equals\" there are mostly no such sets; 3 messages for each other member of a set, " +
			"the average over all processes, and of all request sets those with the fewest members",
		Reason: "for N = 5, the fewest members for M = 3 are those for M = 2, so the number does not grow. For M = 1 the average is (N-1)/2 other members, " +
			"which for even N is taken for its ceiling. All request sets of up to 5 processes",
	}
	for n := 2; n <= 5; n++ {
		for m := 1; m < n; m++ {
			e.Cases = append(e.Cases, Case{Name: params("N", n, "M", m), Ask: localRecoveryAsk(n, m)})
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
