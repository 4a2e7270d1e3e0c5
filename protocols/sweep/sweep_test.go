package sweep_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/check"
	"qcheck/protocols/sweep"
	"qcheck/setsys/input"
)

func parse(t *testing.T, text string) *sweep.Grid {
	t.Helper()
	g, err := sweep.Parse(protocols.All(), "test.grid", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func flags(t *testing.T, g *sweep.Grid) []string {
	t.Helper()
	var all []string
	for it, err := range g.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if it.Number != len(all)+1 {
			t.Fatalf("number %d comes after %d", it.Number, len(all))
		}
		all = append(all, it.Flags)
	}
	return all
}

// A grid stands for what loops over its values make.
func TestPatterns(t *testing.T) {
	var loops []string
	for _, v := range []string{"printed", "repaired"} {
		for n := 1; n <= 3; n++ {
			for k := 1; k <= n; k++ {
				for list := 1; list < 1<<n; list++ {
					var requests []string
					for i := range n {
						requests = append(requests, fmt.Sprint(list>>(n-1-i)&1))
					}
					loops = append(loops, fmt.Sprintf("--algorithm raymond --variant %s --n %d --k %d --requests %s", v, n, k, strings.Join(requests, ",")))
				}
			}
		}
	}
	for text, want := range map[string][]string{
		"--algorithm raymond --variant {printed,repaired} --n 1..3 --k 1..n --requests {0,1}^n":         loops,
		"--variant={printed,repaired} --algorithm raymond --n=1..3 --requests={0..1}^n --k 1..n":        nil, // in another order
		"--algorithm lamport --n 2 --requests {0,1}^(n+1)/2,{1..3*n-4}":                                 {"--algorithm lamport --n 2 --requests 0,1", "--algorithm lamport --n 2 --requests 0,2", "--algorithm lamport --n 2 --requests 1,1", "--algorithm lamport --n 2 --requests 1,2"},
		"# nothing\n\n--algorithm lamport --n 2..3 # two of them":                                       {"--algorithm lamport --n 2", "--algorithm lamport --n 3"},
		"--algorithm mutin --n 3 --in-cs {1..2}+":                                                       {"--algorithm mutin --n 3 --in-cs 1", "--algorithm mutin --n 3 --in-cs 2", "--algorithm mutin --n 3 --in-cs 1,2"},
		"--algorithm gcs --n 3 --l 1 --k 2 --in-cs {1..n}+l+1..k":                                       {"--algorithm gcs --n 3 --k 2 --l 1 --in-cs 1,2", "--algorithm gcs --n 3 --k 2 --l 1 --in-cs 1,3", "--algorithm gcs --n 3 --k 2 --l 1 --in-cs 2,3"},
		"--structure corpus/{a,b}.json":                                                                 {"--structure corpus/a.json", "--structure corpus/b.json"},
		"--structure 'é'/{ö,a}":                                                                         {"--structure é/ö", "--structure é/a"},
		`--structure 'it'\''s'.json`:                                                                    {`--structure 'it'\''s.json'`},
		`--structure \{a,b\}`:                                                                           {"--structure '{a,b}'"},
		"--structure 'a..{b}'":                                                                          {"--structure 'a..{b}'"},
		"--algorithm lamport --n 3 --requests {0,1}^n-2,{1..2}^2":                                       {"--algorithm lamport --n 3 --requests 0,1,1", "--algorithm lamport --n 3 --requests 0,1,2", "--algorithm lamport --n 3 --requests 0,2,1", "--algorithm lamport --n 3 --requests 0,2,2", "--algorithm lamport --n 3 --requests 1,1,1", "--algorithm lamport --n 3 --requests 1,1,2", "--algorithm lamport --n 3 --requests 1,2,1", "--algorithm lamport --n 3 --requests 1,2,2"},
		"--algorithm maekawa --n 2 --structure every:coterie":                                           {`--algorithm maekawa --n 2 --structure '{"kind":"coterie","universe":2,"quorums":[[1]]}'`, `--algorithm maekawa --n 2 --structure '{"kind":"coterie","universe":2,"quorums":[[1,2]]}'`},
		"--algorithm lamport --n 2..1\n--algorithm lamport --n 1 --self-messages {call,queued}":         {"--algorithm lamport --n 1", "--algorithm lamport --n 1 --self-messages queued"},
		"--construct cube --algorithm manabe-tajima --n {4,8} --param h={1,2} --allow-broken-structure": {"--algorithm manabe-tajima --n 4 --construct cube --param h=1 --allow-broken-structure", "--algorithm manabe-tajima --n 4 --construct cube --param h=2 --allow-broken-structure", "--algorithm manabe-tajima --n 8 --construct cube --param h=1 --allow-broken-structure", "--algorithm manabe-tajima --n 8 --construct cube --param h=2 --allow-broken-structure"},
	} {
		got := flags(t, parse(t, text))
		if want == nil {
			want = slices.Sorted(slices.Values(loops))
			slices.Sort(got)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", text, diff)
		}
	}
}

// What is wrong with a grid has a place.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "test.grid: the grid has no instances",
		"# nothing":                    "test.grid: the grid has no instances",
		"--n 2\n  --colour red":        "test.grid:2:3: unknown flag: --colour",
		strings.Repeat("x", 64<<10+1):  "test.grid:1: the line has more than 64 KiB",
		"lamport":                      `test.grid:1:1: "lamport" is no flag`,
		"--algorithm lamport --n":      "test.grid:1:21: --n needs a value",
		"--structure 'a":               "test.grid:1:13: a quote is not closed",
		"--n {1,2":                     "test.grid:1:5: --n: a { is not closed",
		"--n {1,{2}}":                  "test.grid:1:5: --n: braces within braces have no meaning",
		"--requests {0,1}^n":           "test.grid:1:12: --requests: \"n\" is no number and no name of one (names are those of flags with numbers, before it in the line)",
		"--requests {0,1}^n --n 2":     "test.grid:1:12: --requests: \"n\" is no number and no name of one (names are those of flags with numbers, before it in the line)",
		"--n 2 --in-cs {1,2}+m..n":     "test.grid:1:15: --in-cs: m: \"m\" is no number and no name of one (names are those of flags with numbers, before it in the line)",
		"--n 2 --in-cs {1,2}+n..m":     "test.grid:1:15: --in-cs: \"m\" is no number and no name of one (names are those of flags with numbers, before it in the line)",
		"--n 1..9999999999*9999999999": "test.grid:1:5: --n: 9999999999*9999999999: a number is more than 4611686018427387904 (names are those of flags with numbers, before it in the line)",
		"--n 1..root(9,2)":             "test.grid:1:5: --n: root(9,2): \"root\" is no number and no name of one (names are those of flags with numbers, before it in the line)",
		"--n 2 --n 3":                  "test.grid:1:11: --n is given already",
		"--n 1..many":                  "test.grid:1:5: --n: many: \"many\" is no number and no name of one (names are those of flags with numbers, before it in the line)",
		"--n 2 --requests {0..9}^9":    "test.grid:1:18: --requests: the pattern has more than 100000 values",
		"--n 2 --requests {1,{0..9}^5": "test.grid:1:18: --requests: braces within braces have no meaning",
		"--n 2 --requests {1..9}{1..9}{1..9}{1..9}{1..9}{1..9}":                                       "test.grid:1:18: --requests: the pattern has more than 100000 values",
		"--n 2 --requests {0..9}^n{0..9}^n{0..9}^n":                                                   "test.grid:1:18: --requests: the pattern has more than 100000 values",
		"--n 2 --requests {1..99999,1..99999}":                                                        "test.grid:1:18: --requests: the pattern has more than 100000 values",
		"--n 2 --requests {1}^2000000000":                                                             "test.grid:1:18: --requests: there are no lists of 2000000000",
		"--n 2 --requests {" + strings.Repeat("1", 60_000) + "," + strings.Repeat("2", 1000) + "}^10": "test.grid:1:18: --requests: the values of the pattern have more than 16 MiB",
		"--n 0..2147483648":                    "test.grid:1:5: --n: 0..2147483648 has more than 100000 numbers",
		strings.Repeat("\x00", 1000):           `test.grid:1:1: "` + strings.Repeat(`\x00`, 40) + `"... is no flag`,
		"--n 2 --requests {0,1}^0":             "test.grid:1:18: --requests: there are no lists of 0",
		"--n 2 --structure every:forest":       `test.grid:1:19: --structure: there is no kind of structures "forest"`,
		"--n 2 --structure every:k-coterie":    "test.grid:1:19: --structure: the structures of kind k-coterie are those for a number: it needs --k before it in the line",
		"--n 9 --structure every:coterie":      "test.grid:1:19: --structure: coteries are listed on 1 to 6 nodes, not 9",
		"--algorithm lamport --n 2 --k 1":      "test.grid:1: --algorithm lamport --n 2 --k 1: algorithm lamport has no --k",
		"--algorithm lamport --n 2 --clock no": "test.grid:1:35: --clock needs causal or integer, not \"no\"",
	} {
		g, err := sweep.Parse(protocols.All(), "test.grid", []byte(text))
		if err == nil {
			err = list(t.Context(), g)
		}
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}

