package engine

import "qcheck/explore/protocol"

// A Requirement is one as the search needs it: about the blocks of a state.
type Requirement struct {
	Name    protocol.Property
	Wrong   func(blocks []BlockID) string          // nil unless Always
	Of      *Judge                                 // of what Wrong sees, nil unless AlwaysOf
	Happens func(blocks []BlockID) bool            // nil unless Sometimes
	Leads   func(blocks []BlockID) (from, to bool) // nil unless LeadsTo
}

// Meets reports whether a state of the orbit of the state at hand decides a
// requirement at once; seen is what is seen there.
func (w *Walker) Meets(r Requirement, seen []ObservationID) bool {
	if r.Of != nil {
		return r.Of.Text(seen) != SafeText
	}
	if w.Orbits == nil {
		return r.Meets(w.State.Blocks)
	}
	for t := range w.E.Group.Renamings {
		if w.E.ImageOf(w.State.Blocks, RenamingID(t), w.Orbits.Other); r.Meets(w.Orbits.Other) {
			return true
		}
	}
	return false
}

// CompareLeads compares what a requirement of kind LeadsTo says of the state at hand with what it says of what
// renamings make of it: where it says something else, the renaming is dropped.
func (w *Walker) CompareLeads(r Requirement) {
	b := w.E.Binding
	if b.Symmetry == nil {
		return
	}
	from, to := r.Leads(w.State.Blocks)
	other := make([]BlockID, len(w.State.Blocks))
	b.compare(func(t RenamingID, by Renaming) bool {
		for p, block := range w.State.Blocks {
			other[by[p]] = b.Engine.image(block, t)
		}
		f, g := r.Leads(other)
		return f == from && g == to
	})
}

// Meets reports whether a state decides the requirement at once.
func (r Requirement) Meets(blocks []BlockID) bool {
	return r.Wrong != nil && r.Wrong(blocks) != "" || r.Happens != nil && r.Happens(blocks)
}
