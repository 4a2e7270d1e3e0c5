package construct_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// Every construction says what it is.
func TestCatalogue(t *testing.T) {
	word := regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	seen := map[string]bool{}
	for _, c := range construct.All() {
		if !word.MatchString(c.Name) || seen[c.Name] {
			t.Errorf("name %q", c.Name)
		}
		seen[c.Name] = true
		if c.Summary == "" || c.Source == "" || c.Claim == "" || !slices.Contains(setsys.Kinds(), c.Kind) {
			t.Errorf("%s: something is not said", c.Name)
		}
		if c.Kind == setsys.RequestSets && !c.RequestSets {
			t.Errorf("%s prints request sets and denies it", c.Name)
		}
		if l, ok := construct.Lookup(c.Name); !ok || l.Name != c.Name {
			t.Errorf("%s is not found", c.Name)
		}
		for i, p := range c.Params {
			where := c.Name + " " + p.Name
			if !word.MatchString(p.Name) || p.Name == "as" || p.Doc == "" || p.Range() == "" {
				t.Errorf("%s: something is not said", where)
			}
			if slices.ContainsFunc(c.Params[:i], func(q construct.Param) bool { return q.Name == p.Name }) {
				t.Errorf("%s is there twice", where)
			}
			if p.Required && p.Default != nil {
				t.Errorf("%s is required and has a default", where)
			}
			switch d := p.Default.(type) {
			case nil:
			case int:
				if p.Type != construct.Int || d < p.Min || d > p.Max {
					t.Errorf("%s: default %d is out of range", where, d)
				}
			case string:
				if p.Type != construct.Text || !slices.Contains(p.Choices, d) {
					t.Errorf("%s: default %q is not a choice", where, d)
				}
			default:
				t.Errorf("%s: default of type %T", where, d)
			}
			switch p.Type {
			case construct.Int, construct.Ints:
				if p.Min > p.Max || p.Max == 0 {
					t.Errorf("%s: no range", where)
				}
			case construct.Text:
				if len(p.Choices) < 2 {
					t.Errorf("%s: no choice", where)
				}
			case construct.Nested:
				if len(p.Kinds) == 0 {
					t.Errorf("%s: no kind", where)
				}
			case construct.Node:
			default:
				t.Errorf("%s: type %q", where, p.Type)
			}
		}
	}
	if _, ok := construct.Lookup("no-such"); ok {
		t.Error("found what is not there")
	}
}

// examples has arguments for every construction.
func examples(t *testing.T) map[string]values {
	three, two := build(t, "majority", values{"n": 3}), build(t, "k-majority", values{"n": 5, "k": 2})
	return map[string]values{
		"majority":           {"n": 6},
		"majority-split":     {"n": 6, "c1": "node-1"},
		"grid":               {"n": 9},
		"plane":              {"order": 3},
		"k-majority":         {"n": 6, "k": 2},
		"k-singleton":        {"n": 6, "k": 3},
		"uniform-k-arbiter":  {"n": 6, "k": 2},
		"cube-k-arbiter":     {"n": 8, "k": 2},
		"uniform-hk-arbiter": {"n": 6, "k": 2},
		"cube-hk-arbiter":    {"n": 16, "k": 3},
		"torus":              {"rows": 6, "columns": 2, "k": 3},
		"torus-wr":           {"rows": 4, "columns": 2, "k": 2, "following": 1},
		"row-covers":         {"rows": 2, "columns": 3},
		"hyperplanes":        {"n": 8, "m": 2},
		"seven-processes":    {"m": 2},
		"contraction":        {"of": two, "r": 2},
		"weighted-voting":    {"votes": []int{3, 1, 1, 2}, "threshold": 4},
		"wheel":              {"n": 5},
		"crumbling-wall":     {"widths": []int{1, 2, 3}},
		"tree":               {"depth": 2, "degree": 2},
		"hierarchy":          {"widths": []int{3, 2}, "thresholds": []int{2, 1}},
		"column-cover":       {"rows": 3, "columns": 2},

		"read-write-threshold": {"n": 5, "write": 2, "read": 4},
		"read-write-voting":    {"votes": []int{3, 1, 1, 2}, "write": 5},
		"read-write-dual":      {"of": two},

		"join":   {"left": three, "right": three, "node": 2},
		"union":  {"left": three, "right": two},
		"copies": {"of": three, "t": 2},
	}
}

