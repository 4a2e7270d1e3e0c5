package availability

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/slow"
)

// Formulas whose nodes are met in another order than they are numbered in, and
// have weights, are analysed as their quorums are.
func TestUnlisted(t *testing.T) {
	for _, row := range []struct {
		name string
		args map[string]any
	}{
		{"majority", map[string]any{"n": 9}},
		{"k-majority", map[string]any{"n": 14, "k": 4}},
		{"tree", map[string]any{"depth": 3}},
		{"tree", map[string]any{"depth": 2, "degree": 3}},
		{"hierarchy", map[string]any{"widths": []int{3, 4}}},
		{"column-cover", map[string]any{"rows": 3, "columns": 4}},
		{"crumbling-wall", map[string]any{"widths": []int{2, 3, 4}}},
		{"weighted-voting", map[string]any{"votes": []int{5, 4, 3, 3, 2, 2, 1, 1, 0}, "threshold": 6}},
	} {
		listed, err := construct.Build(row.name, row.args, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		s, err := construct.Formula(row.name, row.args, 0)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Analyze(context.Background(), listed.Quorums, Options{Rows: 2})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Analyze(context.Background(), s.Quorums, Options{Rows: 2})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range want.Rows {
			g := got.Rows[i]
			if r.Survives != g.Survives || !r.Fatal.Equal(g.Fatal) || cmp.Diff(texts(r.Counts), texts(g.Counts)) != "" {
				t.Errorf("%s %v, r = %d: %v, want %v", row.name, row.args, r.R, g, r)
			}
		}
		if len(got.Packing) != len(want.Packing) || len(got.Rows) != len(want.Rows) {
			t.Errorf("%s %v: %d disjoint, %d rows, want %d and %d", row.name, row.args, len(got.Packing), len(got.Rows), len(want.Packing), len(want.Rows))
		}
	}
}

func texts(v Vector) []string {
	var list []string
	for _, c := range v {
		list = append(list, c.String())
	}
	return list
}

// Where the diagrams become too large, the quorums are listed if they may be.
func TestTooLargeFormula(t *testing.T) {
	s, err := construct.Formula("column-cover", map[string]any{"rows": 3, "columns": 3}, 10)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Analyze(context.Background(), s.Quorums, Options{MaxVertices: 20}); err == nil {
		t.Error("20 vertices are enough")
	}
	s.Quorums = setsys.Unlisted(9, s.Quorums.Formula(), 1000)
	if a, err := Analyze(context.Background(), s.Quorums, Options{MaxVertices: 20}); err != nil || len(a.Packing) != 1 {
		t.Errorf("%v, %v", a, err)
	}
}

// The availabilities of large structures are those of their recursions, in exact
// numbers.
func TestLargeUnlisted(t *testing.T) {
	p := big.NewRat(9, 10)
	one := big.NewRat(1, 1)
	not := func(x *big.Rat) *big.Rat { return new(big.Rat).Sub(one, x) }
	times := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
	plus := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Add(x, y) }
	power := func(x *big.Rat, n int) *big.Rat {
		y := one
		for range n {
			y = times(y, x)
		}
		return y
	}
	atLeast := func(x *big.Rat, need, of int) *big.Rat {
		sum := new(big.Rat)
		for i := need; i <= of; i++ {
			ways := new(big.Rat).SetInt(new(big.Int).Binomial(int64(of), int64(i)))
			sum = plus(sum, times(ways, times(power(x, i), power(not(x), of-i))))
		}
		return sum
	}
	tree := p
	for range 5 {
		tree = plus(times(p, not(power(not(tree), 2))), times(not(p), power(tree, 2)))
	}
	cover := not(power(not(p), 10)) // of a column
	for _, row := range []struct {
		name string
		args map[string]any
		want *big.Rat
	}{
		{"tree", map[string]any{"depth": 5}, tree},
		{"hierarchy", map[string]any{"widths": []int{3, 3, 9}}, atLeast(atLeast(atLeast(p, 5, 9), 2, 3), 2, 3)},
		{"column-cover", map[string]any{"rows": 10, "columns": 10}, plus(power(cover, 10), new(big.Rat).Neg(power(plus(cover, new(big.Rat).Neg(power(p, 10))), 10)))},
		{"majority", map[string]any{"n": 101}, atLeast(p, 51, 101)},
		{"wheel", map[string]any{"n": 200}, plus(times(p, not(power(not(p), 199))), times(not(p), power(p, 199)))},
	} {
		s, err := construct.Formula(row.name, row.args, 0)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Analyze(context.Background(), s.Quorums, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if found := a.Rows[0].Counts.At(p); found.Cmp(row.want) != 0 {
			t.Errorf("%s: %s, want %s", row.name, found.FloatString(20), row.want.FloatString(20))
		}
	}
	s, err := construct.Formula("k-majority", map[string]any{"n": 44, "k": 4}, 0)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Analyze(context.Background(), s.Quorums, Options{Rows: 4})
	if err != nil {
		t.Fatal(err)
	}
	for r := 1; r <= 4; r++ {
		if diff := cmp.Diff(texts(MajorityVector(44, 4, r)), texts(a.Rows[r-1].Counts)); diff != "" {
			t.Errorf("r = %d (-want +found):\n%s", r, diff)
		}
	}
}

// BenchmarkUnlisted times the analysis of formulas.
func BenchmarkUnlisted(b *testing.B) {
	for name, c := range map[string]struct {
		construction string
		args         map[string]any
	}{
		"majority-101":       {"majority", map[string]any{"n": 101}},
		"4-majority-44":      {"k-majority", map[string]any{"n": 44, "k": 4}},
		"2-majority-100":     {"k-majority", map[string]any{"n": 100, "k": 2}},
		"hierarchy-81":       {"hierarchy", map[string]any{"widths": []int{3, 3, 9}}},
		"tree-63":            {"tree", map[string]any{"depth": 5}},
		"column-cover-10x10": {"column-cover", map[string]any{"rows": 10, "columns": 10}},
		"wheel-400":          {"wheel", map[string]any{"n": 400}},
	} {
		s, err := construct.Formula(c.construction, c.args, 0)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Analyze(context.Background(), s.Quorums, Options{Rows: max(s.K, 1)}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Random nested thresholds with weights, whose nodes may occur several times,
// against the count of all sets.
func TestRandomUnlisted(t *testing.T) {
	rng := slow.Random(t, 12)
	for range 300 {
		n := 1 + rng.IntN(10)
		var random func(depth int) *setsys.Formula
		random = func(depth int) *setsys.Formula {
			if depth == 0 || rng.IntN(4) == 0 {
				return setsys.OfNode(rng.IntN(n))
			}
			var members []*setsys.Formula
			var weights []int
			total := 1
			for range 1 + rng.IntN(4) {
				members, weights = append(members, random(depth-1)), append(weights, rng.IntN(4))
				total += weights[len(weights)-1]
			}
			weights[0]++
			return setsys.Weighted(1+rng.IntN(total), members, weights)
		}
		f := setsys.Unlisted(n, random(3), 10_000)
		list, err := f.List()
		if err != nil {
			t.Fatal(err)
		}
		var quorums []uint32
		for _, q := range list.All() {
			quorums = append(quorums, uint32(q.Words()[0]))
		}
		rows := 1 + rng.IntN(3)
		a, err := Analyze(context.Background(), f, Options{Rows: rows})
		if err != nil {
			t.Fatal(err)
		}
		want := obviousRows(n, quorums, rows)
		if len(a.Rows) != len(want) {
			t.Fatalf("%s: %d rows, want %d", list, len(a.Rows), len(want))
		}
		for i, w := range want {
			g := a.Rows[i]
			for s, c := range g.Counts {
				if int(c.Int64()) != w.Counts[s] {
					t.Fatalf("%s, r = %d: %s sets of %d nodes, want %d", list, i+1, c, s, w.Counts[s])
				}
			}
			if g.Survives != w.Survives || !slices.Equal(append([]int{}, g.Fatal.Nodes()...), w.Fatal) {
				t.Fatalf("%s, r = %d: %d and %s, want %d and %v", list, i+1, g.Survives, g.Fatal, w.Survives, w.Fatal)
			}
		}
	}
}
