package obvious

import (
	"slices"

	"qcheck/explore"
)

// Semantics says what a protocol can do, state by state, for programs that go
// through states in a way of their own.
type Semantics struct {
	w      *world
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

// Seen returns what is observed of a process.
func (x Semantics) Seen(s State, p int) explore.Observation { return x.w.seen(s, p) }

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

// Step calls f for every outcome of an alternative of the protocol: one that Actions has for a process, for from = -1, or
// Suspect, told of the crash of another, counted from 1, or Deliver for the message at a place in its channel. A program that
// goes along one run has pick choose one of so many alternatives, where the process takes messages to itself in the step.
// The outcomes are not numbered.
func (x Semantics) Step(s State, p, from, at, told int, step explore.Step[any, any], pick func(n int) int, f func(Outcome)) {
	c := x.w.begun(s, p, from, at, step)
	c.told, c.pick = told, pick
	x.w.take(c, step, func(c course) bool {
		f(Outcome{w: x.w, s: s, c: c})
		return true
	})
}

// May reports whether something may go wrong at a process, or with messages to it.
func (x Semantics) May(s State, p int, name string) bool { return x.w.may(s, p, name) }

// Fault returns the outcome of something that goes wrong at a process, or with the message at a place in the channel from another.
func (x Semantics) Fault(s State, p, from, at int, name string) Outcome {
	return Outcome{w: x.w, s: s, c: mishap(p, from, at, name)}
}

// Alternatives number the outcomes of steps, as an [explore.TraceStep] has them.
type alternatives struct{ plain, same map[[2]int]int }

// next returns the step of a course, the next one in a state, without the place of a fresh stamp.
func (n *alternatives) next(w *world, s State, c course) explore.TraceStep {
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
	w    *world
	s    State
	c    course
	step explore.TraceStep
}

// Step returns whose step it is, whose message it takes, -1 for none, and its name.
func (o Outcome) Step() (process, from int, name string) {
	return o.c.p, o.c.from, o.c.first.Name
}

// Kind returns the kind of step, and Fault what goes wrong, empty for a step of the protocol.
func (o Outcome) Kind() explore.StepKind { return o.c.first.Kind }
func (o Outcome) Fault() string          { return o.c.fault }

// Taken returns the place in its channel of the message that is taken, or with which something goes wrong.
func (o Outcome) Taken() int { return o.c.at }

// Sent returns what is put into channels, and Handled what the process sent to itself and took within the step.
func (o Outcome) Sent() []explore.Out[any] { return o.c.sent }
func (o Outcome) Handled() []Own           { return o.c.handled }

// Fresh reports whether a stamp is made, whether that is the last one of the process again, and how many messages
// to itself were handled before.
func (o Outcome) Fresh() (made, equal bool, behind int) {
	return o.c.fresh != 0, o.c.equal, o.c.behind
}

// Fair reports whether it is of a step that must be taken when it stays enabled.
func (o Outcome) Fair() bool { return o.w.owed(o.c) }

// Leaves reports whether it is of a Leave step.
func (o Outcome) Leaves() bool { return o.c.first.Kind == explore.Leave }

// Overflow returns which bound of the model is passed; empty for none.
func (o Outcome) Overflow() string { return o.w.overflow(o.s, o.c) }

// Undefined reports whether the protocol does not say what happens. Where a bound of the model is passed as well, that ends the
// search, so at most one of Overflow, Undefined, Spent and Beyond says that nothing follows.
func (o Outcome) Undefined() bool { return o.c.undefined && o.c.overflow == "" }

// Why says why.
func (o Outcome) Why() string {
	if o.c.first.Undefined != "" {
		return o.c.first.Undefined
	}
	return "the algorithm does not say what to do with a message to itself"
}

// same reports whether two courses do the same.
func (w *world) same(s State, a, b course) bool {
	if a.from >= 0 && !s.Channels[a.from*w.N+a.p][a.at].like(s.Channels[b.from*w.N+b.p][b.at]) {
		return false
	}
	return a.first.Name == b.first.Name && a.first.Kind == b.first.Kind && a.fault == b.fault && a.told == b.told && a.equal == b.equal &&
		a.fresh == b.fresh && a.behind == b.behind && a.clock == b.clock && a.base == b.base && a.own == b.own && // a stamp may be made, and be in nothing afterwards
		a.undefined == b.undefined && a.why == b.why && a.overflow == b.overflow && a.local == b.local &&
		slices.Equal(a.sent, b.sent) && slices.Equal(a.handled, b.handled)
}

// Numbered returns the step with the fresh stamp in a place, 0 for none, as those have it that [Semantics.Outcomes] lists.
func (o Outcome) Numbered(place int) explore.TraceStep {
	var n alternatives
	found := false
	o.w.of(o.s, o.c.p, o.c.from, func(c course) {
		if step := n.next(o.w, o.s, c); !found {
			o.step, found = step, o.w.same(o.s, o.c, c)
		}
	})
	return Successor{Place: Heard(place), outcome: o}.TraceStep()
}

// Spent reports whether it is of asking more often than the process may.
func (o Outcome) Spent() bool { return o.c.spent }

// Beyond reports whether it leads beyond ClockMax.
func (o Outcome) Beyond() bool { return o.w.beyond(o.c) }

// After returns what follows: several states if a fresh stamp may take several
// places. It is not to be asked where one of Overflow, Undefined, Spent and Beyond
// says that nothing follows.
func (o Outcome) After() []Successor {
	var all []Successor
	first, last := o.w.places(o.s, o.c)
	for place := first; place <= last; place++ {
		if t, step := o.to(place); step {
			all = append(all, t)
		}
	}
	return all
}

// Move is [Outcome.After] for the fresh stamp in one place, 0 for none; what is new on its way has a flight. It reports whether
// that is a step: what comes again and changes nothing is none. Otherwise the state before is not to be used any more.
func (o Outcome) Move(place int, f Flight) (t Successor, step bool) {
	o.c.flight, o.c.moves = f, !o.w.repeated(o.c)
	return o.to(place)
}

func (o Outcome) to(place int) (t Successor, step bool) {
	s, used := o.w.placed(o.s, o.c, place)
	return Successor{s, Heard(place), used, o}, !o.w.repeated(o.c) || !s.same(o.s)
}

// A Successor is a state that follows another. Place is the place of the fresh causal
// stamp among those in use before the step, from 1; 0 for none.
type Successor struct {
	State   State
	Place   Heard
	used    []explore.Stamp // see placed
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
	if t.Place > 0 && explore.Stamp(t.Place) <= x {
		x++
	}
	at, kept := slices.BinarySearch(t.used, x)
	if !kept {
		return 0
	}
	return explore.Stamp(at)
}

// Kept returns what something is of each causal stamp in use, ascending, after all is that before, and fresh of the fresh one.
func Kept[T any](t Successor, all []T, fresh T) (kept []T) {
	switch {
	case t.Place > 0:
		all = slices.Insert(slices.Clone(all), int(t.Place)-1, fresh)
	case len(t.used)-1 == len(all):
		return all
	}
	for _, x := range t.used[1:] {
		kept = append(kept, all[x-1])
	}
	return kept
}
