package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"qcheck/counterexample"
	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/explore/obvious"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

// The limits of each search of --measure, in states, when none is given.
const (
	messageStates = 3_000_000
	delayStates   = 20_000
)

// A measurement is what --measure finds out.
type measurement struct {
	model    *instance.Model
	in       instance.Instance // with bounded requests
	how      check.Options
	broken   *check.Breach
	of       *instance.Measure
	messages []measured
	delays   []measured
	excesses []excess
	cut      bool
}

// A measured is one row: what was measured for the requests of one process or of
// several, with the same result.
type measured struct {
	processes []int
	alone     bool        // nobody else asks
	way       measure.Way // messages only
	end       explore.Phase
	least     int
	most      int
	found     bool // some run ends with the request served
	unserved  bool // some run does not
	states    int64
	stopped   string
	formulas  []instance.Formula
}

// An excess is a run that a formula does not allow.
type excess struct {
	formula instance.Formula
	value   int
	detail  string
	trace   *counterexample.Trace
	run     *obvious.Run
}

// measureProtocol is the command with --measure.
func measureProtocol(ctx context.Context, s streams, model *instance.Model, how check.Options, asJSON bool) (exitCode, error) {
	broken, unread, err := check.Structure(ctx, model)
	if err != nil {
		return exitHolds, err
	}
	if unread != "" {
		s.warn("%s", unread)
		return exitUnknown, nil
	}
	of, err := model.Measure()
	if err != nil {
		return exitHolds, err
	}
	m := &measurement{model: model, in: model.Instance, how: how, broken: broken, of: of}
	if m.in.Requests == nil {
		m.in.Requests = instance.Each(m.in.N, 1)
	}
	if slices.Contains(m.in.Requests, explore.Unbounded) {
		return exitHolds, fmt.Errorf("--measure needs a bound for the requests of each process (--requests)")
	}
	if err := m.measure(ctx); err != nil {
		return exitHolds, &internalError{err}
	}
	write := writeMeasurement
	if asJSON {
		write = writeMeasurementJSON
	}
	if err := write(s, m); err != nil {
		return exitHolds, err
	}
	if m.cut {
		return exitUnknown, nil
	}
	return exitHolds, nil
}

func (m *measurement) measure(ctx context.Context) error {
	for _, alone := range []bool{true, false} {
		if !alone && !m.others() {
			continue
		}
		for _, process := range m.of.Askers.Members() {
			if m.in.Requests[process] == 0 {
				continue
			}
			for _, way := range m.of.Ways {
				if alone && way != m.of.Ways[0] {
					continue // nothing is asked back
				}
				if err := m.count(ctx, process, alone, way); err != nil {
					return err
				}
			}
			if err := m.time(ctx, process, alone); err != nil {
				return err
			}
		}
	}
	return nil
}

// others reports whether more than one process may ask.
func (m *measurement) others() bool {
	asking := 0
	for _, r := range m.in.Requests {
		if r > 0 {
			asking++
		}
	}
	return asking > 1
}

// instance returns the instance in which a process is measured.
func (m *measurement) instance(process int, alone bool) instance.Instance {
	in := m.in
	in.Requests = slices.Clone(in.Requests)
	if alone {
		clear(in.Requests)
	}
	in.Requests[process] = 1
	return in
}

// count measures messages.
func (m *measurement) count(ctx context.Context, process int, alone bool, way measure.Way) error {
	in := m.instance(process, alone)
	how := m.how
	if how.MaxStates == 0 {
		how.MaxStates = messageStates
	}
	how.Begin("messages")
	o := how.Search(in)
	c, err := m.of.Messages(ctx, process, way, o)
	if err != nil {
		return err
	}
	row := measured{
		processes: []int{process}, alone: alone, way: way, least: c.Least, most: c.Most, found: len(c.Totals) > 0,
		unserved: c.Unserved, states: c.States, stopped: c.Stopped, formulas: m.model.MessageFormulas(process, alone),
	}
	m.cut = m.cut || c.Stopped != ""
	for _, f := range row.formulas {
		for _, messages := range extremes(row) {
			if f.Allows(messages) || m.exceeded(f, way.String()) {
				continue
			}
			steps, err := m.of.Run(ctx, process, way, messages, o)
			if err != nil && ctx.Err() != nil {
				continue
			}
			if err != nil {
				return err
			}
			detail := fmt.Sprintf("the request of process %d takes %d messages, counted %s", process+1, messages, way)
			if err := m.exceed(f, messages, way.String(), detail, in, steps, true); err != nil {
				return err
			}
		}
	}
	m.messages = merge(m.messages, row)
	return nil
}

