package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/setsys/phrase"
)

// The limits of each search of Measure, in states, when none is given.
const (
	messageStates = 3_000_000
	delayStates   = 20_000
)

// A Measurement has the messages and the delays of one entry, beside what the
// papers say of them.
type Measurement struct {
	Model    *instance.Model
	Instance instance.Instance // with bounded requests
	Broken   *Breach
	// Rule says which process each message counts for, and Ways how it may be
	// counted.
	Rule     string
	Ways     []measure.Way
	Messages []Measured
	Delays   []Measured
	Excesses []Excess
	// Stopped says why the measurement is not complete.
	Stopped string

	how Options
	of  *instance.Measure
}

// A Measured is one row: the result for the requests of one process, or of several
// that have the same.
type Measured struct {
	Processes []int  `json:"processes"`         // from 1
	Alone     bool   `json:"alone"`             // no other process requests
	Counted   string `json:"counted,omitempty"` // how messages are, where there are several ways
	Until     string `json:"until,omitempty"`   // of delays: the phase in which waiting ends
	// Least and Most are nil if the request is served in no run; Unserved says that in some run it is not.
	Least    *int       `json:"least,omitempty"`
	Most     *int       `json:"most,omitempty"`
	Unserved bool       `json:"unserved,omitempty"`
	States   int64      `json:"states"`
	Stopped  string     `json:"stopped,omitempty"`
	Formulas []Compared `json:"formulas"`
}

// A Compared is a formula beside what was measured.
type Compared struct {
	instance.Formula
	Exceeded bool `json:"exceeded"` // it does not allow that
}

// An Excess is a run that a formula does not allow.
type Excess struct {
	Formula instance.Formula
	Value   int
	Trace   *trace.Trace
	Run     *obvious.Run
}

// Measure measures an instance. Requests that the instance leaves open are one
// each.
func Measure(ctx context.Context, model *instance.Model, how Options) (*Measurement, error) {
	broken, unread, err := Structure(ctx, model)
	if err != nil {
		return nil, err
	}
	m, err := newMeasurement(model)
	if err != nil {
		return nil, err
	}
	m.Broken, m.Stopped, m.how = broken, unread, how
	if slices.Contains(m.Instance.Requests, explore.Unbounded) {
		return nil, errors.New("--measure needs a bound for the requests of each process (--requests)")
	}
	if unread != "" {
		return m, nil
	}
	if err := m.measure(ctx); err != nil {
		return nil, faultOf(err)
	}
	return m, nil
}

func newMeasurement(model *instance.Model) (*Measurement, error) {
	of, err := model.Measure()
	if err != nil {
		return nil, err
	}
	m := &Measurement{Model: model, Instance: model.Instance, Rule: of.Rule, Ways: of.Ways, of: of}
	if m.Instance.Requests == nil {
		m.Instance.Requests = m.Instance.Each(1)
	}
	return m, nil
}

func (m *Measurement) measure(ctx context.Context) error {
	for _, x := range m.asking() {
		for _, way := range m.of.Ways {
			if x.alone && way != m.of.Ways[0] {
				continue // nothing is asked back
			}
			if err := m.count(ctx, x.process, x.alone, way); err != nil {
				return err
			}
		}
		if err := m.time(ctx, x.process, x.alone); err != nil {
			return err
		}
	}
	return nil
}

// An asking is the request of a process that is measured, when no other asks or when others do.
type asking struct {
	process int
	alone   bool
}

func (m *Measurement) asking() (all []asking) {
	for _, alone := range []bool{true, false} {
		for _, process := range m.of.Askers.Members() {
			if (alone || m.others()) && m.Instance.Requests[process] != 0 {
				all = append(all, asking{process, alone})
			}
		}
	}
	return all
}

// others reports whether more than one process may ask.
func (m *Measurement) others() bool {
	asking := 0
	for _, r := range m.Instance.Requests {
		if r > 0 {
			asking++
		}
	}
	return asking > 1
}

// instance returns the instance in which a process is measured.
func (m *Measurement) instance(process int, alone bool) instance.Instance {
	in := m.Instance
	in.Requests = slices.Clone(in.Requests)
	if alone {
		clear(in.Requests)
	}
	in.Requests[process] = 1
	return in
}