// What is built is of the kind listed, valid, says what it is and from where, and
// is in canonical order unless the definition has indices.
func TestNames(t *testing.T) {
	names := map[string]string{
		"majority": "majority n=6", "majority-split": "majority-split n=6 c1=node-1", "grid": "grid n=9", "plane": "plane order=3",
		"k-majority": "k-majority n=6 k=2", "k-singleton": "k-singleton n=6 k=3",
		"uniform-k-arbiter": "uniform-k-arbiter n=6 k=2", "cube-k-arbiter": "cube-k-arbiter n=8 k=2",
		"uniform-hk-arbiter": "uniform-hk-arbiter n=6 k=2", "cube-hk-arbiter": "cube-hk-arbiter n=16 k=3",
		"torus": "torus rows=6 columns=2 k=3", "torus-wr": "torus-wr rows=4 columns=2 k=2 following=1", "row-covers": "row-covers rows=2 columns=3",
		"hyperplanes": "hyperplanes n=8 m=2", "seven-processes": "seven-processes m=2",
		"contraction":     "contraction of=(k-majority n=5 k=2) r=2",
		"weighted-voting": "weighted-voting votes=3,1,1,2 threshold=4", "wheel": "wheel n=5", "crumbling-wall": "crumbling-wall widths=1,2,3",
		"tree": "tree depth=2 degree=2", "hierarchy": "hierarchy widths=3,2 thresholds=2,1", "column-cover": "column-cover rows=3 columns=2",
		"read-write-threshold": "read-write-threshold n=5 write=2 read=4", "read-write-voting": "read-write-voting votes=3,1,1,2 write=5",
		"read-write-dual": "read-write-dual of=(k-majority n=5 k=2)",
		"join":            "join left=(majority n=3) right=(majority n=3) node=2",
		"union":           "union left=(majority n=3) right=(k-majority n=5 k=2)", "copies": "copies of=(majority n=3) t=2",
	}
	examples := examples(t)
	for _, c := range construct.All() {
		s := build(t, c.Name, examples[c.Name])
		if s.Name != names[c.Name] {
			t.Errorf("name %q, want %q", s.Name, names[c.Name])
		}
		if s.Source != c.Source || s.Kind != c.Kind {
			t.Errorf("%s: source %q, kind %s", s.Name, s.Source, s.Kind)
		}
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
		if indexed := slices.Contains([]string{"grid", "plane", "cube-k-arbiter", "cube-hk-arbiter", "torus", "torus-wr", "column-cover"}, c.Name); indexed || s.Kind == setsys.RequestSets {
			continue
		}
		for _, f := range s.Families() {
			if !f.Family.Equal(f.Family.Canonical()) {
				t.Errorf("%s: %s is not in canonical order", s.Name, f.Role)
			}
		}
	}
	unnamed := build(t, "majority", values{"n": 3})
	unnamed.Name = ""
	if got := build(t, "copies", values{"of": unnamed, "t": 1}).Name; got != "copies of=(a coterie of 3 nodes) t=1" {
		t.Errorf("name %q", got)
	}
}

// largest returns the number of sets in the largest family.
func largest(s *setsys.Structure) int {
	most := 0
	for _, f := range s.Families() {
		most = max(most, f.Family.Len())
	}
	return most
}

