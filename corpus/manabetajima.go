package corpus

import (
	"context"
	"fmt"
	"slices"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// manabeTajima has the structural claims of Y. Manabe and N. Tajima,
// "(h,k)-arbiters for h-out of-k Mutual Exclusion Problem", sections 2 and 3.
func manabeTajima() []*entry.Entry {
	return slices.Concat(
		[]*entry.Entry{
			separateRequests(), majority(), squareGrid(), gridMinimum(),
			uniformArbiter(), uniformArbiterIsMajority(), cubeArbiter(), cubeArbiterIsGrid(), cubeArbiterMapped(), symmetricBound(), cubeMeetsBound(), kArbiterSafety(),
		},
		requestPatterns(),
		[]*entry.Entry{
			arbitersWithin(), safetyIff(),
			uniformHK(), uniformHKCounted(), uniformHKSizes(), uniformBetter(), allUnitsCoterie(), allUnitsThreshold(), uniformOptimal(), cubeHK(), cubeHKMapped(), cubeHKSizes(), cubeHKMappedSizes(), cubeTwoUnits(), cubeFullSize(), cubeExponent(), cubeCoordinates(), algorithmSwept(), repairsSwept(), entry.Measured("manabe-tajima/messages"), notOptimal(), nondominationDefined(),
		},
	)
}

func arbiters(section, says string) entry.Source {
	return entry.Source{Paper: "Manabe, Tajima", Section: section, Says: says}
}

// power returns base to the exponent.
func power(base, exponent int) int {
	x := 1
	for range exponent {
		x *= base
	}
	return x
}

// side returns the least a whose power with the exponent is at least n.
func side(n, exponent int) int {
	a := 1
	for power(a, exponent) < n {
		a++
	}
	return a
}

func majority() *entry.Entry {
	e := entry.New("manabe-tajima/majority")
	for n := 1; n <= 16; n++ {
		ask := entry.Claimed(entry.Required(setsys.Coterie)...).With(entry.Stated("quorum-size", entry.Sizes(n/2+1, n/2+1)))
		if n <= 11 {
			ask = ask.With(entry.Silent(p.Nondomination))
		}
		e.Add(entry.Built("majority", ask, "n", n))
	}
	return entry.Pin(e)
}

func squareGrid() *entry.Entry {
	e := entry.New("manabe-tajima/grid")
	for a := 1; a <= 4; a++ {
		e.Add(entry.Built("grid", entry.Claimed(entry.Required(setsys.Coterie)...).With(entry.Silent(p.Nondomination)), "n", a*a))
	}
	return entry.Pin(e)
}

func gridMinimum() *entry.Entry {
	e := entry.New("manabe-tajima/grid-minimum")
	for _, c := range []struct {
		side int
		base []int
	}{{3, []int{0, 1, 3, 5}}, {4, []int{0, 1, 2, 5, 8}}} {
		n := c.side * c.side
		f := entry.Masks{N: n}
		for shift := range n {
			var set uint
			for _, v := range c.base {
				set |= 1 << ((v + shift) % n)
			}
			f.Sets = append(f.Sets, set)
		}
		e.Add(entry.Case{
			Name:  entry.Params("n", n),
			Build: func() (*setsys.Structure, error) { return f.Structure(setsys.Coterie, 0), nil },
			Ask: entry.Silent(entry.Required(setsys.Coterie)...).With(entry.Questions{{
				Name: "no-smaller-than-the-grid", Claimed: entry.Holds, Pinned: entry.Holds,
				Decide: func(_ context.Context, s *setsys.Structure) (string, error) {
					if _, most := entry.Extent(s.Quorums); most < 2*c.side-1 {
						return fmt.Sprintf("the quorums have %d nodes, the grid's %d", most, 2*c.side-1), nil
					}
					return "", nil
				},
			}}),
		})
	}
	return entry.Pin(e)
}

func uniformArbiter() *entry.Entry {
	e := entry.New("manabe-tajima/uniform-k-arbiter")
	for n := 1; n <= 16; n++ {
		for k := 1; k <= 16; k++ {
			size := k*n/(k+1) + 1
			e.Add(entry.Built("uniform-k-arbiter", entry.Claimed(entry.Required(setsys.KArbiter)...).With(entry.Stated("quorum-size", entry.Sizes(size, size))), "n", n, "k", k))
		}
	}
	return e
}

// sameFamily states that the structure's quorums are those of a construction,
// with node i of the structure renamed to rename(i).
func sameFamily(name string, a entry.Args, rename func(i int) int) entry.Statement {
	return same(func() (*setsys.Structure, error) { return construct.Build(name, a, setsys.DefaultMaxSets) }, rename)
}

// sameAsExample states that the structure's quorums are those of a file of
// testdata, with node i of the structure renamed to rename(i).
func sameAsExample(file string, rename func(i int) int) entry.Statement {
	return same(entry.File(file), rename)
}

func same(other entry.Maker, rename func(i int) int) entry.Statement {
	return func(_ context.Context, s *setsys.Structure) (string, error) {
		t, err := other()
		if err != nil {
			return "", err
		}
		n := s.Universe.Len()
		b := setsys.NewFamilyBuilder(n)
		for _, q := range s.Families()[0].Family.All() {
			var nodes []int
			for i := range q.All() {
				nodes = append(nodes, rename(i))
			}
			b.Add(setsys.NewNodeSet(n, nodes...))
		}
		if f, g := b.Family().Canonical(), t.Families()[0].Family.Canonical(); !f.Equal(g) {
			return fmt.Sprintf("%v is not %v", f, g), nil
		}
		return "", nil
	}
}

func uniformArbiterIsMajority() *entry.Entry {
	e := entry.New("manabe-tajima/uniform-1-arbiter")
	for n := 1; n <= 16; n++ {
		e.Add(entry.Case{Name: entry.Params("n", n), Build: entry.Construction("uniform-k-arbiter", entry.Args{"n": n, "k": 1}), Ask: entry.Stated("is-the-majority", sameFamily("majority", entry.Args{"n": n}, func(i int) int { return i }))})
	}
	return e
}

// cubes calls each with all n up to most and k up to 6; whole tells whether n
// is a power with exponent k+1, and a is the side of the cube.
func cubes(most int, each func(n, k, a int, whole bool)) {
	for n := 1; n <= most; n++ {
		for k := 1; k <= 6; k++ {
			a := side(n, k+1)
			each(n, k, a, power(a, k+1) == n)
		}
	}
}

// cubeQuorumSize is the number of points of a cube with side a and dimension d
// that agree with a given point in z consecutive coordinates, counted point by
// point.
func cubeQuorumSize(a, d, z int) int {
	count := 0
	for x := range power(a, d) {
		run, agrees := 0, false
		for range d {
			if run++; x%a != 0 {
				run = 0
			}
			agrees = agrees || run == z
			x /= a
		}
		if agrees {
			count++
		}
	}
	return count
}

func cubeArbiter() *entry.Entry {
	e := entry.New("manabe-tajima/cube-k-arbiter")
	cubes(128, func(n, k, a int, whole bool) {
		if !whole {
			return
		}
		size := power(a, k+1) - power(a-1, k+1)
		e.Add(entry.Built("cube-k-arbiter", entry.Claimed(entry.Required(setsys.KArbiter)...).
			With(entry.Stated("size-bound", sizeAtMost((k+1)*power(a, k)))).
			With(entry.Observed("quorum-size", entry.Sizes(size, size))), "n", n, "k", k))
	})
	return e
}

// sizeAtMost states that no quorum of the first family has more nodes.
func sizeAtMost(most int) entry.Statement {
	return func(_ context.Context, s *setsys.Structure) (string, error) {
		if _, large := entry.Extent(s.Families()[0].Family); large > most {
			return fmt.Sprintf("a quorum has %d nodes, more than %d", large, most), nil
		}
		return "", nil
	}
}

func cubeArbiterIsGrid() *entry.Entry {
	e := entry.New("manabe-tajima/cube-1-arbiter")
	for a := 1; a <= 4; a++ {
		e.Add(entry.Case{Name: entry.Params("n", a*a), Build: entry.Construction("cube-k-arbiter", entry.Args{"n": a * a, "k": 1}), Ask: entry.Stated("is-the-grid", sameFamily("grid", entry.Args{"n": a * a}, func(i int) int { return i%a*a + i/a }))})
	}
	return e
}

func cubeArbiterMapped() *entry.Entry {
	e := entry.New("manabe-tajima/cube-k-arbiter-mapped")
	cubes(16, func(n, k, a int, whole bool) {
		if !whole {
			e.Add(entry.Built("cube-k-arbiter", entry.Claimed(entry.Required(setsys.KArbiter)...).With(entry.Stated("size-bound", sizeAtMost((k+1)*power(a, k)))), "n", n, "k", k))
		}
	})
	return e
}
