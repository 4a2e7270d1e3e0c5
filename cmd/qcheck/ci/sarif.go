package ci

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"slices"
)

// The parts of SARIF 2.1.0 (OASIS, 2020) that are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string       `json:"id"`
		Short sarifMessage `json:"shortDescription"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		Rule      string          `json:"ruleId"`
		Index     int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	}
	sarifRegion struct {
		Line   int `json:"startLine"`
		Column int `json:"startColumn,omitempty"`
	}
)

// SARIFSchema names the form of the file.
const SARIFSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// SARIF writes a log of one run with a result for each finding that is not as it should
// be: an error, or a warning where nothing was decided. The rules say what the findings
// are about; version is that of qcheck.
func SARIF(w io.Writer, version string, rules []Rule, findings []Finding) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "qcheck", Version: version, Rules: []sarifRule{}}
	list := &run.Tool.Driver.Rules
	for _, f := range findings {
		if f.Outcome == Passed {
			continue
		}
		index := slices.IndexFunc(*list, func(r sarifRule) bool { return r.ID == f.About })
		if index < 0 {
			index = len(*list)
			rule := sarifRule{ID: f.About, Short: sarifMessage{f.About}}
			if i := slices.IndexFunc(rules, func(r Rule) bool { return r.Name == f.About }); i >= 0 {
				rule.Short.Text = rules[i].Text
			}
			*list = append(*list, rule)
		}
		r := sarifResult{Rule: f.About, Index: index, Level: "error", Message: sarifMessage{f.Text}}
		if f.Outcome == Open && f.About != Input {
			r.Level = "warning"
		}
		if f.File != "" {
			var at sarifLocation
			at.Physical.Artifact.URI = fileURI(f.File)
			if f.Line > 0 {
				at.Physical.Region = &sarifRegion{f.Line, f.Column}
			}
			r.Locations = []sarifLocation{at}
		}
		run.Results = append(run.Results, r)
	}
	text, err := json.MarshalIndent(sarifLog{SARIFSchema, "2.1.0", []sarifRun{run}}, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// fileURI returns the name of a file as a reference: relative where the name is.
func fileURI(file string) string {
	u := url.URL{Path: filepath.ToSlash(filepath.Clean(file))}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}