// A family as large as the limit is built, a larger one is refused.
func TestLimit(t *testing.T) {
	examples := examples(t)
	examples["majority-split"] = values{"n": 8, "c1": "all"}
	for _, more := range []struct {
		name string
		v    values
	}{
		{"majority-split", values{"n": 7}}, {"majority-split", values{"n": 8}}, {"majority-split", values{"n": 8, "c1": "none"}},
		{"torus-wr", values{"rows": 6, "columns": 2, "k": 2}}, {"torus-wr", values{"rows": 3, "columns": 3, "k": 1, "following": 2}},
		{"torus", values{"rows": 4, "columns": 1, "k": 1, "following": 3}}, {"column-cover", values{"rows": 1, "columns": 5}},
		{"tree", values{"depth": 3}}, {"tree", values{"depth": 2, "degree": 3}}, {"hierarchy", values{"widths": []int{3, 3}}},
		{"weighted-voting", values{"votes": []int{1, 1, 1, 1, 1}}}, {"crumbling-wall", values{"widths": []int{1, 1, 2, 3, 1, 4}}},
		{"grid", values{"n": 9, "as": "request-sets"}}, {"majority", values{"n": 9, "as": "request-sets"}}, {"plane", values{"order": 2, "as": "request-sets"}},
		{"column-cover", values{"rows": 3, "columns": 3, "as": "request-sets"}}, {"cube-k-arbiter", values{"n": 9, "k": 1, "as": "request-sets"}},
		{"uniform-k-arbiter", values{"n": 9, "k": 3, "as": "request-sets"}},
		{"contraction", values{"of": examples["contraction"]["of"], "r": 1}},
		{"read-write-threshold", values{"n": 6, "write": 3, "read": 6}}, {"read-write-threshold", values{"n": 6, "write": 6, "read": 3}},
		{"read-write-voting", values{"votes": []int{1, 1, 1, 1}, "write": 4, "read": 2}}, {"read-write-voting", values{"votes": []int{1, 1, 1, 1}, "write": 2, "read": 4}},
		{"read-write-dual", values{"of": build(t, "torus", values{"rows": 2, "columns": 3, "k": 2, "following": 0})}},
		{"read-write-dual", values{"of": build(t, "k-singleton", values{"n": 6, "k": 6})}},
	} {
		checkLimit(t, more.name, more.v)
	}
	for _, c := range construct.All() {
		checkLimit(t, c.Name, examples[c.Name])
	}
}

