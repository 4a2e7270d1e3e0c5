package obvious

import (
	"testing"

	"qcheck/explore"
)

// timed is a state with a time stamp.
type timed struct {
	Phase explore.Phase
	Stamp explore.Stamp
	again bool
}

type letter struct {
	Stamp explore.Stamp
}

type (
	timedProtocol = explore.Protocol[timed, letter]
	timedStep     = explore.Step[timed, letter]
	letterOut     = explore.Out[letter]
)

func observeTimed(_ int, l timed) explore.Observation {
	return explore.Observation{Phase: l.Phase}
}

// askers ask for a stamp, and may leave.
func askers(n int, leave bool) timedProtocol {
	return timedProtocol{
		N: n, Clock: explore.ClockRule{TickOnFresh: true},
		Init: func(int) timed { return timed{} },
		Actions: func(_ int, l timed) []timedStep {
			switch {
			case l.Phase == explore.Thinking:
				return []timedStep{{Name: "ask", Kind: explore.Ask, Next: timed{Phase: explore.Inside, Stamp: explore.Fresh}}}
			case leave:
				return []timedStep{{Name: "leave", Kind: explore.Leave}}
			}
			return nil
		},
		Deliver:   func(int, timed, int, letter) []timedStep { return nil },
		Exclusion: explore.Exclusion[timed]{Observe: observeTimed},
	}
}

// senders ask for a stamp; process 1 sends what letters says with it to the
// others, who do nothing about it.
func senders(clock explore.ClockRule, letters ...letterOut) timedProtocol {
	p := askers(2, false)
	p.Clock = clock
	act := p.Actions
	p.Actions = func(i int, l timed) []timedStep {
		steps := act(i, l)
		if i == 0 && len(steps) > 0 {
			steps[0].Send = letters
		}
		return steps
	}
	p.Deliver = func(_ int, l timed, _ int, _ letter) []timedStep { return []timedStep{{Name: "read", Next: l}} }
	return p
}

// TestCausalPlaces counts orders. Wherever no message is on its way, nothing can
// happen but asking and leaving.
func TestCausalPlaces(t *testing.T) {
	every := explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true}
	stamped := explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}
	for _, test := range []struct {
		reason   string
		protocol timedProtocol
		requests []int
		want     counts
	}{
		{"two stamps have two orders", askers(2, false), nil,
			counts{States: 5, Transitions: 2 + 2*2, Levels: []int{1, 2, 2}, Terminal: 5, Observations: 4}},
		{"three stamps have six", askers(3, false), nil,
			counts{States: 16, Transitions: 3 + 3*4 + 6*3, Levels: []int{1, 3, 6, 6}, Terminal: 16, Observations: 8}},
		// Nobody inside: 1 state, 2 ways on. One inside: 2 states each, for the
		// other either has heard of that stamp, since its own former one was
		// later, or not, and then 1 or 2 places to ask at. Both inside: 2 orders,
		// 2 ways on.
		{"stamps that are not in use vanish, what was heard stays", askers(2, true), []int{-1, -1},
			counts{States: 7, Transitions: 2 + 2*(2+3) + 2*2, Levels: []int{1, 2, 2, 2}, Terminal: 1, Observations: 4}},
		// The start; 2 has asked; 1 has, with its message on the way or read; both
		// have, in two orders, with the message on the way or read.
		{"a message tells of the stamp", senders(every, letterOut{To: 1}), nil,
			counts{States: 8, Transitions: 10, Levels: []int{1, 2, 3, 2}, Terminal: 5, Observations: 4}},
		{"a message with the stamp in it does, too", senders(stamped, letterOut{To: 1, Msg: letter{explore.Fresh}}), nil,
			counts{States: 8, Transitions: 10, Levels: []int{1, 2, 3, 2}, Terminal: 5, Observations: 4}},
		{"a message without it does not: when it is read both orders are left", senders(stamped, letterOut{To: 1}), nil,
			counts{States: 8, Transitions: 11, Levels: []int{1, 2, 3, 2}, Terminal: 5, Observations: 4}},
		// As with one message, with a state more for each of the three.
		{"the second message tells nothing new", senders(every, letterOut{To: 1}, letterOut{To: 1}), nil,
			counts{States: 11, Transitions: 14, Levels: []int{1, 2, 3, 3, 2}, Terminal: 5, Observations: 4}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			compare(t, Explore(test.protocol, Options{Requests: test.requests}), test.want)
		})
	}
}

