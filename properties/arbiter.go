package properties

import (
	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// Common nodes: the intersection property of arbiters.
//
// k-arbiter: every k+1 quorums, repeats allowed, have a common node.
// Request sets: every m+1 distinct processes have a common node in their sets.
// (h,k)-arbiter: for every critical conflicting request pattern, every
// assignment of quorums to it has a common node (Manabe, Tajima: Theorem 1).
//
// Search for quorums without a common node: a partial choice is the set of
// nodes that all chosen quorums have, and how many quorums may still be taken
// of each family. Some quorum still to be taken must lack any given common
// node, so the search branches over the quorums that lack one, the node that
// the fewest lack. The last quorum is one question to the index. Cut: each
// quorum to be taken removes at most n less the size of a smallest quorum, and
// together they must remove all common nodes. Equal partial choices are met
// once. Worst case: number of different intersections of at most k quorums,
// times the number of quorums that lack one node.
//
// Taking a quorum twice removes nothing the second time, so it does not matter
// whether repeats are allowed (k-arbiter) or processes must be distinct
// (request sets): fewer quorums without a common node can be filled up.
type disjointer struct {
	c       *checker
	indexes []*setsys.Index
	queries []*setsys.Query
	lack    [][]int     // by family, node: how many quorums are without it
	lackers [][][]int32 // by family, node: their numbers
	barren  *words.Table
}

func newDisjointer(c *checker, indexes []*setsys.Index) *disjointer {
	n := indexes[0].Nodes()
	d := &disjointer{c: c, indexes: indexes, barren: words.NewTable(words.Of(n) + len(indexes))}
	for _, ix := range indexes {
		d.queries = append(d.queries, ix.Query())
	}
	d.lack = make([][]int, len(indexes))
	d.lackers = make([][][]int32, len(indexes))
	return d
}

// count returns how many quorums of family h are without node v. They are
// counted when the search first branches: the cut often decides at once.
func (d *disjointer) count(h, v int) int {
	if d.lack[h] == nil {
		f := d.indexes[h].Family()
		d.lack[h] = make([]int, f.Nodes())
		for v := range d.lack[h] {
			d.lack[h][v] = f.Len()
		}
		for i := 0; i < f.Len(); i++ {
			row := f.Words(i)
			for v := words.Next(row, 0); v >= 0; v = words.Next(row, v+1) {
				d.lack[h][v]--
			}
		}
		d.lackers[h] = make([][]int32, f.Nodes())
	}
	return d.lack[h][v]
}

// lacking returns the numbers of the quorums of family h without node v, which
// are listed when the search first branches over them.
func (d *disjointer) lacking(h, v int) []int32 {
	if count := d.count(h, v); d.lackers[h][v] == nil && count > 0 {
		f := d.indexes[h].Family()
		numbers := make([]int32, 0, count)
		for i := 0; i < f.Len(); i++ {
			if !words.Has(f.Words(i), v) {
				numbers = append(numbers, int32(i))
			}
		}
		d.lackers[h][v] = numbers
	}
	return d.lackers[h][v]
}

// clear reports whether quorums can be taken, at most left[h] of family h, so
// that no common node remains. It restores left.
func (d *disjointer) clear(common []uint64, left []int) bool {
	d.c.step()
	size := words.Count(common)
	if size == 0 {
		return true
	}
	total, most, last := 0, 0, 0
	for h, r := range left {
		if r > 0 {
			total += r
			most += r * min(size, d.indexes[h].Nodes()-d.indexes[h].MinSize())
			last = h
		}
	}
	if total == 0 || most < size {
		return false
	}
	if total == 1 {
		within := words.Full(d.indexes[last].Nodes())
		words.AndNot(within, within, common)
		return d.queries[last].Has(within)
	}
	key := append(make([]uint64, 0, len(common)+len(left)), common...)
	for _, r := range left {
		key = append(key, uint64(r))
	}
	if d.barren.Find(key) >= 0 {
		return false
	}
	pivot, fewest := -1, -1
	for v := words.Next(common, 0); v >= 0 && fewest != 0; v = words.Next(common, v+1) {
		lack := 0
		for h, r := range left {
			if r > 0 {
				lack += d.count(h, v)
			}
		}
		if pivot < 0 || lack < fewest {
			pivot, fewest = v, lack
		}
	}
	rest := make([]uint64, len(common))
	for h, r := range left {
		if r == 0 {
			continue
		}
		f := d.indexes[h].Family()
		left[h]--
		for _, i := range d.lacking(h, pivot) {
			words.And(rest, common, f.Words(int(i)))
			if d.clear(rest, left) {
				left[h]++
				return true
			}
		}
		left[h]++
	}
	d.c.remember(d.barren, key)
	return false
}

// first returns the numbers of the first quorums of the given family, in list
// order, of which there are as many as left says, so that with the families
// after h as left says no common node remains; common is narrowed to what they
// share. There must be some.
func (d *disjointer) first(list setsys.Family, h int, common []uint64, left []int) []int {
	var chosen []int
	rest := make([]uint64, len(common))
	for i := 0; left[h] > 0; {
		words.And(rest, common, list.Words(i))
		left[h]--
		if d.clear(rest, left) {
			chosen = append(chosen, i)
			copy(common, rest)
			continue // the same quorum may serve again
		}
		left[h]++
		i++
	}
	return chosen
}

// fewest returns the first quorums of the list without a common node, at most
// r of them and as few as there can be.
func (c *checker) fewest(ix *setsys.Index, list setsys.Family, r int) []int {
	d := newDisjointer(c, []*setsys.Index{ix})
	full := words.Full(ix.Nodes())
	for t := 1; t <= min(r, ix.Nodes(), list.Len()); t++ {
		if d.clear(full, []int{t}) {
			return d.first(list, 0, full, []int{t})
		}
	}
	return nil
}

func (c *checker) arbiter() finding {
	s := c.s
	ix, empties := c.index(setsys.QuorumsRole, s.Quorums)
	if empties > 0 {
		return finding{broken: true, members: emptyMembers(setsys.QuorumsRole, ix.Nodes(), 1)}
	}
	if s.Quorums.Len() == 0 {
		return finding{note: nothing("the family is empty")}
	}
	list := ix.Family()
	w := finding{}
	for _, i := range c.fewest(ix, list, s.K+1) {
		w.broken = true
		w.members = append(w.members, member(setsys.QuorumsRole, ix.Nodes(), list.Words(i)))
	}
	return w
}

func (c *checker) arbitration() finding {
	s := c.s
	n := s.Universe.Len()
	if n <= s.M {
		return finding{note: nothing("there are no more processes than resources")}
	}
	ix, empties := c.index(setsys.RequestsRole, s.Requests)
	if empties > 0 {
		ix = setsys.NewIndex(s.Requests, c.step)
	}
	w := finding{}
	for _, i := range c.fewest(ix, s.Requests, s.M+1) {
		w.broken = true
		w.members = append(w.members, c.requestSet(i))
	}
	return w
}

// requestSet returns the request set of process i as a member.
func (c *checker) requestSet(i int) property.Member {
	m := member(setsys.RequestsRole, c.s.Universe.Len(), c.s.Requests.Words(i))
	m.Process = i
	return m
}

// unitsArbiter checks the intersection property of an (h,k)-arbiter. First in
// order: the first pattern (see CriticalPatterns), then the first quorums
// lexicographically. The partial choices of all patterns are met in one
// search. A pattern with an h for which there is no quorum has no assignment.
func (c *checker) unitsArbiter() finding {
	s := c.s
	n := s.Universe.Len()
	var indexes []*setsys.Index
	missing := false
	for _, f := range s.Families() {
		ix, empties := c.index(f.Role, f.Family)
		if empties > 0 {
			ix = setsys.NewIndex(f.Family, c.step)
		}
		missing = missing || f.Family.Len() == 0
		indexes = append(indexes, ix)
	}
	d := newDisjointer(c, indexes)
	left := make([]int, s.K)
	w := finding{}
	eachCriticalPattern(s.K, func(pattern []int) bool {
		c.step()
		clear(left)
		assignable := true
		for _, h := range pattern {
			left[h-1]++
			assignable = assignable && s.ByUnits[h-1].Len() > 0
		}
		common := words.Full(n)
		if !assignable || !d.clear(common, left) {
			return true
		}
		w.broken = true
		for h := range left {
			list := indexes[h].Family()
			for _, i := range d.first(list, h, common, left) {
				w.members = append(w.members, member(setsys.UnitsRole(h+1), n, list.Words(i)))
			}
		}
		return false
	})
	if missing && !w.broken {
		w.note = "some patterns have no assignment: a family is empty"
	}
	return w
}

// cross checks write-read intersection: every write quorum meets every read
// quorum; one question to the index of the read quorums for each write quorum.
func (c *checker) cross() finding {
	s := c.s
	if s.Write.Len() == 0 || s.Read.Len() == 0 {
		return finding{note: nothing("a family is empty")}
	}
	write, read := s.Write.Canonical(c.step), s.Read.Canonical(c.step)
	query := setsys.NewIndex(s.Read, c.step).Query()
	rest := words.Full(s.Universe.Len())
	full := words.Full(s.Universe.Len())
	for i := 0; i < write.Len(); i++ {
		c.step()
		words.AndNot(rest, full, write.Words(i))
		if !query.Has(rest) {
			continue
		}
		for j := 0; j < read.Len(); j++ {
			if words.Disjoint(write.Words(i), read.Words(j)) {
				n := s.Universe.Len()
				return finding{broken: true, members: []property.Member{
					member(setsys.WriteRole, n, write.Words(i)), member(setsys.ReadRole, n, read.Words(j)),
				}}
			}
		}
	}
	return finding{}
}
