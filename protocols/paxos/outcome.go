package paxos

import (
	"cmp"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/protocols/instance"
)

// Outcome is the history of a run: which values were proposed, chosen and learned. A value is chosen when a quorum
// has accepted one proposal of it, whatever these acceptors accept later and whoever hears of it.
type Outcome struct {
	Proposed, Chosen, Learned explore.Set
	// Accepted are the proposals that some have accepted, by number and value, but for those of chosen values.
	Accepted [maxAccepted]Acceptance
}

// An Acceptance is a proposal, and who has accepted it.
type Acceptance struct {
	Number Number
	Value  Value
	By     explore.Set
}

const maxAccepted = 12

// seen reports whether a step changes the outcome.
func seen(e explore.Event[State]) bool {
	return e.Step == stepOwn || e.Step == stepAccepts || e.Step == stepLearns
}

func (a *algorithm) watch(h Outcome, e explore.Event[State]) (Outcome, string) {
	switch e.Step {
	case stepOwn:
		h.Proposed = h.Proposed.With(e.Process)
	case stepLearns:
		h.Learned = h.Learned.With(e.After.Learned.Index())
	case stepAccepts:
		return a.accepts(h, Acceptance{e.After.Accepted, e.After.Value, explore.SetOf(e.Process)})
	}
	return h, ""
}

// accepts adds an acceptance.
func (a *algorithm) accepts(h Outcome, x Acceptance) (Outcome, string) {
	if h.Chosen.Has(x.Value.Index()) {
		return h, ""
	}
	at := slices.IndexFunc(h.Accepted[:], func(y Acceptance) bool { return y.Number == 0 || y.Number == x.Number && y.Value == x.Value })
	if at < 0 {
		return h, fmt.Sprintf("more than %d proposals are accepted", maxAccepted)
	}
	x.By |= h.Accepted[at].By
	h.Accepted[at] = x
	if instance.HasQuorum(x.By, a.Second) {
		h.Chosen = h.Chosen.With(x.Value.Index())
		for i, y := range h.Accepted {
			if y.Value == x.Value {
				h.Accepted[i] = Acceptance{}
			}
		}
	}
	return h.normal(), ""
}

// normal has the proposals in one order, those that are none last.
func (h Outcome) normal() Outcome {
	slices.SortFunc(h.Accepted[:], func(x, y Acceptance) int {
		return cmp.Or(-cmp.Compare(x.Number, y.Number), cmp.Compare(x.Value, y.Value))
	})
	return h
}

// requirements are those of section 2.1, but for choice.
func (a *algorithm) requirements() []explore.Requirement[State, Message] {
	always := func(name explore.Property, wrong func(h Outcome) string) explore.Requirement[State, Message] {
		return explore.Always(name, func(v explore.View[State, Message]) string { return wrong(v.History.(Outcome)) }).OfHistory()
	}
	return []explore.Requirement[State, Message]{
		always(Agreement, func(h Outcome) string {
			if h.Chosen.Len() > 1 {
				return fmt.Sprintf("the values of processes %s are chosen", h.Chosen)
			}
			return ""
		}),
		always(Validity, func(h Outcome) string {
			if !h.Proposed.Contains(h.Chosen) {
				return fmt.Sprintf("the values of processes %s are chosen, and those of %s were proposed", h.Chosen, h.Proposed)
			}
			return ""
		}),
		always(Learning, func(h Outcome) string {
			if !h.Chosen.Contains(h.Learned) {
				return fmt.Sprintf("the values of processes %s were learned, and those of %s are chosen", h.Learned, h.Chosen)
			}
			return ""
		}),
		explore.Sometimes(Choice, func(v explore.View[State, Message]) bool { return v.History.(Outcome).Learned != 0 }).OfHistory(),
	}
}