// TestLandmark has a process that gives up its stamp for a later one, of which
// nobody heard, although process 2 may have heard of the former. The states are:
// the start; 1 has asked, with its message on the way, read, or read and with 2
// asking after it; 1 has asked again, with the message on the way, or read, or
// with 2 asking before it, or after.
func TestLandmark(t *testing.T) {
	p := senders(explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}, letterOut{To: 1, Msg: letter{explore.Fresh}})
	act := p.Actions
	p.Actions = func(i int, l timed) []timedStep {
		switch {
		case i == 0 && l.Phase == explore.Inside && !l.again:
			return []timedStep{{Name: "again", Next: timed{explore.Inside, explore.Fresh, true}}}
		case i == 1 && !l.again: // has not read it
			return nil
		}
		return act(i, l)
	}
	p.Deliver = func(_ int, l timed, _ int, _ letter) []timedStep {
		l.again = true
		return []timedStep{{Name: "read", Next: l}}
	}
	r := Explore(p, Options{})
	compare(t, r, counts{States: 8, Transitions: 10, Levels: []int{1, 1, 2, 2, 2}, Terminal: 4, Observations: 3})
}

func TestIntegerClocks(t *testing.T) {
	stamp := func(clock, p int) explore.Stamp { return explore.Stamp(32*clock + p + 1) }
	const all, stampsOnly, none = explore.EveryMessage, explore.StampedMessages, explore.NoMessage
	one := []letterOut{{To: 1}}
	dated := []letterOut{{To: 1, Msg: letter{explore.Fresh}}}
	self := []letterOut{{To: 1}, {To: 0, Msg: letter{explore.Fresh}}}
	for _, test := range []struct {
		reason string
		clock  explore.ClockRule
		send   []letterOut
		stamp  explore.Stamp // of process 1
		clocks []Heard       // at the end
	}{
		{"nothing ticks, nothing is brought along", explore.ClockRule{Attach: none, Start: 1}, one, stamp(1, 0), []Heard{1, 1}},
		{"without a tick the stamp is the clock at the start", explore.ClockRule{Attach: none}, one, stamp(0, 0), []Heard{0, 0}},
		{"a tick for the stamp", explore.ClockRule{Attach: none, TickOnFresh: true, TickOnReceive: true, Start: 3}, one, stamp(4, 0), []Heard{4, 3}},
		{"the stamp raises the clock", explore.ClockRule{Attach: stampsOnly, TickOnFresh: true}, dated, stamp(1, 0), []Heard{1, 1}},
		{"and receiving ticks", explore.ClockRule{Attach: stampsOnly, TickOnFresh: true, TickOnReceive: true}, dated, stamp(1, 0), []Heard{1, 2}},
		{"receiving ticks even for a stamp of clock value 0", explore.ClockRule{Attach: stampsOnly, TickOnReceive: true}, dated, stamp(0, 0), []Heard{0, 1}},
		{"without a stamp it does not", explore.ClockRule{Attach: stampsOnly, TickOnFresh: true, TickOnReceive: true}, one, stamp(1, 0), []Heard{1, 0}},
		{"unless every message has the clock", explore.ClockRule{Attach: all, TickOnFresh: true, TickOnReceive: true}, one, stamp(1, 0), []Heard{1, 2}},
		{"own messages tick as others do, and come before what is sent with the clock",
			explore.ClockRule{Attach: all, TickOnFresh: true, TickOnReceive: true}, self, stamp(1, 0), []Heard{2, 3}},
		{"own messages without a stamp do not", explore.ClockRule{Attach: stampsOnly, TickOnFresh: true, TickOnReceive: true},
			[]letterOut{{To: 0}, {To: 1}}, stamp(1, 0), []Heard{1, 0}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			p := senders(test.clock, test.send...)
			r := Explore(p, Options{Integer: true, Requests: []int{1, 0}})
			compare(t, r, counts{States: 3, Transitions: 2, Levels: []int{1, 1, 1}, Terminal: 2, Observations: 2})
			end := State{
				Local: []any{timed{Phase: explore.Inside, Stamp: test.stamp}, timed{}}, Heard: test.clocks, Own: make([]int, 2),
				Asked: []int{1, 0}, Channels: make([][]Packet, 4),
			}
			if !r.Terminal[end.Key()] {
				t.Errorf("%v is missing in %v", end.Key(), r.Terminal)
			}
		})
	}
	t.Run("a state beyond the bound is not entered", func(t *testing.T) {
		p := senders(explore.ClockRule{Attach: all, TickOnFresh: true, TickOnReceive: true}, one...)
		r := Explore(p, Options{Integer: true, Requests: []int{1, 0}, ClockMax: 1})
		compare(t, r, counts{States: 2, Transitions: 1, Beyond: 1, Levels: []int{1, 1}, Terminal: 1, Observations: 2})
	})
	t.Run("without stamps there are no clocks", func(t *testing.T) {
		p := client()
		p.Clock = explore.ClockRule{Attach: all, TickOnReceive: true, Start: 1}
		r := Explore(p, Options{Integer: true, Requests: []int{-1, -1}})
		compare(t, r, counts{States: 4, Transitions: 4, Levels: []int{1, 1, 1, 1}, Terminal: 1, Observations: 3})
	})
}

