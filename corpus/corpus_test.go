package corpus

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/corpus/entry"
	"qcheck/corpus/testdata"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// judged has the results of all entries, judged once.
var judged = sync.OnceValue(func() []*Result {
	return slices.Collect(entry.Run(context.Background(), Entries(), Options{Long: os.Getenv("QCHECK_LONG") != "", Workers: 2}))
})

// TestCorpus judges every entry. What is not found as pinned is reported in
// the form of a line of testdata/*.pins.
func TestCorpus(t *testing.T) {
	for _, r := range judged() {
		t.Run(r.Entry.Name, func(t *testing.T) {
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			for _, row := range r.Rows {
				if !row.AsPinned() {
					t.Errorf("%s | %s | %s\nfound %s, pinned %s %s; %s",
						row.Case, row.Question, row.Evidence, row.Found, row.Pinned, row.Pin, row.Note)
				}
			}
			if r.Verdict() != verdict.Holds && !t.Failed() {
				t.Errorf("verdict %s", r.Verdict())
			}
		})
	}
}

func TestEntriesHaveNamesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Entries() {
		if seen[e.Name] {
			t.Errorf("two entries are named %s", e.Name)
		}
		seen[e.Name] = true
		if strings.Count(e.Name, "/") != 1 || strings.ContainsAny(e.Name, " _") || strings.ToLower(e.Name) != e.Name {
			t.Errorf("%q is not paper/name", e.Name)
		}
		for _, text := range []string{e.Claim, e.Reading, e.Reason, e.Source.Says} {
			if strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q ends with a full stop", e.Name, text)
			}
		}
	}
}

// A refuted claim is worth a word on why.
func TestRefutedClaimsAreExplained(t *testing.T) {
	for _, r := range judged() {
		if r.Refuted() && len(r.Entry.Reason) < 40 {
			t.Errorf("%s: %s", r.Entry.Name, r.Entry.Reason)
		}
		if r.Refuted() && r.First().Witness == "" {
			t.Errorf("%s: no witness", r.Entry.Name)
		}
	}
}

func TestEveryFileOfTestdataIsUsed(t *testing.T) {
	files, err := fs.Glob(testdata.Files, "*")
	if err != nil {
		t.Fatal(err)
	}
	runs, err := fs.Glob(testdata.Files, "runs/*")
	if err != nil {
		t.Fatal(err)
	}
	sweeps, err := fs.Glob(testdata.Files, "sweeps/*")
	if err != nil {
		t.Fatal(err)
	}
	files = append(append(files, runs...), sweeps...)
	names := map[string]bool{}
	for _, e := range Entries() {
		names["testdata/"+strings.ReplaceAll(e.Name, "/", "-")+".pins"] = true
		names["testdata/"+strings.ReplaceAll(e.Name, "/", "-")+".messages"] = true
		names["testdata/sweeps/"+strings.ReplaceAll(e.Name, "/", "-")+".grid"] = true
		names["testdata/runs/"+strings.ReplaceAll(e.Name, "/", "-")+".runs"] = true
	}
	for _, file := range files {
		switch {
		case strings.HasSuffix(file, ".json"): // one that is not there fails in TestCorpus
			continue
		case file == "testdata/runs", file == "testdata/sweeps", file == "testdata/claims", file == "testdata/entries",
			file == "testdata/tables", file == "testdata/figures":
			continue
		}
		if !names[file] {
			t.Errorf("%s belongs to no entry", file)
		}
	}
	entries := map[string]bool{}
	for _, e := range Entries() {
		entries[e.Name] = true
	}
	for name := range entry.Heads() {
		if !entries[name] {
			t.Errorf("testdata/entries has %q, which is no entry", name)
		}
	}
}

// good is an entry that is not refused; the tests below spoil it.
func good() *Entry {
	return &Entry{
		Name: "test/good", Source: Source{Paper: "A paper", Section: "section 1", Says: "two quorums"}, Claim: "it is a coterie", Reason: "a test",
		Cases: []Case{{
			Build: entry.Listed(`{"kind": "coterie", "universe": 3, "quorums": [[1], [2,3]]}`),
			Ask: entry.Claimed(properties.Intersection, properties.Minimality).
				Violated("intersection", "{1} {2,3}").
				With(entry.Stated("two-quorums", func(_ context.Context, s *setsys.Structure) (string, error) {
					if s.Quorums.Len() != 2 {
						return "not two", nil
					}
					return "", nil
				})),
		}},
	}
}

