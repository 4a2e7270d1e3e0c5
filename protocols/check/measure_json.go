package check

import (
	"qcheck/counterexample/trace"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// MeasureSchema names the form of a measurement as JSON, which "qcheck protocol
// --measure --json" prints.
const MeasureSchema = "qcheck/measure/v1"

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	measureFile struct {
		Schema string `json:"schema"`
		instance.Named
		Requests any    `json:"requests"`
		Clock    string `json:"clock"`
		instance.Placed
		QuorumChoice string         `json:"quorumChoice,omitempty"`
		Names        []string       `json:"names,omitempty"` // of the processes, by number
		Rule         string         `json:"rule"`
		Complete     bool           `json:"complete"`
		Stopped      string         `json:"stopped,omitempty"`
		Messages     []measuredFile `json:"messages"`
		Delays       []measuredFile `json:"delays"`
		Exceeded     []excessFile   `json:"exceeded"`
	}
	measuredFile struct {
		Processes []int         `json:"processes"`
		Alone     bool          `json:"alone"`
		Counted   string        `json:"counted,omitempty"` // messages: by name or by cause
		Until     string        `json:"until,omitempty"`   // delays
		Least     *int          `json:"least,omitempty"`
		Most      *int          `json:"most,omitempty"`
		Unserved  bool          `json:"unserved,omitempty"`
		States    int64         `json:"states"`
		Stopped   string        `json:"stopped,omitempty"`
		Formulas  []formulaFile `json:"formulas"`
	}
	formulaFile struct {
		Source   string `json:"source"`
		Text     string `json:"text"`
		Least    *int   `json:"least,omitempty"`
		Most     *int   `json:"most,omitempty"`
		Exceeded bool   `json:"exceeded"`
	}
	excessFile struct {
		Formula  string       `json:"formula"`
		Source   string       `json:"source"`
		Detail   string       `json:"detail"`
		Requests []int        `json:"requests"`
		Length   int          `json:"length"`
		Steps    []trace.Step `json:"steps"`
	}
)

// MarshalJSON writes the measurement on one line.
func (m *Measurement) MarshalJSON() ([]byte, error) {
	in := m.Instance
	named, err := in.Named()
	if err != nil {
		return nil, err
	}
	doc := measureFile{
		Schema: MeasureSchema, Named: named, Requests: in.RequestsDocument(), Clock: in.Clock.String(), Placed: in.Placed(),
		QuorumChoice: in.Quorums.Choice, Names: in.Names(), Rule: m.Rule, Complete: m.Stopped == "", Stopped: m.Stopped,
		Messages: measuredDocuments(m.Messages, len(m.Ways) > 1, false), Delays: measuredDocuments(m.Delays, false, true),
		Exceeded: []excessFile{},
	}
	for _, e := range m.Excesses {
		doc.Exceeded = append(doc.Exceeded, excessFile{
			Formula: e.Formula.Text, Source: e.Formula.Source, Detail: e.Trace.Detail,
			Requests: e.Trace.Instance.Requests, Length: len(e.Trace.Steps), Steps: trace.StepsOf(e.Trace.Steps),
		})
	}
	return setsys.MarshalJSON(doc)
}

func measuredDocuments(rows []Measured, counted, until bool) []measuredFile {
	docs := []measuredFile{}
	for _, r := range rows {
		d := measuredFile{Alone: r.Alone, Unserved: r.Unserved, States: r.States, Stopped: r.Stopped, Formulas: []formulaFile{}}
		for _, p := range r.Processes {
			d.Processes = append(d.Processes, p+1)
		}
		if counted {
			d.Counted = r.Way.String()
		}
		if r.Served {
			d.Least, d.Most = &r.Least, &r.Most
			if until {
				d.Until = r.Until.String()
			}
		}
		for _, f := range r.Formulas {
			g := formulaFile{Source: f.Source, Text: f.Text, Least: bound(f.Least), Most: bound(f.Most)}
			for _, n := range r.Extremes() {
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
