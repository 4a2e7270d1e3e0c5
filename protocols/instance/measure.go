package instance

import (
	"context"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/explore/obvious"
)

// A Rule says which request each message of a protocol is sent for.
type Rule[L, M comparable] struct {
	measure.Rule[L, M]
	// First is how the paper counts a permission that is sent again.
	First measure.Way
	// Text says the same in words.
	Text string
}

// A Measure measures the messages and the delays of a model (see packages
// measure and obvious).
type Measure struct {
	*measure.Subject
	// Rule says which request each message is sent for.
	Rule string
	// Ways has the ways in which a permission that is sent again is counted, the
	// one of the paper first; one of them where that does not happen.
	Ways []measure.Way
	// Askers has the processes that may ask in the beginning.
	Askers explore.Set
	of     *Model
}

// Delays is obvious.Rounds, with at most so many states.
func (x *Measure) Delays(ctx context.Context, process int, o obvious.Options, maxStates int) obvious.Waits {
	return replayed(x.of).Rounds(ctx, o, process, maxStates)
}

// Measure returns what measures the model.
func (m *Model) Measure() (*Measure, error) {
	if m.measure == nil {
		return nil, fmt.Errorf("there is no rule for whose request the messages of %s are sent", m.Label())
	}
	return m.measure, nil
}

// Measured is Of for a protocol whose messages can be counted.
func Measured[L, M comparable](p explore.Protocol[L, M], err error, r Rule[L, M]) (*Model, error) {
	model, err := Of(p, err)
	if err != nil || r.Owner == nil || p.Observe == nil || model.surrounded() { // then there is nothing to measure
		return model, err
	}
	measured(model, measure.Of(p, r.Rule), r.Text, r.First, r.Returns != nil)
	return model, nil
}

// measured lets the model be measured by a rule; permissions may come back and be sent again.
func measured(m *Model, x *measure.Subject, text string, first measure.Way, again bool) {
	m.measure = &Measure{Subject: x, Rule: text, Ways: []measure.Way{first}, of: m}
	switch {
	case !again:
	case first == measure.ByName:
		m.measure.Ways = append(m.measure.Ways, measure.ByCause)
	default:
		m.measure.Ways = append(m.measure.Ways, measure.ByName)
	}
	for i := range replayed(m).N {
		if slices.ContainsFunc(replayed(m).Actions(i, replayed(m).Init(i)), func(s explore.Step[any, any]) bool { return s.Kind == explore.Ask }) {
			m.measure.Askers = m.measure.Askers.With(i)
		}
	}
}

// Answers is the rule by which answers count for their receiver, and all other messages for
// their sender.
func Answers[L, M comparable](text string, answer func(M) bool) Rule[L, M] {
	owner := func(s measure.Sending[L, M]) int {
		if answer(s.Msg) {
			return s.To
		}
		return s.Process
	}
	return Rule[L, M]{Rule: measure.Rule[L, M]{Owner: owner}, Text: text}
}
