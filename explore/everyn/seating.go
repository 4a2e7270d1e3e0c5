package everyn

import (
	"encoding/binary"

	"qcheck/explore"
)

// A seating gives members numbers, in a protocol of n processes, to one of which the requester belongs.
type seating struct {
	n, self       int
	first, stride int
	single        bool // other processes may ask another quorum
}

// seatings are those in which each call is made: what a requester does must not depend on numbers. In the last one these are others at each call.
func (e *engine) seatings(members int) []seating {
	e.seated = (e.seated + 1) % explore.MaxProcesses
	return []seating{
		{n: members, stride: 1},
		{n: explore.MaxProcesses, self: explore.MaxProcesses - 1 - members/2, first: explore.MaxProcesses - 1, stride: explore.MaxProcesses - 1},
		turned(e.seated),
	}
}

// turned returns one in which the requester, and the first member, have other numbers in each of 16 rounds.
func turned(round int) seating {
	return seating{n: explore.MaxProcesses, self: round, first: round * 5 % explore.MaxProcesses, stride: 1 + 2*(round/2%8), single: true}
}

func (s seating) number(i int) int { return (s.first + i*s.stride) % s.n }

func (s seating) set(members explore.Set) (t explore.Set) {
	for _, i := range members.Members() {
		t = t.With(s.number(i))
	}
	return t
}

type listKey struct {
	seating
	quorums string
}

// protocol returns that in which a requester may ask any of some quorums.
func (e *engine) protocol(s seating, quorums []explore.Set) *protocol {
	var b []byte
	for _, q := range quorums {
		b = binary.NativeEndian.AppendUint16(b, uint16(q))
	}
	key := listKey{s, string(b)}
	if p, ok := e.protocols[key]; ok {
		return p
	}
	lists := make([][]explore.Set, s.n)
	for i := range lists {
		if lists[i] = []explore.Set{explore.All(s.n)}; i == s.self || !s.single || e.any.Structure != nil { // a structure is that of all processes
			lists[i] = nil
			for _, q := range quorums {
				lists[i] = append(lists[i], s.set(q))
			}
		}
	}
	p, why := e.of(s.n, lists)
	if why != "" {
		e.refuse("%s", why)
	}
	e.protocols[key] = p
	return p
}

// withKinds returns a half in which members have the kinds given, in their order, and what is known of them besides.
func (e *engine) withKinds(half value, kinds []kind, s seating) (value, ghost) {
	b := []byte(half)
	set := func(bit int) (all explore.Set) {
		for i, k := range kinds {
			if k>>bit&1 != 0 {
				all = all.With(s.number(i))
			}
		}
		return all
	}
	for i, at := range e.sets {
		set16(b, at, int(set(i)))
	}
	return value(b), ghost{set(len(e.sets)), set(len(e.sets) + 1)}
}
