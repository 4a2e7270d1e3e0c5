package properties

import (
	"math"
	"slices"

	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// Packings: sets of pairwise disjoint quorums.
//
// Intersection of a k-coterie (of a coterie, k = 1; write intersection of a
// k-wr coterie): there are no k+1 pairwise disjoint quorums.
//
// Search: fill the free nodes with r disjoint quorums, by a walk over the
// diagram of the family (see walk.go), or quorum by quorum: in a packing the
// quorums are taken by ascending least node, so at the least free node v either
// a quorum with least node v is taken, or v stays unused. The last quorum is
// one question to the index. Cut: r smallest quorums are larger than what is
// free. A pair (free nodes, r) that cannot be filled is met once. Worst case:
// number of different unions of at most k-1 disjoint quorums, times m; the
// unions are at most 2^n.
//
// The walk takes milliseconds for a grid of a million quorums, where quorum by
// quorum takes seconds; for random families it is the other way round. So for
// families with structure the walk comes first; for others quorum by quorum,
// up to a number of steps. What comes last is quorum by quorum, to the end.
//
// First in order: the first k+1 quorums lexicographically, each found by
// asking for the first quorum with which the rest can still be filled.
func (c *checker) packing(role setsys.Role, f setsys.Family, r int) finding {
	ix, empties := c.index(role, f)
	n := f.Nodes()
	if empties >= r {
		return finding{broken: true, members: emptyMembers(role, n, r)}
	}
	members, ok := newPacker(c, ix).first(role, r-empties)
	if !ok {
		if f.Len() < r {
			return finding{note: nothing("the family has fewer quorums")}
		}
		return finding{}
	}
	return finding{broken: true, members: append(emptyMembers(role, n, empties), members...)}
}

func nothing(why string) string { return "nothing to check: " + why }

// The bounds of the searches that another one follows.
const (
	maxTuples = 1 << 21 // tuples of vertices that a walk over a diagram may remember
	maxSteps  = 1 << 16 // steps quorum by quorum
)

// structured reports whether the diagram of the family is much smaller than
// the list of its sets.
func structured(ix *setsys.Index) bool {
	members := 0
	f := ix.Family()
	for i := 0; i < f.Len(); i++ {
		members += words.Count(f.Words(i))
	}
	return members > 16*ix.Vertices()
}

// A packer fills node sets with disjoint quorums, or looks for quorums that leave none disjoint
// from them.
type packer struct {
	c          *checker
	ix         *setsys.Index
	blocks     bool            // the second question
	overlap    bool            // for it: the quorums need not be disjoint
	queries    []*setsys.Query // one for each level of the search
	has        *setsys.Query
	structured bool
	tuples     int          // that a walk over the diagram may remember
	steps      int          // that the search quorum by quorum may still take
	gaveUp     bool         // it took them
	barren     *words.Table // free nodes and r
	freest     int          // for the second question: no set without a quorum is larger
}

func newPacker(c *checker, ix *setsys.Index) *packer {
	return &packer{
		c: c, ix: ix, has: ix.Query(), structured: structured(ix), tuples: maxTuples,
		barren: words.NewTable(words.Of(ix.Nodes()) + 1),
	}
}

func newBlocker(c *checker, ix *setsys.Index, overlap bool) *packer {
	p := newPacker(c, ix)
	p.blocks, p.overlap, p.freest = true, overlap, freest(c, ix)
	return p
}

// first returns the first r quorums for which the answer is yes, if there are any.
func (p *packer) first(role setsys.Role, r int) (members []property.Member, ok bool) {
	n := p.ix.Nodes()
	free := words.Full(n)
	if !p.fits(free, r) {
		return nil, false
	}
	quorums := p.ix.Family()
	for i := 0; r > 0; i++ {
		q := quorums.Words(i)
		if !p.overlap && !words.Subset(q, free) {
			continue
		}
		rest := make([]uint64, len(free))
		words.AndNot(rest, free, q)
		if p.fits(rest, r-1) {
			members = append(members, member(role, n, q))
			free, r = rest, r-1
		}
	}
	return members, true
}

// fits reports whether r pairwise disjoint quorums fit into the free nodes; or whether r more
// quorums can be taken, within the free nodes unless they may overlap, so that no quorum is left
// there. When a walk over the diagram gives up, later questions, of which there may be many, are
// not put to it.
func (p *packer) fits(free []uint64, r int) bool {
	if p.leaves(free, r) {
		return false
	}
	long := r > 1 || p.blocks && r == 1
	if long && !p.structured {
		if found := p.fill(free, r, maxSteps); found || !p.gaveUp {
			return found
		}
	}
	if long && p.tuples > 0 {
		w := &walk{c: p.c, ix: p.ix, free: free, blocks: p.blocks, overlap: p.overlap, most: p.tuples}
		if found, decided := w.from(r); decided {
			return found
		}
		p.tuples = 0
	}
	return p.fill(free, r, math.MaxInt)
}

// leaves reports whether the free nodes have a quorum left whatever r quorums are taken, because
// there are too many of them.
func (p *packer) leaves(free []uint64, r int) bool {
	return p.blocks && words.Count(free)-r*p.ix.MaxSize() > p.freest
}

// fill is fits quorum by quorum, in the given number of steps; if it gave up,
// false means nothing.
func (p *packer) fill(free []uint64, r, steps int) bool {
	p.steps, p.gaveUp = steps, false
	return p.search(free, r)
}

func (p *packer) search(free []uint64, r int) bool {
	p.c.step()
	if r == 0 && !p.blocks {
		return true
	}
	if p.steps--; p.steps < 0 {
		p.gaveUp = true
		return false
	}
	switch {
	case p.blocks && r == 0:
		return !p.has.Has(free)
	case p.blocks && p.leaves(free, r):
		return false
	case !p.blocks && r == 1:
		return p.has.Has(free)
	case !p.blocks && r > words.Count(free)/max(p.ix.MinSize(), 1):
		return false
	}
	key := append(append(make([]uint64, 0, len(free)+1), free...), uint64(r))
	if p.barren.Find(key) >= 0 {
		return false
	}
	if found, end := p.each(free, r); found || !end {
		return found
	}
	p.c.remember(p.barren, key)
	return false
}

// each takes each quorum that may be next, and reports whether one led to the end, or it came to
// its own end.
func (p *packer) each(free []uint64, r int) (found, end bool) {
	left, rest := free, make([]uint64, len(free))
	take := func(q []uint64) bool {
		words.AndNot(rest, left, q)
		return !p.search(rest, r-1) && !p.gaveUp
	}
	for len(p.queries) <= r {
		p.queries = append(p.queries, p.ix.Query())
	}
	end = true
	switch {
	case p.overlap:
		quorums := p.ix.Family()
		for i := 0; i < quorums.Len() && end; i++ {
			end = take(quorums.Words(i))
		}
	case p.blocks:
		end = p.queries[r].EachWithin(free, take)
	default: // by ascending least node
		left = slices.Clone(free)
		for v := words.Next(left, 0); end && v >= 0 && words.Count(left) >= r*p.ix.MinSize(); v = words.Next(left, v+1) {
			end = p.queries[r].EachWithLeast(v, left, take)
			words.Remove(left, v)
		}
	}
	return !end && !p.gaveUp, end
}

// stuck checks non-intersection: every h < k pairwise disjoint quorums (h at
// least 1) can be extended by one more quorum disjoint from them.
//
// Search, for each h: by a walk over the diagram of the family (see walk.go), or
// quorum by quorum (in the order of packing): take disjoint quorums in any
// order, and ask at each union of h of them whether the free nodes still have a
// quorum. Equal unions are met once for each number of quorums that may still
// be taken. Cut: let a be the size of a largest set without a quorum; when the
// free nodes less the largest quorums that may still be taken are more than a,
// a quorum is left in any case. a is computed on the index as far as that is
// cheap (see freest). Worst case: number of different unions of at most k-1
// disjoint quorums, times m.
//
// First in order: fewest quorums, then lexicographically.
func (c *checker) stuck(role setsys.Role, f setsys.Family, k int) finding {
	if k == 1 {
		return finding{note: nothing("k is 1")}
	}
	ix, empties := c.index(role, f)
	if f.Len() == 0 {
		return finding{note: nothing("the family is empty")}
	}
	if empties >= k {
		return finding{} // fewer than k quorums leave an empty one
	}
	b := newBlocker(c, ix, false)
	for r := max(1-empties, 0); empties+r < k; r++ {
		if members, ok := b.first(role, r); ok {
			return finding{broken: true, members: append(emptyMembers(role, f.Nodes(), empties), members...)}
		}
	}
	return finding{}
}

// blocked checks strong non-intersection (Kakugawa, Definition 1 as printed):
// any l quorums, 1 <= l <= k-1, disjoint or not, leave one that is disjoint
// from all of them.
//
// The search is that of stuck, but the quorums may overlap; so a partial
// choice is the set of nodes that none of them has, and its extensions are all
// quorums that take more of it. Worst case: number of different unions of at
// most k-2 quorums, times m.
func (c *checker) blocked() finding {
	s := c.s
	if s.K == 1 {
		return finding{note: nothing("k is 1")}
	}
	ix, empties := c.index(setsys.QuorumsRole, s.Quorums)
	if s.Quorums.Len() == 0 {
		return finding{note: nothing("the family is empty")}
	}
	if empties > 0 {
		return finding{} // the empty quorum is disjoint from all
	}
	b := newBlocker(c, ix, true)
	for r := 1; r < s.K; r++ {
		if members, ok := b.first(setsys.QuorumsRole, r); ok {
			return finding{broken: true, members: members}
		}
	}
	return finding{}
}

// freest returns the size of a largest set of nodes that contains no quorum,
// or, when that takes too long to find out, the number of nodes, which is no
// less.
//
// Search: decide for each node whether it is in the set. What the choice so
// far means for the rest is the set of vertices of the diagram that some
// quorum's part within the chosen nodes leads to; equal ones are met once.
// For families with structure these are few; for others the search gives up.
func freest(c *checker, ix *setsys.Index) int {
	const most = 50_000       // fronts, before it gives up
	const longest = 50 * most // vertices of all fronts together
	n := ix.Nodes()
	memo := map[string]int{}
	vertices := 0
	gaveUp := false
	var largest func(v int, f setsys.Front) int
	largest = func(v int, f setsys.Front) int {
		c.step()
		switch {
		case gaveUp:
			return 0
		case f.Complete():
			return -n // a quorum is in: no such set
		case f.Dead():
			return n - v
		}
		key := string(f.AppendKey([]byte{byte(v), byte(v >> 8)}))
		if size, ok := memo[key]; ok {
			return size
		}
		vertices += len(f)
		if gaveUp = len(memo) >= most || vertices > longest; gaveUp {
			return 0
		}
		size := max(largest(v+1, ix.Next(v, f, false)), 1+largest(v+1, ix.Next(v, f, true)))
		memo[key] = size
		return size
	}
	size := largest(0, ix.Start())
	if gaveUp {
		return n
	}
	return size
}
