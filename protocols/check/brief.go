package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// A Brief is what a report or a measurement says in short.
type Brief struct {
	Verdict    verdict.Verdict `json:"verdict"` // of a measurement: that no formula is broken
	Stopped    string          `json:"stopped,omitempty"`
	States     int64           `json:"states"`
	Properties []Answer        `json:"properties"`
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

// BriefOf reads off a report, or a measurement, of a model what it says in short. The error
// says that it is not as MarshalJSON writes it, or does not answer what the model asks.
func BriefOf(m *instance.Model, measured bool, report []byte) (b Brief, err error) {
	b.Properties = []Answer{}
	if measured {
		err = b.ofMeasurement(m, report)
	} else {
		err = b.ofReport(m, report)
	}
	var verdicts []verdict.Verdict
	for _, a := range b.Properties {
		verdicts = append(verdicts, a.Verdict)
	}
	if measured && b.Stopped != "" {
		verdicts = append(verdicts, verdict.Unknown)
	}
	said := b.Verdict
	if b.Verdict = verdict.All(verdicts...); err == nil && !measured && said != b.Verdict {
		err = fmt.Errorf("its report says %s, and that its properties are %s", said, b.Verdict)
	}
	return b, err
}

func (b *Brief) ofReport(m *instance.Model, report []byte) error {
	var doc reportFile
	if err := Reread(report, &doc); err != nil {
		return err
	}
	in := m.Instance
	if in.Requests == nil { // without bound, whatever the search chose
		in.Requests = []int{explore.Unbounded}
	}
	b.Verdict, b.Stopped, b.States = doc.Verdict, doc.Stopped, doc.States
	var found []explore.Property
	for _, f := range doc.Properties {
		a := Answer{Name: string(f.Name), Verdict: f.Verdict, By: f.By, HoldsFor: f.HoldsFor, Detail: f.Detail}
		if f.By != "" && (f.By != byViews || f.Verdict != verdict.Holds || doc.Proof == nil || !slices.Contains(doc.Proof.Proved, f.Name)) {
			return fmt.Errorf("its report says that %s %s by %s, and has no such proof", f.Name, f.Verdict, f.By)
		}
		if f.Verdict == verdict.Violated && f.Length != nil {
			a.Length = *f.Length
		}
		b.Properties, found = append(b.Properties, a), append(found, f.Name)
	}
	asked := slices.Clone(checked(m, in))
	if in.Survives {
		asked = append(asked, instance.Survives)
	}
	switch {
	case doc.Schema != Schema || doc.Algorithm != in.Algorithm || doc.N != in.N:
		return errors.New("its report is of another instance, or in another form")
	case !slices.Equal(found, asked):
		return fmt.Errorf("its report is about %v, and its instance asks about %v", found, asked)
	}
	return nil
}

func (b *Brief) ofMeasurement(model *instance.Model, report []byte) error {
	var doc measureFile
	if err := Reread(report, &doc); err != nil {
		return err
	}
	m, err := newMeasurement(model)
	if err != nil {
		return err
	}
	if doc.Schema != MeasureSchema || doc.Algorithm != m.Instance.Algorithm || doc.N != m.Instance.N {
		return errors.New("its report is of another instance, or in another form")
	}
	b.Stopped = doc.Stopped
	for _, x := range m.asking() {
		for _, f := range model.MessageFormulas(x.process, x.alone) {
			b.judge(f, x, doc.Messages, doc.Exceeded)
		}
	}
	for _, x := range m.asking() {
		for _, f := range model.DelayFormulas(x.process, x.alone, m.Instance.Queued) {
			b.judge(f, x, doc.Delays, doc.Exceeded)
		}
	}
	if len(b.Properties) == 0 && b.Stopped == "" {
		b.Stopped = "no paper has a formula for " + model.Label()
	}
	return nil
}

// judge adds what rows say of a formula: it holds where all that was measured of the asking is
// within it, and is broken where a run shows that.
func (b *Brief) judge(f instance.Formula, x asking, rows []measuredFile, exceeded []excessFile) {
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
		within := (row.Least == nil || f.Allows(*row.Least)) && (row.Most == nil || f.Allows(*row.Most))
		if measured = true; a.Verdict == verdict.Holds && (row.Stopped != "" || !within) {
			a.Verdict = verdict.Unknown
		}
	}
	if !measured && a.Verdict == verdict.Holds {
		a.Verdict = verdict.Unknown
	}
	for _, e := range exceeded {
		if e.Formula == f.Text && e.Source == f.Source && (a.Verdict != verdict.Violated || e.Length < a.Length) {
			*a = Answer{Name: name, Verdict: verdict.Violated, Detail: e.Detail + "; allowed is " + f.String(), Length: e.Length}
		}
	}
}

// Reread reads JSON into a document, and checks that the document is written just so: no key
// is there twice, or is none of its keys.
func Reread(data []byte, doc any) error {
	if err := json.Unmarshal(data, doc); err != nil {
		return err
	}
	if again, err := setsys.MarshalJSON(doc); err != nil || !bytes.Equal(again, data) {
		return errors.New("it is not as qcheck writes it: a key is there twice, is unknown or is not in its place")
	}
	return nil
}
