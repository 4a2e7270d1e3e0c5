package corpus

import (
	"context"
	"fmt"
	"math/bits"

	p "qcheck/properties"
	"qcheck/setsys"
)

// kameiKakugawa has the structural claims of S. Kamei and H. Kakugawa,
// "Asynchronous message-passing distributed algorithm for the global critical
// section problem" (2019), section 3.4.
func kameiKakugawa() []*Entry {
	return []*Entry{complementNumbers(), lBelowK(), initiallySafe(), oddMajority(), splitMajority(), splitMajorityPrinted(), gridCoterie(), hearsEverybody(), measured("kamei-kakugawa/messages"), waitingTime()}
}

func oddMajority() *Entry {
	e := entry("kamei-kakugawa/majority-odd")
	for n := 1; n <= 15; n += 2 {
		e.add(built("majority", claimed(required(setsys.Coterie)...).with(silent(p.Nondomination)).
			with(stated("quorum-size", sizes((n+1)/2, (n+1)/2))), "n", n))
	}
	return e
}

// sizes states that the quorums have at least least and at most most nodes,
// with some of each.
func sizes(least, most int) Statement {
	return func(_ context.Context, s *setsys.Structure) (string, error) {
		small, large := extent(s.Families()[0].Family)
		if small != least || large != most {
			return fmt.Sprintf("the quorums have %d to %d nodes, not %d to %d", small, large, least, most), nil
		}
		return "", nil
	}
}

// extent returns the sizes of a smallest and a largest set; 0, 0 for no set.
func extent(f setsys.Family) (least, most int) {
	for i, q := range f.All() {
		if n := q.Len(); i == 0 {
			least, most = n, n
		} else {
			least, most = min(least, n), max(most, n)
		}
	}
	return least, most
}

func splitMajority() *Entry {
	e := entry("kamei-kakugawa/majority-even")
	for n := 2; n <= 16; n += 2 {
		e.add(built("majority-split", claimed(required(setsys.Coterie)...).with(silent(p.Nondomination)), "n", n))
	}
	return e
}

func splitMajorityPrinted() *Entry {
	e := entry("kamei-kakugawa/majority-even-printed")
	for n := 2; n <= 8; n += 2 {
		var c1 []uint
		for set := uint(1); set < 1<<n; set++ {
			if 2*bits.OnesCount(set) == n {
				c1 = append(c1, set)
			}
		}
		f := split(n, c1)
		e.add(Case{
			Name:  params("n", n) + " C1=all",
			Build: func() (*setsys.Structure, error) { return f.structure(setsys.Coterie, 0), nil },
			Ask:   claimed(required(setsys.Coterie)...),
		})
	}
	every := func(complements bool) Statement {
		return func(ctx context.Context, _ *setsys.Structure) (string, error) {
			for n := 2; n <= 4; n += 2 {
				for f := range antichains(n) {
					if !allOfSize(f, n/2) || !complements && hasComplement(f) {
						continue
					}
					c := split(n, f.sets)
					if ok, err := has(ctx, c.structure(setsys.Coterie, 0), required(setsys.Coterie)...); err != nil || !ok {
						return fmt.Sprintf("n = %d, C1 = %v gives %v", n, f.family(), c.family()), err
					}
				}
			}
			return "", nil
		}
	}
	e.add(Case{
		Name: "n=2,4 C1=any",
		Ask: questions{
			{Name: "any-C1", Decide: every(true), Claimed: holds, Pinned: holds},
			{Name: "any-C1-without-complements", Decide: every(false), Pinned: holds},
		},
	})
	return pinned(e)
}

// split is C1 with all sets of n/2+1 nodes that contain none of C1.
func split(n int, c1 []uint) masks {
	f := masks{n: n, sets: append([]uint(nil), c1...)}
	for set := uint(1); set < 1<<n; set++ {
		if bits.OnesCount(set) == n/2+1 && !disjointWithin(c1, set, 1) {
			f.sets = append(f.sets, set)
		}
	}
	return f
}

func allOfSize(f masks, size int) bool {
	for _, set := range f.sets {
		if bits.OnesCount(set) != size {
			return false
		}
	}
	return true
}

