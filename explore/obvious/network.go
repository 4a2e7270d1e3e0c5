package obvious

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"

	"qcheck/explore"
)

// Networks without order. A channel is a bag of messages, or, where messages may come again, a set
// that only grows; states have it in the order of the messages' texts, so that equal bags are equal. A
// process may take any message of it.

// inOrder returns a state with its channels as the network has them.
func (w *world) inOrder(s State) State {
	if !w.Network.Ordered() {
		for i, channel := range s.Channels {
			s.Channels[i] = w.sorted(channel)
		}
	}
	return s
}

// touched is inOrder for a state of which a course changed the channels, and nothing else the messages.
func (w *world) touched(s State, c course) State {
	if w.Network.Ordered() {
		return s
	}
	if c.from >= 0 {
		s.Channels[c.from*w.N+c.p] = w.sorted(s.Channels[c.from*w.N+c.p])
	}
	for _, m := range c.sent {
		s.Channels[c.p*w.N+m.To] = w.sorted(s.Channels[c.p*w.N+m.To])
	}
	return s
}

// sorted returns the packets of a channel in the order of their texts; where messages come again, each once.
func (w *world) sorted(channel []Packet) []Packet {
	if len(channel) < 2 {
		return channel
	}
	type sortable struct {
		Packet
		text []byte
	}
	var all []sortable
	for _, k := range channel {
		all = append(all, sortable{k, written(nil, reflect.ValueOf(k.Msg))})
	}
	slices.SortStableFunc(all, func(a, b sortable) int {
		return cmp.Or(bytes.Compare(a.text, b.text), cmp.Compare(a.Heard, b.Heard))
	})
	var list []Packet
	for _, k := range all {
		if last := len(list) - 1; w.Network == explore.Duplicating && last >= 0 && k.like(list[last]) {
			list[last].Flight = list[last].Flight.and(k.Flight)
		} else {
			list = append(list, k.Packet)
		}
	}
	return list
}

// repeated reports whether a course takes a message that may come again.
func (w *world) repeated(c course) bool { return w.Network == explore.Duplicating && c.from >= 0 }

// idle reports whether a course takes a message that may come again and changes nothing: that is no step.
func (w *world) idle(s State, c course) bool {
	if !w.repeated(c) || c.undefined || w.beyond(c) || w.overflow(s, c) != "" {
		return false
	}
	return !slices.ContainsFunc(w.after(s, c), func(t State) bool { return !t.same(s) })
}

// afterwards returns what messages become in the state to which a course leads, with the fresh causal stamp, if
// there is one, in the given place.
func (w *world) afterwards(s State, c course, place int) func(msg any) any {
	if w.Integer || !Stamped(reflect.TypeOf(w.message)) {
		return func(msg any) any { return msg }
	}
	used := w.used(s, c)
	fresh := used[len(used)-1] == explore.Fresh
	return func(msg any) any {
		return each(msg, func(x *explore.Stamp, _ bool) {
			if *x == 0 {
				return
			}
			at, above := *x, explore.Stamp(0)
			switch {
			case at == explore.Fresh:
				at = explore.Stamp(place)
			case fresh && int(at) >= place:
				above = 1
			}
			rank, _ := slices.BinarySearch(used, at)
			*x = explore.Stamp(rank) + above
		})
	}
}

// An arrivals has the messages of each channel in the order in which they were sent, as a run has them.
type arrivals [][]any

// after returns the messages after a course of a run, in which the fresh stamp has the given place; and how
// many stood before the one that was taken.
func (a arrivals) after(w *world, s State, c course, place int) (next arrivals, behind int) {
	next = slices.Clone(a)
	if c.from >= 0 {
		channel := &next[c.from*w.N+c.p]
		msg := s.Channels[c.from*w.N+c.p][c.at].Msg
		switch behind = slices.Index(*channel, msg); {
		case c.fault == explore.Copies:
			*channel = slices.Concat(*channel, []any{msg})
		case w.Network != explore.Duplicating:
			*channel = slices.Concat((*channel)[:behind], (*channel)[behind+1:])
		}
	}
	if c.fault == explore.Crashes {
		next[c.p*w.N+c.p] = nil
	}
	for _, o := range c.sent {
		to := &next[c.p*w.N+o.To]
		*to = slices.Concat(*to, []any{o.Msg})
	}
	after := w.afterwards(s, c, place)
	for i, channel := range next {
		var renumbered []any
		for _, msg := range channel {
			renumbered = append(renumbered, after(msg))
		}
		next[i] = renumbered
	}
	return next, behind
}

// shown returns the messages that are on their way, in the order in which they were sent.
func (a arrivals) shown(w *world) [][]any {
	var all [][]any
	for _, channel := range a {
		var once []any
		for _, msg := range channel {
			if w.Network != explore.Duplicating || !slices.Contains(once, msg) {
				once = append(once, msg)
			}
		}
		all = append(all, once)
	}
	return all
}
