// Package small has one of each kind of code that faults are seeded in.
package small

import "qcheck/explore"

type (
	state struct {
		Phase explore.Phase
		Stamp explore.Stamp
		Count uint8
		Set   explore.Set
	}
	message struct{ Stamp explore.Stamp }
	step    = explore.Step[state, message]
	out     = explore.Out[message]
)

func one(name string, s state, send ...out) []step {
	return []step{{Name: name, Next: s, Send: send}}
}

func conditions(s state, a, b, c bool) bool {
	if a && (b || !c) {
		return s.Phase == explore.Inside
	}
	return s.Count == 0 || s.Stamp < 3
}

func statements(s state, list []int) int {
	s.Stamp, s.Count = 0, 1
	n := len(list)
	for i := range list {
		if i > 2 {
			continue
		}
		n += list[i] - max(i, 1)
	}
	switch s.Phase {
	case explore.Thinking:
		n++
	}
	return n
}

func messages(s state, to int) []step {
	send := []out{{To: to, Msg: message{Stamp: s.Stamp}}, {To: 0}}
	if s.Set.Has(to) {
		return one("all", s, send...)
	}
	return one("one", s, out{To: to})
}

func safe(all []explore.Observation) string {
	if len(all) > 1 {
		return "a judge is not changed"
	}
	return ""
}

var _ = []any{conditions, statements, messages, safe}
