package obvious

import (
	"testing"

	"qcheck/explore"

	"github.com/google/go-cmp/cmp"
)

// counts are what can be counted by hand.
type counts struct {
	States, Transitions, Beyond int
	Levels                      []int
	Violations                  map[string]int
	Terminal, Observations      int
}

func compare(t *testing.T, got Result, want counts) {
	t.Helper()
	if want.Violations == nil {
		want.Violations = map[string]int{}
	}
	have := counts{got.States, got.Transitions, got.Beyond, got.Levels, got.Violations, len(got.Terminal), len(got.Observations)}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("by hand (-), explored (+):\n%s", diff)
	}
	steps, states := 0, 0
	for _, n := range got.Steps {
		steps += n
	}
	for _, n := range got.Levels {
		states += n
	}
	if steps != got.Transitions || states != got.States || got.Depth != len(got.Levels)-1 {
		t.Errorf("the sums do not agree: %+v", got)
	}
}

// client is a protocol in which process 1 asks process 2 before it enters. The
// state is the phase, the message its number.
const (
	ping uint8 = iota + 1
	pong
)

type (
	plain     = explore.Protocol[explore.Phase, uint8]
	plainStep = explore.Step[explore.Phase, uint8]
	plainOut  = explore.Out[uint8]
)

func client() plain {
	return plain{
		N:    2,
		Init: func(int) explore.Phase { return explore.Thinking },
		Actions: func(p int, l explore.Phase) []plainStep {
			switch {
			case p == 0 && l == explore.Thinking:
				return []plainStep{{Name: "ask", Kind: explore.Ask, Next: explore.Waiting, Send: []plainOut{{To: 1, Msg: ping}}}}
			case l == explore.Inside:
				return []plainStep{{Name: "leave", Kind: explore.Leave, Next: explore.Thinking}}
			}
			return nil
		},
		Deliver: func(p int, l explore.Phase, from int, m uint8) []plainStep {
			if m == ping {
				return []plainStep{{Name: "ping", Next: l, Send: []plainOut{{To: from, Msg: pong}}}}
			}
			return []plainStep{{Name: "pong", Next: explore.Inside}}
		},
		Exclusion: explore.Exclusion[explore.Phase]{Observe: func(_ int, l explore.Phase) explore.Observation { return explore.Observation{Phase: l} }},
	}
}

// The start always is terminal here: the only step is to ask.
func TestOneClient(t *testing.T) {
	swallow := client()
	swallow.Deliver = func(_ int, l explore.Phase, _ int, _ uint8) []plainStep {
		return []plainStep{{Name: "ping", Next: l}}
	}
	refuse := client()
	refuse.Deliver = func(int, explore.Phase, int, uint8) []plainStep { return nil }
	undefined := client()
	undefined.Deliver = func(_ int, l explore.Phase, _ int, _ uint8) []plainStep {
		return []plainStep{{Name: "ping", Next: l, Undefined: "nobody knows what this is"}}
	}
	unsafe := client()
	unsafe.Safe = func(all []explore.Observation) string {
		if all[0].Phase == explore.Inside {
			return "somebody is inside"
		}
		return ""
	}
	twice := client()
	twice.Deliver = func(p int, l explore.Phase, from int, m uint8) []plainStep {
		steps := client().Deliver(p, l, from, m)
		return append(steps, steps...)
	}
	for _, test := range []struct {
		reason   string
		protocol plain
		requests []int
		want     counts
	}{
		{"once: ask, ping, pong, leave", client(), nil,
			counts{States: 5, Transitions: 4, Levels: []int{1, 1, 1, 1, 1}, Terminal: 2, Observations: 3}},
		{"the number of requests is part of the state", client(), []int{2, 0},
			counts{States: 9, Transitions: 8, Levels: []int{1, 1, 1, 1, 1, 1, 1, 1, 1}, Terminal: 3, Observations: 3}},
		{"without a bound it is not, and the start only asks", client(), []int{-1, -1},
			counts{States: 4, Transitions: 4, Levels: []int{1, 1, 1, 1}, Terminal: 1, Observations: 3}},
		{"nobody may ask", client(), []int{0, 0},
			counts{States: 1, Levels: []int{1}, Terminal: 1, Observations: 1}},
		{"no answer: the client waits for ever", swallow, nil,
			counts{States: 3, Transitions: 2, Levels: []int{1, 1, 1}, Terminal: 2, Observations: 2, Violations: map[string]int{"deadlock-freedom": 2}}},
		{"a message that is not taken is no step", refuse, nil,
			counts{States: 2, Transitions: 1, Levels: []int{1, 1}, Terminal: 2, Observations: 2, Violations: map[string]int{"deadlock-freedom": 1}}},
		{"an undefined step is enabled, but not taken", undefined, nil,
			counts{States: 2, Transitions: 1, Levels: []int{1, 1}, Terminal: 1, Observations: 2, Violations: map[string]int{"well-defined": 2}}},
		{"safety is judged in every state", unsafe, nil,
			counts{States: 5, Transitions: 4, Levels: []int{1, 1, 1, 1, 1}, Terminal: 2, Observations: 3, Violations: map[string]int{"safety": 3}}},
		{"two ways to the same state are two transitions", twice, nil,
			counts{States: 5, Transitions: 6, Levels: []int{1, 1, 1, 1, 1}, Terminal: 2, Observations: 3}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			compare(t, Explore(test.protocol, Options{Requests: test.requests}), test.want)
		})
	}
}

