package explore

import "qcheck/explore/protocol"

// A requirement is one as the search needs it: about the blocks of a state.
type requirement struct {
	name    protocol.Property
	wrong   func(blocks []blockID) string          // nil unless Always
	happens func(blocks []blockID) bool            // nil unless Sometimes
	leads   func(blocks []blockID) (from, to bool) // nil unless LeadsTo
}

// meets reports whether a state of the orbit of the state at hand decides a
// requirement at once.
func (w *walker) meets(r requirement) bool {
	if w.orbits == nil || r.leads != nil {
		return r.meets(w.state.blocks)
	}
	for t := range w.e.group.renamings {
		if w.e.imageOf(w.state.blocks, turn(t), w.orbits.other); r.meets(w.orbits.other) {
			return true
		}
	}
	return false
}

// meets reports whether a state decides the requirement at once.
func (r requirement) meets(blocks []blockID) bool {
	return r.wrong != nil && r.wrong(blocks) != "" || r.happens != nil && r.happens(blocks)
}
