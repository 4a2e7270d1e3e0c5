package setsys

import (
	"sort"

	"qcheck/setsys/words"
)

// An Index is the searchable form of a family: its distinct sets as a reduced
// decision diagram (a zero-suppressed binary decision diagram in the order of
// the node indices). Each inner vertex asks about one node; a path from the
// root to the accepting end takes the "member" edge at exactly the members of
// one set. Equal sub-diagrams are shared, so a family with structure (all sets
// of a size, a grid with covers) has a diagram of a few hundred vertices,
// however many sets it lists, and any family has at most one vertex a member
// of a set.
//
// Building sorts the family and walks it as a trie: O(m n log m) for m sets
// over n nodes. An Index is immutable and safe for concurrent use; each
// goroutine queries it through a [Query] of its own.
type Index struct {
	n      int
	family Family // distinct sets, canonical order
	root   int32
	vertex []vertex
}

type vertex struct {
	node     int32 // the node asked about; n at the two ends
	with     int32 // the sets that have it, without it
	without  int32 // the sets that do not
	min, max int32 // sizes of the smallest and the largest set below
}

// The two ends of every diagram.
const (
	none  int32 = 0 // no set
	empty int32 = 1 // just the empty set
)

// NewIndex returns the index of the distinct sets of f.
func NewIndex(f Family, step ...Step) *Index {
	goOn := stepOf(step)
	c := f.Canonical(goOn)
	b := NewFamilyBuilder(f.n)
	for i := 0; i < c.len; i++ {
		if i == 0 || !words.Equal(c.Words(i-1), c.Words(i)) {
			b.AddWords(c.Words(i))
		}
	}
	ix := &Index{n: f.n, family: b.Family()}
	ix.vertex = []vertex{{node: int32(f.n), min: int32(f.n) + 1, max: -1}, {node: int32(f.n)}}
	order := ix.family.sorted(diagramOrder, goOn)
	shared := make(map[[3]int32]int32)
	ix.root = ix.build(order, 0, shared, goOn)
	return ix
}

// diagramOrder puts, at the lowest node in which two sets differ, the one that
// has it first. Then the sets with a node stand before those without it among
// all sets with the same members below, and one with the least next member
// stands first.
func diagramOrder(a, b []uint64) int {
	for i, w := range a {
		if diff := w ^ b[i]; diff != 0 {
			if w&(diff&-diff) != 0 {
				return -1
			}
			return 1
		}
	}
	return 0
}

// build returns the diagram of the sets order, as far as nodes from v on go.
func (ix *Index) build(order []int32, v int, shared map[[3]int32]int32, step Step) int32 {
	step()
	if len(order) == 0 {
		return none
	}
	v = words.Next(ix.family.Words(int(order[0])), v)
	if v < 0 {
		return empty
	}
	split := 1
	if len(order) > 1 {
		split = sort.Search(len(order), func(i int) bool { return !words.Has(ix.family.Words(int(order[i])), v) })
	}
	with := ix.build(order[:split], v+1, shared, step)
	without := ix.build(order[split:], v+1, shared, step)
	key := [3]int32{int32(v), with, without}
	if id, ok := shared[key]; ok {
		return id
	}
	a, b := ix.vertex[with], ix.vertex[without]
	id := int32(len(ix.vertex))
	ix.vertex = append(ix.vertex, vertex{
		node: int32(v), with: with, without: without,
		min: min(a.min+1, b.min), max: max(a.max+1, b.max),
	})
	shared[key] = id
	return id
}

// Family returns the distinct sets in canonical order.
func (ix *Index) Family() Family { return ix.family }

// Nodes returns the number of nodes of the universe.
func (ix *Index) Nodes() int { return ix.n }

// Vertices returns the number of vertices of the diagram, the two ends
// included.
func (ix *Index) Vertices() int { return len(ix.vertex) }

// MinSize returns the size of a smallest set, and n+1 for the empty family.
func (ix *Index) MinSize() int { return int(ix.vertex[ix.root].min) }