const small = `--algorithm {lamport,ricart-agrawala} --n 1..3 --requests {0,1}^n
--algorithm kakugawa --variant {printed,repaired} --no-answer-no --n 1..2 --k 1 --structure every:k-coterie --requests {0,2}^n
measure --algorithm kakugawa --variant printed --n 2 --k 1 --structure every:k-coterie --requests {1,2}^n`

// Parts are disjoint, and together they are all.
func TestShards(t *testing.T) {
	g := parse(t, small)
	all := flags(t, g)
	for _, n := range []int{1, 2, 3, 8, 1000} {
		seen := map[int]int{}
		for i := 1; i <= n; i++ {
			for number := 1; number <= len(all); number++ {
				if (sweep.Shard{I: i, N: n}).Has(number) {
					seen[number]++
				}
			}
		}
		for number := 1; number <= len(all); number++ {
			if seen[number] != 1 {
				t.Fatalf("of %d parts, %d have number %d", n, seen[number], number)
			}
		}
	}
}

// Instances that follow each other in equal steps, as those that take long do, are spread over
// all parts.
func TestShardsSpread(t *testing.T) {
	for _, n := range []int{2, 3, 5, 8, 16} {
		for _, step := range []int{1, 3, 5, 8, 15, 16, 64} {
			of := make([]int, n)
			const each = 200
			for j := range each * n {
				for i := range of {
					if (sweep.Shard{I: i + 1, N: n}).Has(1 + j*step) {
						of[i]++
					}
				}
			}
			for i, got := range of {
				if got < each*2/3 || got > each*4/3 {
					t.Errorf("steps of %d: part %d of %d has %d instances of %d", step, i+1, n, got, each*n)
				}
			}
		}
	}
}

