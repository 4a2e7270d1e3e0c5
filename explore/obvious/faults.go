package obvious

import (
	"slices"

	"qcheck/explore"
)

// What may go wrong: a process crashes, or goes on; a message is lost, or there is once more. Each is a
// course of its own, of the process that crashes or that the message is for, after all that this process may
// do with its state, or with the channel.

// A Budget says how many crashes, restarts, lost messages and copies may still be.
type Budget [4]uint8

// Faults returns the budget as faults, for people.
func (b Budget) Faults() explore.Faults {
	return explore.Faults{Crash: b[0], Restart: b[1], Lose: b[2], Duplicate: b[3]}
}

// seen returns what is observed of a process: of one that has crashed, that it thinks.
func (w *world) seen(s State, p int) explore.Observation {
	if s.Down != nil && s.Down[p] > 0 {
		return explore.Observation{}
	}
	return w.Observe(p, s.Local[p])
}

// mishap returns the course of a fault.
func mishap(p, from, at int, name string) course {
	c := course{p: p, from: from, at: at, fault: name, first: explore.Step[any, any]{Name: name, Kind: explore.May}}
	if name == explore.Drops {
		c.first.Kind = explore.Plain // it must come
	}
	return c
}

// may reports whether something may go wrong at a process, or with messages to it.
func (w *world) may(s State, p int, name string) bool {
	down := s.Down != nil && s.Down[p] > 0
	switch name {
	case explore.Crashes:
		return s.Left[0] > 0 && !down && w.Faults.MayCrash(p) && (w.Faults.When == 0 || w.Faults.When.Has(w.moment(p, s.Local[p])))
	case explore.Restarts:
		return s.Left[1] > 0 && down
	case explore.Loses:
		return s.Left[2] > 0
	case explore.Copies:
		return s.Left[3] > 0
	}
	return down // and what comes is dropped
}

func (w *world) crash(s State, p int, f func(course)) {
	for _, name := range []string{explore.Crashes, explore.Restarts} {
		if w.may(s, p, name) {
			f(mishap(p, -1, 0, name))
		}
	}
}

// reports calls f for what a process may do that is told of a crash.
func (w *world) reports(s State, p int, f func(course)) {
	for q, untold := range s.Untold {
		if !untold.Has(p) {
			continue
		}
		count := 0
		for _, step := range w.Suspect(p, s.Local[p], q) {
			c := w.begun(s, p, -1, 0, step)
			c.told = q + 1
			w.take(c, step, limited(&count, f))
		}
	}
}

// moment says where a process is in its request.
func (w *world) moment(p int, l any) explore.Moments {
	var standing []explore.Standing
	if w.Standing != nil {
		standing = w.Standing(p, l)
	}
	return explore.MomentOf(w.Observe(p, l), standing)
}

// drops calls f for each message from q that may come to a process that has crashed.
func (w *world) drops(s State, p, q int, f func(course)) {
	for at, k := range s.Channels[q*w.N+p] {
		if at == 0 || !w.Network.Ordered() && !k.like(s.Channels[q*w.N+p][at-1]) {
			f(mishap(p, q, at, explore.Drops))
		}
	}
}

// mishaps calls f for what may go wrong with the messages from q to p.
func (w *world) mishaps(s State, p, q int, f func(course)) {
	channel := s.Channels[q*w.N+p]
	for _, name := range []string{explore.Loses, explore.Copies} {
		if !w.may(s, p, name) {
			continue
		}
		for at, k := range channel {
			switch {
			case at > 0 && !w.Network.Ordered() && k.like(channel[at-1]): // one is as good as another
			case at > 0 && w.Network.Ordered() && !w.Selective && name == explore.Loses: // when it is the first
			default:
				f(mishap(p, q, at, name))
			}
		}
	}
}

// wrong returns the state t after a fault.
func (w *world) wrong(t State, c course) State {
	channel := c.from*w.N + c.p
	switch c.fault {
	case explore.Crashes:
		t.Left[0]--
		t.Down[c.p] = 1
		if w.Restart != nil {
			t.Local[c.p] = w.Restart(c.p, t.Local[c.p])
		} else {
			t.Local[c.p] = w.Init(c.p)
		}
		t.Channels[c.p*w.N+c.p] = nil
		if w.Faults.Suspect {
			t.Untold[c.p] = explore.All(w.N).Without(c.p)
		}
	case explore.Restarts:
		t.Left[1]--
		t.Down[c.p] = 0
		if w.Faults.Suspect {
			t.Untold[c.p] = 0
		}
	case explore.Loses:
		t.Left[2]--
		t.Channels[channel] = slices.Delete(slices.Clone(t.Channels[channel]), c.at, c.at+1)
	case explore.Copies:
		t.Left[3]--
		k := t.Channels[channel][c.at]
		k.Flight = Flight{Clock: k.Flight.Clock, Due: c.flight.Due}
		t.add(channel, k)
	case explore.Drops:
		w.remove(t, c)
	}
	return t
}