// MaxSize returns the size of a largest set, and -1 for the empty family.
func (ix *Index) MaxSize() int { return int(ix.vertex[ix.root].max) }

// Query returns a view of the index with working memory of its own, for use by
// one goroutine at a time.
func (ix *Index) Query() *Query {
	return &Query{ix: ix, stamp: make([]uint32, len(ix.vertex)), budget: make([]int32, len(ix.vertex))}
}

// A Query answers questions about an [Index]. A question walks the diagram,
// only through vertices that some set within the given nodes may pass, and
// visits each at most once for each size limit, so that it costs at most the
// number of vertices and mostly far less.
type Query struct {
	ix     *Index
	now    uint32
	stamp  []uint32 // the question at which a vertex was last found barren
	budget []int32  // and the largest size limit with which it was
	set    []uint64
}

// Has reports whether some set of the family is a subset of within.
func (q *Query) Has(within []uint64) bool { return q.HasWithin(within, q.ix.n) }

// HasWithin reports whether some set of the family with at most size members
// is a subset of within.
func (q *Query) HasWithin(within []uint64, size int) bool {
	q.next()
	return q.search(q.ix.root, within, int32(size))
}

// next begins a question: nothing is known of any vertex.
func (q *Query) next() {
	q.now++
	if q.now == 0 { // wrapped: old stamps would seem new
		clear(q.stamp)
		q.now = 1
	}
}

func (q *Query) search(id int32, within []uint64, size int32) bool {
	for {
		v := &q.ix.vertex[id]
		if v.min > size {
			return false
		}
		if id == empty {
			return true
		}
		if q.stamp[id] == q.now && q.budget[id] >= size {
			return false
		}
		if int(v.min) > words.CountFrom(within, int(v.node)) {
			return false
		}
		if words.Has(within, int(v.node)) && q.search(v.with, within, size-1) {
			return true
		}
		if q.stamp[id] != q.now || q.budget[id] < size {
			q.stamp[id], q.budget[id] = q.now, size
		}
		id = v.without
	}
}

// EachWithin calls yield with every set of the family that is a subset of
// within, as words that are valid during the call, until yield returns false.
// It reports whether it came to the end. The order is fixed, but not the
// canonical one. Yield must not use the query.
func (q *Query) EachWithin(within []uint64, yield func(set []uint64) bool) bool {
	q.next()
	q.set = append(q.set[:0], make([]uint64, words.Of(q.ix.n))...)
	ok, _ := q.each(q.ix.root, within, yield)
	return ok
}

// EachWithLeast is EachWithin for only those sets whose least member is the node
// v, 0..Nodes()-1.
func (q *Query) EachWithLeast(v int, within []uint64, yield func(set []uint64) bool) bool {
	if v < 0 || v >= q.ix.n {
		return true
	}
	id := q.ix.root
	for int(q.ix.vertex[id].node) < v {
		id = q.ix.vertex[id].without
	}
	if int(q.ix.vertex[id].node) != v || id <= empty || !words.Has(within, v) {
		return true
	}
	q.next()
	q.set = append(q.set[:0], make([]uint64, words.Of(q.ix.n))...)
	words.Add(q.set, v)
	ok, _ := q.each(q.ix.vertex[id].with, within, yield)
	return ok
}

// each reports whether it came to the end, and whether it found a set.
func (q *Query) each(id int32, within []uint64, yield func([]uint64) bool) (end, found bool) {
	if id == none {
		return true, false
	}
	if id == empty {
		return yield(q.set), true
	}
	v := &q.ix.vertex[id]
	if q.stamp[id] == q.now || int(v.min) > words.CountFrom(within, int(v.node)) {
		return true, false
	}
	if words.Has(within, int(v.node)) {
		words.Add(q.set, int(v.node))
		end, found = q.each(v.with, within, yield)
		words.Remove(q.set, int(v.node))
		if !end {
			return false, true
		}
	}
	end, more := q.each(v.without, within, yield)
	found = found || more
	if end && !found {
		q.stamp[id] = q.now
	}
	return end, found
}
