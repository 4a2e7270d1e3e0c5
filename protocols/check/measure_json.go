package check

import (
	"qcheck/counterexample/trace"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// measureSchema names the form of a measurement as JSON, which "qcheck protocol
// --measure --json" prints.
const measureSchema = "qcheck/measure/v1"

// An excessFile is an [Excess] in that document.
type excessFile struct {
	Formula  string       `json:"formula"`
	Source   string       `json:"source"`
	Detail   string       `json:"detail"`
	Requests []int        `json:"requests"`
	Length   int          `json:"length"`
	Steps    []trace.Step `json:"steps"`
}

// MarshalJSON writes the measurement on one line.
func (m *Measurement) MarshalJSON() ([]byte, error) {
	in := m.Instance
	in.ClockMax = 0
	begins, err := headOf(measureSchema, in)
	if err != nil {
		return nil, err
	}
	excesses := []excessFile{}
	for _, e := range m.Excesses {
		t := e.Trace
		excesses = append(excesses, excessFile{e.Formula.Text, e.Formula.Source, t.Detail, t.Instance.Requests, len(t.Steps), trace.StepsOf(t.Steps)})
	}
	return setsys.MarshalJSON(struct {
		head
		Names    []string     `json:"names,omitempty"` // of the processes, by number
		Rule     string       `json:"rule"`
		Complete bool         `json:"complete"`
		Stopped  string       `json:"stopped,omitempty"`
		Messages []Measured   `json:"messages"`
		Delays   []Measured   `json:"delays"`
		Exceeded []excessFile `json:"exceeded"`
	}{begins, in.Names(), m.Rule, m.Stopped == "", m.Stopped, append([]Measured{}, m.Messages...), append([]Measured{}, m.Delays...), excesses})
}

// MarshalJSON writes the formula without bounds that it has not.
func (c Compared) MarshalJSON() ([]byte, error) {
	return setsys.MarshalJSON(struct {
		Source   string `json:"source"`
		Text     string `json:"text"`
		Least    *int   `json:"least,omitempty"`
		Most     *int   `json:"most,omitempty"`
		Exceeded bool   `json:"exceeded"`
	}{c.Source, c.Text, bound(c.Least), bound(c.Most), c.Exceeded})
}

// bound is a bound of a formula, nil for none.
func bound(n int) *int {
	if n == instance.None {
		return nil
	}
	return &n
}
