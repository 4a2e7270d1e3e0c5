package availability

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/slow"
)

// disagreement compares both ways of analysing with the obvious count, and the
// packing with the definition.
func disagreement(n int, quorums []uint32, rows int) error {
	want := obviousRows(n, quorums, max(rows, 1))
	f := family(n, quorums)
	engines := map[string]func() (*Analysis, error){
		"Analyze": func() (*Analysis, error) { return Analyze(context.Background(), f, Options{Rows: rows}) },
		"bitmaps": func() (*Analysis, error) {
			m := f.Minimal()
			return analyze(context.Background(), m, Options{Rows: rows}, func() levels { return newBitmaps(context.Background(), m) })
		},
	}
	if m := f.Minimal(); m.Len() > 0 && !m.At(0).IsEmpty() {
		engines["formula"] = func() (*Analysis, error) {
			g := setsys.Unlisted(n, setsys.FormulaOf(m), 0)
			return Analyze(context.Background(), g, Options{Rows: rows})
		}
	}
	for name, engine := range engines {
		a, err := engine()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		var got []obviousRow
		for i, row := range a.Rows {
			if row.R != i+1 {
				return fmt.Errorf("%s: row %d is for r = %d", name, i, row.R)
			}
			o := obviousRow{Survives: row.Survives, Fatal: append([]int{}, row.Fatal.Nodes()...)}
			for _, c := range row.Counts {
				o.Counts = append(o.Counts, int(c.Int64()))
			}
			got = append(got, o)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			return fmt.Errorf("%s of %v on %d nodes (-obvious +found):\n%s", name, f, n, diff)
		}
		most := mostDisjoint(n, quorums)
		if len(a.Packing) != most[len(most)-1] {
			return fmt.Errorf("%s of %v: %d disjoint quorums, want %d", name, f, len(a.Packing), most[len(most)-1])
		}
		for i, p := range a.Packing {
			if !slices.Contains(quorums, uint32(p.Words()[0])) {
				return fmt.Errorf("%s of %v: %v is no quorum", name, f, p)
			}
			for _, q := range a.Packing[:i] {
				if p.Intersects(q) || q.Compare(p) > 0 {
					return fmt.Errorf("%s of %v: %v and %v are not disjoint, or not in order", name, f, q, p)
				}
			}
		}
	}
	return nil
}

// TestEveryAntichain compares with the obvious count for all families on up to 4 nodes of which no set
// contains another, among which are all k-coteries, and for those on 5 nodes that are k-coteries for k
// above 1.
func TestEveryAntichain(t *testing.T) {
	for n, want := range []int{1: 1, 4, 18, 166, 1554} {
		found := 0
		antichains(n, func(quorums []uint32) {
			most := mostDisjoint(n, quorums)[1<<n-1]
			if n == 5 && (most < 2 || !obviousKCoterie(n, quorums, most, false)) {
				return
			}
			found++
			if err := disagreement(n, quorums, most); err != nil {
				t.Fatal(err)
			}
		})
		if found != want {
			t.Errorf("%d nodes: %d families, want %d", n, found, want)
		}
	}
}

// TestEveryList compares all lists of up to 3 sets of 3 nodes, repeats and
// supersets included.
func TestEveryList(t *testing.T) {
	const n = 3
	var list []uint32
	var extend func()
	extend = func() {
		if err := disagreement(n, list, 2); err != nil {
			t.Fatal(err)
		}
		if len(list) < 3 {
			for q := uint32(1); q < 1<<n; q++ {
				list = append(list, q)
				extend()
				list = list[:len(list)-1]
			}
		}
	}
	extend()
}

func TestRandom(t *testing.T) {
	r := slow.Random(t, 5)
	for range 60 {
		n := 6 + r.IntN(11)
		if err := disagreement(n, randomFamily(r, n), 1+r.IntN(3)); err != nil {
			t.Fatal(err)
		}
	}
}

func built(t *testing.T, name string, args map[string]any) setsys.Family {
	t.Helper()
	s, err := construct.Build(name, args, setsys.DefaultMaxSets)
	if err != nil {
		t.Fatal(err)
	}
	return s.Quorums
}