func TestRunRefusesIncompleteEntries(t *testing.T) {
	for _, test := range []struct {
		reason string
		spoil  func(e *Entry)
		want   string
	}{
		{"no name to select it by", func(e *Entry) { e.Name = "" }, "refused: the entry has no name"},
		{"nobody to blame", func(e *Entry) { e.Source.Paper = "" }, "refused: the entry has no paper"},
		{"nowhere to look", func(e *Entry) { e.Source.Section = "" }, "refused: the entry has no section"},
		{"nothing to compare with", func(e *Entry) { e.Source.Says = "" }, "refused: the entry has no sentence of its source"},
		{"nothing to judge", func(e *Entry) { e.Claim = "" }, "refused: the entry has no claim"},
		{"nobody knows why", func(e *Entry) { e.Reason = "" }, "refused: the entry has no reason"},
		{"no case", func(e *Entry) { e.Cases = nil }, "refused: the entry has no case"},
		{"no question", func(e *Entry) { e.Cases[0].Ask = nil }, `refused: case "": nothing is asked`},
		{"question without a name", func(e *Entry) { e.Cases[0].Ask[1].Name = "" }, `refused: case "": question "" has no name of its own`},
		{"a question twice", func(e *Entry) { e.Cases[0].Ask[1].Name = "intersection" },
			`refused: case "": question "intersection" has no name of its own`},
		{"two cases without a name", func(e *Entry) { e.Cases = append(e.Cases, e.Cases[0]) }, `refused: case "" has no name of its own`},
		{"a property of nothing", func(e *Entry) { e.Cases[0].Build = nil },
			`refused: case "": property intersection is asked without a structure`},
		{"no expected verdict", func(e *Entry) { e.Cases[0].Ask[1].Pinned = 0 }, `refused: case "": minimality has no expected verdict`},
		{"unknown is no expectation", func(e *Entry) { e.Cases[0].Ask[1].Pinned = verdict.Unknown },
			`refused: case "": minimality has no expected verdict`},
		{"a violation without a witness", func(e *Entry) { e.Cases[0].Ask[0].Witness = "" },
			`refused: case "": intersection: a witness is pinned if and only if a violation is`},
		{"a witness without a violation", func(e *Entry) { e.Cases[0].Ask[1].Witness = "{1}" },
			`refused: case "": minimality: a witness is pinned if and only if a violation is`},
		{"an unknown claim", func(e *Entry) { e.Cases[0].Ask[1].Claimed = verdict.Unknown },
			`refused: case "": minimality: no source claims unknown`},
		{"a pin for a question that is not there", func(e *Entry) { e.Cases[0].Ask = entry.Questions(e.Cases[0].Ask).Violated("x", "{1}") },
			`refused: case "": question "" has no name of its own`},
		{"a table with a line too many", func(e *Entry) { e.Faults = []string{"good.pins: n=1 | x"} },
			"refused: the entry pins what it does not ask: good.pins: n=1 | x"},
		{"no table", func(e *Entry) { entry.Pin(e) },
			"refused: the entry pins what it does not ask: open testdata/test-good.pins: file does not exist"},
		{"a structure that cannot be built", func(e *Entry) { e.Cases[0].Build = entry.Listed(`{`) }, ""},
		{"a property of another kind", func(e *Entry) { e.Cases[0].Ask[1].Name = "arbitration" },
			`unknown property "arbitration" for kind coterie (known: nonempty, intersection, minimality, nondomination)`},
		{"a statement that cannot be decided", func(e *Entry) {
			e.Cases[0].Ask[2].Decide = func(context.Context, *setsys.Structure) (string, error) { return "", errors.New("no idea") }
		}, "two-quorums: no idea"},
	} {
		e := good()
		test.spoil(e)
		for r := range entry.Run(t.Context(), []*Entry{e}, Options{}) {
			if r.Err == nil || test.want != "" && r.Err.Error() != test.want {
				t.Errorf("%s: got %v, want %s", test.reason, r.Err, test.want)
			}
			if r.Verdict() != verdict.Violated || !strings.HasPrefix(r.Found(), "error: ") {
				t.Errorf("%s: verdict %s, found %s", test.reason, r.Verdict(), r.Found())
			}
		}
	}
}

