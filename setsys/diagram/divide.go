package diagram

import (
	"qcheck/setsys/memo"
	"qcheck/setsys/words"
)

// Divide finds sets F in f and G in g that have exactly the nodes of both in
// common, and of the nodes of either each one in F or in G. Ok is false when there
// are none. Both and either are disjoint sets of nodes, as words.
//
// With both empty, either is divided into F and G: f and g have disjoint quorums
// within it. With the complement as either, F and G together have all nodes, and
// share those of both: f and g have quorums whose common nodes are within both.
func (d *Diagram) Divide(f, g Family, both, either []uint64) (inF, inG []uint64, ok bool) {
	w := &division{d: d, both: both, either: either, inF: make([]uint64, words.Of(d.n))}
	if !w.search(f, g, 0) {
		return nil, nil, false
	}
	inG = make([]uint64, len(w.inF))
	words.AndNot(inG, either, w.inF)
	words.Or(inG, inG, both)
	words.Or(w.inF, w.inF, both)
	return w.inF, inG, true
}

type division struct {
	d            *Diagram
	both, either []uint64
	inF          []uint64   // of the nodes of either
	barren       memo.Table // pairs without a division
}

// suffices reports whether all the nodes that may be used lead from f to its sets.
func (w *division) suffices(f Family) bool {
	for f > Every {
		x := w.d.vertices[f]
		v := w.d.order[x.place]
		if f = Family(x.without); words.Has(w.both, v) || words.Has(w.either, v) {
			f = Family(x.with)
		}
	}
	return f == Every
}

// search divides the nodes from the place on.
func (w *division) search(f, g Family, place int32) bool {
	d := w.d
	switch {
	case f == None || g == None:
		return false
	case f == Every:
		return w.suffices(g)
	case g == Every:
		if !w.suffices(f) {
			return false
		}
		for p := place; int(p) < d.n; p++ {
			if v := d.order[p]; words.Has(w.either, v) {
				words.Add(w.inF, v)
			}
		}
		return true
	}
	if s := w.barren.At(int32(f), int32(g), 0); s.A != 0 {
		return false
	}
	d.step()
	next := min(d.vertices[f].place, d.vertices[g].place)
	f0, f1 := d.at(f, next)
	g0, g1 := d.at(g, next)
	v := d.order[next]
	switch {
	case words.Has(w.both, v):
		if w.search(f1, g1, next+1) {
			return true
		}
	case !words.Has(w.either, v):
		if w.search(f0, g0, next+1) {
			return true
		}
	default:
		words.Add(w.inF, v)
		if w.search(f1, g0, next+1) {
			return true
		}
		words.Remove(w.inF, v)
		if w.search(f0, g1, next+1) {
			return true
		}
	}
	if w.barren.Len() > d.limit {
		panic(TooLarge{d.limit})
	}
	w.barren.Put(int32(f), int32(g), 0, 1)
	return false
}
