package corpus

import (
	"context"
	"fmt"
	"math/bits"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// kameiKakugawa has the structural claims of S. Kamei and H. Kakugawa,
// "Asynchronous message-passing distributed algorithm for the global critical
// section problem" (2019), section 3.4.
func kameiKakugawa() []*entry.Entry {
	return []*entry.Entry{complementNumbers(), lBelowK(), initiallySafe(), oddMajority(), splitMajority(), splitMajorityPrinted(), gridCoterie(), hearsEverybody(), entry.Measured("kamei-kakugawa/messages"), waitingTime()}
}

func oddMajority() *entry.Entry {
	e := entry.New("kamei-kakugawa/majority-odd")
	for n := 1; n <= 15; n += 2 {
		e.Add(entry.Built("majority", entry.Claimed(entry.Required(setsys.Coterie)...).With(entry.Silent(p.Nondomination)).
			With(entry.Stated("quorum-size", entry.Sizes((n+1)/2, (n+1)/2))), "n", n))
	}
	return e
}

func splitMajority() *entry.Entry {
	e := entry.New("kamei-kakugawa/majority-even")
	for n := 2; n <= 16; n += 2 {
		e.Add(entry.Built("majority-split", entry.Claimed(entry.Required(setsys.Coterie)...).With(entry.Silent(p.Nondomination)), "n", n))
	}
	return e
}

func splitMajorityPrinted() *entry.Entry {
	e := entry.New("kamei-kakugawa/majority-even-printed")
	for n := 2; n <= 8; n += 2 {
		var c1 []uint
		for set := uint(1); set < 1<<n; set++ {
			if 2*bits.OnesCount(set) == n {
				c1 = append(c1, set)
			}
		}
		f := split(n, c1)
		e.Add(entry.Case{
			Name:  entry.Params("n", n) + " C1=all",
			Build: func() (*setsys.Structure, error) { return f.Structure(setsys.Coterie, 0), nil },
			Ask:   entry.Claimed(entry.Required(setsys.Coterie)...),
		})
	}
	every := func(complements bool) entry.Statement {
		return func(ctx context.Context, _ *setsys.Structure) (string, error) {
			for n := 2; n <= 4; n += 2 {
				for f := range entry.Antichains(n) {
					if !allOfSize(f, n/2) || !complements && hasComplement(f) {
						continue
					}
					c := split(n, f.Sets)
					if ok, err := entry.Has(ctx, c.Structure(setsys.Coterie, 0), entry.Required(setsys.Coterie)...); err != nil || !ok {
						return fmt.Sprintf("n = %d, C1 = %v gives %v", n, f.Family(), c.Family()), err
					}
				}
			}
			return "", nil
		}
	}
	e.Add(entry.Case{
		Name: "n=2,4 C1=any",
		Ask: entry.Questions{
			{Name: "any-C1", Decide: every(true), Claimed: entry.Holds, Pinned: entry.Holds},
			{Name: "any-C1-without-complements", Decide: every(false), Pinned: entry.Holds},
		},
	})
	return entry.Pin(e)
}

// split is C1 with all sets of n/2+1 nodes that contain none of C1.
func split(n int, c1 []uint) entry.Masks {
	f := entry.Masks{N: n, Sets: append([]uint(nil), c1...)}
	for set := uint(1); set < 1<<n; set++ {
		if bits.OnesCount(set) == n/2+1 && !entry.DisjointWithin(c1, set, 1) {
			f.Sets = append(f.Sets, set)
		}
	}
	return f
}

func allOfSize(f entry.Masks, size int) bool {
	for _, set := range f.Sets {
		if bits.OnesCount(set) != size {
			return false
		}
	}
	return true
}

func hasComplement(f entry.Masks) bool {
	for i, a := range f.Sets {
		for _, b := range f.Sets[:i] {
			if a^b == 1<<f.N-1 {
				return true
			}
		}
	}
	return false
}

func gridCoterie() *entry.Entry {
	e := entry.New("kamei-kakugawa/grid")
	for a := 1; a <= 4; a++ {
		e.Add(entry.Built("grid", entry.Claimed(entry.Required(setsys.Coterie)...).With(entry.Stated("quorum-size", entry.Sizes(2*a-1, 2*a-1))), "n", a*a))
	}
	return e
}

// hearsEverybody is the observation that the algorithm MUTIN stands on.
func hearsEverybody() *entry.Entry {
	e := entry.New("kamei-kakugawa/hears-everybody")
	for n := 1; n <= 9; n++ {
		e.Add(entry.Case{Name: entry.Params("majority n", n), Build: entry.Construction("majority", entry.Args{"n": n}), Ask: entry.Stated("all-report", allReport)})
	}
	for a := 1; a <= 4; a++ {
		e.Add(entry.Case{Name: entry.Params("grid n", a*a), Build: entry.Construction("grid", entry.Args{"n": a * a}), Ask: entry.Stated("all-report", allReport)})
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

func complementNumbers() *entry.Entry {
	e := entry.New("kamei-kakugawa/complement-numbers")
	for n := 1; n <= 10; n++ {
		e.Add(entry.Case{Name: entry.Params("n", n), Ask: entry.Stated("swapped", func(context.Context, *setsys.Structure) (string, error) {
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

func lBelowK() *entry.Entry {
	e := entry.New("kamei-kakugawa/l-below-k")
	for n := 1; n <= 8; n++ {
		e.Add(entry.Case{Name: entry.Params("n", n), Ask: entry.Stated("moves-just-if-l<k", func(context.Context, *setsys.Structure) (string, error) {
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

func initiallySafe() *entry.Entry {
	e := entry.New("kamei-kakugawa/initially-safe")
	for n := 1; n <= 10; n++ {
		e.Add(entry.Case{Name: entry.Params("n", n), Ask: entry.Stated("both-objects-safe", func(context.Context, *setsys.Structure) (string, error) {
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

func waitingTime() *entry.Entry {
	const (
		mutin = "--algorithm mutin --variant printed --structure corpus/testdata/majority-of-3.json --in-cs 1,2 --requests "
		gcs   = "--algorithm gcs --variant printed --l 1 --k 3 --structure corpus/testdata/quorum-1-of-3.json --in-cs 1,2 --requests "
	)
	return entry.New("kamei-kakugawa/waiting-time", entry.Case{
		Ask: entry.Stated("mutin", entry.Waits(mutin+"1", 1, 0, 7)).
			With(entry.Stated("gcs", entry.Waits(gcs+"1", 1, 0, 9))).
			With(entry.Observed("mutin-alone", entry.Waits(mutin+"0,1,0", 1, 0, 7))).
			With(entry.Observed("gcs-alone", entry.Waits(gcs+"0,1,0", 1, 0, 9))).
			Violated("mutin", "process 2 waits for 12 units of time, and 7 are claimed").
			Violated("gcs", "process 2 waits for 16 units of time, and 9 are claimed"),
	})
}
