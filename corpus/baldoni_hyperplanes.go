package corpus

import (
	"context"
	"fmt"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

func figure3() *entry.Entry {
	return entry.New("baldoni/figure-3", entry.Case{
		Build: entry.Construction("hyperplanes", entry.Args{"n": 27, "m": 2}),
		Ask: entry.Claimed(p.NonEmpty, p.SelfMembership, p.Arbitration).With(entry.Silent(p.PairwiseIntersection)).
			With(entry.Stated("request-set-size", entry.Sizes(19, 19))),
	})
}

// grids calls each with all whole grids of at most 64 points with up to 4
// resources.
func grids(each func(side, m int)) {
	for m := 1; m <= 4; m++ {
		for side := 1; power(side, m+1) <= 64; side++ {
			each(side, m)
		}
	}
}

func hyperplanes() *entry.Entry {
	e := entry.New("baldoni/hyperplanes")
	grids(func(side, m int) {
		n := power(side, m+1)
		e.Add(entry.Built("hyperplanes", entry.Claimed(p.NonEmpty, p.SelfMembership, p.Arbitration), "n", n, "m", m))
	})
	return e
}

func hyperplaneSizes() *entry.Entry {
	e := entry.New("baldoni/hyperplane-sizes")
	grids(func(side, m int) {
		n := power(side, m+1)
		size := n - power(side-1, m+1)
		ask := entry.Observed("request-set-size", entry.Sizes(size, size))
		if m == 2 {
			printed := side*side + (side*side - side) + (side*side - 2*side + 1)
			ask = ask.With(entry.Stated("printed-size", entry.Sizes(printed, printed)))
		}
		e.Add(entry.Built("hyperplanes", ask, "n", n, "m", m))
	})
	return e
}

func hyperplaneCount() *entry.Entry {
	e := entry.New("baldoni/hyperplane-count")
	grids(func(side, m int) {
		e.Add(entry.Case{Name: entry.Params("L", side, "m", m), Ask: entry.Stated("as-many-as-points", func(context.Context, *setsys.Structure) (string, error) {
			planes := map[string]bool{}
			n := power(side, m+1)
			for d := range m + 1 {
				for at := range side {
					plane := make([]byte, n)
					for point := range n {
						if point/power(side, d)%side == at {
							plane[point] = 1
						}
					}
					planes[string(plane)] = true
				}
			}
			if len(planes) != n {
				return fmt.Sprintf("there are %d hyperplanes, not %d", len(planes), n), nil
			}
			return "", nil
		})})
	})
	return entry.Pin(e)
}

func hyperplanesTruncated() *entry.Entry {
	e := entry.New("baldoni/hyperplanes-truncated")
	for m := 1; m <= 8; m++ {
		for n := 1; n <= 20; n++ {
			if power(side(n, m+1), m+1) != n {
				e.Add(entry.Built("hyperplanes", entry.Claimed(p.NonEmpty, p.SelfMembership, p.Arbitration), "n", n, "m", m))
			}
		}
	}
	return e
}

func hyperplanesDummies() *entry.Entry {
	e := entry.New("baldoni/hyperplanes-dummies")
	for _, g := range []struct {
		name    string
		side, m int
		dummies []int // point numbers from 0, row by row
	}{
		{"2x2 without (1,2) and (2,1)", 2, 1, []int{1, 2}},
		{"2x2x2 without (1,1,2), (1,2,1) and (2,1,1)", 2, 2, []int{1, 2, 4}},
		{"3x3 without a diagonal", 3, 1, []int{2, 4, 6}},
		{"3x3 without its corners", 3, 1, []int{0, 2, 6, 8}},
	} {
		e.Add(entry.Case{
			Name:  g.name,
			Build: func() (*setsys.Structure, error) { return punctured(g.side, g.m, g.dummies) },
			Ask:   entry.Claimed(p.NonEmpty, p.SelfMembership, p.Arbitration),
		})
	}
	return entry.Pin(e)
}

// punctured is the request sets of the grid without the dummy points; the
// other points are processes in the order of their numbers.
func punctured(side, m int, dummies []int) (*setsys.Structure, error) {
	total := power(side, m+1)
	process := make([]int, total)
	n := 0
	for point := range total {
		process[point] = -1
		dummy := false
		for _, d := range dummies {
			dummy = dummy || d == point
		}
		if !dummy {
			process[point] = n
			n++
		}
	}
	f := entry.Masks{N: n}
	for a, i := range process {
		if i < 0 {
			continue
		}
		var set uint
		for b, j := range process {
			for d := range m + 1 {
				if j >= 0 && a/power(side, d)%side == b/power(side, d)%side {
					set |= 1 << j
				}
			}
		}
		f.Sets = append(f.Sets, set)
	}
	return f.Structure(setsys.RequestSets, m), nil
}

// tupleCount is inequality (9).
func tupleCount() *entry.Entry {
	e := entry.New("baldoni/inequality-9")
	ask := entry.Stated("inequality", func(_ context.Context, s *setsys.Structure) (string, error) {
		n, arbitrated := s.Universe.Len(), 0
		for i := range n {
			x := 0 // the arbiter set: those whose request set has i
			for h := range n {
				if s.Requests.At(h).Has(i) {
					x++
				}
			}
			arbitrated += choose(x, s.M+1)
		}
		if all := choose(n, s.M+1); arbitrated < all {
			return fmt.Sprintf("%d tuples are arbitrated, of %d", arbitrated, all), nil
		}
		return "", nil
	})
	grids(func(side, m int) {
		n := power(side, m+1)
		e.Add(entry.Case{
			Name: entry.Params("hyperplane n", n, "m", m), Build: entry.Construction("hyperplanes", entry.Args{"n": n, "m": m}), Ask: ask,
		})
	})
	for _, q := range orders {
		e.Add(entry.Case{
			Name: entry.Params("plane order", q), Build: entry.Construction("plane", entry.Args{"order": q, "as": "request-sets"}), Ask: ask,
		})
	}
	return e
}

// choose is the binomial coefficient, 0 when r is more than n.
func choose(n, r int) int {
	c := 1
	for i := range r {
		if n-i <= 0 {
			return 0
		}
		c = c * (n - i) / (i + 1)
	}
	return c
}

func symmetricSizes() *entry.Entry {
	e := entry.New("baldoni/symmetric-sizes")
	for m := 1; m <= 6; m++ {
		e.Add(entry.Case{Name: entry.Params("m", m), Ask: entry.Stated("algebra", func(context.Context, *setsys.Structure) (string, error) {
			for n := m + 1; n <= 60; n++ {
				for x := m + 1; x <= n; x++ {
					ten := choose(n, m+1) == n*choose(x, m+1)
					if eleven := falling(x, m+1) == falling(n-1, m); ten != eleven {
						return fmt.Sprintf("N = %d, X = %d: (10) %t, (11) %t", n, x, ten, eleven), nil
					}
					if ten && x*choose(x-1, m) != choose(n-1, m) {
						return fmt.Sprintf("N = %d, X = %d: R is not X in (14)", n, x), nil
					}
					if ten && m == 1 && n != x*(x-1)+1 {
						return fmt.Sprintf("N = %d, X = %d: not (2)", n, x), nil
					}
				}
			}
			return "", nil
		})})
	}
	return e
}

// falling is x(x-1)...(x-r+1).
func falling(x, r int) int {
	f := 1
	for i := range r {
		f *= x - i
	}
	return f
}
