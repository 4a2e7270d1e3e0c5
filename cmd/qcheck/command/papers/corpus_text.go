package papers

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/corpus"
	"qcheck/explore/verdict"
)

// The outcomes of an entry of the corpus: found as expected, and as claimed where something is claimed; found as
// expected, and what is claimed is false; found otherwise than expected, or could not be judged; cut short.
const (
	confirmed = "ok"
	refuted   = "refuted"
	failed    = "FAILED"
	undecided = "unknown"
)

func outcomeOf(r *corpus.Result) string {
	switch v := r.Verdict(); {
	case v == verdict.Unknown:
		return undecided
	case v != verdict.Holds:
		return failed
	case r.Refuted():
		return refuted
	}
	return confirmed
}

// A table writes a row for each entry when it is judged, and under it where
// the claim stands and what it says, and a witness where there is one.
type table struct {
	name int // width
	any  bool
}

const claimedWidth = 22

func corpusTable(entries []*corpus.Entry) *table {
	t := &table{name: len("name")}
	for _, e := range entries {
		t.name = max(t.name, len(e.Name))
	}
	return t
}

func (t *table) row(s console.Streams, mark, name, claimed, found string, details ...[2]string) {
	fmt.Fprintf(s.Out, "%s  %-*s  %-*s  %s\n", mark, t.name, name, claimedWidth, claimed, found)
	for _, d := range console.Said(details) {
		fmt.Fprintf(s.Out, "         %s: %s\n", d[0], d[1])
	}
}

func (t *table) write(s console.Streams, r *corpus.Result) {
	e := r.Entry
	if !t.any {
		t.row(s, "result ", "name", "claimed", "found", [2]string{"source", "claim"})
		t.any = true
	}
	details := [][2]string{{e.Source.String(), e.Claim}, {"reading", e.Reading}}
	if row := r.First(); row != nil {
		details = append(details, [2]string{"witness", said(": ", row.Case, said("; ", row.Witness, row.Note))})
	}
	if r.Err != nil {
		details = append(details, [2]string{"error", r.Err.Error()})
	}
	outcome := outcomeOf(r)
	color, ok := map[string]string{confirmed: "32", failed: "31"}[outcome]
	if !ok {
		color = "33"
	}
	t.row(s, s.Style.Paint(color, fmt.Sprintf("%-7s", outcome)), e.Name, r.Claimed(), r.Found(), details...)
}

// summary counts the outcomes.
func (t *table) summary(s console.Streams, results []*corpus.Result) {
	counts := make(map[string]int)
	for _, r := range results {
		counts[outcomeOf(r)]++
	}
	var parts []string
	for _, o := range []string{confirmed, refuted, failed, undecided} {
		if counts[o] > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", o, counts[o]))
		}
	}
	if t.any {
		s.Out.WriteByte('\n')
	}
	noun := "entries"
	if len(results) == 1 {
		noun = "entry"
	}
	fmt.Fprintf(s.Out, "%d %s: %s\n", len(results), noun, strings.Join(parts, ", "))
}

// said joins the texts that say something.
func said(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), sep)
}