// run checks the part of a grid and keeps the results, until ctx ends.
func run(ctx context.Context, d *sweep.Dir, g *sweep.Grid, part sweep.Shard, after func(*sweep.Result)) error {
	return g.Run(ctx, sweep.Options{
		Part: part, Build: "test", AtOnce: 2,
		Done: func(it sweep.Item) (bool, error) { return d.Done(ctx, it, "test", nil) },
	}, func(_ sweep.Item, r *sweep.Result) error {
		err := d.Put(r)
		if after != nil {
			after(r)
		}
		return err
	})
}

func openDir(t *testing.T, g *sweep.Grid) (*sweep.Dir, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "results")
	d, err := sweep.OpenDir(t.Context(), path, g)
	if err != nil {
		t.Fatal(err)
	}
	return d, path
}

// files returns the contents of a directory.
func files(t *testing.T, path string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(path, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(data)
	}
	return all
}

// However a sweep is cut into parts, interrupted and repeated, the files are the same
// byte for byte; and they say of each instance what checking it alone says.
func TestResumed(t *testing.T) {
	g := parse(t, small)
	whole, path := openDir(t, g)
	if err := run(t.Context(), whole, g, sweep.Shard{}, nil); err != nil {
		t.Fatal(err)
	}
	want := files(t, path)
	again, path := openDir(t, g)
	for i := 1; i <= 3; i++ {
		for stop := 1; ; stop += 3 {
			ctx, cancel := context.WithCancelCause(t.Context())
			done, enough := 0, errors.New("enough")
			err := run(ctx, again, g, sweep.Shard{I: i, N: 3}, func(*sweep.Result) {
				if done++; done == stop {
					cancel(enough)
				}
			})
			cancel(nil)
			if err == nil {
				break
			}
			if !errors.Is(err, enough) {
				t.Fatal(err)
			}
			if s, err := again.Merge(t.Context()); err != nil || s.Missing == 0 || s.Verdict == verdict.Holds {
				t.Fatalf("a part of the results: %v, %v", s, err)
			}
		}
	}
	if diff := cmp.Diff(want, files(t, path)); diff != "" {
		t.Error(diff)
	}
	s, err := again.Merge(t.Context())
	if err != nil || s.Missing != 0 || s.Instances != len(want)-1 || s.Verdict != verdict.Violated {
		t.Fatalf("%+v, %v", s, err)
	}
	counts := map[string][3]int{}
	for it, err := range g.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if it.Measure {
			continue
		}
		report, err := check.Protocol(t.Context(), it.Instance, check.Options{Full: true, Asymmetric: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			c := counts[string(f.Property)]
			c[f.Verdict-verdict.Holds]++
			counts[string(f.Property)] = c
		}
	}
	for _, p := range s.Asked {
		c, ok := counts[p.Name]
		if !ok && strings.Contains(p.Name, "|Q|") {
			if p.Holds+p.Violated+p.Unknown == 0 {
				t.Errorf("%s is asked in no instance", p.Name)
			}
			continue
		}
		if c[0] != p.Holds || c[verdict.Violated-verdict.Holds] != p.Violated {
			t.Errorf("%s: %+v, and alone %v", p.Name, p, c)
		}
	}
}

