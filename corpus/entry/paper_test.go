package entry

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore/verdict"
	"qcheck/setsys"
)

const said = "name: x/y\npaper: A\nsection: 1\nsays: a\nclaim: b\nreason: c\n"

// reading returns a paper with one entry, which has these lines after what it says.
func reading(lines string, files map[string]string) Paper {
	p := Paper{
		Files: fstest.MapFS{"testdata/x.entries": {Data: []byte(said + lines)}},
		Programs: map[string]Program{
			"even": Arithmetic(func(x Values) string { return strings.Repeat("odd", x["n"]%2) }),
			"two-quorums": On(func(s *setsys.Structure) string {
				return strings.Repeat("more", max(0, s.Quorums.Len()-2))
			}),
		},
		Builders: map[string]Builder{"loner": func(x Values) (*setsys.Structure, error) {
			return Masks{N: x["n"], Sets: []uint64{1}}.Structure(setsys.Coterie, 0), nil
		}},
	}
	for name, text := range files {
		p.Files.(fstest.MapFS)["testdata/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return p
}

// What is wrong with the text of an entry is said with file and line.
func TestFaultsOfText(t *testing.T) {
	for _, test := range []struct {
		lines string
		files map[string]string
		want  string
	}{
		{"case: wheel n=3..4", nil, "x.entries:7: nothing is asked"},
		{"case: wheeel n=3..4 | claimed coterie", nil, `x.entries:7: wheeel n=3..4: unknown construction "wheeel": did you mean "wheel"?`},
		{"case: wheel n=3..4 | claimed cotery", nil, `x.entries:7: there is no property, kind or program "cotery"`},
		{"case: n=3 | claimed evn", nil, `x.entries:7: there is no property, kind or program "evn"`},
		{"case: n=3 | claimed e = evn", nil, `x.entries:7: there is no property, kind or program "evn"`},
		{"case: wheel n=3..4 | clamed coterie", nil, `x.entries:7: "clamed coterie" is not: claimed, silent or denied, and what`},
		{"case: wheel n=3..4 | claimed", nil, `x.entries:7: "claimed" is not: claimed, silent or denied, and what`},
		{"case: wheel n=3..m | claimed coterie", nil, `x.entries:7: wheel n=3..m: m: "m" is no number and no name of one`},
		{"case: wheel n | claimed coterie", nil, `x.entries:7: wheel n: "n" is no parameter: name=values`},
		{"case: wheel (n=3 | claimed coterie", nil, `x.entries:7: wheel (n=3: the parenthesis of "n=3" is not closed`},
		{"case: hierarchy widths=[2,2 | claimed coterie", nil, `x.entries:7: hierarchy widths=[2,2: the bracket of "widths=[2,2" is not closed`},
		{"case: n=3 if n> | claimed even", nil, `x.entries:7: n=3 if n>: n>: "" is no number and no name of one`},
		{"case: n=3 | claimed even if n=3", nil, `x.entries:7: n=3: n=3: "=3" is out of place`},
		{`case: {"kind": coterie} | claimed coterie`, nil, `x.entries:7: {"kind": coterie}: this is no JSON`},
		{"cases: n=3 | claimed even", nil, `x.entries:7: x/y: "cases" is no key, or there twice`},
		{"case: n=3 | claimed even\n  if n>1\nreason: again", nil, `x.entries:9: x/y: "reason" is no key, or there twice`},
		{"case: n=3 | claimed even\nviolated: odd 3", nil, "x.entries:8: odd is pinned, and not asked"},
		{"case: n=3 | claimed even\nviolated: even odd\nviolated: even odd", nil, "x.entries:9: even is pinned twice"},
		{"instance: --algoritm maekawa --n 2 | claimed least = counted from=2 to=2", nil, `x.entries:7: unknown flag: --algoritm`},
		{"case: n=3 | claimed a = always m n>2", nil, `x.entries:7: "m" is no parameter: name=values`},
		{"case: n=3 | claimed a = always else n>2", nil, "x.entries:7: nothing is stated"},
		{"case: n=3 | claimed a = every coterie n=n : coterie", nil, `x.entries:7: "coterie n=n" is not: structures : these => those`},
		{"case: n=3 | claimed a = some coterie n=n : coterie => intersection", nil, `x.entries:7: "coterie n=n" is not: structures : these => those`},
		{"case: n=3 | claimed a = every coterie n=n : cotery => intersection", nil, `x.entries:7: there is no property, kind or program "cotery"`},
		{"case: n=3 | claimed a = every n=n : coterie => intersection", nil, "x.entries:7: there are no structures"},
		{"case: n=3 | claimed a = same whel n=4", nil, `x.entries:7: unknown construction "whel": did you mean "wheel"?`},
		{"instance: --algorithm maekawa --n 2 | claimed least = countd from=2 to=2", nil, `x.entries:7: there is no property, kind or program "countd"`},
		{"case: n=2 | claimed even", map[string]string{"y.pins": "# comment\n\nn=3 | even | odd\n"}, `y.pins:3: there is no case "n=3"`},
		{"case: n=3 | claimed even", map[string]string{"y.pins": "n=3 | even\n"}, "y.pins:1: not: case | question | witness"},
		{"case: n=3 | claimed even", map[string]string{"y.pins": "n=3 | even | odd\nn=3 | even | odd\n"}, "y.pins:2: even is pinned twice"},
	} {
		e := reading(test.lines, test.files).Entries()[0]
		err := e.Validate()
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s %v:\ngot  %v\nwant %s", test.lines, test.files, err, test.want)
		}
	}
}

// A structure that cannot be built, or a statement that cannot be decided, ends the entry with the case and the question.
func TestFaultsWhenJudged(t *testing.T) {
	for _, test := range []struct{ lines, want string }{
		{"case: wheel m=3 | claimed coterie", "m=3: construction wheel: parameter n is missing"},
		{"case: file none.json | claimed coterie", "open none.json"},
		{"case: join of loner and alone (node=1) | claimed coterie", "open loner.json"},
		{`case: {"kind": "coterie", "universe": 2} | claimed coterie`, "entry:1:"},
		{"case: n=3 | claimed a = always m=4..n m>n", "n=3: a: there is nothing to look at"},
		{"case: n=3 | claimed a = always m=3..n m>k", `n=3: a: m>k: "k" is no number and no name of one`},
		{"case: n=3 | claimed a = every coterie n=4..n : coterie => intersection", "n=3: a: there is nothing to look at"},
		{"case: n=3 | claimed a = every coterie n=n : coterie => least(2)>0", "n=3: a: least(2)>0: least has the number of a family"},
		{"case: n=3 | claimed a = some coterie n=n : coterie n<1 else {Q}", `n=3: a: Q: "Q" is no number and no name of one`},
		{"case: n=3 | claimed a = always n>least(1)", `n=3: a: n>least(1): "least" is no number`},
		{"case: n=3 | claimed a = even n=k", `n=3: a: k: "k" is no number and no name of one`},
	} {
		e := reading(test.lines, nil).Entries()[0]
		for r := range Run(t.Context(), []*Entry{e}, Options{}) {
			if r.Err == nil || !strings.HasPrefix(r.Err.Error(), test.want) {
				t.Errorf("%s: %v, want %s", test.lines, r.Err, test.want)
			}
		}
	}
}

// cases writes the cases of an entry: names, structures, questions.
func written(t *testing.T, e *Entry) (lines []string) {
	if err := e.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, c := range e.Cases {
		line := c.Name
		var s *setsys.Structure
		if c.Build != nil {
			var err error
			if s, err = c.Build(); err != nil {
				t.Fatal(err)
			}
			line += " [" + s.Name + "]"
		}
		for _, q := range c.Ask {
			line += " " + q.Name
			if q.Claimed != 0 {
				line += " " + q.Claimed.String()
			}
			if q.Decide != nil {
				found, err := q.Decide(context.Background(), s)
				if err != nil {
					t.Fatal(err)
				}
				line += " (" + found + ")"
			}
			if q.Pinned == verdict.Violated {
				line += " !" + q.Witness
			}
		}
		if c.Long {
			line += " long"
		}
		lines = append(lines, line)
	}
	return lines
}

func TestCasesAreReadFromText(t *testing.T) {
	for _, test := range []struct {
		reason, lines string
		files         map[string]string
		want          []string
	}{
		{"the last parameter first, a range by one before", "case: n=1..2 k=n..2 | claimed even", nil,
			[]string{"n=1 k=1 even holds (odd)", "n=1 k=2 even holds (odd)", "n=2 k=2 even holds ()"}},
		{"lists, a call among them, and a condition", "case: n=1,power(2,2),6..8 if n%4!=0&&n<8 | silent even", nil,
			[]string{"n=1 even (odd)", "n=6 even ()", "n=7 even (odd)"}},
		{"what is hidden stays out of the name", "case: loner (n=2) k=3; alone: loner n=2 | silent nonempty", nil,
			[]string{"k=3 [] nonempty", "alone n=2 [] nonempty"}},
		{"a kind is what it requires", "case: wheel n=3 | claimed coterie | denied nondomination", nil,
			[]string{"n=3 [wheel n=3] nonempty holds intersection holds minimality holds nondomination violated"}},
		{"a construction of another", "case: copies of majority (n=3) t=2 | silent nonempty", nil,
			[]string{"t=2 [copies of=(majority n=3) t=2] nonempty"}},
		{"a file of the paper", "case: a: file a.json | silent two-quorums", map[string]string{"a.json": `{"kind": "coterie", "universe": 1, "quorums": [[1]]}`},
			[]string{"a [] two-quorums ()"}},
		{"request sets of a construction", "case: grid n=4 (as-request-sets=1) | silent self-membership", nil,
			[]string{"n=4 [grid n=4 as request-sets] self-membership"}},
		{"the text of a structure with a parameter", `case: {"kind": "coterie", "universe": 1, "quorums": [[1]]} n=1 | silent nonempty even`, nil,
			[]string{"n=1 [] nonempty even (odd)"}},
		{"a question under a condition, and with values of its own", "case: n=1..2 | claimed even if n>1 | claimed x = even n=n+1", nil,
			[]string{"n=1 x holds ()", "n=2 even holds () x holds (odd)"}},
		{"what every paper has", "case: k-singleton n=3 k=2 | claimed k-disjoint-quorums", nil,
			[]string{"n=3 k=2 [k-singleton n=3 k=2] k-disjoint-quorums holds ()"}},
		{"what is true for all values", "case: n=3 | claimed a = always m=1..n k=m..n k*k<=n*n | claimed b = always m=1..n m<n", nil,
			[]string{"n=3 a holds () b holds (it is false for m=3)"}},
		{"numbers of a structure, and a text with them", "case: wheel n=4 | claimed a = always h=1 least(h)==2&&most(h)==3&&total(1)==9&&count(1)==4&&nodes(1)==n&&rarest(1)==2&&commonest(1)==3 | claimed b = always m=n count(1)>m else {count(1)} of {m+1}, {Q}", nil,
			[]string{"n=4 [wheel n=4] a holds () b holds (4 of 5, {{1,2},{1,3},{1,4},{2,3,4}})"}},
		{"all candidates", "case: n=2 | claimed a = every coterie n=1..n : coterie => intersection | claimed b = every coterie n=1..n : intersection <=> count(1)==1 | claimed c = every coterie n=n : nonempty => count(1)==1 else {n}: {Q}", nil,
			[]string{"n=2 a holds () b holds () c holds (2: {{1},{2}})"}},
		{"candidates of several families, and request sets", "case: | claimed a = every hk-arbiter n=2 k=2 : nonempty => most(2)<2 else {Q_h} | claimed b = every request-sets n=2 m=1 : pairwise-intersection => total(1)>3 else {Q}", nil,
			[]string{" a holds (Q_1 = {{1}} Q_2 = {{1,2}}) b holds ({{1,2},{2}})"}},
		{"some structure", "case: n=3 | claimed a = some majority n=1..n : two-quorums count(1)==1 | claimed b = some coterie n=n : coterie count(1)>3 | claimed c = some coterie n=n : coterie count(1)>3 else none of {n}", nil,
			[]string{"n=3 a holds () b holds (there is none) c holds (none of 3)"}},
		{"another structure", "case: wheel n=4,3 | claimed a = same majority n=3", nil,
			[]string{"n=4 [wheel n=4] a holds ({{1,2},{1,3},{1,4},{2,3,4}} is not {{1,2},{1,3},{2,3}})", "n=3 [wheel n=3] a holds ()"}},
		{"violations, of the cases of their line", "case: n=2 | claimed even\ncase: n=1,3 | claimed even\nviolated: even odd", nil,
			[]string{"n=2 even holds ()", "n=1 even holds (odd) !odd", "n=3 even holds (odd) !odd"}},
		{"violations of a table", "case: n=1..2 | claimed even", map[string]string{"y.pins": "n=1 | even | odd | or so\n"},
			[]string{"n=1 even holds (odd) !odd | or so", "n=2 even holds ()"}},
		{"no structure and no name", "case: | claimed even", nil, []string{" even holds ()"}},
		{"braces in a name", "case: {1,2}: | claimed even", nil, []string{"{1,2} even holds ()"}},
	} {
		e := reading(test.lines, test.files).Entries()[0]
		if diff := cmp.Diff(test.want, written(t, e)); diff != "" {
			t.Errorf("%s: %s", test.reason, diff)
		}
	}
}

// Go reads the same expressions, but for powers and roots.
func TestExpressions(t *testing.T) {
	n, k := 17, 3
	truth := map[bool]int{true: 1}
	for text, want := range map[string]int{
		"n": n, "7": 7, "n-k-1": n - k - 1, "n-(k-1)": n - (k - 1), "k*n/(k+1)+1": k*n/(k+1) + 1, "n/k*k": n / k * k,
		"n%k+n*2%k": n%k + n*2%k, "n>k": 1, "n<k": 0, "n>=17": 1, "n<=16": 0, "n==17": 1, "n!=17": 0,
		"n-14==k&&k<n": truth[n-14 == k && k < n], "k<n&&n<k": 0,
		"power(k,2+2)": 81, "root(n,2)": 5, "root(16,2)": 4, "root(n,k)": 3, "root(power(n,k),k)-n": 0, "choose(6,3)": 20, "choose(2,3)": 0, "falling(6,3)": 120,
	} {
		if got, err := evaluate(text, Values{"n": n, "k": k}, nil); err != nil || got != want {
			t.Errorf("%s: %d (%v), want %d", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"m": `m: "m" is no number and no name of one`, "n k": `n k: "n k" is no number and no name of one`, "n/(k-3)": "n/(k-3): division by 0",
		"n%0": "n%0: division by 0", "(n": "(n: a parenthesis is not closed", "n)": `n): ")" is out of place`, "n+": `n+: "" is no number and no name of one`,
		"power(n)": "power(n): power has two arguments, the second above 0", "power(n,2": "power(n,2: a parenthesis is not closed", "root(n,0)": "root(n,0): root has two arguments, the second above 0",
		"n**2": `n**2: "" is no number and no name of one`,
	} {
		if _, err := evaluate(text, Values{"n": n, "k": k}, nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// The candidates of a kind are as many as the numbers of Dedekind say, or as choices of each process.
func TestCandidates(t *testing.T) {
	count := func(kind setsys.Kind, x Values) (all int) {
		for range Candidates(kind, x) {
			all++
		}
		return all
	}
	for n, want := range []int{1: 1, 4, 18, 166} {
		if n == 0 {
			continue
		}
		if got := count(setsys.KCoterie, Values{"n": n, "k": 2}); got != want {
			t.Errorf("%d families on %d nodes, not %d", got, n, want)
		}
		if got := count(setsys.RequestSets, Values{"n": n, "m": 1}); got != 1<<(n*(n-1)) {
			t.Errorf("%d request sets of %d processes", got, n)
		}
		if got := count(setsys.HKArbiter, Values{"n": n, "k": 2}); got != want*want {
			t.Errorf("%d pairs of families on %d nodes", got, n)
		}
	}
}