func TestRunComparesWithWhatIsPinned(t *testing.T) {
	for _, test := range []struct {
		reason  string
		change  func(e *Entry)
		verdict verdict.Verdict
		first   string // the question of the first row worth showing
	}{
		{"as pinned", func(*Entry) {}, verdict.Holds, "intersection"},
		{"another witness", func(e *Entry) { e.Cases[0].Ask[0].Witness = "{1} {3}" }, verdict.Violated, "intersection"},
		{"pinned to hold", func(e *Entry) { e.Cases[0].Ask[0].Pinned, e.Cases[0].Ask[0].Witness = verdict.Holds, "" }, verdict.Violated, "intersection"},
		{"pinned to be violated", func(e *Entry) {
			e.Cases[0].Ask[1].Pinned, e.Cases[0].Ask[1].Witness = verdict.Violated, "{1} {2,3}"
		},
			verdict.Violated, "minimality"},
		{"statement pinned to be false", func(e *Entry) { e.Cases[0].Ask[2].Pinned, e.Cases[0].Ask[2].Witness = verdict.Violated, "not two" },
			verdict.Violated, "two-quorums"},
	} {
		e := good()
		test.change(e)
		for r := range entry.Run(t.Context(), []*Entry{e}, Options{}) {
			if r.Err != nil || r.Verdict() != test.verdict || r.First().Question != test.first || !r.Refuted() {
				t.Errorf("%s: error %v, verdict %s, first %+v, refuted %t", test.reason, r.Err, r.Verdict(), r.First(), r.Refuted())
			}
		}
	}
}

func TestRunThatIsCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	entries := Entries()
	seen := 0
	for r := range entry.Run(ctx, entries, Options{}) {
		if seen++; seen == 1 {
			cancel()
			continue
		}
		if r.Err != nil || r.Verdict() != verdict.Unknown || r.Refuted() {
			t.Fatalf("%s: error %v, verdict %s", r.Entry.Name, r.Err, r.Verdict())
		}
		if found := r.Found(); !strings.HasPrefix(found, "unknown") || strings.Contains(found, "holds") || strings.Contains(found, "violated") {
			t.Errorf("%s: found %s", r.Entry.Name, found)
		}
	}
	if seen != len(entries) {
		t.Errorf("%d results for %d entries", seen, len(entries))
	}
	seen = 0
	for range entry.Run(t.Context(), entries, Options{}) {
		seen++
		break
	}
	if seen != 1 {
		t.Errorf("%d results after the first was enough", seen)
	}
}