// count measures messages.
func (m *Measurement) count(ctx context.Context, process int, alone bool, way measure.Way) error {
	in := m.instance(process, alone)
	how := m.how
	if how.MaxStates == 0 {
		how.MaxStates = messageStates
	}
	how.begin("messages")
	o := how.Search(in)
	c, err := m.of.Messages(ctx, process, way, o)
	if err != nil {
		return err
	}
	row := Measured{Processes: []int{process + 1}, Alone: alone, Unserved: c.Unserved, States: c.States, Stopped: c.Stopped}
	if len(m.Ways) > 1 {
		row.Counted = way.String()
	}
	if len(c.Totals) > 0 {
		row.Least, row.Most = &c.Least, &c.Most
	}
	m.Stopped = cmp.Or(m.Stopped, c.Stopped)
	return m.record(&m.Messages, row, m.Model.MessageFormulas(process, alone), way.String(), in, func(messages int) (*trace.Trace, error) {
		steps, err := m.of.Run(ctx, process, way, messages, o)
		if err != nil && ctx.Err() != nil {
			return nil, nil
		}
		detail := fmt.Sprintf("the request of process %d takes %d messages, counted %s", process+1, messages, way)
		return &trace.Trace{Detail: detail, Shortest: true, Steps: steps}, err
	})
}

// time measures delays.
func (m *Measurement) time(ctx context.Context, process int, alone bool) error {
	in := m.instance(process, alone)
	limit := delayStates
	if m.how.MaxStates > 0 {
		limit = int(m.how.MaxStates)
	}
	m.how.begin("delays")
	r := m.of.Delays(ctx, process, in.ReplayOptions(), limit)
	m.Stopped = cmp.Or(m.Stopped, r.Stopped)
	row := Measured{Processes: []int{process + 1}, Alone: alone, Unserved: r.Unserved, States: int64(r.States), Stopped: r.Stopped}
	formulas := m.Model.DelayFormulas(process, alone, in.Queued)
	if len(r.Most) == 0 {
		return m.record(&m.Delays, row, formulas, "delays", in, nil)
	}
	for i, most := range r.Most {
		row.Until, row.Least, row.Most = most.End.String(), &r.Least[i].Time, &most.Time
		if err := m.record(&m.Delays, row, formulas, "delays", in, func(units int) (*trace.Trace, error) {
			wait := most
			if units != most.Time {
				wait = r.Least[i]
			}
			return &trace.Trace{Detail: fmt.Sprintf("process %d waits for %s of time", process+1, phrase.Count(units, "unit")), Steps: wait.Steps}, nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// record adds a row, with the formulas beside it, and for each of these a run that it does not allow, if there
// is none yet: of that number, made by run, and replayed on the protocol.
func (m *Measurement) record(rows *[]Measured, row Measured, formulas []instance.Formula, how string, in instance.Instance, run func(number int) (*trace.Trace, error)) error {
	row.Formulas = []Compared{}
	for _, f := range formulas {
		of := Compared{Formula: f}
		against := explore.Property(fmt.Sprintf("%s, %s (%s)", f.Text, f.Source, how))
		for _, n := range row.Extremes() {
			if f.Allows(n) {
				continue
			}
			of.Exceeded = true
			if slices.ContainsFunc(m.Excesses, func(e Excess) bool { return e.Trace.Property == against }) {
				continue
			}
			t, err := run(n)
			if err != nil {
				return err
			} else if t == nil {
				continue
			}
			t.Instance, t.Property, t.Process, t.Loop = in, against, -1, -1
			replayed, err := Replayer(m.Model, t)(t.Steps)
			if err != nil {
				return fmt.Errorf("the run against %s does not confirm: %w", t.Property, err)
			}
			m.Excesses = append(m.Excesses, Excess{f, n, t, replayed})
		}
		row.Formulas = append(row.Formulas, of)
	}
	*rows = merge(*rows, row)
	return nil
}

// Extremes returns the most and the least of a row, if there are any.
func (row Measured) Extremes() []int {
	switch {
	case row.Most == nil:
		return nil
	case *row.Least == *row.Most:
		return []int{*row.Most}
	}
	return []int{*row.Most, *row.Least}
}

// merge adds a row, or its process to a row that says the same.
func merge(rows []Measured, row Measured) []Measured {
	same := func(r Measured) bool {
		r.Processes, r.States = row.Processes, row.States
		return reflect.DeepEqual(r, row)
	}
	if i := slices.IndexFunc(rows, same); i >= 0 {
		rows[i].Processes = append(rows[i].Processes, row.Processes...)
		rows[i].States += row.States
		return rows
	}
	return append(rows, row)
}
