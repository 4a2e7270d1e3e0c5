package check

import (
	"slices"

	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
)

// A Brief is what a report or a measurement says in short.
type Brief struct {
	Stopped    string   `json:"stopped,omitempty"`
	States     int64    `json:"states"`
	Properties []Answer `json:"properties"`
}

// An Answer is the verdict on a property, or on a formula of a paper.
type Answer struct {
	Name     string          `json:"name"`
	Verdict  verdict.Verdict `json:"verdict"`
	By       string          `json:"by,omitempty"`       // as in a report
	HoldsFor string          `json:"holdsFor,omitempty"` // as in a report
	Detail   string          `json:"detail,omitempty"`
	Length   int             `json:"length,omitempty"` // of the run that violates it
}

// Brief returns what the report says in short.
func (r *Report) Brief() Brief {
	b := Brief{Stopped: r.Result.Stopped, States: r.Result.States, Properties: []Answer{}}
	for _, f := range r.Findings {
		a := Answer{Name: string(f.Property), Verdict: f.Verdict, By: f.by(), HoldsFor: f.HoldsFor}
		if f.Verdict == verdict.Violated {
			a.Detail = f.Detail
			if f.Trace != nil {
				a.Length = len(f.Trace.Steps)
			}
		}
		b.Properties = append(b.Properties, a)
	}
	return b
}

// Brief returns what the measurement says in short, of each formula of a paper.
func (m *Measurement) Brief() Brief {
	b := Brief{Stopped: m.Stopped, Properties: []Answer{}}
	for _, x := range m.asking() {
		for _, f := range m.Model.MessageFormulas(x.process, x.alone) {
			b.judge(f, x, m.Messages, m.Excesses)
		}
	}
	for _, x := range m.asking() {
		for _, f := range m.Model.DelayFormulas(x.process, x.alone, m.Instance.Queued) {
			b.judge(f, x, m.Delays, m.Excesses)
		}
	}
	if len(b.Properties) == 0 && b.Stopped == "" {
		b.Stopped = "no paper has a formula for " + m.Model.Label()
	}
	return b
}

// judge adds what rows say of a formula: it holds where all that was measured of the asking is
// within it, and is broken where a run shows that.
func (b *Brief) judge(f instance.Formula, x asking, rows []Measured, exceeded []Excess) {
	name := f.Text + ", " + f.Source
	at := slices.IndexFunc(b.Properties, func(a Answer) bool { return a.Name == name })
	if at < 0 {
		at = len(b.Properties)
		b.Properties = append(b.Properties, Answer{Name: name, Verdict: verdict.Holds})
	}
	a, measured := &b.Properties[at], false
	for _, row := range rows {
		if row.Alone != x.alone || !slices.Contains(row.Processes, x.process+1) {
			continue
		}
		b.States = max(b.States, row.States)
		within := !slices.ContainsFunc(row.Extremes(), func(n int) bool { return !f.Allows(n) })
		if measured = true; a.Verdict == verdict.Holds && (row.Stopped != "" || !within) {
			a.Verdict = verdict.Unknown
		}
	}
	if !measured && a.Verdict == verdict.Holds {
		a.Verdict = verdict.Unknown
	}
	for _, e := range exceeded {
		if length := len(e.Trace.Steps); e.Formula.Text == f.Text && e.Formula.Source == f.Source && (a.Verdict != verdict.Violated || length < a.Length) {
			*a = Answer{Name: name, Verdict: verdict.Violated, Detail: e.Trace.Detail + "; allowed is " + f.String(), Length: length}
		}
	}
}
