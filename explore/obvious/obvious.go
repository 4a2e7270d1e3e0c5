// Package obvious explores a protocol in the most obvious way: breadth first,
// over states that are plain values and told apart by their text. It numbers
// nothing, keeps no answer and shares nothing with package explore but the
// types that protocols are written in. It is there for tests, which compare
// the engine with it, for random runs (see package simulate), and for people who want to see on two pages what a
// protocol means: this file has the processes and channels, state.go the states
// and the clocks. It is slow, and does not know starvation.
//
// # A step
//
// A step of process p is one outcome of Actions, or of Deliver for the message
// at the head of a channel to p. Receiving raises the clock of p before the
// handler runs. What the outcome sends to p itself is handled at once, in order
// of sending, and what this sends to p again behind it; what p does not take
// goes into the channel from p to p, and while something is there, what p sends
// to itself goes behind it. A fresh stamp is made where Fresh first
// occurs, once for the whole step. The messages that p sends bring along the
// clock that it has at the end.
//
// # Stamps
//
// With integer clocks, the stamp of clock value c at process p, counted from 0,
// is the number 32c+p+1.
//
// Causal stamps in use are numbered from 1. A fresh one takes any place above
// all that its process had heard of, among the stamps in use before the step,
// so that a stamp which the step itself takes out of use still is a landmark.
// A process whose clock does not tick for a fresh stamp, and has not ticked since
// it made its last one, may also make that one again, which stays in use for that
// long. Then the stamps in no local state and no message vanish; what a process or a
// message has heard of becomes the latest stamp in use that is not later; and
// what a message has heard of becomes nothing when its receiver, or a message
// before it in the channel, has heard of as much.
package obvious

import (
	"fmt"
	"slices"

	"qcheck/explore"
)

// Options say what is explored. The zero value is one request of each process,
// with causal stamps and messages to oneself handled at once.
type Options struct {
	Requests []int // how often each process asks, negative for no bound; nil for once each
	Integer  bool  // integer clocks
	ClockMax int   // the largest integer clock that is entered, 0 for no bound
	Queued   bool  // messages to oneself go through a channel, like others
	Start    int   // in which of the protocol's starts a run begins, from 0; an exploration begins in all
}

// Result summarises an exhaustive exploration.
//
// Transitions counts every outcome of every step, and every place of a fresh
// causal stamp, but no undefined outcome and none beyond ClockMax; Beyond counts
// the latter. Depth is the length of the longest shortest path from the start,
// Levels has the number of states at each length. Steps has the transitions by
// the name of the step. Violations has the length of a shortest trace for each
// property that is violated: "safety", "well-defined" (the undefined step
// counts), "deadlock-freedom", the names of goals, for runs that end, and the names of
// requirements, for a state that is wrong or one that must be reachable; goals
// and starvation in cycles, and what must lead to what, are not looked for. Overflow says which bound of the
// model was passed: then the rest means nothing. Terminal has the keys of the states in which no step
// but Ask steps is enabled (or not even those, if asking is fair), Observations what is observed of all processes, as
// text without stamps.
type Result struct {
	States, Transitions, Beyond, Depth int
	Resting                            int // where messages are taken at once: states in which none can be
	Levels                             []int
	Steps, Violations                  map[string]int
	Terminal, Observations             map[string]bool
	Overflow                           string
}

// Explore explores all interleavings. They must lead to finitely many states.
func Explore[L, M comparable](p explore.Protocol[L, M], o Options) Result {
	return erased(p).Explore(o)
}

