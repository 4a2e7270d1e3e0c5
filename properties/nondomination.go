package properties

import (
	"errors"
	"fmt"

	"qcheck/counterexample"
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// Nondomination: no other structure of the kind dominates this one. C
// dominates D when C differs from D and every quorum of D contains a quorum of
// C (Garcia-Molina and Barbara for coteries; Neilsen and Mizuno for
// k-coteries; Manabe et al. for k-arbiters; for (h,k)-arbiters in each Q_h).
//
// Coteries and arbiters. First the normal form D' of D: each family replaced by
// its minimal quorums, an empty family by the family of the full set. If D'
// violates intersection, so does everything that dominates D, because smaller
// quorums share less; then nothing does. Otherwise, if D' differs from D, it
// dominates D. Otherwise D is dominated just when one quorum S can be added to
// one family Q_h: if C dominates D, some quorum S of C contains no quorum of
// Q_h (or else C = D), and what D with S must satisfy follows from what C
// satisfies. S can be added when it contains no quorum of Q_h and meets every
// common part T that quorums of the other members of a critical pattern with h
// can have. So the question is whether there is a set S that contains no
// quorum of Q_h while its complement contains no such T.
//
// Search: decide for each node in turn whether it belongs to S. What the
// choice means for the rest is a pair of fronts, of the index of Q_h within S
// and of the index of the parts T within the complement; equal pairs are met
// once. Worst case 2^n for families without structure; for a coterie T is the
// coterie itself, otherwise the parts are first listed, at most maxParts of
// them.
//
// k-coteries. Adding one quorum may break non-intersection, which further
// quorums may repair. Let F be the family so far, at first D' (only minimal
// quorums; if it violates intersection nothing dominates D). When F differs
// from D and satisfies non-intersection, it dominates D. Otherwise any C that
// dominates D and is reached from F has a quorum within a set that contains no
// quorum of F: when F = D, within a maximal set without a quorum; when F
// violates non-intersection by disjoint quorums q_1..q_h that leave none,
// within q_i without one of its nodes, or within what q_1..q_h leave, because
// in C the quorums within q_1..q_h can be extended. So the search branches over
// those sets, keeps intersection, and meets equal families once; the sets
// containing some quorum of F only grow, so it ends. Worst case: all families
// between D and the k-coteries that dominate it.
func (c *checker) nondomination() finding {
	if c.s.Kind == setsys.KCoterie {
		return c.nondominatedKCoterie()
	}
	return c.nondominatedArbiter()
}

// maxParts bounds the sets listed on the way to a verdict on nondomination.
const maxParts = 1 << 20

const notDominable = "it violates intersection, and so does everything that would dominate it"

// normalForm returns the families without the quorums that contain others and
// with the full set where there is none, and whether that changes them as sets
// of quorums.
func (c *checker) normalForm() (families []setsys.Family, changed bool) {
	for _, f := range c.s.Families() {
		distinct := setsys.NewIndex(f.Family).Family()
		m := f.Family.Minimal()
		if m.Len() == 0 {
			m = setsys.NewFamily(f.Family.Nodes(), c.s.Universe.Full())
		}
		changed = changed || !m.Equal(distinct)
		families = append(families, m)
	}
	return families, changed
}

func (c *checker) nondominatedArbiter() finding {
	s := c.s
	families, changed := c.normalForm()
	k := s.K
	if s.Kind == setsys.Coterie {
		k = 1
	}
	patterns := [][]int{make([]int, k+1)} // of indices into families
	if s.Kind == setsys.HKArbiter {
		patterns = CriticalPatterns(k)
		for _, p := range patterns {
			for i := range p {
				p[i]--
			}
		}
	}
	normal := *s
	normal.Quorums, normal.ByUnits = families[0], families
	for _, f := range families {
		if words.Empty(f.Words(0)) {
			return finding{note: "an empty quorum contains no quorum, so nothing dominates it"}
		}
	}
	nc := &checker{ctx: c.ctx, s: &normal, indexes: map[setsys.Role]*setsys.Index{}}
	if nc.find(Intersection).broken {
		return finding{note: nothing(notDominable)}
	}
	if changed {
		return finding{broken: true}
	}
	for h, f := range families {
		parts, err := c.parts(families, h, patterns)
		if err != nil {
			panic(stopped{err.Error()})
		}
		if set := c.gap(setsys.NewIndex(f), setsys.NewIndex(parts)); set != nil {
			m := member(s.Families()[h].Role, s.Universe.Len(), shrink(set, parts))
			if s.Kind == setsys.HKArbiter {
				m.Units = h + 1
			}
			return finding{broken: true, added: []counterexample.Member{m}}
		}
	}
	return finding{}
}

// parts returns the minimal sets of nodes that quorums can have in common when
// they are assigned to a critical pattern without one of its members h.
func (c *checker) parts(families []setsys.Family, h int, patterns [][]int) (setsys.Family, error) {
	n := families[0].Nodes()
	all := setsys.NewFamilyBuilder(n)
	for _, p := range patterns {
		rest, has := without(p, h)
		if !has {
			continue
		}
		common := setsys.NewFamily(n, c.s.Universe.Full())
		if len(rest) > 0 { // spares the first product
			common, rest = families[rest[0]], rest[1:]
		}
		for _, g := range rest {
			table := words.NewTable(words.Of(n))
			row := make([]uint64, words.Of(n))
			for i := 0; i < common.Len(); i++ {
				for j := 0; j < families[g].Len(); j++ {
					c.step()
					words.And(row, common.Words(i), families[g].Words(j))
					table.Insert(row)
					if table.Len() > maxParts {
						return setsys.Family{}, errors.New("too many common parts of quorums")
					}
				}
			}
			b := setsys.NewFamilyBuilder(n)
			for i := 0; i < table.Len(); i++ {
				b.AddWords(table.Row(i))
			}
			common = b.Family().Minimal()
		}
		for i := 0; i < common.Len(); i++ {
			all.AddWords(common.Words(i))
		}
	}
	return all.Family().Minimal(), nil
}

// without returns the bag p without one h, and whether it has one.
func without(p []int, h int) ([]int, bool) {
	for i, x := range p {
		if x == h {
			return append(append([]int(nil), p[:i]...), p[i+1:]...), true
		}
	}
	return nil, false
}

// gap returns a set that contains no set of inside, while its complement
// contains no set of outside; nil when there is none.
func (c *checker) gap(inside, outside *setsys.Index) []uint64 {
	n := inside.Nodes()
	set := make([]uint64, words.Of(n))
	barren := map[string]bool{}
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
		if len(barren) < maxMemo {
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
	start := s.Quorums.Minimal()
	if start.Len() > 0 && words.Empty(start.Words(0)) {
		return finding{note: "an empty quorum contains no quorum, so nothing dominates it"}
	}
	if c.on(start).packing(setsys.QuorumsRole, start, s.K+1).broken {
		return finding{note: nothing(notDominable)}
	}
	seen := map[string]bool{}
	key := func(f setsys.Family) string {
		var b []byte
		for i := 0; i < f.Len(); i++ {
			for _, w := range f.Words(i) {
				b = fmt.Appendf(b, "%x,", w)
			}
		}
		return string(b)
	}
	var added []counterexample.Member
	var search func(f setsys.Family, same bool) bool
	// with goes on with f and one more quorum.
	with := func(f setsys.Family, set []uint64) bool {
		b := setsys.NewFamilyBuilder(n)
		b.AddWords(set)
		for i := 0; i < f.Len(); i++ {
			b.AddWords(f.Words(i))
		}
		g := b.Family().Minimal()
		if c.on(g).packing(setsys.QuorumsRole, g, s.K+1).broken {
			return false
		}
		added = append(added, member(setsys.QuorumsRole, n, set))
		if search(g, false) {
			return true
		}
		added = added[:len(added)-1]
		return false
	}
	search = func(f setsys.Family, same bool) bool {
		c.step()
		k := key(f)
		if seen[k] {
			return false
		}
		if len(seen) >= maxParts {
			panic(stopped{"too many families between this one and those that would dominate it"})
		}
		seen[k] = true
		if same {
			hitting, err := f.Transversals(maxParts)
			if err != nil {
				panic(stopped{"too many transversals"})
			}
			set := make([]uint64, words.Of(n))
			full := words.Full(n)
			for i := 0; i < hitting.Len(); i++ {
				words.AndNot(set, full, hitting.Words(i))
				if !words.Empty(set) && with(f, set) {
					return true
				}
			}
			return false
		}
		broken := c.on(f).stuck(setsys.QuorumsRole, f, s.K)
		if !broken.broken {
			return true
		}
		left := words.Full(n)
		var smaller [][]uint64
		for _, m := range broken.members {
			words.AndNot(left, left, m.Set.Words())
			for v := range m.Set.All() {
				set := append([]uint64(nil), m.Set.Words()...)
				words.Remove(set, v)
				smaller = append(smaller, set)
			}
		}
		for _, set := range append(smaller, left) {
			if !words.Empty(set) && with(f, set) {
				return true
			}
		}
		return false
	}
	distinct := setsys.NewIndex(s.Quorums).Family()
	if !search(start, start.Equal(distinct)) {
		return finding{}
	}
	// Drop what is not needed, later additions first; again from the end after
	// each, because dropping one can make another one superfluous.
	for i := len(added) - 1; i >= 0; i-- {
		fewer := append(append([]counterexample.Member(nil), added[:i]...), added[i+1:]...)
		if c.dominates(start, distinct, fewer) {
			added = fewer
			i = len(added)
		}
	}
	return finding{broken: true, added: added}
}

// dominates reports whether the family with the added quorums (with the full
// set, when there is none at all) is a k-coterie other than before.
func (c *checker) dominates(f, before setsys.Family, added []counterexample.Member) bool {
	b := setsys.NewFamilyBuilder(f.Nodes())
	for i := 0; i < f.Len(); i++ {
		b.AddWords(f.Words(i))
	}
	for _, m := range added {
		b.Add(m.Set)
	}
	if b.Len() == 0 {
		b.Add(c.s.Universe.Full())
	}
	g := b.Family().Minimal()
	return !g.Equal(before) &&
		!c.on(g).packing(setsys.QuorumsRole, g, c.s.K+1).broken &&
		!c.on(g).stuck(setsys.QuorumsRole, g, c.s.K).broken
}

// on returns a checker of another family, with no index yet.
func (c *checker) on(f setsys.Family) *checker {
	s := *c.s
	s.Quorums = f
	return &checker{ctx: c.ctx, s: &s, indexes: map[setsys.Role]*setsys.Index{}}
}
