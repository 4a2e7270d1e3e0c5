package diagram

import (
	"slices"

	"qcheck/setsys/words"
)

// Blocking finds count sets, pairwise disjoint unless overlap is true, outside of
// which there is no set of f. Ok is false when there are none.
//
// The sets are chosen together, node by node. What the choice among the nodes
// before one means for the rest is a vertex for each of the sets, in any order,
// and the vertex of f to which the nodes that none of them took lead; equal
// choices are met once. A path ends where the rest has a set of f.
func (d *Diagram) Blocking(s Sets, f Family, count int, overlap bool) (found [][]uint64, ok bool) {
	if count > d.n && !overlap {
		return nil, false
	}
	b := &blocking{d: d, overlap: overlap, barren: map[string]bool{}}
	at := make([]path, count)
	for i := range at {
		at[i] = path{s, make([]uint64, words.Of(d.n))}
	}
	if !b.search(at, f) {
		return nil, false
	}
	for _, p := range b.found {
		found = append(found, p.taken)
	}
	return found, true
}

type blocking struct {
	d       *Diagram
	overlap bool
	barren  map[string]bool
	found   []path
}

// A path is where one of the sets is in the diagram, and the nodes that it took.
type path struct {
	at    Sets
	taken []uint64
}

func (b *blocking) search(paths []path, rest Family) bool {
	d := b.d
	d.step()
	next := d.vertices[rest].place
	asked := int32(d.n)
	for _, p := range paths {
		if p.at == noSet {
			return false
		}
		asked = min(asked, d.sets[p.at].place)
	}
	switch {
	case rest == Every:
		return false
	case int(asked) == d.n: // the nodes from next on are left
		for rest > Every {
			rest = Family(d.vertices[rest].with)
		}
		if rest == Every {
			return false
		}
		b.found = paths
		return true
	case next < asked: // nobody can take it
		return b.search(paths, Family(d.vertices[rest].with))
	}
	key := make([]byte, 0, 4*len(paths)+4)
	for _, p := range paths {
		key = append(key, byte(p.at), byte(p.at>>8), byte(p.at>>16), byte(p.at>>24))
	}
	key = append(key, byte(rest), byte(rest>>8), byte(rest>>16), byte(rest>>24))
	if b.barren[string(key)] {
		return false
	}
	if b.choose(paths, 0, asked, rest, false) {
		return true
	}
	if len(b.barren) >= d.limit/10 {
		panic(TooLarge{d.limit})
	}
	b.barren[string(key)] = true
	return false
}

// choose decides for the paths from number i on whether they take the node at the
// place.
func (b *blocking) choose(paths []path, i int, place int32, rest Family, taken bool) bool {
	d := b.d
	for i < len(paths) && d.sets[paths[i].at].place != place {
		i++
	}
	if i == len(paths) {
		without, with := d.at(rest, place)
		if rest = with; taken {
			rest = without
		}
		sorted := slices.Clone(paths)
		slices.SortStableFunc(sorted, func(a, b path) int { return int(a.at) - int(b.at) })
		return b.search(sorted, rest)
	}
	v := d.sets[paths[i].at]
	moved := slices.Clone(paths)
	if b.overlap || !taken {
		set := slices.Clone(paths[i].taken)
		words.Add(set, d.order[place])
		moved[i] = path{Sets(v.with), set}
		if b.choose(moved, i+1, place, rest, true) {
			return true
		}
	}
	// Of equal vertices, the first ones take the node.
	for j := i; j < len(paths) && paths[j].at == paths[i].at; j++ {
		moved[j] = path{Sets(v.without), paths[j].taken}
		i = j
	}
	return b.choose(moved, i+1, place, rest, taken)
}