func TestCanonical(t *testing.T) {
	type state = State
	at := func(stamps ...explore.Stamp) (ls []any) {
		for _, x := range stamps {
			ls = append(ls, timed{Stamp: x})
		}
		return ls
	}
	channels := func(packets ...Packet) [][]Packet { // from 1 to 2
		return [][]Packet{nil, packets, nil, nil}
	}
	for _, test := range []struct {
		reason   string
		from, to state
	}{
		{"stamps are renumbered, also in messages",
			state{Local: at(7, 3), Heard: []Heard{7, 3}, Channels: channels(Packet{Msg: letter{5}})},
			state{Local: at(3, 1), Heard: []Heard{3, 1}, Channels: channels(Packet{Msg: letter{2}})}},
		{"none stays none",
			state{Local: at(0, 4), Heard: []Heard{0, 4}, Channels: channels(Packet{Msg: letter{}})},
			state{Local: at(0, 1), Heard: []Heard{0, 1}, Channels: channels(Packet{Msg: letter{}})}},
		{"what was heard of becomes the latest in use that is not later",
			state{Local: at(2, 4), Heard: []Heard{9, 3}, Channels: channels()},
			state{Local: at(1, 2), Heard: []Heard{2, 1}, Channels: channels()}},
		{"or none",
			state{Local: at(3, 0), Heard: []Heard{3, 2}, Channels: channels()},
			state{Local: at(1, 0), Heard: []Heard{1, 0}, Channels: channels()}},
		{"messages bring along what their receiver has not heard of, nor from those before",
			state{Local: at(1, 2), Heard: []Heard{2, 1}, Channels: channels(Packet{Msg: letter{}, Heard: 1}, Packet{Msg: letter{}, Heard: 2}, Packet{Msg: letter{}, Heard: 1}, Packet{Msg: letter{}, Heard: 2})},
			state{Local: at(1, 2), Heard: []Heard{2, 1}, Channels: channels(Packet{Msg: letter{}}, Packet{Msg: letter{}, Heard: 2}, Packet{Msg: letter{}}, Packet{Msg: letter{}})}},
		{"compared when stamps have vanished",
			state{Local: at(1, 4), Heard: []Heard{4, 2}, Channels: channels(Packet{Msg: letter{}, Heard: 3})},
			state{Local: at(1, 2), Heard: []Heard{2, 1}, Channels: channels(Packet{Msg: letter{}})}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			test.from.Own, test.to.Own = []int{0, 0}, []int{0, 0}
			before := test.from.Key()
			canonical := test.from.copy()
			canonical.canonical(false)
			if got, want := canonical.Key(), test.to.Key(); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
			if after := test.from.Key(); after != before {
				t.Errorf("the state itself became %v", after)
			}
		})
	}
}

// TestKey has states that differ, and must in their keys.
func TestKey(t *testing.T) {
	type state = State
	none := Packet{Msg: letter{}}
	states := []state{
		{Local: []any{timed{}}, Channels: make([][]Packet, 2)},
		{Local: []any{timed{Phase: explore.Waiting}}, Channels: make([][]Packet, 2)},
		{Local: []any{timed{Stamp: 1}}, Channels: make([][]Packet, 2)},
		{Local: []any{timed{again: true}}, Channels: make([][]Packet, 2)},
		{Local: []any{timed{}}, Heard: []Heard{1}, Channels: make([][]Packet, 2)},
		{Local: []any{timed{}}, Asked: []int{1}, Channels: make([][]Packet, 2)},
		{Local: []any{timed{}}, Channels: [][]Packet{{none}, nil}},
		{Local: []any{timed{}}, Channels: [][]Packet{nil, {none}}},
		{Local: []any{timed{}}, Channels: [][]Packet{{none}, {none}}},
		{Local: []any{timed{}}, Channels: [][]Packet{{none, none}, nil}},
		{Local: []any{timed{}}, Channels: [][]Packet{{{Msg: letter{}, Heard: 1}}, nil}},
		{Local: []any{timed{}}, Channels: [][]Packet{{{Msg: letter{1}}}, nil}},
	}
	keys := map[string]int{}
	for i, s := range states {
		if j, ok := keys[s.Key()]; ok {
			t.Errorf("states %d and %d have the key %s", j, i, s.Key())
		}
		keys[s.Key()] = i
		if s.copy().Key() != s.Key() {
			t.Errorf("the copy of %s is %s", s.Key(), s.copy().Key())
		}
	}
}
