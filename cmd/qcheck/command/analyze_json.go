package command

import (
	_ "embed"
	"math/big"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// analysisSchema names the form of the document that "qcheck analyze --json"
// prints.
const analysisSchema = "qcheck/analysis/v1"

//go:embed analyze.schema.json
var analyzeSchema []byte

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	analysisJSON struct {
		Schema string `json:"schema"`
		File   string `json:"file"`
		structureJSON
		Families []familyJSON `json:"families"`
	}
	familyJSON struct {
		Family   setsys.Role     `json:"family"`
		Quorums  *big.Int        `json:"quorums,omitempty"` // missing if not counted
		Sizes    []sizeCount     `json:"sizes"`
		Disjoint [][]any         `json:"disjoint,omitzero"`
		Rows     []availableJSON `json:"rows,omitzero"`
		Note     string          `json:"note,omitempty"` // why the keys before are missing
	}
	availableJSON struct {
		R            int        `json:"r"`
		Sets         []*big.Int `json:"sets"`
		Failures     int        `json:"failures"`
		Fatal        []any      `json:"fatal,omitempty"`
		Availability []atJSON   `json:"availability"`
	}
	atJSON struct {
		P       string `json:"p"`
		Exact   string `json:"exact"`
		Rounded string `json:"rounded"`
	}
)

func analysisDocument(a *analysis) analysisJSON {
	doc := analysisJSON{Schema: analysisSchema, File: a.file, structureJSON: *fileDocument(fileResult{report: a.report}).structureJSON}
	// Nondomination is a fact here, not a demand.
	var verdicts []verdict.Verdict
	for _, r := range a.report.Results {
		if r.Property != properties.Nondomination {
			verdicts = append(verdicts, r.Verdict)
		}
	}
	doc.Verdict = verdict.All(verdicts...)
	names := a.structure.Universe.Names
	for _, f := range a.families {
		x := familyJSON{Family: f.Role, Quorums: totalOf(a.report.Sizes[f.Role]), Sizes: familySizes(f.RoleFamily, a.report)}
		if f.Family.Formula() == nil {
			x.Quorums = big.NewInt(int64(f.Family.Len()))
		}
		if x.Sizes == nil {
			x.Sizes = []sizeCount{}
		}
		if f.cut != nil {
			x.Note = f.note()
			doc.Families = append(doc.Families, x)
			continue
		}
		x.Disjoint = [][]any{}
		for _, q := range f.Packing {
			x.Disjoint = append(x.Disjoint, names(q))
		}
		x.Rows = []availableJSON{}
		for _, row := range f.Rows {
			y := availableJSON{R: row.R, Sets: row.Counts, Failures: row.Survives}
			if row.Survives >= 0 {
				y.Fatal = names(row.Fatal)
			}
			for _, p := range a.at {
				r := row.Counts.At(p)
				y.Availability = append(y.Availability, atJSON{p.RatString(), r.RatString(), rounded(r, a.digits)})
			}
			x.Rows = append(x.Rows, y)
		}
		doc.Families = append(doc.Families, x)
	}
	return doc
}
