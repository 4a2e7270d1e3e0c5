package papers

import (
	"bufio"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/corpus"
	"qcheck/explore/verdict"
)

// corpusSchema names the form of the document that "qcheck corpus --json"
// prints.
const corpusSchema = "qcheck/corpus/v1"

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	entryJSON struct {
		Name    string          `json:"name"`
		Source  sourceJSON      `json:"source"`
		Claim   string          `json:"claim"`
		Reading string          `json:"reading,omitempty"`
		Reason  string          `json:"reason"`
		Verdict verdict.Verdict `json:"verdict"` // holds: everything was found as pinned
		Claimed string          `json:"claimed"`
		Found   string          `json:"found"`
		Refuted bool            `json:"refuted"`
		Rows    []rowJSON       `json:"rows"`
		Error   string          `json:"error,omitempty"`
	}
	sourceJSON struct {
		Paper   string `json:"paper"`
		Section string `json:"section"`
		Says    string `json:"says"`
	}
	rowJSON struct {
		Case     string          `json:"case,omitempty"`
		Question string          `json:"question"`
		Claimed  verdict.Verdict `json:"claimed,omitzero"`
		Pinned   verdict.Verdict `json:"pinned"`
		Found    verdict.Verdict `json:"found"`
		Witness  string          `json:"witness,omitempty"`
		Note     string          `json:"note,omitempty"`
		Long     bool            `json:"long,omitempty"`    // takes more than a minute
		Skipped  bool            `json:"skipped,omitempty"` // and was not judged: found is what is pinned
	}
)

// writeCorpusJSON writes the document, one entry a line.
func writeCorpusJSON(w *bufio.Writer, results []*corpus.Result) error {
	return console.WriteLines(w, corpusSchema, "entries", results, entryDocument)
}

func entryDocument(r *corpus.Result) entryJSON {
	e := r.Entry
	doc := entryJSON{
		Name: e.Name, Source: sourceJSON{e.Source.Paper, e.Source.Section, e.Source.Says},
		Claim: e.Claim, Reading: e.Reading, Reason: e.Reason,
		Verdict: r.Verdict(), Claimed: r.Claimed(), Found: r.Found(), Refuted: r.Refuted(),
		Rows: []rowJSON{},
	}
	for _, row := range r.Rows {
		doc.Rows = append(doc.Rows, rowJSON{
			row.Case, row.Question, row.Claimed, row.Pinned, row.Found, row.Witness, row.Note, row.Long, row.Skipped,
		})
	}
	if r.Err != nil {
		doc.Error = r.Err.Error()
	}
	return doc
}