// TestKnownVectors compares families that are too large to count with formulas.
func TestKnownVectors(t *testing.T) {
	for _, c := range []struct {
		reason string
		name   string
		n, k   int
		want   func(n, k, r int) Vector
	}{
		{"the 4-majority of 24, 42,504 quorums", "k-majority", 24, 4, MajorityVector},
		{"a majority, 92,378 quorums", "k-majority", 19, 1, MajorityVector},
		{"more nodes than bits of a word", "k-singleton", 100, 5, SingletonVector},
		{"table 3", "k-majority", 14, 4, MajorityVector},
		{"table 3", "k-singleton", 14, 4, SingletonVector},
	} {
		a, err := Analyze(t.Context(), built(t, c.name, map[string]any{"n": c.n, "k": c.k}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Rows) != c.k || len(a.Packing) != c.k {
			t.Errorf("%s: %d rows, %d disjoint quorums, want %d", c.reason, len(a.Rows), len(a.Packing), c.k)
		}
		for _, row := range a.Rows {
			if want := c.want(c.n, c.k, row.R); !row.Counts.Equal(want) {
				t.Errorf("%s, r = %d: %v, want %v", c.reason, row.R, row.Counts, want)
			}
		}
	}
}

// TestBitmapsOfTheFourMajority analyses 24 nodes in the other way.
func TestBitmapsOfTheFourMajority(t *testing.T) {
	if !slow.Tests() {
		t.Skip("takes 5 seconds; QCHECK_LONG=1 runs it")
	}
	f := built(t, "k-majority", map[string]any{"n": 24, "k": 4})
	a, err := analyze(t.Context(), f, Options{}, func() levels { return newBitmaps(t.Context(), f) })
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range a.Rows {
		if want := MajorityVector(24, 4, row.R); !row.Counts.Equal(want) {
			t.Errorf("r = %d: %v, want %v", row.R, row.Counts, want)
		}
	}
}

// TestBitmapsTakeOver analyses a family whose diagrams grow too large, both by
// bitmaps, as Analyze does, and by diagrams to the end.
func TestBitmapsTakeOver(t *testing.T) {
	const n, size, many = 18, 3, 60
	r := slow.Random(t, 2)
	b := setsys.NewFamilyBuilder(n)
	for range many {
		b.Add(setsys.NewNodeSet(n, r.Perm(n)[:size]...))
	}
	f := b.Family()
	quick, err := Analyze(t.Context(), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	diagram := func(limit int) (*Analysis, error) {
		return analyze(t.Context(), f.Minimal(), Options{}, func() levels {
			return newDiagrams(t.Context(), f.Minimal(), limit)
		})
	}
	if _, err := diagram(10_000); !errors.As(err, new(errTooLarge)) {
		t.Errorf("a limit of 10,000 vertices: %v", err)
	}
	slow, err := diagram(DefaultMaxVertices)
	if err != nil {
		t.Fatal(err)
	}
	compare := cmp.Options{
		cmp.Comparer(func(x, y *big.Int) bool { return x.Cmp(y) == 0 }),
		cmp.Comparer(setsys.NodeSet.Equal),
	}
	if diff := cmp.Diff(slow, quick, compare); diff != "" {
		t.Errorf("bitmaps differ (-diagram +bitmaps):\n%s", diff)
	}
}

func TestWhatEndsAnAnalysis(t *testing.T) {
	f := built(t, "k-majority", map[string]any{"n": 14, "k": 4})
	cause := errors.New("enough")
	ended, end := context.WithCancelCause(t.Context())
	end(cause)
	if _, err := Analyze(ended, f, Options{}); !errors.Is(err, cause) {
		t.Errorf("a context that has ended: %v", err)
	}
	empty := setsys.NewFamily(3, setsys.NewNodeSet(3), setsys.NewNodeSet(3, 1))
	if _, err := Analyze(t.Context(), empty, Options{}); !errors.Is(err, ErrEmptyQuorum) {
		t.Errorf("an empty quorum: %v", err)
	}
	big := built(t, "k-majority", map[string]any{"n": 27, "k": 6})
	_, err := Analyze(t.Context(), big, Options{MaxVertices: 100})
	if err == nil || !strings.Contains(err.Error(), "more than 100 vertices") {
		t.Errorf("a small limit: %v", err)
	}
}

// BenchmarkFourMajority analyses the 4-majority of 24 nodes.
func BenchmarkFourMajority(b *testing.B) {
	s, err := construct.Build("k-majority", map[string]any{"n": 24, "k": 4}, setsys.DefaultMaxSets)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Analyze(b.Context(), s.Quorums, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
