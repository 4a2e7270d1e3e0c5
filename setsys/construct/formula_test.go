package construct_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// args are the arguments of a construction.
type args = map[string]any

// formulaCases calls yield with arguments of every construction that has a form as
// a formula.
func formulaCases(yield func(name string, a args)) {
	for n := 1; n <= 9; n++ {
		yield("majority", args{"n": n})
		yield("read-write-threshold", args{"n": n})
		for _, c1 := range []string{"node-1", "all", "none"} {
			yield("majority-split", args{"n": n, "c1": c1})
		}
		if n >= 3 {
			yield("wheel", args{"n": n})
		}
		for k := 1; k <= 4; k++ {
			yield("k-majority", args{"n": n, "k": k})
			yield("uniform-k-arbiter", args{"n": n, "k": k})
			yield("uniform-hk-arbiter", args{"n": n, "k": k})
		}
	}
	for rows := 1; rows <= 4; rows++ {
		for columns := 1; columns <= 4; columns++ {
			yield("column-cover", args{"rows": rows, "columns": columns})
		}
	}
	for _, widths := range [][]int{{1}, {3}, {1, 2}, {2, 2}, {1, 3, 2}, {2, 3, 2, 2}, {2, 1}, {1, 2, 1, 2}} {
		yield("crumbling-wall", args{"widths": widths})
	}
	for degree := 2; degree <= 4; degree++ {
		for depth := 0; depth <= 2; depth++ {
			if depth < 2 || degree < 4 {
				yield("tree", args{"depth": depth, "degree": degree})
			}
		}
	}
	for _, widths := range [][]int{{4}, {3, 3}, {2, 2, 2}, {3, 1, 2}} {
		yield("hierarchy", args{"widths": widths})
	}
	yield("hierarchy", args{"widths": []int{3, 4}, "thresholds": []int{1, 3}})
	for _, votes := range [][]int{{1}, {1, 1, 1}, {3, 2, 2, 1}, {0, 1, 0, 4, 2, 3}, {9, 1, 1, 1, 1}} {
		total := 0
		for _, v := range votes {
			total += v
		}
		yield("weighted-voting", args{"votes": votes})
		for threshold := 1; threshold <= total; threshold++ {
			yield("weighted-voting", args{"votes": votes, "threshold": threshold})
			yield("read-write-voting", args{"votes": votes, "write": threshold})
		}
	}
	for _, form := range []func(string, map[string]any, int) (*setsys.Structure, error){construct.Build, construct.Formula} {
		wheel, _ := form("wheel", args{"n": 5}, 1000)
		majority, _ := form("majority", args{"n": 3}, 1000)
		two, _ := form("k-majority", args{"n": 5, "k": 2}, 1000)
		for node := 1; node <= 5; node++ {
			yield("join", args{"left": wheel, "right": majority, "node": node})
		}
		yield("union", args{"left": wheel, "right": two})
		yield("copies", args{"of": two, "t": 3})
	}
}

// listedArgs has the structures among the arguments listed.
func listedArgs(a args) args {
	b := args{}
	for key, v := range a {
		if s, ok := v.(*setsys.Structure); ok {
			v, _ = s.List()
		}
		b[key] = v
	}
	return b
}

// The minimal sets of the formulas are the quorums.
func TestFormulas(t *testing.T) {
	seen := map[string]bool{}
	formulaCases(func(name string, a args) {
		want, err := construct.Build(name, listedArgs(a), 1_000_000)
		if err != nil {
			t.Fatalf("%s %v: %v", name, a, err)
		}
		s, err := construct.Formula(name, a, 1_000_000)
		if err != nil {
			t.Fatalf("%s %v: %v", name, a, err)
		}
		if s == nil {
			if widths, _ := a["widths"].([]int); name == "crumbling-wall" && slices.Contains(widths[1:], 1) {
				return // its quorums are not minimal
			}
			t.Fatalf("%s %v has no formula", name, a)
		}
		seen[name] = true
		for i, f := range s.Families() {
			if f.Family.Formula() == nil {
				t.Fatalf("%s %v is listed", name, a)
			}
			listed, err := f.Family.List()
			if err != nil || !listed.Equal(want.Families()[i].Family.Canonical()) || f.Role != want.Families()[i].Role {
				t.Fatalf("%s %v: %s, %v, want %s", name, a, listed, err, want.Families()[i].Family)
			}
		}
		if diff := cmp.Diff([]any{want.Name, want.Source, want.Kind, want.K, want.Universe.Len(), want.Universe.IsNumbered()},
			[]any{s.Name, s.Source, s.Kind, s.K, s.Universe.Len(), s.Universe.IsNumbered()}); diff != "" {
			t.Errorf("%s %v (-want +got):\n%s", name, a, diff)
		}
	})
	if len(seen) != 16 {
		t.Errorf("%d constructions have formulas: %v", len(seen), seen)
	}
}

// Arguments that Build refuses are refused, in the same words; and where there is
// no formula there is no error either.
func TestFormulaErrors(t *testing.T) {
	nothing := &setsys.Structure{Kind: setsys.Coterie, Universe: mustNumbered(2), Quorums: setsys.NewFamily(2)}
	contains, empty := *nothing, *nothing
	contains.Quorums = setsys.NewFamily(2, setsys.NewNodeSet(2, 0), setsys.NewNodeSet(2, 0, 1))
	empty.Quorums = setsys.NewFamily(2, setsys.NewNodeSet(2))
	wheel, _ := construct.Build("wheel", args{"n": 4}, 100)
	for _, row := range []struct {
		name string
		a    args
	}{
		{"majority", args{}},
		{"majority", args{"n": 0}},
		{"column-cover", args{"rows": 100, "columns": 100}},
		{"crumbling-wall", args{"widths": []int{4000, 100}}},
		{"tree", args{"depth": 11, "degree": 3}},
		{"hierarchy", args{"widths": []int{3, 3}, "thresholds": []int{2}}},
		{"hierarchy", args{"widths": []int{3, 3}, "thresholds": []int{2, 4}}},
		{"hierarchy", args{"widths": []int{100, 100}}},
		{"weighted-voting", args{"votes": []int{0, 0}}},
		{"weighted-voting", args{"votes": []int{1, 2}, "threshold": 4}},
		{"join", args{"left": wheel, "right": wheel, "node": 9}},
		{"copies", args{"of": wheel, "t": 2000}},
	} {
		_, want := construct.Build(row.name, row.a, 1_000_000)
		s, err := construct.Formula(row.name, row.a, 1)
		if want == nil || err == nil || errors.As(want, new(setsys.ErrTooMany)) || err.Error() != want.Error() {
			t.Errorf("%s %v: %v and %v, want %v", row.name, row.a, s, err, want)
		}
	}
	for _, row := range []struct {
		name string
		a    args
	}{
		{"nothing", args{}},
		{"grid", args{"n": 4}},
		{"majority", args{"n": 4, "as": "request-sets"}},
		{"union", args{"left": wheel, "right": nothing}},
		{"union", args{"left": wheel, "right": &contains}},
		{"union", args{"left": wheel, "right": &empty}},
	} {
		if s, err := construct.Formula(row.name, row.a, 1); s != nil || err != nil {
			t.Errorf("%s %v: %v, %v", row.name, row.a, s, err)
		}
	}
}

func mustNumbered(n int) setsys.Universe {
	u, err := setsys.Numbered(n)
	if err != nil {
		panic(err)
	}
	return u
}