// log is a state that notes the messages handled, as decimal digits.
type log struct {
	Phase explore.Phase
	Notes int
}

func TestMessagesToOneself(t *testing.T) {
	type step = explore.Step[log, int]
	send := func(to int, ms ...int) (outs []explore.Out[int]) {
		for _, m := range ms {
			outs = append(outs, explore.Out[int]{To: to, Msg: m})
		}
		return outs
	}
	note := func(l log, m int) log { return log{l.Phase, 10*l.Notes + m} }
	protocol := func(deliver func(l log, m int) []step) explore.Protocol[log, int] {
		return explore.Protocol[log, int]{
			N:    1,
			Init: func(int) log { return log{} },
			Actions: func(_ int, l log) []step {
				if l.Phase == explore.Thinking {
					return []step{{Name: "ask", Kind: explore.Ask, Next: log{Phase: explore.Inside}, Send: send(0, 1, 2)}}
				}
				return nil
			},
			Deliver:   func(_ int, l log, _ int, m int) []step { return deliver(l, m) },
			Exclusion: explore.Exclusion[log]{Observe: func(_ int, l log) explore.Observation { return explore.Observation{Phase: l.Phase} }},
		}
	}
	inOrder := protocol(func(l log, m int) []step {
		s := step{Name: "note", Next: note(l, m)}
		if m == 1 {
			s.Send = send(0, 3)
		}
		return []step{s}
	})
	firstNotYet := protocol(func(l log, m int) []step {
		if m == 1 && l.Notes == 0 {
			return nil
		}
		return []step{{Name: "note", Next: note(l, m)}}
	})
	choice := protocol(func(l log, m int) []step {
		return []step{{Name: "note", Next: note(l, m)}, {Name: "other", Next: note(l, m+5)}}
	})
	third := protocol(func(l log, m int) []step {
		if m == 2 {
			return []step{{Name: "note", Next: note(l, 2)}, {Undefined: "not here"}}
		}
		return []step{{Name: "note", Next: note(l, m)}}
	})
	for _, test := range []struct {
		reason   string
		protocol explore.Protocol[log, int]
		queued   bool
		want     counts
		end      []int // the notes in the terminal states besides the start
		steps    map[string]int
	}{
		{"in one step, what is sent meanwhile last", inOrder, false,
			counts{States: 2, Transitions: 1, Levels: []int{1, 1}, Terminal: 2, Observations: 2}, []int{123}, map[string]int{"ask": 1}},
		{"through a channel, one by one", inOrder, true,
			counts{States: 5, Transitions: 4, Levels: []int{1, 1, 1, 1, 1}, Terminal: 2, Observations: 2}, []int{123}, map[string]int{"ask": 1, "note": 3}},
		{"what is not taken goes into the channel, and what is behind it follows", firstNotYet, false,
			counts{States: 2, Transitions: 1, Levels: []int{1, 1}, Terminal: 2, Observations: 2}, []int{0}, map[string]int{"ask": 1}},
		{"in the channel it blocks what is behind it", firstNotYet, true,
			counts{States: 2, Transitions: 1, Levels: []int{1, 1}, Terminal: 2, Observations: 2}, []int{0}, map[string]int{"ask": 1}},
		{"alternatives multiply", choice, false,
			counts{States: 5, Transitions: 4, Levels: []int{1, 4}, Terminal: 5, Observations: 2}, []int{12, 17, 62, 67}, map[string]int{"ask": 4}},
		{"one of them is undefined", third, false,
			counts{States: 2, Transitions: 1, Levels: []int{1, 1}, Terminal: 2, Observations: 2, Violations: map[string]int{"well-defined": 1}}, []int{12}, map[string]int{"ask": 1}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			r := Explore(test.protocol, Options{Queued: test.queued})
			compare(t, r, test.want)
			if diff := cmp.Diff(test.steps, r.Steps); diff != "" {
				t.Errorf("steps:\n%s", diff)
			}
			start := State{Local: []any{log{}}, Heard: []Heard{0}, Own: []int{0}, Asked: []int{0}, Channels: [][]Packet{nil}}
			ends := map[string]bool{start.Key(): true}
			for _, n := range test.end {
				s := State{Local: []any{log{explore.Inside, n}}, Heard: []Heard{0}, Own: []int{0}, Asked: []int{1}, Channels: [][]Packet{nil}}
				if n == 0 {
					s.Channels[0] = []Packet{{Msg: 1}, {Msg: 2}}
				}
				ends[s.Key()] = true
			}
			if diff := cmp.Diff(ends, r.Terminal); diff != "" {
				t.Errorf("terminal states:\n%s", diff)
			}
		})
	}
}
