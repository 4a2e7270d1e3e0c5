// Package obvious explores a protocol in the most obvious way: breadth first,
// over states that are plain values and told apart by their text. It numbers
// nothing, keeps no answer and shares nothing with package explore but the
// types that protocols are written in. It is there for tests, which compare
// the engine with it, and for people who want to see on one page what a
// protocol means. It is slow, and does not know starvation.
//
// # A step
//
// A step of process p is one outcome of Actions, or of Deliver for the message
// at the head of a channel to p. Receiving raises the clock of p before the
// handler runs (hear). What the outcome sends to p itself is handled at once,
// in order of sending, and what this sends to p again behind it; what p does
// not take goes into the channel from p to p (run). A fresh stamp is made where
// Fresh first occurs, once for the whole step. The messages that p sends bring
// along the clock that it has at the end.
//
// # Stamps
//
// With integer clocks, the stamp of clock value c at process p, counted from 0,
// is the number 32c+p+1.
//
// Causal stamps in use are numbered from 1. A fresh one takes any place above
// all that its process had heard of, among the stamps in use before the step,
// so that a stamp which the step itself takes out of use still is a landmark.
// Then (canonical) the stamps in no local state and no message vanish; what a
// process or a message has heard of becomes the latest stamp in use that is not
// later; and what a message has heard of becomes nothing when its receiver, or
// a message before it in the channel, has heard of as much.
package obvious

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"unsafe"

	"qcheck/explore"
)

// Options say what is explored. The zero value is one request of each process,
// with causal stamps and messages to oneself handled at once.
type Options struct {
	Requests []int // how often each process asks, negative for no bound; nil for once each
	Integer  bool  // integer clocks
	ClockMax int   // the largest integer clock, 0 for no bound
	Queued   bool  // messages to oneself go through a channel, like others
}

// Result is what there is.
//
// Transitions counts every outcome of every step and every place of its fresh
// stamp, without those that are undefined or beyond ClockMax; Beyond counts the
// latter. Depth is the length of the longest shortest path from the start,
// Levels has the number of states at each. Steps has the transitions by the
// name of the step. Violations has the length of a shortest trace for each
// property that is violated: "safety", "well-defined" (the undefined step
// included), "deadlock". Terminal has the keys of the states without a step
// other than Ask, Observations what is seen of all processes, without stamps;
// both are sorted.
type Result struct {
	States, Transitions, Beyond, Depth int
	Levels                             []int
	Steps, Violations                  map[string]int
	Terminal, Observations             []string
}

// State is a global state: of each process the local state, what it has heard
// of, and how often it has asked, if that is bounded; and the messages from q to
// p, by q*N+p.
type State[L, M comparable] struct {
	Local    []L
	Heard    []Heard
	Asked    []int
	Channels [][]Packet[M]
}

// Packet is a message on its way and what it brings along (EveryMessage).
type Packet[M comparable] struct {
	Msg   M
	Heard Heard
}

// Heard is the value of an integer clock, or the latest causal stamp that was
// heard of.
type Heard explore.Stamp

// Key returns a text that tells the state from all others.
func (s State[L, M]) Key() string { return fmt.Sprintf("%d", any(s)) }

// each returns a copy of v in which f has replaced every Stamp and Heard.
func each[T any](v T, f func(x *explore.Stamp, heard bool)) T {
	walk(reflect.ValueOf(&v).Elem(), f)
	return v
}

func walk(v reflect.Value, f func(x *explore.Stamp, heard bool)) {
	switch t := v.Type(); {
	case t == reflect.TypeFor[explore.Stamp]() || t == reflect.TypeFor[Heard]():
		f((*explore.Stamp)(unsafe.Pointer(v.UnsafeAddr())), t == reflect.TypeFor[Heard]())
	case t.Kind() == reflect.Struct:
		for _, field := range v.Fields() {
			walk(field, f)
		}
	case t.Kind() == reflect.Slice:
		v.Set(reflect.AppendSlice(reflect.Zero(t), v))
		fallthrough
	case t.Kind() == reflect.Array:
		for i := range v.Len() {
			walk(v.Index(i), f)
		}
	}
}

// inUse returns the stamps in local states and messages, ascending, after 0.
func (s State[L, M]) inUse() []explore.Stamp {
	used := []explore.Stamp{0}
	each(s, func(x *explore.Stamp, heard bool) {
		if !heard {
			used = append(used, *x)
		}
	})
	slices.Sort(used)
	return slices.Compact(used)
}