// Explore is [Explore] of the protocol.
func (x Erased) Explore(o Options) Result {
	w, starts := begin(x, o)
	seen, first := map[string]bool{}, []State(nil)
	for _, s := range starts {
		if !seen[s.Key()] {
			first = append(first, s)
		}
		seen[s.Key()] = true
	}
	r := Result{Steps: map[string]int{}, Violations: map[string]int{}, Terminal: map[string]bool{}, Observations: map[string]bool{}}
	violate := func(property string, length int) {
		if _, ok := r.Violations[property]; !ok {
			r.Violations[property] = length
		}
	}
	for level := first; len(level) > 0; {
		r.Depth = len(r.Levels)
		r.Levels = append(r.Levels, len(level))
		var next []State
		for _, s := range level {
			all, waits, terminal, quiet := make([]explore.Observation, w.N), false, true, true
			for i := range s.Local {
				all[i] = w.seen(s, i)
				waits = waits || all[i].Phase == explore.Waiting
			}
			r.Observations[fmt.Sprint(all)] = true
			if w.Network == explore.Instant && !w.hurried(s) {
				r.Resting++
			}
			if w.Safe != nil && w.Safe(all) != "" {
				violate("safety", r.Depth)
			}
			w.steps(s, func(c course) {
				if w.idle(s, c) {
					return
				}
				fair := w.owed(c)
				terminal = terminal && !fair
				quiet = quiet && (!fair || c.first.Kind == explore.Leave)
				switch {
				case w.overflow(s, c) != "":
					r.Overflow = w.overflow(s, c)
				case c.spent:
				case c.undefined:
					violate("well-defined", r.Depth+1)
				case w.beyond(c):
					r.Beyond++
				default:
					for _, t := range w.after(s, c) {
						if w.repeated(c) && t.same(s) {
							continue
						}
						r.Transitions++
						r.Steps[c.first.Name]++
						if key := t.Key(); !seen[key] {
							seen[key] = true
							next = append(next, t)
						}
					}
				}
			})
			if terminal {
				r.Terminal[s.Key()] = true
			}
			if terminal && waits {
				violate("deadlock-freedom", r.Depth)
			}
			for _, x := range w.Requires {
				if v := s.view(); x.Wrong(v) != "" || x.Happens(v) {
					violate(string(x.Name), r.Depth)
				}
			}
			for _, g := range w.Goals {
				if quiet && g.Unmet(all) != "" {
					violate(string(g.Name), r.Depth)
				}
			}
		}
		level = next
	}
	r.States = len(seen)
	return r
}

// A world is a protocol and how it is run.
type world struct {
	Erased
	Options
}

// A course is a step of process p as far as it has come.
type course struct {
	p, from, at int                    // from: whose message it takes, -1 for none; at: its place in the channel
	first       explore.Step[any, any] // the outcome that it began with
	local       any
	clock, base Heard         // now, and before the fresh stamp was made
	own         int           // causal: see State
	equal       bool          // the fresh stamp equals the last one of p
	rounds      int           // how many messages to p were looked at in the step
	fresh       explore.Stamp // the fresh stamp, 0 for none; causal: Fresh
	behind      int           // how many messages to p were handled before it was made
	sent        []explore.Out[any]
	next        int   // the index in sent from which on messages to p are still to be handled
	handled     []Own // the messages to p that were handled
	undefined   bool
	why         string // it is undefined, if the protocol says
	busy        bool   // messages to p wait in its channel to itself, and further ones behind them
	flight      Flight // of what it sends
	moves       bool   // the state before is not used any more
	fault       string // its name, if something goes wrong
	told        int    // of the crash of which process it is told, counted from 1; 0 for none
	spent       bool   // asking beyond the bound, of interest if asking is fair
	overflow    string // a bound of the model is passed

	pick func(n int) int // which of so many alternatives is followed where a message to p is handled; nil: all
}

// owed reports whether a step must be taken when it stays enabled.
func (w *world) owed(c course) bool {
	switch c.first.Kind {
	case explore.Ask:
		return w.Obliged
	case explore.May:
		return false
	}
	return true
}

// steps calls f for every outcome of every step that is enabled in s.
func (w *world) steps(s State, f func(course)) {
	if w.Network != explore.Instant {
		w.all(s, f)
		return
	}
	hurried := w.hurried(s)
	w.all(s, func(c course) {
		if c.from >= 0 || !hurried {
			f(c)
		}
	})
}

// hurried reports whether some message can be taken.
func (w *world) hurried(s State) (some bool) {
	w.all(s, func(c course) { some = some || c.from >= 0 && (c.fault == "" || c.fault == explore.Drops) })
	return some
}

// all calls f for every outcome of what each process, and each message, may do by itself.
func (w *world) all(s State, f func(course)) {
	for p := range s.Local {
		for q := -1; q < w.N; q++ {
			w.of(s, p, q, f)
		}
	}
}

// of is all for what process p may do by itself, for q = -1, or with the messages from q.
func (w *world) of(s State, p, q int, f func(course)) {
	down := s.Down != nil && s.Down[p] > 0
	if q < 0 {
		if !down {
			w.acts(s, p, f)
		}
		w.crash(s, p, f)
		if !down {
			w.reports(s, p, f)
		}
		return
	}
	if down {
		w.drops(s, p, q, f)
	} else {
		w.takes(s, p, q, f)
	}
	w.mishaps(s, p, q, f)
}

