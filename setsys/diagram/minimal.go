package diagram

import (
	"math/big"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// Sets are any sets of nodes, as a zero-suppressed diagram: a path takes the
// member edge at exactly the nodes of a set.
type Sets int32

// The two ends: no set, and just the empty set.
const (
	noSet    Sets = 0
	emptySet Sets = 1
)

func (d *Diagram) setsOf(place int32, without, with Sets) Sets {
	if with == noSet {
		return without
	}
	if s := d.uniqueSet.At(place+1, int32(without), int32(with)); s.A != 0 {
		return Sets(s.Value)
	}
	d.room()
	id := int32(len(d.sets))
	d.uniqueSet.Put(place+1, int32(without), int32(with), id)
	d.sets = append(d.sets, vertex{place, int32(without), int32(with)})
	return Sets(id)
}

// Minimal returns the minimal sets of f. With a node, these are the minimal ones
// among the rests that are not in f without it.
func (d *Diagram) Minimal(f Family) Sets {
	if f == None || f == Every {
		return Sets(f)
	}
	if c, ok := d.known(opMinimal, f, 0, 0); ok {
		return Sets(c)
	}
	d.step()
	v := d.vertices[f]
	without := d.Minimal(Family(v.without))
	with := d.lacking(d.Minimal(Family(v.with)), Family(v.without))
	return Sets(d.remember(opMinimal, f, 0, 0, Family(d.setsOf(v.place, without, with))))
}

// lacking returns the sets that are not in g.
func (d *Diagram) lacking(s Sets, g Family) Sets {
	switch {
	case s == noSet || g == Every:
		return noSet
	case g == None || s == emptySet:
		return s
	}
	if c, ok := d.known(opLacking, Family(s), g, 0); ok {
		return Sets(c)
	}
	d.step()
	x := d.sets[s]
	place := min(x.place, d.vertices[g].place)
	g0, g1 := d.at(g, place)
	var c Sets
	if x.place > place {
		c = d.lacking(s, g0)
	} else {
		without := d.lacking(Sets(x.without), g0)
		c = d.setsOf(place, without, d.lacking(Sets(x.with), g1))
	}
	return Sets(d.remember(opLacking, Family(s), g, 0, Family(c)))
}

// maxWords bounds the words of the numbers that Sizes keeps.
const maxWords = 1 << 26

// Sizes counts the sets by their number of nodes, 0 to n.
func (d *Diagram) Sizes(s Sets) []*big.Int {
	// The counts of a vertex begin with the smallest size below it.
	type counts struct {
		least int
		of    []*big.Int
	}
	known := map[Sets]counts{noSet: {}, emptySet: {0, []*big.Int{big.NewInt(1)}}}
	kept := 0
	var count func(s Sets) counts
	count = func(s Sets) counts {
		c, ok := known[s]
		if ok {
			return c
		}
		d.step()
		x := d.sets[s]
		a, b := count(Sets(x.without)), count(Sets(x.with))
		b.least++
		if len(a.of) == 0 {
			c = b
		} else {
			c.least = min(a.least, b.least)
			c.of = make([]*big.Int, max(a.least+len(a.of), b.least+len(b.of))-c.least)
			for i := range c.of {
				c.of[i] = new(big.Int)
			}
			for i, v := range a.of {
				c.of[a.least-c.least+i].Add(c.of[a.least-c.least+i], v)
			}
			for i, v := range b.of {
				c.of[b.least-c.least+i].Add(c.of[b.least-c.least+i], v)
			}
			for _, v := range c.of {
				kept += 4 + len(v.Bits())
			}
			if kept > maxWords {
				panic(TooLarge{d.limit})
			}
		}
		known[s] = c
		return c
	}
	c := count(s)
	all := make([]*big.Int, d.n+1)
	for i := range all {
		all[i] = new(big.Int)
	}
	for i, v := range c.of {
		all[c.least+i].Set(v)
	}
	return all
}

// List returns the sets in canonical order, or a [setsys.ErrTooMany] when they
// are more than limit.
func (d *Diagram) List(s Sets, limit int) (setsys.Family, error) {
	b := setsys.NewFamilyBuilder(d.n)
	row := make([]uint64, words.Of(d.n))
	var visit func(s Sets) bool
	visit = func(s Sets) bool {
		switch s {
		case noSet:
			return true
		case emptySet:
			b.AddWords(row)
			return b.Len() <= limit
		}
		d.step()
		x := d.sets[s]
		v := d.order[x.place]
		words.Add(row, v)
		ok := visit(Sets(x.with))
		words.Remove(row, v)
		return ok && visit(Sets(x.without))
	}
	if !visit(s) {
		return setsys.Family{}, setsys.ErrTooMany{Limit: limit}
	}
	return b.Family().Canonical(), nil
}

// Smallest returns a set of f with as few nodes as possible, of these the first in
// canonical order; ok is false when f is None.
func (d *Diagram) Smallest(f Family) (set []uint64, ok bool) {
	if f == None {
		return nil, false
	}
	set = make([]uint64, words.Of(d.n))
	size := d.fewest(f, set)
	for v := 0; words.Count(set) < size; v++ {
		words.Add(set, v)
		if words.Count(set)+d.fewest(f, set) > size {
			words.Remove(set, v)
		}
	}
	return set, true
}

// fewest returns how many nodes besides those of the set a set of f needs.
func (d *Diagram) fewest(f Family, set []uint64) int {
	known := map[Family]int{None: d.n + 1, Every: 0}
	var cost func(f Family) int
	cost = func(f Family) int {
		c, ok := known[f]
		if !ok {
			d.step()
			v := d.vertices[f]
			c = cost(Family(v.with))
			if !words.Has(set, d.order[v.place]) {
				c = min(c+1, cost(Family(v.without)))
			}
			known[f] = c
		}
		return c
	}
	return cost(f)
}
