package corpus

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/corpus/entry"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
)

// by is the part of an entry that has these questions, or all of it.
func by(entry string, questions ...string) []Part {
	return []Part{{Entry: entry, Questions: questions}}
}

// pending are entries that claims name, and that are not there yet.
var pending []string

func TestLedgerNamesWhatIsThere(t *testing.T) {
	entries := map[string]*Entry{}
	for _, e := range Entries() {
		entries[e.Name] = e
	}
	used := map[string]bool{}  // "entry | question" of some By
	bears := map[string]bool{} // entries of some By or Also
	texts := map[string]bool{} // a sentence counts once
	for _, p := range Papers() {
		for i, c := range p.Claims {
			at := p.Letter + " " + c.Text
			if c.Section == "" || c.Text == "" || strings.HasSuffix(c.Text, ".") || texts[at] {
				t.Errorf("%s, claim %d: no section or text of its own, or a full stop: %q", p.Title, i+1, c.Text)
			}
			texts[at] = true
			ways := 0
			for _, way := range []bool{len(c.By) > 0, c.Test != nil, c.Untestable != ""} {
				if way {
					ways++
				}
			}
			if ways != 1 {
				t.Errorf("%s: %d of entries, a test and a reason, not one", at, ways)
			}
			for _, name := range c.Also {
				bears[name] = true
				if entries[name] == nil && !slices.Contains(pending, name) {
					t.Errorf("%s: there is no entry %s", at, name)
				}
			}
			for _, part := range c.By {
				bears[part.Entry] = true
				e := entries[part.Entry]
				if e == nil {
					if !slices.Contains(pending, part.Entry) {
						t.Errorf("%s: there is no entry %s", at, part.Entry)
					}
					continue
				}
				if !strings.HasPrefix(part.Entry, p.Entry+"/") {
					t.Errorf("%s: %s is of another paper", at, part.Entry)
				}
				if e.Validate() != nil {
					continue // TestCorpus says why
				}
				rows := part.rows(entry.Pinned([]*Entry{e})[0])
				for _, q := range part.Questions {
					if !slices.ContainsFunc(rows, func(r Row) bool {
						return (r.Question == q || q == starvationFreedom && r.Question == deadlockFreedom) && r.Claimed != 0
					}) {
						t.Errorf("%s: %s is not asked for %s by the text", at, part.Entry, q)
					}
				}
				mine := map[string]bool{}
				for _, r := range rows {
					if len(part.Questions) == 0 || slices.Contains(part.Questions, r.Question) {
						mine[part.Entry+" | "+r.Question] = true
					}
				}
				for key := range mine {
					if used[key] {
						t.Errorf("%s: another claim has %s", at, key)
					}
					used[key] = true
				}
			}
		}
	}
	for _, e := range Entries() {
		for _, p := range Papers() {
			if !strings.HasPrefix(e.Name, p.Entry+"/") {
				continue
			}
			if !bears[e.Name] {
				t.Errorf("%s is in no line of the ledger", e.Name)
			}
			if e.Validate() != nil {
				continue // TestCorpus says why
			}
			for _, r := range entry.Pinned([]*Entry{e})[0].Rows {
				key := e.Name + " | " + r.Question
				if judged := slices.ContainsFunc(p.Claims, func(c Claim) bool {
					return slices.ContainsFunc(c.By, func(part Part) bool { return part.Entry == e.Name })
				}); judged && r.Claimed != 0 && !used[key] {
					t.Errorf("%s: in no line of the ledger", key)
					used[key] = true
				}
			}
		}
	}
}

// Just refuted claims have their doubts.
func TestRefutedClaimsAreDoubted(t *testing.T) {
	results := entry.Pinned(Entries())
	for _, p := range Papers() {
		for _, j := range p.Judge(results) {
			switch j.Outcome {
			case Refuted, Pending, Confirmed, NotTestable:
				if (j.Refuting != "") != (j.Claim.Doubts != "") {
					t.Errorf("%s %s: %q is against it, and its doubts are %q", j.Number, j.Claim.Text, j.Refuting, j.Claim.Doubts)
				}
			}
		}
	}
}

