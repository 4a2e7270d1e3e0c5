package properties_test

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// BenchmarkCheck times the checks of large families, as they are and nearly
// so: with one quorum dropped and one node added to another, so that the sizes
// of the quorums alone decide nothing. Beside each, where it ends in seconds
// (with QCHECK_LONG=1, in minutes), is the obvious check: the loop over all
// pairs or triples, on one word a quorum.
func BenchmarkCheck(b *testing.B) {
	coverIDs := []properties.ID{properties.Intersection, properties.Minimality}
	for _, c := range []struct {
		name   string
		family func() []uint64
		class  class
		nodes  int
		ids    []properties.ID
	}{
		{"majority-21", func() []uint64 { return uniform(21, 11) }, coteries, 21, coverIDs},
		{"uniform-2-arbiter-18", func() []uint64 { return uniform(18, 13) }, arbiters2, 18, []properties.ID{properties.Intersection}},
		{"2-majority-20", func() []uint64 { return uniform(20, 7) }, coteries2, 20, []properties.ID{properties.NonIntersection, properties.Intersection}},
		{"column-cover-6x6", func() []uint64 { return columnCover(6, 6) }, coteries, 36, coverIDs},
		{"column-cover-7x7", func() []uint64 { return columnCover(7, 7) }, coteries, 49, coverIDs},
	} {
		f := c.family()
		near := nearly(f)
		for _, id := range c.ids {
			want := verdict.Holds
			benchmark(b, c.name, "exact", id, c.class.of(c.nodes, f), want)
			if id == properties.Minimality {
				want = verdict.Violated // the quorum with the added node contains another
			}
			benchmark(b, c.name, "nearly", id, c.class.of(c.nodes, near), want)
		}
	}
}

func benchmark(b *testing.B, name, variant string, id properties.ID, s plain, want verdict.Verdict) {
	report := func(b *testing.B) {
		m := float64(len(s.families[0]))
		b.ReportMetric(m, "quorums")
		b.ReportMetric(m*float64(b.N)/b.Elapsed().Seconds(), "quorums/s")
	}
	b.Run(name+"/"+variant+"/"+string(id), func(b *testing.B) {
		structure := s.structure()
		for b.Loop() {
			r, err := properties.Check(context.Background(), structure, []properties.ID{id})
			if err != nil {
				b.Fatal(err)
			}
			if r.Verdict != want {
				b.Fatalf("%s is %v, want %v", id, r.Verdict, want)
			}
		}
		report(b)
	})
	loop, steps := obviousLoop(s, id)
	if steps > 4e9 && (!slow.Tests() || steps > 1.2e11) {
		return
	}
	b.Run(name+"/"+variant+"/"+string(id)+"/obvious", func(b *testing.B) {
		for b.Loop() {
			if loop(s.families[0]) != (want == verdict.Holds) {
				b.Fatalf("%s is not %v", id, want)
			}
		}
		report(b)
	})
}

// obviousLoop returns the check by a loop over all pairs or triples, and the
// number of its innermost steps when the property holds.
func obviousLoop(s plain, id properties.ID) (holds func(f []uint64) bool, steps float64) {
	m := float64(len(s.families[0]))
	switch {
	case id == properties.Intersection && s.kind == setsys.Coterie:
		return func(f []uint64) bool {
			for i, p := range f {
				for _, q := range f[:i] {
					if p&q == 0 {
						return false
					}
				}
			}
			return true
		}, m * m / 2
	case id == properties.Intersection && s.kind == setsys.KArbiter && s.k == 2:
		return func(f []uint64) bool {
			for i, p := range f {
				for j, q := range f[:i+1] {
					for _, r := range f[:j+1] {
						if p&q&r == 0 {
							return false
						}
					}
				}
			}
			return true
		}, m * m * m / 6
	case id == properties.Intersection && s.kind == setsys.KCoterie && s.k == 2:
		return func(f []uint64) bool {
			for i, p := range f {
				for j, q := range f[:i] {
					if p&q != 0 {
						continue
					}
					for _, r := range f[:j] {
						if (p|q)&r == 0 {
							return false
						}
					}
				}
			}
			return true
		}, m * m * m / 6
	case id == properties.NonIntersection && s.k == 2:
		return func(f []uint64) bool {
			for i, p := range f {
				met := true
				for j := 0; j < len(f) && met; j++ {
					met = i == j || p&f[j] != 0
				}
				if met {
					return false
				}
			}
			return true
		}, m * m / 2
	case id == properties.Minimality:
		return func(f []uint64) bool {
			for i, p := range f {
				for _, q := range f[:i] {
					if c := p & q; c == p || c == q {
						return false
					}
				}
			}
			return true
		}, m * m / 2
	}
	panic("no obvious loop for " + string(id))
}

// uniform returns all subsets of n nodes of the given size.
func uniform(n, size int) []uint64 {
	var f []uint64
	// The next higher number with as many bits, by Gosper.
	for set := uint64(1)<<size - 1; set < 1<<n; {
		f = append(f, set)
		low := set & -set
		next := set + low
		set = next | (set^next)>>2>>bits.TrailingZeros64(low)
	}
	return f
}

// columnCover returns all sets of one column of a grid and one node of each
// other column, where the nodes are numbered row by row.
func columnCover(rows, columns int) []uint64 {
	var f []uint64
	for full := range columns {
		column := uint64(0)
		for r := range rows {
			column |= 1 << (r*columns + full)
		}
		part := []uint64{column}
		for c := range columns {
			if c == full {
				continue
			}
			var next []uint64
			for _, set := range part {
				for r := range rows {
					next = append(next, set|1<<(r*columns+c))
				}
			}
			part = next
		}
		f = append(f, part...)
	}
	return f
}

// nearly returns f with the set in its middle dropped and one node, the lowest
// it lacks, added to a set at its third.
func nearly(f []uint64) []uint64 {
	g := slices.Delete(slices.Clone(f), len(f)/2, len(f)/2+1)
	g[len(f)/3] |= g[len(f)/3] + 1
	return g
}

// TestLargeFamilies checks that the benchmarks time what they say, on the
// small members of the same families.
func TestLargeFamilies(t *testing.T) {
	for _, c := range []struct {
		why   string
		s     plain
		count int
	}{
		{"majority", coteries.of(7, uniform(7, 4)), 35},
		{"uniform 2-arbiter", arbiters2.of(6, uniform(6, 5)), 6},
		{"2-majority", coteries2.of(8, uniform(8, 3)), 56},
		{"column cover", coteries.of(9, columnCover(3, 3)), 27},
		{"nearly a majority", coteries.of(7, nearly(uniform(7, 4))), 34},
		{"nearly a 2-majority", coteries2.of(8, nearly(uniform(8, 3))), 55},
		{"nearly a column cover", coteries.of(9, nearly(columnCover(3, 3))), 26},
	} {
		if n := len(c.s.families[0]); n != c.count {
			t.Errorf("%s: %d quorums, want %d", c.why, n, c.count)
		}
		if err := disagreement(c.s, dominatedObviously(c.s.kind)); err != nil {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}