// acts calls f for the outcomes of the local steps of a process.
func (w *world) acts(s State, p int, f func(course)) {
	count := 0
	for _, step := range w.Actions(p, s.Local[p]) {
		c := w.begun(s, p, -1, 0, step)
		if step.Kind != explore.Ask || w.Requests[p] < 0 || s.Asked[p] < w.Requests[p] {
			w.take(c, step, limited(&count, f))
		} else if c.spent = true; w.Obliged {
			f(c)
		}
	}
}

// takes calls f for the outcomes of taking a message from q.
func (w *world) takes(s State, p, q int, f func(course)) {
	count := 0
	for at, k := range s.Channels[q*w.N+p] {
		if at > 0 && !w.Network.Ordered() && k.like(s.Channels[q*w.N+p][at-1]) {
			continue // one message as good as another
		}
		steps := w.Deliver(p, s.Local[p], q, k.Msg)
		for _, step := range steps {
			w.take(w.begun(s, p, q, at, step), step, limited(&count, f))
		}
		if w.Network.Ordered() && (len(steps) > 0 || !w.Selective) {
			break
		}
	}
}

// begun returns a course of process p before anything happened, but that it takes the message at a place in the channel from
// q, if that is not -1.
func (w *world) begun(s State, p, q, at int, step explore.Step[any, any]) course {
	c := course{p: p, from: q, at: at, first: step, clock: s.Heard[p], own: s.Own[p]}
	waiting := len(s.Channels[p*w.N+p])
	if q >= 0 {
		w.hear(&c, s.Channels[q*w.N+p][at])
	}
	if q == p {
		waiting-- // the one that is taken
	}
	c.busy = w.Network.Ordered() && waiting > 0
	return c
}

// maxHandled and maxOutcomes bound what one step may lead to, as the engine does.
const (
	maxHandled  = 1000
	maxOutcomes = 1<<16 - 1
)

// limited passes on as many outcomes of a step as the engine does, and then one
// that says that there are more; it reports whether still more are of interest.
func limited(count *int, f func(course)) func(course) bool {
	return func(c course) bool {
		if *count == maxOutcomes {
			c.overflow = "a step has too many outcomes"
		}
		if *count <= maxOutcomes {
			f(c)
		}
		*count++
		return *count <= maxOutcomes
	}
}

// take goes on with an outcome in a course, and calls f for every way in which
// the step ends, until f returns false; it returns what f did.
func (w *world) take(c course, step explore.Step[any, any], f func(course) bool) bool {
	c.undefined, c.why, c.overflow = step.Undefined != "", step.Undefined, step.Overflow
	if c.undefined || c.overflow != "" {
		return f(c)
	}
	again := c
	fresh := w.fresh(&c, step)
	if c.overflow != "" {
		return f(c)
	}
	if fresh && again.own > 0 {
		again.fresh, again.equal, again.behind = explore.Stamp(again.clock), true, c.behind
		return w.send(c, step, f) && w.send(again, step, f)
	}
	return w.send(c, step, f)
}

// send goes on with an outcome whose fresh stamp is known.
func (w *world) send(c course, step explore.Step[any, any], f func(course) bool) bool {
	if c.fresh != 0 {
		step = eachOf(step, func(x *explore.Stamp, _ bool) {
			if *x == explore.Fresh {
				*x = c.fresh
			}
		})
	}
	c.local, c.sent = step.Next, slices.Concat(c.sent, step.Send)
	for ; c.next < len(c.sent) && !w.Queued; c.next++ {
		m := c.sent[c.next]
		if m.To != c.p {
			continue
		}
		if c.rounds++; c.rounds > maxHandled {
			c.undefined = true
			break
		}
		if !c.busy {
			if steps := w.Deliver(c.p, c.local, c.p, m.Msg); len(steps) > 0 {
				c.sent = slices.Concat(c.sent[:c.next], c.sent[c.next+1:])
				if c.pick != nil {
					steps = steps[c.pick(len(steps)):][:1]
				}
				w.hear(&c, Packet{Msg: m.Msg})
				handled := c.handled
				for _, s := range steps {
					c.handled = slices.Concat(handled, []Own{{s.Name, m.Msg}})
					if !w.take(c, s, f) {
						return false
					}
				}
				return true
			}
			c.busy = w.Network.Ordered()
		}
	}
	return f(c)
}