func checkLimit(t *testing.T, name string, v values) {
	t.Helper()
	s := build(t, name, v)
	count := largest(s)
	if again, err := construct.Build(name, v, count); err != nil || largest(again) != count {
		t.Errorf("%s with a limit of %d: %v", s.Name, count, err)
	}
	what := "quorums"
	if s.Kind == setsys.RequestSets {
		what = "request sets"
	}
	for _, few := range []int{count - 1, 1, 0} {
		if few >= count {
			continue
		}
		_, err := construct.Build(name, v, few)
		var tooMany setsys.ErrTooMany
		if !errors.As(err, &tooMany) || tooMany.Limit != few {
			t.Errorf("%s with a limit of %d below %d: %v", s.Name, few, count, err)
		} else if end := fmt.Sprintf(" than the limit of %d", few); !strings.HasSuffix(err.Error(), end) || !strings.Contains(err.Error(), " "+what+" ") {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

// Large families are refused by their number, before anything is listed.
func TestTooManyMessages(t *testing.T) {
	three := build(t, "majority", values{"n": 3})
	big := build(t, "majority", values{"n": 15})                     // 6435 quorums, the node in 3432 of them
	wide := build(t, "row-covers", values{"rows": 4, "columns": 10}) // no union of 5 is a part of another
	for _, c := range []struct {
		name  string
		v     values
		error string
	}{
		{"majority", values{"n": 21}, "construction majority: more quorums than the limit of 100000"},
		{"majority", values{"n": 4096}, "construction majority: more quorums than the limit of 100000"},
		{"k-majority", values{"n": 20, "k": 1}, "construction k-majority: more quorums than the limit of 100000"},
		{"uniform-hk-arbiter", values{"n": 20, "k": 4}, "construction uniform-hk-arbiter: more quorums than the limit of 100000"},
		{"column-cover", values{"rows": 7, "columns": 7}, "construction column-cover: 823543 quorums are more than the limit of 100000"},
		{"column-cover", values{"rows": 64, "columns": 64}, "construction column-cover: more quorums than the limit of 100000"},
		{"torus", values{"rows": 40, "columns": 10, "k": 1}, "construction torus: more quorums than the limit of 100000"},
		{"row-covers", values{"rows": 6, "columns": 10}, "construction row-covers: 1000000 quorums are more than the limit of 100000"},
		{"tree", values{"depth": 5}, "construction tree: more quorums than the limit of 100000"},
		{"tree", values{"depth": 11}, "construction tree: more quorums than the limit of 100000"},
		{"hierarchy", values{"widths": []int{3, 3, 3, 3}}, "construction hierarchy: more quorums than the limit of 100000"},
		{"crumbling-wall", values{"widths": []int{1, 50, 50, 50}}, "construction crumbling-wall: 127551 quorums are more than the limit of 100000"},
		{"cube-k-arbiter", values{"n": 2, "k": 16}, "construction cube-k-arbiter: before supersets are removed, 131072 quorums are more than the limit of 100000"},
		{"cube-hk-arbiter", values{"n": 2, "k": 4096}, "construction cube-hk-arbiter: before supersets are removed, more quorums than the limit of 100000"},
		{"weighted-voting", values{"votes": slices.Repeat([]int{1}, 40)}, "construction weighted-voting: more quorums than the limit of 100000"},
		{"join", values{"left": big, "right": big, "node": 1}, "construction join: 22087923 quorums are more than the limit of 100000"},
		{"copies", values{"of": three, "t": 1365}, ""},
		{"copies", values{"of": big, "t": 16}, "construction copies: 102960 quorums are more than the limit of 100000"},
		{"contraction", values{"of": wide, "r": 5}, "construction contraction: more quorums than the limit of 100000"},
		{"hyperplanes", values{"n": 4096, "m": 2}, ""},
		{"read-write-threshold", values{"n": 20, "write": 1, "read": 10}, "construction read-write-threshold: more quorums than the limit of 100000"},
		{"read-write-voting", values{"votes": slices.Repeat([]int{1}, 40), "write": 40, "read": 20}, "construction read-write-voting: more quorums than the limit of 100000"},
		{"read-write-dual", values{"of": build(t, "k-singleton", values{"n": 40, "k": 40})}, ""},
	} {
		s, err := construct.Build(c.name, c.v, limit)
		switch {
		case c.error == "" && err != nil:
			t.Errorf("%s %v: %v", c.name, c.v, err)
		case c.error == "" && largest(s) != s.Universe.Len():
			t.Errorf("%s: %d sets", s.Name, largest(s))
		case c.error != "" && err == nil:
			t.Errorf("%s: built", s.Name)
		case c.error != "" && err.Error() != c.error:
			t.Errorf("%s: %v\nwant %s", c.name, err, c.error)
		}
	}
}

// Numbers of quorums by formula.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name string
		v    values
		want int
	}{
		{"majority", values{"n": 21}, 352716},
		{"majority", values{"n": 16}, 11440},
		{"majority-split", values{"n": 16}, 6435 + 5005},
		{"uniform-k-arbiter", values{"n": 18, "k": 2}, 8568},
		{"k-majority", values{"n": 20, "k": 2}, 77520},
		{"column-cover", values{"rows": 6, "columns": 6}, 46656},
		{"column-cover", values{"rows": 7, "columns": 7}, 823543},
		{"torus", values{"rows": 12, "columns": 3, "k": 2}, 972},
		{"row-covers", values{"rows": 4, "columns": 3}, 81},
		{"tree", values{"depth": 4}, 65535},
		{"hierarchy", values{"widths": []int{3, 3, 3}}, 2187},
		{"crumbling-wall", values{"widths": []int{1, 2, 3, 4}}, 24 + 12 + 4 + 1},
		{"grid", values{"n": 4096}, 4096},
		{"plane", values{"order": 9}, 91},
		{"cube-k-arbiter", values{"n": 4096, "k": 2}, 4096},
		{"cube-k-arbiter", values{"n": 1, "k": 4096}, 1},
		{"hyperplanes", values{"n": 4096, "m": 4096}, 4096},
		{"weighted-voting", values{"votes": slices.Repeat([]int{2}, 15)}, 6435},
	} {
		s, err := construct.Build(c.name, c.v, setsys.DefaultMaxSets)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := largest(s); got != c.want {
			t.Errorf("%s: %d quorums, want %d", s.Name, got, c.want)
		}
	}
}

// names lists the constructions.
func names() string {
	var list []string
	for _, c := range construct.All() {
		list = append(list, c.Name)
	}
	return strings.Join(list, ", ")
}

func TestErrors(t *testing.T) {
	three := build(t, "majority", values{"n": 3})
	two := build(t, "k-majority", values{"n": 5, "k": 2})
	arbiter := build(t, "uniform-k-arbiter", values{"n": 3, "k": 1})
	broken := &setsys.Structure{Kind: setsys.Coterie}
	var none *setsys.Structure
	xyz := named(t, three, "x", "y", "z")
	for _, c := range []struct {
		reason string
		name   string
		v      values
		error  string
	}{
		{"no such construction", "tours", values{}, `unknown construction "tours": did you mean "torus"? (known: ` + names() + `)`},
		{"no such parameter", "torus", values{"rows": 2, "columns": 2, "k": 1, "row": 2}, `construction torus: unknown parameter "row": did you mean "rows"? (known: rows, columns, k, following)`},
		{"the first unknown one is named", "majority", values{"n": 2, "z": 1, "b": 1, "x": 1}, `construction majority: unknown parameter "b" (known: n)`},
		{"missing", "torus", values{"rows": 2, "k": 1}, `construction torus: parameter columns is missing; it is an integer from 1 to 4096`},
		{"nothing at all", "majority", nil, `construction majority: parameter n is missing; it is an integer from 1 to 4096`},
		{"too small", "majority", values{"n": 0}, `construction majority: parameter n must be an integer from 1 to 4096, not 0`},
		{"negative", "k-majority", values{"n": 4, "k": -1}, `construction k-majority: parameter k must be an integer from 1 to 4096, not -1`},
		{"too large", "majority", values{"n": 4097}, `construction majority: parameter n must be an integer from 1 to 4096, not 4097`},
		{"wrong type", "majority", values{"n": "7"}, `construction majority: parameter n must be an integer from 1 to 4096, not "7"`},
		{"a float", "majority", values{"n": 7.5}, `construction majority: parameter n must be an integer from 1 to 4096, not 7.5`},
		{"a list for an integer", "majority", values{"n": []int{7}}, `construction majority: parameter n must be an integer from 1 to 4096, not 7`},
		{"nil", "majority", values{"n": nil}, `construction majority: parameter n must be an integer from 1 to 4096, not <nil>`},
		{"not a choice", "majority-split", values{"n": 4, "c1": "some"}, `construction majority-split: parameter c1 must be one of node-1, all, none, not "some"`},
		{"not a square", "grid", values{"n": 8}, `construction grid: parameter n must be a square from 1 to 4096, not 8`},
		{"not a square as request sets", "grid", values{"n": 2, "as": "request-sets"}, `construction grid: parameter n must be a square from 1 to 4096, not 2`},
		{"not a prime power", "plane", values{"order": 6}, `construction plane: parameter order must be one of 2, 3, 4, 5, 7, 8, 9, not 6`},
		{"order too large", "plane", values{"order": 11, "as": "request-sets"}, `construction plane: parameter order must be an integer from 2 to 9, not 11`},
		{"order too small", "plane", values{"order": 1}, `construction plane: parameter order must be an integer from 2 to 9, not 1`},
		{"more singletons than nodes", "k-singleton", values{"n": 2, "k": 3}, `construction k-singleton: parameter k must be an integer from 1 to n, not 3`},
		{"too many nodes", "torus", values{"rows": 100, "columns": 50, "k": 1}, `construction torus: rows times columns must be from 1 to 4096, not 5000`},
		{"too many nodes in an array", "column-cover", values{"rows": 4096, "columns": 2, "as": "request-sets"}, `construction column-cover: rows times columns must be from 1 to 4096, not 8192`},
		{"all other rows follow at most", "torus", values{"rows": 3, "columns": 2, "k": 1, "following": 3}, `construction torus: parameter following must be an integer from 0 to rows-1 = 2, not 3`},
		{"following is negative", "torus-wr", values{"rows": 3, "columns": 2, "k": 1, "following": -1}, `construction torus-wr: parameter following must be an integer from 0 to 4095, not -1`},
		{"no k in row covers", "row-covers", values{"rows": 3, "columns": 2, "k": 1}, `construction row-covers: unknown parameter "k" (known: rows, columns)`},
		{"no resources", "hyperplanes", values{"n": 3, "m": 0}, `construction hyperplanes: parameter m must be an integer from 1 to 4096, not 0`},
		{"the figure has seven", "seven-processes", values{"n": 7}, `construction seven-processes: unknown parameter "n" (known: m)`},
		{"r above k", "contraction", values{"of": two, "r": 3}, `construction contraction: parameter r must be an integer from 1 to k = 2, not 3`},
		{"r above 1 for a coterie", "contraction", values{"of": three, "r": 2}, `construction contraction: parameter r must be an integer from 1 to k = 1, not 2`},
		{"not a k-coterie", "contraction", values{"of": arbiter, "r": 1}, `construction contraction: parameter of must be a structure of kind k-coterie or coterie, not k-arbiter`},
		{"not a structure", "contraction", values{"of": 3, "r": 1}, `construction contraction: parameter of must be a structure of kind k-coterie or coterie, not 3`},
		{"no structure", "contraction", values{"of": none, "r": 1}, `construction contraction: parameter of must be a structure of kind k-coterie or coterie, not no structure`},
		{"a structure without nodes", "union", values{"left": three, "right": broken}, `construction union: parameter right: the universe has no nodes`},
		{"nobody votes", "weighted-voting", values{"votes": []int{}}, `construction weighted-voting: parameter votes must be a list of integers from 0 to 1000000, not an empty list`},
		{"no votes", "weighted-voting", values{"votes": []int{0, 0}}, `construction weighted-voting: parameter votes must have an integer of at least 1`},
		{"negative votes", "weighted-voting", values{"votes": []int{2, -1}}, `construction weighted-voting: parameter votes must be a list of integers from 0 to 1000000, not -1`},
		{"too many voters", "weighted-voting", values{"votes": slices.Repeat([]int{1}, 4097)}, `construction weighted-voting: parameter votes must have at most 4096 integers, not 4097`},
		{"threshold out of reach", "weighted-voting", values{"votes": []int{1, 2}, "threshold": 4}, `construction weighted-voting: parameter threshold must be an integer from 1 to the sum of votes = 3, not 4`},
		{"threshold of nothing", "weighted-voting", values{"votes": []int{1, 2}, "threshold": 0}, `construction weighted-voting: parameter threshold must be an integer from 1 to 4096000000, not 0`},
		{"more to write than nodes", "read-write-threshold", values{"n": 3, "write": 4}, `construction read-write-threshold: parameter write must be an integer from 1 to n = 3, not 4`},
		{"more to read than nodes", "read-write-threshold", values{"n": 3, "write": 3, "read": 4}, `construction read-write-threshold: parameter read must be an integer from 1 to n = 3, not 4`},
		{"reading from nobody", "read-write-threshold", values{"n": 3, "read": 0}, `construction read-write-threshold: parameter read must be an integer from 1 to 4096, not 0`},
		{"nobody votes on reading", "read-write-voting", values{"votes": []int{0}}, `construction read-write-voting: parameter votes must have an integer of at least 1`},
		{"writing out of reach", "read-write-voting", values{"votes": []int{1, 2}, "write": 4}, `construction read-write-voting: parameter write must be an integer from 1 to the sum of votes = 3, not 4`},
		{"the dual of two families", "read-write-dual", values{"of": build(t, "torus-wr", values{"rows": 2, "columns": 2, "k": 1})}, `construction read-write-dual: parameter of must be a structure of kind coterie or k-coterie or k-arbiter, not k-wr-coterie`},
		{"a wheel without a rim", "wheel", values{"n": 2}, `construction wheel: parameter n must be an integer from 3 to 4096, not 2`},
		{"an empty row", "crumbling-wall", values{"widths": []int{1, 0}}, `construction crumbling-wall: parameter widths must be a list of integers from 1 to 4096, not 0`},
		{"too wide a wall", "crumbling-wall", values{"widths": []int{1, 4096}}, `construction crumbling-wall: the sum of widths must be from 1 to 4096`},
		{"a list for a flag", "crumbling-wall", values{"widths": 3}, `construction crumbling-wall: parameter widths must be a list of integers from 1 to 4096, not 3`},
		{"no depth", "tree", values{"depth": -1}, `construction tree: parameter depth must be an integer from 0 to 11, not -1`},
		{"a chain", "tree", values{"depth": 2, "degree": 1}, `construction tree: parameter degree must be an integer from 2 to 4095, not 1`},
		{"too large a tree", "tree", values{"depth": 11, "degree": 3}, `construction tree: depth 11 and degree 3 give more than 4096 nodes`},
		{"thresholds of other levels", "hierarchy", values{"widths": []int{3, 3}, "thresholds": []int{2}}, `construction hierarchy: parameter thresholds must have 2 integers, one for each of widths, not 1`},
		{"threshold above width", "hierarchy", values{"widths": []int{3, 2}, "thresholds": []int{2, 3}}, `construction hierarchy: parameter thresholds at level 2 must be an integer from 1 to its width 2, not 3`},
		{"too many leaves", "hierarchy", values{"widths": []int{100, 100}}, `construction hierarchy: the product of widths must be from 1 to 4096`},
		{"node that is not there", "join", values{"left": three, "right": three, "node": 4}, `construction join: parameter node must be a node of left, not 4`},
		{"name of nobody", "join", values{"left": xyz, "right": three, "node": "1"}, `construction join: parameter node must be a node of left, not 1`},
		{"node of another type", "join", values{"left": three, "right": three, "node": []int{1}}, `construction join: parameter node must be the name of a node, not 1`},
		{"a k-coterie does not join", "join", values{"left": three, "right": two, "node": 1}, `construction join: parameter right must be a structure of kind coterie, not k-coterie`},
		{"names that clash", "join", values{"left": xyz, "right": xyz, "node": "x"}, `construction join: the nodes together: node "y" is named twice`},
		{"names that clash in a union", "union", values{"left": xyz, "right": xyz}, `construction union: the nodes together: node "x" is named twice`},
		{"too many copies", "copies", values{"of": three, "t": 1366}, `construction copies: a universe has 1 to 4096 nodes, not 4098`},
		{"no sets by process", "tree", values{"depth": 2, "as": "request-sets"}, `construction tree: there is no set for each process, so it cannot be printed as request-sets`},
		{"no other form", "grid", values{"n": 4, "as": "coterie"}, `construction grid: parameter as must be "request-sets", not coterie`},
		{"form of another type", "grid", values{"n": 4, "as": 1}, `construction grid: parameter as must be "request-sets", not 1`},
	} {
		s, err := construct.Build(c.name, c.v, limit)
		if err == nil {
			t.Errorf("%s: built %s", c.reason, s.Name)
		} else if err.Error() != c.error {
			t.Errorf("%s:\n got %s\nwant %s", c.reason, err, c.error)
		}
	}
}