// canonical returns what is the same for all states that differ just in the
// numbers of causal stamps or in what cannot matter any more.
func (s State[L, M]) canonical() State[L, M] {
	used := s.inUse()
	s = each(s, func(x *explore.Stamp, _ bool) {
		later, _ := slices.BinarySearch(used, *x+1)
		*x = explore.Stamp(later - 1)
	})
	for i, channel := range s.Channels {
		known := s.Heard[i%len(s.Local)]
		for j := range channel {
			if channel[j].Heard <= known {
				channel[j].Heard = 0
			}
			known = max(known, channel[j].Heard)
		}
	}
	return s
}

type world[L, M comparable] struct {
	explore.Protocol[L, M]
	Options
}

// hear returns what a clock becomes by a message.
func (w world[L, M]) hear(clock Heard, k Packet[M]) Heard {
	if w.Clock.Attach == explore.StampedMessages {
		k.Heard = 0
		each(k.Msg, func(x *explore.Stamp, _ bool) { k.Heard = max(k.Heard, Heard(*x)) })
	}
	if w.Clock.Attach == explore.NoMessage || w.Clock.Attach == explore.StampedMessages && k.Heard == 0 {
		return clock
	}
	if w.Integer && w.Clock.Attach == explore.StampedMessages {
		k.Heard /= 32
	}
	if w.Integer && w.Clock.TickOnReceive {
		return max(clock, k.Heard) + 1
	}
	return max(clock, k.Heard)
}

// A course is a step as far as it has come: the local state, the clock, the
// fresh stamp (0 for none; causal: Fresh) and the clock before it, messages to
// oneself that are still to be handled, and messages sent.
type course[L, M comparable] struct {
	local         L
	clock, before Heard
	fresh         explore.Stamp
	own           []M
	sent          []explore.Out[M]
	undefined     bool
}

// run takes an outcome of process p in a course, and calls done for every way
// in which the step may end.
func (w world[L, M]) run(p int, c course[L, M], step explore.Step[L, M], done func(course[L, M])) {
	step = each(step, func(x *explore.Stamp, _ bool) {
		if *x != explore.Fresh {
			return
		}
		if c.fresh == 0 && w.Integer {
			if w.Clock.TickOnFresh {
				c.clock++
			}
			c.fresh = explore.Stamp(32*int(c.clock) + p + 1)
		} else if c.fresh == 0 {
			c.before, c.clock, c.fresh = c.clock, Heard(explore.Fresh), explore.Fresh
		}
		*x = c.fresh
	})
	c.local, c.undefined = step.Next, step.Undefined != ""
	for _, o := range step.Send {
		if o.To == p && !w.Queued {
			c.own = append(slices.Clip(c.own), o.Msg)
		} else {
			c.sent = append(slices.Clip(c.sent), o)
		}
	}
	for len(c.own) > 0 && !c.undefined {
		m := c.own[0]
		c.own = c.own[1:]
		if steps := w.Deliver(p, c.local, p, m); len(steps) > 0 {
			c.clock = w.hear(c.clock, Packet[M]{m, c.clock})
			for _, s := range steps {
				w.run(p, c, s, done)
			}
			return
		}
		c.sent = append(slices.Clip(c.sent), explore.Out[M]{To: p, Msg: m})
	}
	done(c)
}

// end returns the states to which a course of process p leads from s.
func (w world[L, M]) end(s State[L, M], p int, c course[L, M]) (ends []State[L, M]) {
	t := each(s, func(*explore.Stamp, bool) {})
	t.Local[p], t.Heard[p] = c.local, c.clock
	for _, o := range c.sent {
		k := Packet[M]{Msg: o.Msg}
		if w.Clock.Attach == explore.EveryMessage {
			k.Heard = c.clock
		}
		t.Channels[p*w.N+o.To] = append(t.Channels[p*w.N+o.To], k)
	}
	if w.Integer {
		return []State[L, M]{t}
	} else if c.fresh == 0 {
		return []State[L, M]{t.canonical()}
	}
	for place := explore.Stamp(c.before) + 1; int(place) <= len(s.inUse()); place++ {
		ends = append(ends, each(t, func(x *explore.Stamp, _ bool) {
			if *x == explore.Fresh {
				*x = place
			} else if *x >= place {
				*x++
			}
		}).canonical())
	}
	return ends
}
