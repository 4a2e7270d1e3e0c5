package availability

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/setsys"
	"qcheck/setsys/construct"
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
