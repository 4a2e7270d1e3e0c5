package diagram

import (
	"slices"

	"qcheck/setsys/memo"
	"qcheck/setsys/words"
)

// Apart finds sets, one of each family, that have no node in common. Ok is false when
// there are none.
//
// The sets are chosen together, node by node: as the families are monotone, each node
// is left out by one of the sets, and all others have it. What the choice among the
// nodes before one means for the rest is a vertex for each family, in any order, and
// equal choices are met once. No family of the common nodes is built.
func (d *Diagram) Apart(families ...Family) (sets [][]uint64, ok bool) {
	a := &apart{d: d, barren: map[string]bool{}, out: make([]int, d.n)}
	var at []chosen
	for i, f := range families {
		at = append(at, chosen{f, i})
	}
	if !a.search(at, 0) {
		return nil, false
	}
	for i := range families {
		set := words.Full(d.n)
		for place, by := range a.out {
			if by == i {
				words.Remove(set, d.order[place])
			}
		}
		sets = append(sets, set)
	}
	return sets, true
}

type apart struct {
	d      *Diagram
	barren map[string]bool
	out    []int // by place: the number of the family whose set leaves the node out
}

// A chosen is what the choice so far leaves of the family with the number.
type chosen struct {
	family Family
	number int
}

func (a *apart) search(at []chosen, place int32) bool {
	d := a.d
	slices.SortFunc(at, func(x, y chosen) int { return int(x.family) - int(y.family) })
	if at[0].family == None {
		return false
	}
	next := int32(d.n)
	for _, c := range at {
		if c.family == Every { // it needs no more nodes, and the others may have all
			for p := place; int(p) < d.n; p++ {
				a.out[p] = c.number
			}
			return true
		}
		next = min(next, d.vertices[c.family].place)
	}
	key := make([]byte, 0, 4*len(at))
	for _, c := range at {
		key = append(key, byte(c.family), byte(c.family>>8), byte(c.family>>16), byte(c.family>>24))
	}
	if a.barren[string(key)] {
		return false
	}
	d.step()
	for p := place; p < next; p++ {
		a.out[p] = at[0].number
	}
	for i, by := range at {
		if i > 0 && by.family == at[i-1].family {
			continue
		}
		moved := slices.Clone(at)
		for j, c := range at {
			without, with := d.at(c.family, next)
			if moved[j].family = with; j == i {
				moved[j].family = without
			}
		}
		a.out[next] = by.number
		if a.search(moved, next+1) {
			return true
		}
	}
	if len(a.barren) >= d.limit/10 {
		panic(TooLarge{d.limit})
	}
	a.barren[string(key)] = true
	return false
}

// Least finds X in f and Y in g that have as few common nodes as possible. Ok is false
// when a family is None.
func (d *Diagram) Least(f, g Family) (x, y []uint64, ok bool) {
	if f == None || g == None {
		return nil, nil, false
	}
	l := &least{d: d}
	l.of(f, g)
	x, y = make([]uint64, words.Of(d.n)), make([]uint64, words.Of(d.n))
	for f > Every && g > Every {
		next := min(d.vertices[f].place, d.vertices[g].place)
		f0, f1 := d.at(f, next)
		g0, g1 := d.at(g, next)
		v, all := d.order[next], l.of(f, g)
		switch all {
		case l.of(f1, g0):
			words.Add(x, v)
			f, g = f1, g0
		case l.of(f0, g1):
			words.Add(y, v)
			f, g = f0, g1
		default:
			words.Add(x, v)
			words.Add(y, v)
			f, g = f1, g1
		}
	}
	// One is complete; the other takes all that the first does not have.
	for _, rest := range []struct {
		at  Family
		set []uint64
	}{{f, x}, {g, y}} {
		for at := rest.at; at > Every; {
			w := d.vertices[at]
			v := d.order[w.place]
			at = Family(w.with)
			words.Add(rest.set, v)
		}
	}
	return x, y, true
}

type least struct {
	d     *Diagram
	known memo.Table
}

// of returns the least number of common nodes. A node that one of the sets has costs
// nothing, so it is never better that neither has it.
func (l *least) of(f, g Family) int32 {
	const never = 1 << 30
	f, g = min(f, g), max(f, g)
	switch {
	case f == None:
		return never
	case f == Every || g == Every:
		return 0
	}
	if s := l.known.At(int32(f), int32(g), 0); s.A != 0 {
		return s.Value
	}
	d := l.d
	d.step()
	next := min(d.vertices[f].place, d.vertices[g].place)
	f0, f1 := d.at(f, next)
	g0, g1 := d.at(g, next)
	cost := min(l.of(f1, g0), l.of(f0, g1), l.of(f1, g1)+1)
	if l.known.Len() > d.limit {
		panic(TooLarge{d.limit})
	}
	l.known.Put(int32(f), int32(g), 0, cost)
	return cost
}
