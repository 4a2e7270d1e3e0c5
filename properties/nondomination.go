package properties

import (
	"encoding/binary"
	"slices"

	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// Nondomination: the structure is of its kind, and no other structure of the
// kind dominates it. C dominates D when C differs from D and every quorum of D
// contains a quorum of C (Garcia-Molina and Barbara for coteries; Neilsen and
// Mizuno for k-coteries; Manabe et al. for k-arbiters; for (h,k)-arbiters in
// each Q_h).
//
// The required properties come first; the witness against one of them is that
// against nondomination. So let D be of its kind.
//
// Coteries and arbiters. D is dominated if and only if one quorum S can be
// added to one family Q_h: if C dominates D, some quorum S of C contains no
// quorum of Q_h (or else C = D), and what D with S must satisfy follows from
// what C satisfies. S can be added when it contains no quorum of Q_h and meets
// every common part T that quorums of the other members of a critical pattern
// with h can have. So the question is whether there is a set S that contains no
// quorum of Q_h while its complement contains no such T.
//
// Search: decide for each node in turn whether it belongs to S. What the
// choice means for the rest is a pair of fronts, of the index of Q_h within S
// and of the index of the parts T within the complement; equal pairs are met
// once. Worst case 2^n for families without structure; for a coterie T is the
// coterie itself, otherwise the parts are listed first, as far as there is
// room for them.
//
// k-coteries. Adding one quorum may break non-intersection, which further
// quorums may repair. Let F be the family so far, at first D (only minimal
// quorums). When F differs from D and satisfies non-intersection, it dominates
// D. Otherwise any C that dominates D and is reached from F has a quorum within
// a set that contains no quorum of F: when F = D, within a maximal set without
// a quorum; when F violates non-intersection by disjoint quorums q_1..q_h that
// leave none, within q_i without one of its nodes, or within what q_1..q_h
// leave, because in C the quorums within q_1..q_h can be extended. So the
// search branches over those sets, keeps intersection, and meets equal families
// once; the sets containing some quorum of F only grow, so it ends. Worst case:
// all families between D and the k-coteries that dominate it.
func (c *checker) nondomination() finding {
	for _, id := range Required(c.s.Kind) {
		if f := c.find(id); f.broken {
			return finding{broken: true, members: f.members, violates: id}
		}
	}
	if c.s.Kind == setsys.KCoterie {
		return c.nondominatedKCoterie()
	}
	return c.nondominatedArbiter()
}

func (c *checker) nondominatedArbiter() finding {
	s := c.s
	k := s.K
	if s.Kind == setsys.Coterie {
		k = 1
	}
	// A quorum that takes nothing from what the others have in common may be
	// left out, so k+1 of them share no less than n+1.
	k = min(k, s.Universe.Len())
	eachPattern := func(yield func([]int) bool) { yield(slices.Repeat([]int{1}, k+1)) }
	if s.Kind == setsys.HKArbiter {
		eachPattern = func(yield func([]int) bool) { eachCriticalPattern(s.K, yield) }
	}
	var families []setsys.Family
	for _, f := range s.Families() {
		families = append(families, f.Family.Canonical(c.step))
	}
	for h, f := range families {
		parts := c.parts(families, h, eachPattern)
		if set := c.gap(setsys.NewIndex(f, c.step), setsys.NewIndex(parts, c.step)); set != nil {
			m := member(s.Families()[h].Role, s.Universe.Len(), shrink(set, parts))
			return finding{broken: true, added: []property.Member{m}}
		}
	}
	return finding{}
}

// parts returns the minimal sets of nodes that quorums can have in common when
// they are assigned to a pattern without one of its requests for h+1 units.
func (c *checker) parts(families []setsys.Family, h int, eachPattern func(func([]int) bool)) setsys.Family {
	n := families[0].Nodes()
	all := setsys.NewFamilyBuilder(n)
	eachPattern(func(pattern []int) bool {
		i := slices.Index(pattern, h+1)
		if i < 0 {
			return true
		}
		// The quorums of the first request; every pattern has two or more.
		var common setsys.Family
		for j, units := range slices.Delete(slices.Clone(pattern), i, i+1) {
			if j == 0 {
				common = families[units-1]
			} else {
				common = c.product(common, families[units-1])
			}
		}
		for i := 0; i < common.Len(); i++ {
			all.AddWords(common.Words(i))
		}
		if !c.room(8 * words.Of(n) * common.Len()) {
			c.stop(manyParts)
		}
		return true
	})
	return all.Family().Minimal(c.step)
}

// diagramBytes is about what an index takes for a member of a set that shares
// nothing with other sets.
const diagramBytes = 64

const manyParts = "the quorums have too many common parts"

// product returns the minimal sets among those that a set of f and one of g
// have in common.
func (c *checker) product(f, g setsys.Family) setsys.Family {
	n := f.Nodes()
	row := make([]uint64, words.Of(n))
	table := words.NewTable(len(row))
	used := c.memory
	for i := 0; i < f.Len(); i++ {
		for j := 0; j < g.Len(); j++ {
			c.step()
			words.And(row, f.Words(i), g.Words(j))
			if _, added := table.Insert(row); added && !c.room(8*len(row)) {
				c.stop(manyParts)
			}
		}
	}
	b := setsys.NewFamilyBuilder(n)
	for i := 0; i < table.Len(); i++ {
		if !c.room(words.Count(table.Row(i)) * diagramBytes) {
			c.stop(manyParts)
		}
		b.AddWords(table.Row(i))
	}
	minimal := b.Family().Minimal(c.step)
	c.memory = used // the table and the diagram go
	return minimal
}

// gap returns a set that contains no set of inside, while its complement
// contains no set of outside; nil when there is none.
func (c *checker) gap(inside, outside *setsys.Index) []uint64 {
	n := inside.Nodes()
	set := make([]uint64, words.Of(n))
	barren := map[string]bool{}
	memory := c.memory
	defer func() { c.memory = memory }()
	var search func(v int, in, out setsys.Front) bool
	search = func(v int, in, out setsys.Front) bool {
		c.step()
		if in.Complete() || out.Complete() {
			return false
		}
		if v == n {
			return true
		}
		key := string(out.AppendKey(append(in.AppendKey([]byte{byte(v), byte(v >> 8)}), 0xff, 0xff, 0xff, 0xff)))
		if barren[key] {
			return false
		}
		if search(v+1, inside.Next(v, in, false), outside.Next(v, out, true)) {
			return true
		}
		words.Add(set, v)
		if search(v+1, inside.Next(v, in, true), outside.Next(v, out, false)) {
			return true
		}
		words.Remove(set, v)
		if c.room(len(key)) {
			barren[key] = true
		}
		return false
	}
	if search(0, inside.Start(), outside.Start()) {
		return set
	}
	return nil
}

// shrink removes nodes from set, highest first, as long as it meets every part.
func shrink(set []uint64, parts setsys.Family) []uint64 {
	for v := parts.Nodes() - 1; v >= 0; v-- {
		if !words.Has(set, v) {
			continue
		}
		words.Remove(set, v)
		for i := 0; i < parts.Len(); i++ {
			if words.Disjoint(set, parts.Words(i)) {
				words.Add(set, v)
				break
			}
		}
	}
	return set
}

func (c *checker) nondominatedKCoterie() finding {
	s := c.s
	n := s.Universe.Len()
	start := s.Quorums.Canonical(c.step)
	seen := map[string]bool{}
	var added []property.Member
	var search func(f setsys.Family) bool
	// with goes on with f and one more quorum, unless that makes k+1 disjoint.
	with := func(f setsys.Family, packer *packer, set []uint64) bool {
		rest := words.Full(n)
		words.AndNot(rest, rest, set)
		if words.Empty(set) || packer.fits(rest, s.K) {
			return false
		}
		b := setsys.NewFamilyBuilder(n)
		b.AddWords(set)
		for i := 0; i < f.Len(); i++ {
			b.AddWords(f.Words(i))
		}
		g := b.Family().Minimal(c.step)
		added = append(added, member(setsys.QuorumsRole, n, set))
		if search(g) {
			return true
		}
		added = added[:len(added)-1]
		return false
	}
	// search reports whether a k-coterie that dominates s is reached from f.
	search = func(f setsys.Family) bool {
		c.Look()
		key := familyKey(f)
		if seen[key] {
			return false
		}
		if !c.room(len(key)) {
			c.stop("too many families lie between this one and those that would dominate it")
		}
		seen[key] = true
		on := c.on(f)
		stuck := on.stuck(setsys.QuorumsRole, f, s.K)
		ix, _ := on.index(setsys.QuorumsRole, f)
		packer := newPacker(on, ix)
		set := make([]uint64, words.Of(n))
		left := words.Full(n)
		if !stuck.broken {
			if !f.Equal(start) {
				return true
			}
			return !c.eachHitting(f, func(hitting []uint64) bool {
				words.AndNot(set, left, hitting)
				return !with(f, packer, set)
			})
		}
		for _, m := range stuck.members {
			words.AndNot(left, left, m.Set.Words())
		}
		for _, m := range stuck.members {
			for v := range m.Set.All() {
				copy(set, m.Set.Words())
				words.Remove(set, v)
				if with(f, packer, set) {
					return true
				}
			}
		}
		return with(f, packer, left)
	}
	if !search(start) {
		return finding{}
	}
	return finding{broken: true, added: c.needed(start, added)}
}

// eachHitting calls yield with every minimal transversal of f until yield
// returns false, and reports whether it came to the end. When they are not too
// many, they come in canonical order; otherwise the first ones do, and may
// come a second time.
func (c *checker) eachHitting(f setsys.Family, yield func(hitting []uint64) bool) bool {
	const many = 10_000
	b := setsys.NewFamilyBuilder(f.Nodes())
	end := f.EachTransversal(c.step, func(hitting []uint64) bool {
		b.AddWords(hitting)
		return b.Len() < many
	})
	list := b.Family().Canonical(c.step)
	for i := 0; i < list.Len(); i++ {
		if !yield(list.Words(i)) {
			return false
		}
	}
	return end || f.EachTransversal(c.step, yield)
}

// familyKey returns a string that differs for different families over the same
// nodes.
func familyKey(f setsys.Family) string {
	key := make([]byte, 0, 8*f.Len()*words.Of(f.Nodes()))
	for i := 0; i < f.Len(); i++ {
		for _, w := range f.Words(i) {
			key = binary.LittleEndian.AppendUint64(key, w)
		}
	}
	return string(key)
}

// needed returns those of the added quorums without which the others do not
// make a family that dominates f: without those that contain later ones, and then
// earlier additions go first, again from the start after each, because without
// one another may be superfluous.
func (c *checker) needed(f setsys.Family, added []property.Member) []property.Member {
	var least []property.Member
	for i, m := range added {
		if !slices.ContainsFunc(added[i+1:], func(o property.Member) bool { return o.Set.SubsetOf(m.Set) }) {
			least = append(least, m)
		}
	}
	for i := 0; i < len(least); i++ {
		c.Look()
		fewer := slices.Delete(slices.Clone(least), i, i+1)
		if c.dominates(f, fewer) {
			least = fewer
			i = -1
		}
	}
	return least
}

// dominates reports whether f with the added quorums is a k-coterie other than
// f.
func (c *checker) dominates(f setsys.Family, added []property.Member) bool {
	b := setsys.NewFamilyBuilder(f.Nodes())
	for i := 0; i < f.Len(); i++ {
		b.AddWords(f.Words(i))
	}
	for _, m := range added {
		b.Add(m.Set)
	}
	g := b.Family().Minimal(c.step)
	return !g.Equal(f) &&
		!c.on(g).packing(setsys.QuorumsRole, g, c.s.K+1).broken &&
		!c.on(g).stuck(setsys.QuorumsRole, g, c.s.K).broken
}