// time measures delays.
func (m *measurement) time(ctx context.Context, process int, alone bool) error {
	in := m.instance(process, alone)
	limit := delayStates
	if m.how.MaxStates > 0 {
		limit = int(m.how.MaxStates)
	}
	m.how.Begin("delays")
	r := m.of.Delays(ctx, process, in.ReplayOptions(), limit)
	m.cut = m.cut || r.Stopped != ""
	row := measured{
		processes: []int{process}, alone: alone, unserved: r.Unserved, states: int64(r.States), stopped: r.Stopped,
		formulas: m.model.DelayFormulas(process, alone, in.Queued),
	}
	if len(r.Most) == 0 {
		m.delays = merge(m.delays, row)
	}
	for i, most := range r.Most {
		row.end, row.least, row.most, row.found = most.End, r.Least[i].Time, most.Time, true
		for _, f := range row.formulas {
			for _, wait := range []obvious.Wait{r.Least[i], most} {
				if f.Allows(wait.Time) || m.exceeded(f, "delays") {
					continue
				}
				detail := fmt.Sprintf("process %d waits for %s", process+1, units(wait.Time))
				if err := m.exceed(f, wait.Time, "delays", detail, in, wait.Steps, false); err != nil {
					return err
				}
			}
		}
		m.delays = merge(m.delays, row)
	}
	return nil
}

func units(t int) string {
	if t == 1 {
		return "1 unit of time"
	}
	return fmt.Sprintf("%d units of time", t)
}

// extremes returns the least and the most of a row, if there are any.
func extremes(row measured) []int {
	switch {
	case !row.found:
		return nil
	case row.least == row.most:
		return []int{row.most}
	}
	return []int{row.most, row.least}
}

// property is what a run against a formula is said to be against.
func property(f instance.Formula, how string) explore.Property {
	return explore.Property(fmt.Sprintf("%s, %s (%s)", f.Text, f.Source, how))
}

// exceeded reports whether there is a run against the formula already.
func (m *measurement) exceeded(f instance.Formula, how string) bool {
	return slices.ContainsFunc(m.excesses, func(e excess) bool { return e.trace.Property == property(f, how) })
}

// exceed keeps a run, replayed on the protocol.
func (m *measurement) exceed(f instance.Formula, value int, how, detail string, in instance.Instance, steps []explore.TraceStep, shortest bool) error {
	t := &counterexample.Trace{
		Instance: in, Property: property(f, how), Detail: detail,
		Process: -1, Shortest: shortest, Steps: steps, Loop: -1,
	}
	run, err := check.Replayer(m.model, t)(steps)
	if err != nil {
		return fmt.Errorf("the run against %s does not confirm: %w", t.Property, err)
	}
	m.excesses = append(m.excesses, excess{f, value, detail, t, run})
	return nil
}

// merge adds a row, or its process to a row that says the same.
func merge(rows []measured, row measured) []measured {
	same := func(r measured) bool {
		return r.alone == row.alone && r.way == row.way && r.end == row.end && r.least == row.least && r.most == row.most &&
			r.found == row.found && r.unserved == row.unserved && r.stopped == row.stopped && slices.Equal(r.formulas, row.formulas)
	}
	if i := slices.IndexFunc(rows, same); i >= 0 {
		rows[i].processes = append(rows[i].processes, row.processes...)
		rows[i].states += row.states
		return rows
	}
	return append(rows, row)
}

// numbers lists processes, which count from 1.
func numbers(processes []int) string {
	var names []string
	for _, p := range processes {
		names = append(names, fmt.Sprint(p+1))
	}
	return strings.Join(names, ",")
}