// Each confirmed claim says within which range, and no other claim does.
func TestConfirmedClaimsHaveARange(t *testing.T) {
	pinned := entry.Pinned(Entries())
	for _, p := range Papers() {
		for _, j := range p.Judge(pinned) {
			if confirmed := j.Outcome == Confirmed; confirmed != (j.Claim.Within != "") {
				t.Errorf("%s %s: %s, within %q", j.Number, j.Claim.Text, j.Outcome, j.Claim.Within)
			}
		}
	}
}

// Each refuted claim has an error, and each error refutes a claim; they are in the order
// of the claims.
func TestErrors(t *testing.T) {
	var named []string
	pinned := entry.Pinned(Entries())
	for _, p := range Papers() {
		for _, j := range p.Judge(pinned) {
			if refuted := j.Refuting != ""; refuted != (j.Error != nil) || refuted != (j.Claim.Error != "") {
				t.Errorf("%s: %q is against it, and its error is %q", j.Number, j.Refuting, j.Claim.Error)
			}
			if j.Error != nil && !slices.Contains(named, j.Error.Name) {
				named = append(named, j.Error.Name)
			}
		}
	}
	var listed []string
	for _, e := range Errors() {
		listed = append(listed, e.Name)
	}
	if diff := cmp.Diff(named, listed); diff != "" {
		t.Errorf("errors in the order of the claims (-), as they are listed (+):\n%s", diff)
	}
}

// The tests that claims name are functions of test files.
func TestLedgerTestsAreThere(t *testing.T) {
	for _, p := range Papers() {
		for _, c := range p.Claims {
			if c.Test == nil {
				continue
			}
			files, err := filepath.Glob("../protocols/" + c.Test.Package + "/*_test.go")
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(files, func(file string) bool {
				data, err := os.ReadFile(file)
				return err == nil && strings.Contains(string(data), "\nfunc "+c.Test.Name+"(t *testing.T)")
			}) {
				t.Errorf("%s: no such test", c.Test.Command())
			}
		}
	}
}