// A directory with anything else than the results of the grid is refused, and
// never leads to "holds".
func TestForeignResults(t *testing.T) {
	const text = "--algorithm lamport --n 1..2 --requests 1"
	g := parse(t, text)
	for name, harm := range map[string]func(data string) string{
		"truncated":      func(data string) string { return data[:len(data)/2] },
		"empty":          func(string) string { return "" },
		"other form":     func(data string) string { return strings.Replace(data, sweep.Schema, "qcheck/sweep-result/v0", 1) },
		"other grid":     func(data string) string { return strings.Replace(data, g.Digest(), parse(t, text+" ").Digest(), 1) },
		"other instance": func(data string) string { return strings.Replace(data, "--n 2", "--n 1", 1) },
		"other number":   func(data string) string { return strings.Replace(data, `"number":2`, `"number":1`, 1) },
		"other build":    func(data string) string { return strings.Replace(data, `"build":"test"`, `"build":"none"`, 1) },
		"other answer": func(data string) string {
			return strings.Replace(data, `{"name":"safety","verdict":"holds"`, `{"name":"safety","verdict":"violated"`, 1)
		},
		"measured":        func(data string) string { return strings.Replace(data, `"number":2`, `"measure":true,"number":2`, 1) },
		"no verdict word": func(data string) string { return strings.Replace(data, `"verdict":"holds"`, `"verdict":"good"`, 1) },
	} {
		d, path := openDir(t, g)
		if err := run(t.Context(), d, g, sweep.Shard{}, nil); err != nil {
			t.Fatal(err)
		}
		if s, err := d.Merge(t.Context()); err != nil || s.Verdict != verdict.Holds {
			t.Fatalf("%+v, %v", s, err)
		}
		file := filepath.Join(path, "0000002.json")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		harmed := harm(string(data))
		if harmed == string(data) {
			t.Errorf("%s: the harm does none to %s", name, data)
		}
		if err := os.WriteFile(file, []byte(harmed), 0o644); err != nil {
			t.Fatal(err)
		}
		if s, err := d.Merge(t.Context()); err == nil {
			t.Errorf("%s: merged: %+v", name, s)
		}
		if err := run(t.Context(), d, g, sweep.Shard{}, nil); err == nil {
			t.Errorf("%s: goes on", name)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if s, err := d.Merge(t.Context()); err != nil || s.Verdict != verdict.Unknown || s.Missing != 1 {
			t.Errorf("%s, without it: %+v, %v", name, s, err)
		}
	}
	d, path := openDir(t, g)
	if _, err := sweep.OpenDir(t.Context(), path, parse(t, text+" # other")); err == nil {
		t.Error("the directory of another grid is taken")
	}
	if _, err := sweep.OpenDir(t.Context(), path, g); err != nil || d == nil {
		t.Error(err)
	}
}

// What is unknown by a limit is searched again with another limit, and only then.
func TestLimits(t *testing.T) {
	g := parse(t, "--algorithm lamport --n 3 --requests 2")
	d, _ := openDir(t, g)
	searched := func(most int64) int {
		n := 0
		how := check.Options{MaxStates: most}
		err := g.Run(t.Context(), sweep.Options{
			Build: "test", How: how, Done: func(it sweep.Item) (bool, error) { return d.Done(t.Context(), it, "test", how.Limits()) },
		}, func(_ sweep.Item, r *sweep.Result) error { n++; return d.Put(r) })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i, step := range []struct {
		most int64
		runs int
		says verdict.Verdict
	}{{10, 1, verdict.Unknown}, {10, 0, verdict.Unknown}, {20, 1, verdict.Unknown}, {0, 1, verdict.Holds}, {10, 0, verdict.Holds}} {
		if got := searched(step.most); got != step.runs {
			t.Errorf("step %d: %d searches, not %d", i, got, step.runs)
		}
		if s, err := d.Merge(t.Context()); err != nil || s.Verdict != step.says {
			t.Errorf("step %d: %+v, %v", i, s, err)
		}
	}
}

// TestLines: what is said of a line is what a grid of that line alone says, and the lines
// together are the whole.
func TestLines(t *testing.T) {
	merged := func(text string, leave int) *sweep.Summary {
		g := parse(t, text)
		d, path := openDir(t, g)
		if err := run(t.Context(), d, g, sweep.Shard{}, nil); err != nil {
			t.Fatal(err)
		}
		if leave > 0 {
			if err := os.Remove(filepath.Join(path, fmt.Sprintf("%07d.json", leave))); err != nil {
				t.Fatal(err)
			}
		}
		s, err := d.Merge(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	lines := []string{
		"--algorithm lamport --n 1..3 --requests {0,1}^n",
		"",
		"# Some of these have a deadlock.",
		"--algorithm maekawa --variant printed --n 3 --structure every:coterie --requests 1 # a remark",
		"measure --algorithm lamport --n 2 --requests 1",
	}
	all := merged(strings.Join(lines, "\n"), 12)
	var sum sweep.Tally
	for i, number := range []int{1, 4, 5} {
		got := all.Lines[i]
		if got.Line != number || got.Text != lines[number-1] {
			t.Errorf("line %d is %d: %s", number, got.Line, got.Text)
		}
		leave := 0
		if number == 4 { // the first of this line
			leave = 1
		}
		alone := merged(lines[number-1], leave)
		before := sum.Instances
		for k := range alone.Asked {
			if p := &alone.Asked[k]; p.Number > 0 {
				p.Number += before
			}
		}
		if diff := cmp.Diff(alone.Tally, got.Tally); diff != "" {
			t.Errorf("line %d, alone (-) and among others (+):\n%s", number, diff)
		}
		sum.Instances, sum.Missing, sum.States = sum.Instances+got.Instances, sum.Missing+got.Missing, sum.States+got.States
	}
	if len(all.Lines) != 3 || sum.Instances != all.Instances || sum.Missing != all.Missing || sum.States != all.States || all.Missing != 1 {
		t.Errorf("%d lines: %d instances, %d missing, %d states; all: %+v", len(all.Lines), sum.Instances, sum.Missing, sum.States, all)
	}
}

// TestByViews: what local views decide is counted, and the result says so; with other limits on
// views it is tried again where something is unknown.
func TestByViews(t *testing.T) {
	g := parse(t, "--algorithm raymond --n 3 --k 1..2 --requests 1\n--algorithm kakugawa --n 3 --k 1 --structure every:k-coterie --requests 1,1,1")
	d, path := openDir(t, g)
	checked := func(most int) (now int, s *sweep.Summary) {
		how := check.Options{MaxStates: 100, MaxViews: most}
		err := g.Run(t.Context(), sweep.Options{
			Build: "test", How: how, AtOnce: 2, Done: func(it sweep.Item) (bool, error) { return d.Done(t.Context(), it, "test", how.Limits()) },
		}, func(_ sweep.Item, r *sweep.Result) error { now++; return d.Put(r) })
		if err == nil {
			s, err = d.Merge(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		return now, s
	}
	for _, step := range []struct {
		most, now, safety, live int // holds
	}{{50, 7, 0, 0}, {50, 0, 0, 0}, {1000, 7, 4, 5}, {2000, 3, 6, 7}, {2000, 0, 6, 7}, {3000, 1, 6, 7}} {
		now, s := checked(step.most)
		safety, live := s.Asked[0], s.Asked[2]
		if now != step.now || s.Instances != 7 || safety.Holds != step.safety || safety.ByViews != step.safety || live.Holds != step.live || live.ByViews != step.live || safety.Holds+safety.Unknown != 7 {
			t.Errorf("at most %d views: %d now, %+v", step.most, now, s.Asked)
		}
		if s.Lines[0].Asked[2].ByViews+s.Lines[1].Asked[2].ByViews != live.ByViews {
			t.Errorf("%+v", s.Lines)
		}
	}
	said := files(t, path)
	again, path := openDir(t, g)
	err := g.Run(t.Context(), sweep.Options{Build: "test", How: check.Options{MaxStates: 100, MaxViews: 2000}}, func(_ sweep.Item, r *sweep.Result) error { return again.Put(r) })
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files(t, path) {
		if name != "grid.txt" && !strings.Contains(text, `{"name":"deadlock-freedom","verdict":"holds","by":"localViews"`) {
			t.Errorf("%s: %s", name, text)
		}
		if said[name] != text && strings.Contains(said[name], `"views":2000`) {
			t.Errorf("not the same again: %s, and %s", said[name], text)
		}
	}
}

// A context that ends after so many looks.
type ending struct {
	context.Context
	looks, most int
}

func (c *ending) Err() error {
	if c.looks++; c.most > 0 && c.looks > c.most {
		return context.Canceled
	}
	return nil
}

// list lists a grid up to its first error.
func list(ctx context.Context, g *sweep.Grid) error {
	for _, err := range g.All(ctx) {
		if err != nil {
			return err
		}
	}
	return nil
}

// A grid is listed until its context ends, whether it has instances or not, and the context is asked
// for each of them, each value, and each part of a value.
func TestListingEnds(t *testing.T) {
	for text, least := range map[string]int{
		"--algorithm lamport --n 2 --requests {0..6}^n":            48,
		"--algorithm {lamport} --n {1..20}{1..20} --requests 5..4": 400,
		"--algorithm lamport --n 2 --requests {0..9}{0..9}{1,2}":   2 * 10,
	} {
		g := parse(t, text)
		whole := &ending{Context: t.Context()}
		_ = list(whole, g)
		if whole.looks < least {
			t.Errorf("%s: the context was asked %d times, not %d", text, whole.looks, least)
		}
		for most := 1; most < whole.looks; most += 1 + whole.looks/8 {
			c := &ending{Context: t.Context(), most: most}
			if err := list(c, g); !errors.As(err, new(*input.Interrupted)) || c.looks > most+2 {
				t.Errorf("%s: ended after %d of %d looks: %v after %d", text, most, whole.looks, err, c.looks)
			}
		}
	}
}