func hasComplement(f masks) bool {
	for i, a := range f.sets {
		for _, b := range f.sets[:i] {
			if a^b == 1<<f.n-1 {
				return true
			}
		}
	}
	return false
}

func gridCoterie() *Entry {
	e := entry("kamei-kakugawa/grid")
	for a := 1; a <= 4; a++ {
		e.add(built("grid", claimed(required(setsys.Coterie)...).with(stated("quorum-size", sizes(2*a-1, 2*a-1))), "n", a*a))
	}
	return e
}

// hearsEverybody is the observation that the algorithm MUTIN stands on.
func hearsEverybody() *Entry {
	e := entry("kamei-kakugawa/hears-everybody")
	for n := 1; n <= 9; n++ {
		e.add(Case{Name: params("majority n", n), Build: construction("majority", args{"n": n}), Ask: stated("all-report", allReport)})
	}
	for a := 1; a <= 4; a++ {
		e.add(Case{Name: params("grid n", a*a), Build: construction("grid", args{"n": a * a}), Ask: stated("all-report", allReport)})
	}
	return e
}

// allReport states that each process hears about each process through the
// members of its quorum.
func allReport(_ context.Context, s *setsys.Structure) (string, error) {
	n := s.Universe.Len()
	quorum := func(i int) setsys.NodeSet { return s.Quorums.At(i % s.Quorums.Len()) }
	for i := range n {
		for j := range n {
			told := false // some member of i's quorum has the report of j
			for m := range quorum(i).All() {
				told = told || quorum(j).Has(m)
			}
			if !told {
				return fmt.Sprintf("%s hears nothing about %s", s.Universe.Name(i), s.Universe.Name(j)), nil
			}
		}
	}
	return "", nil
}

func complementNumbers() *Entry {
	e := entry("kamei-kakugawa/complement-numbers")
	for n := 1; n <= 10; n++ {
		e.add(Case{Name: params("n", n), Ask: stated("swapped", func(context.Context, *setsys.Structure) (string, error) {
			for k := 1; k <= n; k++ {
				for l := range k {
					if n-k < 0 || n-k >= n-l || n-l > n {
						return fmt.Sprintf("l = %d, k = %d: not a problem", l, k), nil
					}
					for in := uint(0); in < 1<<n; in++ {
						inside, outside := bits.OnesCount(in), bits.OnesCount((1<<n-1)&^in)
						if (l <= inside && inside <= k) != (n-k <= outside && outside <= n-l) {
							return fmt.Sprintf("l = %d, k = %d, %d inside", l, k, inside), nil
						}
					}
				}
			}
			return "", nil
		})})
	}
	return e
}

func lBelowK() *Entry {
	e := entry("kamei-kakugawa/l-below-k")
	for n := 1; n <= 8; n++ {
		e.add(Case{Name: params("n", n), Ask: stated("moves-just-if-l<k", func(context.Context, *setsys.Structure) (string, error) {
			for k := 0; k <= n; k++ {
				for l := 0; l <= k; l++ {
					safe := func(in uint) bool { x := bits.OnesCount(in); return l <= x && x <= k }
					for in := uint(0); in < 1<<n; in++ {
						if !safe(in) {
							continue
						}
						moves := false
						for i := range n {
							moves = moves || safe(in^1<<i)
						}
						if moves != (l < k) {
							return fmt.Sprintf("l = %d, k = %d, inside %b", l, k, in), nil
						}
					}
				}
			}
			return "", nil
		})})
	}
	return e
}

func initiallySafe() *Entry {
	e := entry("kamei-kakugawa/initially-safe")
	for n := 1; n <= 10; n++ {
		e.add(Case{Name: params("n", n), Ask: stated("both-objects-safe", func(context.Context, *setsys.Structure) (string, error) {
			for k := 1; k <= n; k++ {
				for l := range k {
					for in := uint(0); in < 1<<n; in++ {
						x := bits.OnesCount(in)
						if l <= x && x <= k && !(l <= x && x <= n && 0 <= x && x <= k) {
							return fmt.Sprintf("l = %d, k = %d, %d inside", l, k, x), nil
						}
					}
				}
			}
			return "", nil
		})})
	}
	return e
}