func TestJudge(t *testing.T) {
	row := func(c, q string, refuted, skipped bool, witness string) Row {
		r := Row{Case: c, Of: "n=1..3", Question: q, Claimed: verdict.Holds, Pinned: verdict.Holds, Found: verdict.Holds, Skipped: skipped, Long: skipped}
		if strings.HasPrefix(c, "--") {
			r.Instance = &instance.Instance{}
		}
		if refuted {
			r.Pinned, r.Found, r.Pin, r.Evidence = verdict.Violated, verdict.Violated, witness, witness
		}
		return r
	}
	run := "--algorithm x --variant a --n "
	unknown := row("n=1", "a", false, false, "")
	unknown.Found = verdict.Unknown
	unexpected := row("n=1", "a", true, false, "{1}")
	unexpected.Pin = "{2}"
	for _, test := range []struct {
		reason  string
		claim   Claim
		rows    []Row
		outcome Outcome
		on      []string
		why     string
	}{
		{"all hold", Claim{By: by("x/y")}, []Row{row("n=1 k=2", "a", false, false, ""), row("n=3 k=2", "a", false, false, "")},
			Confirmed, []string{"2 cases: n=1..3"}, ""},
		{"one fails", Claim{By: by("x/y")}, []Row{row("n=1", "a", false, false, ""), row("n=2", "b", true, false, "{1} {2}")},
			Refuted, []string{"2 cases: n=1..3"}, "n=2: b: {1} {2} (in 1 of 2 cases)"},
		{"just the question that is named", Claim{By: by("x/y", "a")}, []Row{row("n=1", "a", false, false, ""), row("n=1", "b", true, false, "{1}")},
			Confirmed, []string{"1 case: n=1..3"}, ""},
		{"the shortest run", Claim{By: by("x/y")}, []Row{row(run+"3", "a", true, false, "12 steps"), row(run+"2", "a", true, false, "9 steps")},
			Refuted, []string{"2 instances explored in full"}, run + "2: a: violated by a run of 9 steps (and in 2 of 2 cases in all)"},
		{"refuted by long cases alone", Claim{By: by("x/y")}, []Row{row(run+"3", "a", true, true, "12 steps"), row(run+"2", "a", false, false, "")},
			Pending, []string{"2 instances explored in full, 1 of them long: as pinned"}, run + "3: a: violated by a run of 12 steps, as pinned (in 1 of 2 cases)"},
		{"who waits in a deadlock starves", Claim{By: by("x/y", "starvation-freedom")},
			[]Row{row(run+"2", "starvation-freedom", false, false, ""), row(run+"3", "deadlock-freedom", true, false, "7 steps")},
			Refuted, []string{"2 instances explored in full"}, run + "3: deadlock-freedom: violated by a run of 7 steps (in 1 of 2 cases)"},
		{"a deadlock that is not there says nothing of starvation", Claim{By: by("x/y", "starvation-freedom")},
			[]Row{row(run+"3", "deadlock-freedom", false, false, "")}, Unjudged, []string{""}, ""},
		{"nothing but long cases", Claim{By: by("x/y")}, []Row{row(run+"3", "a", false, true, "")},
			Pending, []string{"1 instance explored in full, 1 of them long: as pinned"}, ""},
		{"otherwise than pinned", Claim{By: by("x/y")}, []Row{unexpected}, Failed, []string{"1 case: n=1..3"}, "n=1: a: {2}"},
		{"cut short", Claim{By: by("x/y")}, []Row{unknown}, Undecided, []string{"1 case: n=1..3"}, ""},
		{"an entry that is not there", Claim{By: by("x/z")}, nil, Unjudged, nil, ""},
		{"one of two entries is not there", Claim{By: append(by("x/y"), by("x/z")...)}, []Row{row("n=1", "a", false, false, "")}, Unjudged,
			[]string{"1 case: n=1..3"}, ""},
		{"a question that is not asked", Claim{By: by("x/y", "b")}, []Row{row("n=1", "a", false, false, "")}, Unjudged, []string{""}, ""},
		{"a reason", Claim{Untestable: "a statement on the order of growth"}, nil, NotTestable, nil, ""},
		{"a test", Claim{Test: &Test{On: "3 processes"}}, nil, Confirmed, []string{"3 processes"}, ""},
		{"a test that finds it false", Claim{Test: &Test{On: "3 processes", Refuted: "9 steps"}}, nil, Refuted, []string{"3 processes"}, "9 steps"},
	} {
		p := Paper{Letter: "X", Claims: []Claim{test.claim}}
		j := p.Judge([]*Result{{Entry: &Entry{Name: "x/y"}, Rows: test.rows}})[0]
		if j.Number != "X1" || j.Outcome != test.outcome || j.Refuting != test.why {
			t.Errorf("%s: %s %s, %q", test.reason, j.Number, j.Outcome, j.Refuting)
		}
		if diff := cmp.Diff(test.on, j.On); diff != "" {
			t.Errorf("%s: %s", test.reason, diff)
		}
	}
}

// What cases are about is said as the entry has it: each line once, of many the first, and of
// runs how many there are.
func TestInstances(t *testing.T) {
	of := func(texts ...string) (rows []Row) {
		for i, text := range texts {
			rows = append(rows, Row{Case: strconv.Itoa(i), Of: text}, Row{Case: strconv.Itoa(i), Of: text})
		}
		return rows
	}
	long := of("2 instances: a", "3 instances: b")
	for i := range long {
		long[i].Swept, long[i].Skipped = "some", i > 1
	}
	for _, test := range []struct {
		rows []Row
		want string
	}{
		{nil, ""},
		{[]Row{{}}, ""},
		{of("grid n=4..9", "grid n=4..9", "torus rows=3"), "3 cases: grid n=4..9; torus rows=3"},
		{of("a", "b", "c", "d", "e", "f", "g", "h", "i"), "9 cases: a; b; c; d; e; f; g; h; i"},
		{of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"), "10 cases: a; b; c; d; e; f; g; h; and 2 more"},
		{long, "2 instances: a; 3 instances: b (long: as pinned)"},
	} {
		if got := instances(test.rows); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
