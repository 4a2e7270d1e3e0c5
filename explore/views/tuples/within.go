package tuples

import (
	"encoding/binary"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
)

type step = explore.Step[plain.Value, plain.Value]

// leftBytes is how many bytes at the end of a local state say how often its process may still ask.
const leftBytes = 2

// within returns the protocol whose processes count their requests: process p asks at most
// requests[p] times, or without bound where that is explore.Unbounded. One that has none left
// does not ask; but where asking is a step as others are (Protocol.Obliged) it still could,
// so that the state is no deadlock: it takes a step that changes nothing. What is proved holds for
// these requests and for fewer. There may be a proof where there is none without a bound, since
// fewer messages are on their way.
func within(p plain.Protocol, requests []int) plain.Protocol {
	if requests == nil {
		return p
	}
	count := func(l plain.Value, left int16) plain.Value {
		return plain.Value(binary.LittleEndian.AppendUint16([]byte(l), uint16(left)))
	}
	after := func(v plain.Value, left int16, all []step) []step {
		var steps []step
		for _, s := range all {
			now := left
			switch {
			case s.Kind != explore.Ask || left == explore.Unbounded:
			case left > 0:
				now--
			case p.Obliged:
				steps = append(steps, step{Name: s.Name, Next: v})
				continue
			default:
				continue
			}
			s.Next = count(s.Next, now)
			steps = append(steps, s)
		}
		return steps
	}
	c := p
	c.Init = func(q int) plain.Value { return count(p.Init(q), int16(requests[q])) }
	c.Actions = func(q int, v plain.Value) []step {
		l, left := split(v)
		return after(v, left, p.Actions(q, l))
	}
	c.Deliver = func(q int, v plain.Value, from int, m plain.Value) []step {
		l, left := split(v)
		return after(v, left, p.Deliver(q, l, from, m))
	}
	c.Observe = func(q int, v plain.Value) explore.Observation {
		l, _ := split(v)
		return p.Observe(q, l)
	}
	return c
}

// split returns what count has put together.
func split(v plain.Value) (l plain.Value, left int16) {
	at := len(v) - leftBytes
	return v[:at], int16(binary.LittleEndian.Uint16([]byte(v[at:])))
}
