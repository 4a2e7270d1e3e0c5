package setsys

import "slices"

// A Front is what a choice of nodes among the first v of the universe leaves
// open about a family: which parts of sets, beyond node v-1, would complete a
// set within the choice. Two choices with equal fronts behave alike from then
// on, so a search over node sets, node by node, needs to meet each pair of v
// and front only once. For families with structure there are few fronts.
//
// It is the list of the diagram's vertices that are reached, ascending; no
// vertex means that no set can be completed any more.
type Front []int32

// Complete reports whether a set of the family is within the choice already.
func (f Front) Complete() bool { return len(f) == 1 && f[0] == empty }

// Dead reports whether no set of the family can be within the choice any more,
// whatever is chosen among the other nodes.
func (f Front) Dead() bool { return len(f) == 0 }

// AppendKey appends to key bytes that differ for different fronts.
func (f Front) AppendKey(key []byte) []byte {
	for _, id := range f {
		key = append(key, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
	}
	return key
}

// Start returns the front of the choice among no nodes.
func (ix *Index) Start() Front {
	switch {
	case ix.root == none:
		return nil
	case ix.vertex[ix.root].min == 0:
		return Front{empty}
	}
	return Front{ix.root}
}

// Next returns the front after the choice of node v, which is chosen or not,
// when f is the front of the choice among the nodes before v. A front that is
// complete stays so.
func (ix *Index) Next(v int, f Front, chosen bool) Front {
	if f.Complete() {
		return f
	}
	next := make(Front, 0, len(f)+1)
	left := int32(ix.n - v - 1)
	complete := false
	add := func(id int32) {
		if ix.vertex[id].min <= left {
			next = append(next, id)
		}
		if ix.vertex[id].min == 0 { // also where larger sets are below
			complete = true
		}
	}
	for _, id := range f {
		x := &ix.vertex[id]
		if int(x.node) > v {
			add(id)
			continue
		}
		add(x.without)
		if chosen {
			add(x.with)
		}
	}
	if complete {
		return append(next[:0], empty)
	}
	slices.Sort(next)
	return slices.Compact(next)
}
