package papers

import (
	"bufio"
	"bytes"
	"errors"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
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
		want   string
		code   console.ExitCode
	}{
		{"holds as claimed", corpus.Result{Rows: row(holds, holds, holds)}, confirmed, console.ExitHolds},
		{"violated as claimed", corpus.Result{Rows: row(violated, violated, violated)}, confirmed, console.ExitHolds},
		{"violated, and nothing claimed", corpus.Result{Rows: row(0, violated, violated)}, confirmed, console.ExitHolds},
		{"a claim known to be false", corpus.Result{Rows: row(holds, violated, violated)}, refuted, console.ExitHolds},
		{"not as expected", corpus.Result{Rows: row(holds, holds, violated)}, failed, console.ExitViolated},
		{"not as expected, but as claimed", corpus.Result{Rows: row(holds, violated, holds)}, failed, console.ExitViolated},
		{"cut short", corpus.Result{Rows: row(holds, holds, unknown)}, undecided, console.ExitUnknown},
		{"not judged", corpus.Result{Err: errors.New("no reason given")}, failed, console.ExitViolated},
	} {
		c.result.Entry = entry
		if got := outcomeOf(&c.result); got != c.want {
			t.Errorf("%s: %s, want %s", c.reason, got, c.want)
		}
		if got := console.CodeOf(c.result.Verdict()); got != c.code {
			t.Errorf("%s: exit %d, want %d", c.reason, got, c.code)
		}
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		s := console.Streams{Out: w}
		table := corpusTable([]*corpus.Entry{entry})
		table.write(s, &c.result)
		table.summary(s, []*corpus.Result{&c.result})
		w.Flush()
		for _, want := range []string{c.want + " ", entry.Name, entry.Source.String() + ": " + entry.Claim, "reading: as printed", "1 entry: " + c.want + " 1\n"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", c.reason, want, out.String())
			}
		}
		if c.result.Err != nil && !strings.Contains(out.String(), "no reason given") {
			t.Errorf("%s: the error is not said:\n%s", c.reason, out.String())
		}
	}
}