func TestSummaries(t *testing.T) {
	row := func(c, q string, claimed, found verdict.Verdict) Row {
		return Row{Case: c, Question: q, Claimed: claimed, Pinned: found, Found: found}
	}
	u := verdict.Unknown
	for _, test := range []struct {
		reason         string
		rows           []Row
		claimed, found string
	}{
		{"one case, all well", []Row{row("", "a", verdict.Holds, verdict.Holds), row("", "b", 0, verdict.Holds)}, "holds", "holds"},
		{"one case, refuted", []Row{row("", "a", verdict.Holds, verdict.Violated), row("", "b", verdict.Holds, verdict.Violated), row("", "c", verdict.Holds, verdict.Holds)},
			"holds", "violated: a, b"},
		{"one case, nothing claimed", []Row{row("", "a", 0, verdict.Violated)}, "nothing", "violated: a"},
		{"claimed to be violated", []Row{row("", "a", verdict.Holds, verdict.Holds), row("", "b", verdict.Violated, verdict.Violated)}, "violated: b", "violated: b"},
		{"cut short", []Row{row("", "a", verdict.Holds, verdict.Holds), row("", "b", verdict.Holds, u)}, "holds", "unknown"},
		{"violated before it was cut short", []Row{row("", "a", verdict.Holds, verdict.Violated), row("", "b", verdict.Holds, u)}, "holds", "violated: a"},
		{"a grid", []Row{row("1", "a", verdict.Holds, verdict.Holds), row("1", "b", verdict.Holds, verdict.Holds), row("2", "a", verdict.Holds, verdict.Violated), row("2", "b", verdict.Holds, verdict.Holds),
			row("3", "a", 0, verdict.Violated), row("3", "b", 0, verdict.Violated), row("4", "a", 0, u), row("4", "b", 0, verdict.Holds)},
			"holds in 2 of 4", "holds in 1 of 4, violated in 1 of 4: a; not claimed: violated in 1 of 4, unknown in 1 of 4: a, b"},
		{"more found than claimed", []Row{row("", "a", verdict.Holds, verdict.Holds), row("", "b", 0, verdict.Violated)}, "holds", "holds; not claimed: violated: b"},
		{"nothing", nil, "nothing", "not judged"},
	} {
		r := &Result{Entry: good(), Rows: test.rows}
		if diff := cmp.Diff([]string{test.claimed, test.found}, []string{r.Claimed(), r.Found()}); diff != "" {
			t.Errorf("%s:\n%s", test.reason, diff)
		}
	}
	if r := (&Result{Rows: []Row{row("", "a", 0, verdict.Holds)}}); r.First() != nil {
		t.Errorf("first of nothing is %+v", r.First())
	}
}

func TestSelect(t *testing.T) {
	entries := []*Entry{{Name: "a/x"}, {Name: "b/x"}, {Name: "a/xy"}, {Name: "ab/z"}}
	for _, test := range []struct {
		reason   string
		patterns []string
		want     []string
		err      string
	}{
		{"all", nil, []string{"a/x", "b/x", "a/xy", "ab/z"}, ""},
		{"a name, not what it is the beginning of", []string{"a/x"}, []string{"a/x"}, ""},
		{"a paper", []string{"a"}, []string{"a/x", "a/xy"}, ""},
		{"a paper with its slash", []string{"a/"}, []string{"a/x", "a/xy"}, ""},
		{"each once, in the order of the entries", []string{"a/xy", "a", "b"}, []string{"a/x", "b/x", "a/xy"}, ""},
		{"nothing has that name", []string{"a", "c"}, nil, `no entry is named "c"`},
		{"part of a word names nothing", []string{"a/"[:1] + "b/"}, []string{"ab/z"}, ""},
		{"nearly a name", []string{"a/yx"}, nil, `no entry is named "a/yx": did you mean "a/x"?`},
		{"nothing near", []string{"xyzxyzxyz"}, nil, `no entry is named "xyzxyzxyz"`},
		{"the empty name", []string{""}, nil, `no entry is named ""`},
	} {
		selected, err := Select(entries, test.patterns...)
		var names []string
		for _, e := range selected {
			names = append(names, e.Name)
		}
		message := ""
		if err != nil {
			message = err.Error()
		}
		if message != test.err || !slices.Equal(names, test.want) {
			t.Errorf("%s: %v, %q", test.reason, names, message)
		}
	}
}

func TestReadPins(t *testing.T) {
	for _, test := range []struct {
		reason, text string
		want         map[string]string
		err          string
	}{
		{"comments and empty lines", "# x | y | z\n\nn=1 | minimality | {1} {1,2}\n", map[string]string{"n=1 | minimality": "{1} {1,2}"}, ""},
		{"a statement may have the separator", "n=1 | s | a | b", map[string]string{"n=1 | s": "a | b"}, ""},
		{"no witness", "n=1 | minimality", nil, "line 1 is not case | question | witness"},
		{"a key twice", "a | b | c\na | b | d", nil, "line 2 pins a | b again"},
	} {
		got, err := entry.ReadPins(test.text)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if diff := cmp.Diff(test.want, got); diff != "" || message != test.err {
			t.Errorf("%s: %q\n%s", test.reason, message, diff)
		}
	}
}
