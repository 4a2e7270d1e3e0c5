package command

import (
	"bufio"
	"bytes"
	"errors"
	"strings"
	"testing"

	"qcheck/corpus"
	"qcheck/explore/verdict"
)

func TestCorpusOutcomes(t *testing.T) {
	entry := &corpus.Entry{
		Name: "somebody/something", Source: corpus.Source{Paper: "Somebody", Section: "section 1", Says: "something"},
		Claim: "something holds", Reading: "as printed", Reason: "an example",
	}
	row := func(claimed, pinned, found verdict.Verdict) []corpus.Row {
		return []corpus.Row{{Case: "n=3", Question: "intersection", Claimed: claimed, Pinned: pinned, Found: found, Witness: "{1} and {2} are disjoint"}}
	}
	holds, violated, unknown := verdict.Holds, verdict.Violated, verdict.Unknown
	for _, c := range []struct {
		reason string
		result corpus.Result
		want   outcome
		code   exitCode
	}{
		{"holds as claimed", corpus.Result{Rows: row(holds, holds, holds)}, confirmed, exitHolds},
		{"violated as claimed", corpus.Result{Rows: row(violated, violated, violated)}, confirmed, exitHolds},
		{"violated, and nothing claimed", corpus.Result{Rows: row(0, violated, violated)}, confirmed, exitHolds},
		{"a claim known to be false", corpus.Result{Rows: row(holds, violated, violated)}, refuted, exitHolds},
		{"not as expected", corpus.Result{Rows: row(holds, holds, violated)}, failed, exitViolated},
		{"not as expected, but as claimed", corpus.Result{Rows: row(holds, violated, holds)}, failed, exitViolated},
		{"cut short", corpus.Result{Rows: row(holds, holds, unknown)}, undecided, exitUnknown},
		{"not judged", corpus.Result{Err: errors.New("no reason given")}, failed, exitViolated},
	} {
		c.result.Entry = entry
		if got := outcomeOf(&c.result); got != c.want {
			t.Errorf("%s: %s, want %s", c.reason, got, c.want)
		}
		if got := codeOf(c.result.Verdict()); got != c.code {
			t.Errorf("%s: exit %d, want %d", c.reason, got, c.code)
		}
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		s := streams{out: w}
		table := corpusTable([]*corpus.Entry{entry})
		table.write(s, &c.result)
		table.summary(s, []*corpus.Result{&c.result})
		w.Flush()
		for _, want := range []string{string(c.want) + " ", entry.Name, entry.Source.String() + ": " + entry.Claim, "reading: as printed", "1 entry: " + string(c.want) + " 1\n"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", c.reason, want, out.String())
			}
		}
		if c.result.Err != nil && !strings.Contains(out.String(), "no reason given") {
			t.Errorf("%s: the error is not said:\n%s", c.reason, out.String())
		}
	}
}

// smallEntry is an entry that is judged in no time.
const smallEntry = "jiang/example"

func TestCorpusCommand(t *testing.T) {
	r := qcheck("", "corpus", smallEntry)
	if r.code != exitHolds || r.stderr != "" || !strings.Contains(r.stdout, "\nok ") || !strings.HasSuffix(r.stdout, "\n1 entry: ok 1\n") {
		t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	if r := qcheck("", "corpus", "--refuted", smallEntry); r.code != exitHolds || r.stdout != "1 entry: ok 1\n" {
		t.Errorf("--refuted: exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	if r := qcheck("", "corpus", "--timeout", "1ns", smallEntry); r.code != exitUnknown || !strings.Contains(r.stdout, "unknown 1\n") {
		t.Errorf("no time: exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
}

func TestCorpusJSON(t *testing.T) {
	r := qcheck("", "corpus", "--json", smallEntry)
	doc := object(t, []byte(r.stdout), "schema", "entries")
	if string(doc["schema"]) != `"qcheck/corpus/v1"` || r.code != exitHolds {
		t.Errorf("schema %s, exit %d", doc["schema"], r.code)
	}
	entries := array(t, doc["entries"])
	if len(entries) != 1 {
		t.Fatalf("%d entries", len(entries))
	}
	entry := object(t, entries[0], "name", "source", "claim", "reading?", "reason", "verdict", "claimed", "found", "refuted", "rows", "error?")
	object(t, entry["source"], "paper", "section", "says")
	rows := array(t, entry["rows"])
	if len(rows) == 0 {
		t.Error("no rows")
	}
	for _, row := range rows {
		object(t, row, "case?", "question", "claimed?", "pinned", "found", "witness?", "note?")
	}
}

// The names of the entries are what users type.
func TestCorpusSelectsByName(t *testing.T) {
	for _, e := range corpus.Entries() {
		if strings.ContainsAny(e.Name, " \t\n") || strings.HasPrefix(e.Name, "-") {
			t.Errorf("entry %q cannot be typed", e.Name)
		}
	}
}
