package obvious

import (
	"slices"

	"qcheck/explore"
)

// Semantics says what a protocol can do, state by state, for programs that go
// through states in a way of their own.
type Semantics struct {
	w      world
	starts []State
}

// New returns the semantics of a protocol that is run as the options say.
func New[L, M comparable](p explore.Protocol[L, M], o Options) Semantics {
	return erased(p).Semantics(o)
}

// Semantics is [New] of the protocol.
func (x Erased) Semantics(o Options) Semantics {
	w, starts := begin(x, o)
	return Semantics{w, starts}
}

// Protocol returns the protocol, for states and messages as states have them.
func (x Semantics) Protocol() explore.Protocol[any, any] { return x.w.Protocol }

// Starts returns the initial states, in the order of the protocol.
func (x Semantics) Starts() []State { return x.starts }

// Observe returns what is observed of all processes in a state.
func (x Semantics) Observe(s State) []explore.Observation {
	var all []explore.Observation
	for p := range s.Local {
		all = append(all, x.w.seen(s, p))
	}
	return all
}

// View returns a state as requirements see it.
func (x Semantics) View(s State) explore.View[any, any] { return s.view() }

// Outcomes calls f for every outcome of every step that is enabled in a state.
func (x Semantics) Outcomes(s State, f func(Outcome)) {
	var n alternatives
	x.w.steps(s, func(c course) {
		step := n.next(x.w, s, c)
		if !x.w.idle(s, c) {
			f(Outcome{x.w, s, c, step})
		}
	})
}

// Alternatives number the outcomes of steps, as an [explore.TraceStep] has them.
type alternatives struct{ plain, same map[[2]int]int }

// next returns the step of a course, the next one in a state, without the place of a fresh stamp.
func (n *alternatives) next(w world, s State, c course) explore.TraceStep {
	step := explore.TraceStep{Process: c.p, From: c.from, Name: c.first.Name}
	if c.spent {
		return step
	}
	if n.plain == nil {
		n.plain, n.same = map[[2]int]int{}, map[[2]int]int{}
	}
	at := [2]int{c.p, c.from}
	if c.equal {
		step.Place, step.Outcome = explore.SamePlace, n.same[at]
	} else {
		step.Outcome = n.plain[at]
		n.plain[at]++
	}
	if c.equal || w.again(s, c) {
		n.same[at]++
	}
	return step
}

// An Outcome is a way in which a step from a state ends.
type Outcome struct {
	w    world
	s    State
	c    course
	step explore.TraceStep
}

// Step returns whose step it is, whose message it takes, -1 for none, and its name.
func (o Outcome) Step() (process, from int, name string) {
	return o.c.p, o.c.from, o.c.first.Name
}

// Fair reports whether it is of a step that must be taken when it stays enabled.
func (o Outcome) Fair() bool { return o.w.owed(o.c) }

// Leaves reports whether it is of a Leave step.
func (o Outcome) Leaves() bool { return o.c.first.Kind == explore.Leave }

// Overflow returns which bound of the model is passed; empty for none.
func (o Outcome) Overflow() string { return o.w.overflow(o.s, o.c) }

// Undefined reports whether the protocol does not say what happens.
func (o Outcome) Undefined() bool { return o.c.undefined }

// Spent reports whether it is of asking more often than the process may.
func (o Outcome) Spent() bool { return o.c.spent }

// Beyond reports whether it leads beyond ClockMax.
func (o Outcome) Beyond() bool {
	return o.w.Integer && o.w.ClockMax > 0 && int(o.c.clock) > o.w.ClockMax
}

// After returns what follows: several states if a fresh stamp may take several
// places. It is not to be asked where one of Overflow, Undefined, Spent and Beyond
// says that nothing follows.
func (o Outcome) After() []Successor {
	var all []Successor
	for i, t := range o.w.after(o.s, o.c) {
		if o.w.repeated(o.c) && t.Key() == o.s.Key() {
			continue // what comes again and changes nothing is no step
		}
		next := Successor{State: t, outcome: o}
		if o.c.fresh != 0 && !o.c.equal && !o.w.Integer {
			next.Place = o.c.base + 1 + Heard(i)
		}
		all = append(all, next)
	}
	return all
}

// A Successor is a state that follows another. Place is the place of the fresh causal
// stamp among those in use before the step, from 1; 0 for none.
type Successor struct {
	State   State
	Place   Heard
	outcome Outcome
}

// TraceStep returns the step that leads here.
func (t Successor) TraceStep() explore.TraceStep {
	step := t.outcome.step
	if t.Place > 0 {
		step.Place = int(t.Place)
	}
	return step
}

// Stamp returns the number in this state of a causal stamp that is in use in the
// state before, 0 if it is in use no more.
func (t Successor) Stamp(x explore.Stamp) explore.Stamp {
	used := t.outcome.w.used(t.outcome.s, t.outcome.c)
	at, kept := slices.BinarySearch(used, x)
	switch {
	case !kept:
		return 0
	case t.Place > 0 && explore.Stamp(t.Place) <= x && used[len(used)-1] == explore.Fresh:
		return explore.Stamp(at + 1)
	}
	return explore.Stamp(at)
}
