package reduce

import (
	"slices"

	"qcheck/explore/internal/plain"
	"qcheck/explore/protocol"
)

// Guard makes the protocol's functions return nothing where they panic, and notes that:
// they are called for what may never happen.
func (k *Knowledge) Guard(p *plain.Protocol) {
	note := func() {
		if recover() != nil {
			k.panics.Store(true)
		}
	}
	q := *p
	p.Actions = func(i int, l plain.Value) []protocol.Step[plain.Value, plain.Value] {
		defer note()
		return q.Actions(i, l)
	}
	if q.Safe != nil {
		p.Safe = func(all []protocol.Observation) string { defer note(); return q.Safe(all) }
	}
	p.Deliver = func(i int, l plain.Value, from int, m plain.Value) []protocol.Step[plain.Value, plain.Value] {
		defer note()
		return q.Deliver(i, l, from, m)
	}
	if q.WatchedSees != nil {
		p.WatchedSees = func(e protocol.Event[plain.Value]) (sees bool) {
			defer note()
			sees = true
			return q.WatchedSees(e)
		}
	}
	p.Observe = func(i int, l plain.Value) protocol.Observation { defer note(); return q.Observe(i, l) }
	p.Requirements = slices.Clone(p.Requirements)
	for i, r := range p.Requirements {
		if s := r.Sight; s != nil {
			none := plain.Value(make([]byte, s.Form.Type.Size()))
			p.Requirements[i].Sight = &plain.Sight{
				Form: s.Form,
				See: func(i int, l plain.Value) (seen plain.Value) {
					defer note()
					seen = none
					return s.See(i, l)
				},
				Wrong: func(all []plain.Value) string { defer note(); return s.Wrong(all) },
			}
		}
	}
}

// undefined makes handlers that panic have a step that is not defined there, for what is learned: if that may happen, the search
// meets it, as others that are not defined, and then there is no reduction.
func undefined(p *plain.Protocol) {
	instead := func(steps *[]protocol.Step[plain.Value, plain.Value]) {
		if recover() != nil {
			*steps = []protocol.Step[plain.Value, plain.Value]{{Undefined: "it panics"}}
		}
	}
	q := *p
	p.Actions = func(i int, l plain.Value) (steps []protocol.Step[plain.Value, plain.Value]) {
		defer instead(&steps)
		return q.Actions(i, l)
	}
	p.Deliver = func(i int, l plain.Value, from int, m plain.Value) (steps []protocol.Step[plain.Value, plain.Value]) {
		defer instead(&steps)
		return q.Deliver(i, l, from, m)
	}
}
