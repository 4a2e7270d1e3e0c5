package papers

import (
	"fmt"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/corpus"
	"qcheck/explore/verdict"
)

// An outcome says how an entry of the corpus came out.
type outcome string

const (
	confirmed outcome = "ok"      // found as expected, and as claimed where something is claimed
	refuted   outcome = "refuted" // found as expected: what is claimed is false
	failed    outcome = "FAILED"  // found otherwise than expected, or could not be judged
	undecided outcome = "unknown" // cut short
)

func outcomes() []outcome { return []outcome{confirmed, refuted, failed, undecided} }

func outcomeOf(r *corpus.Result) outcome {
	switch r.Verdict() {
	case verdict.Holds:
		if r.Refuted() {
			return refuted
		}
		return confirmed
	case verdict.Unknown:
		return undecided
	}
	return failed
}

// paintOutcome pads and paints an outcome.
func paintOutcome(s console.Style, o outcome) string {
	text := fmt.Sprintf("%-7s", o)
	switch o {
	case confirmed:
		return s.Paint("32", text)
	case failed:
		return s.Paint("31", text)
	}
	return s.Paint("33", text)
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

func (t *table) row(s console.Streams, mark, name, claimed, found string) {
	fmt.Fprintf(s.Out, "%s  %-*s  %-*s  %s\n", mark, t.name, name, claimedWidth, claimed, found)
}

func (t *table) write(s console.Streams, r *corpus.Result) {
	e := r.Entry
	if !t.any {
		t.row(s, "result ", "name", "claimed", "found")
		t.detail(s, "source", "claim")
		t.any = true
	}
	t.row(s, paintOutcome(s.Style, outcomeOf(r)), e.Name, r.Claimed(), r.Found())
	t.detail(s, e.Source.String(), e.Claim)
	t.detail(s, "reading", e.Reading)
	if row := r.First(); row != nil {
		t.detail(s, "witness", joinNonEmpty(": ", row.Case, joinNonEmpty("; ", row.Witness, row.Note)))
	}
	if r.Err != nil {
		t.detail(s, "error", r.Err.Error())
	}
}

// detail writes a line under a row, if there is something to say.
func (t *table) detail(s console.Streams, label, text string) {
	if text != "" {
		fmt.Fprintf(s.Out, "         %s: %s\n", label, text)
	}
}

// summary counts the outcomes.
func (t *table) summary(s console.Streams, results []*corpus.Result) {
	counts := make(map[outcome]int)
	for _, r := range results {
		counts[outcomeOf(r)]++
	}
	var parts []string
	for _, o := range outcomes() {
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

func joinNonEmpty(sep string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}
