package obvious

import "qcheck/explore"

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
func (w world) seen(s State, p int) explore.Observation {
	if s.Down != nil && s.Down[p] > 0 {
		return explore.Observation{}
	}
	return w.Observe(p, s.Local[p])
}

// mishap returns the course of a fault.
func mishap(p, from, at int, name string) course {
	return course{p: p, from: from, at: at, fault: name, first: explore.Step[any, any]{Name: name, Kind: explore.May}}
}

func (w world) crash(s State, p int, f func(course)) {
	if s.Left[0] > 0 && w.Faults.MayCrash(p) && (w.Faults.When == 0 || w.Faults.When.Has(w.moment(p, s.Local[p]))) {
		f(mishap(p, -1, 0, explore.Crashes))
	}
}

// reports calls f for what a process may do that is told of a crash.
func (w world) reports(s State, p int, f func(course)) {
	for q, untold := range s.Untold {
		if !untold.Has(p) {
			continue
		}
		count := 0
		for _, step := range w.Suspect(p, s.Local[p], q) {
			c := course{p: p, from: -1, told: q + 1, first: step, clock: s.Heard[p], own: s.Own[p]}
			c.busy = w.Network.Ordered() && len(s.Channels[p*w.N+p]) > 0
			w.take(c, step, limited(&count, f))
		}
	}
}

// moment says where a process is in its request.
func (w world) moment(p int, l any) explore.Moments {
	var standing []explore.Standing
	if w.Standing != nil {
		standing = w.Standing(p, l)
	}
	return explore.MomentOf(w.Observe(p, l), standing)
}

// fallen calls f for what may happen at a process that has crashed.
func (w world) fallen(s State, p int, f func(course)) {
	if s.Left[1] > 0 {
		f(mishap(p, -1, 0, explore.Restarts))
	}
	for q := range w.N {
		for at, k := range s.Channels[q*w.N+p] {
			if at > 0 && (w.Network.Ordered() || k == s.Channels[q*w.N+p][at-1]) {
				continue
			}
			c := mishap(p, q, at, explore.Drops)
			c.first.Kind = explore.Plain
			f(c)
		}
		w.mishaps(s, p, q, f)
	}
}

// mishaps calls f for what may go wrong with the messages from q to p.
func (w world) mishaps(s State, p, q int, f func(course)) {
	channel := s.Channels[q*w.N+p]
	for i, name := range []string{explore.Loses, explore.Copies} {
		if s.Left[2+i] == 0 {
			continue
		}
		for at, k := range channel {
			switch {
			case at > 0 && !w.Network.Ordered() && k == channel[at-1]: // one is as good as another
			case at > 0 && w.Network.Ordered() && !w.Selective && name == explore.Loses: // when it is the first
			default:
				f(mishap(p, q, at, name))
			}
		}
	}
}

// wrong returns the state t after a fault.
func (w world) wrong(t State, c course) State {
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
		t.Channels[channel] = append(t.Channels[channel][:c.at:c.at], t.Channels[channel][c.at+1:]...)
	case explore.Copies:
		t.Left[3]--
		t.Channels[channel] = append(t.Channels[channel], t.Channels[channel][c.at])
	case explore.Drops:
		w.remove(t, c)
	}
	return t
}
