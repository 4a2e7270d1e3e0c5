package command

import (
	_ "embed"

	"qcheck/protocols/instance"
)

// measureSchema names the form of the document that "qcheck protocol --measure
// --json" prints.
const measureSchema = "qcheck/measure/v1"

//go:embed measure.schema.json
var measureSchemaFile []byte

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	measureJSON struct {
		Schema       string            `json:"schema"`
		Algorithm    string            `json:"algorithm"`
		Variant      string            `json:"variant,omitempty"`
		N            int               `json:"n"`
		K            int               `json:"k,omitempty"`
		Parameters   map[string]string `json:"parameters,omitempty"`
		Requests     any               `json:"requests"`
		Clock        string            `json:"clock"`
		SelfMessages string            `json:"selfMessages"`
		QuorumChoice string            `json:"quorumChoice,omitempty"`
		Rule         string            `json:"rule"`
		Complete     bool              `json:"complete"`
		Messages     []measuredJSON    `json:"messages"`
		Delays       []measuredJSON    `json:"delays"`
		Exceeded     []excessJSON      `json:"exceeded"`
	}
	measuredJSON struct {
		Processes []int         `json:"processes"`
		Alone     bool          `json:"alone"`
		Counted   string        `json:"counted,omitempty"` // messages: by name or by cause
		Until     string        `json:"until,omitempty"`   // delays
		Least     *int          `json:"least,omitempty"`
		Most      *int          `json:"most,omitempty"`
		Unserved  bool          `json:"unserved,omitempty"`
		States    int64         `json:"states"`
		Stopped   string        `json:"stopped,omitempty"`
		Formulas  []formulaJSON `json:"formulas"`
	}
	formulaJSON struct {
		Source   string `json:"source"`
		Text     string `json:"text"`
		Least    *int   `json:"least,omitempty"`
		Most     *int   `json:"most,omitempty"`
		Exceeded bool   `json:"exceeded"`
	}
	excessJSON struct {
		Formula  string       `json:"formula"`
		Source   string       `json:"source"`
		Detail   string       `json:"detail"`
		Requests []int        `json:"requests"`
		Length   int          `json:"length"`
		Steps    []movingJSON `json:"steps"`
	}
	movingJSON struct {
		Process     int    `json:"process"`
		From        int    `json:"from,omitempty"`
		Step        string `json:"step"`
		Alternative int    `json:"alternative,omitempty"`
		Place       int    `json:"place,omitempty"`
	}
)

func writeMeasurementJSON(s streams, m *measurement) error {
	doc, err := measureDocument(m)
	if err != nil {
		return &internalError{err}
	}
	data, err := marshal(doc)
	if err != nil {
		return &internalError{err}
	}
	s.out.Write(data)
	s.out.WriteByte('\n')
	return nil
}

func measureDocument(m *measurement) (measureJSON, error) {
	in := m.in
	doc := measureJSON{
		Schema: measureSchema, Algorithm: in.Algorithm, Variant: in.Variant, N: in.N, Requests: in.RequestsDocument(),
		Clock: in.Clock.String(), SelfMessages: instance.SelfMessages(in.Queued),
		QuorumChoice: in.Quorums.Choice, Rule: m.of.Rule, Complete: !m.cut,
		Messages: measuredDocuments(m.messages, len(m.of.Ways) > 1, false), Delays: measuredDocuments(m.delays, false, true),
		Exceeded: []excessJSON{},
	}
	var err error
	doc.K, doc.Parameters, err = in.Numbers()
	for _, e := range m.excesses {
		d := excessJSON{
			Formula: e.formula.Text, Source: e.formula.Source, Detail: e.detail,
			Requests: e.trace.Instance.Requests, Length: len(e.trace.Steps), Steps: []movingJSON{},
		}
		for _, step := range e.trace.Steps {
			d.Steps = append(d.Steps, movingJSON{step.Process + 1, step.From + 1, step.Name, step.Outcome, step.Place})
		}
		doc.Exceeded = append(doc.Exceeded, d)
	}
	return doc, err
}

func measuredDocuments(rows []measured, counted, until bool) []measuredJSON {
	docs := []measuredJSON{}
	for _, r := range rows {
		d := measuredJSON{Alone: r.alone, Unserved: r.unserved, States: r.states, Stopped: r.stopped, Formulas: []formulaJSON{}}
		for _, p := range r.processes {
			d.Processes = append(d.Processes, p+1)
		}
		if counted {
			d.Counted = r.way.String()
		}
		if r.found {
			d.Least, d.Most = &r.least, &r.most
			if until {
				d.Until = r.end.String()
			}
		}
		for _, f := range r.formulas {
			g := formulaJSON{Source: f.Source, Text: f.Text, Least: bound(f.Least), Most: bound(f.Most)}
			for _, n := range extremes(r) {
				g.Exceeded = g.Exceeded || !f.Allows(n)
			}
			d.Formulas = append(d.Formulas, g)
		}
		docs = append(docs, d)
	}
	return docs
}

// bound is a bound of a formula, nil for none.
func bound(n int) *int {
	if n == instance.None {
		return nil
	}
	return &n
}
