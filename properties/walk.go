package properties

import (
	"slices"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// Few quorums by walking the diagram of a family several times at once.
//
// Two questions, for given free nodes: are there r pairwise disjoint quorums
// within them? Are there r quorums, pairwise disjoint within them, or any, that
// leave no quorum within those free nodes that none of the r has?
//
// Search: the r quorums are chosen together, node by node. What a choice among
// the nodes before v means for the rest is a tuple of vertices of the diagram,
// one a quorum, ascending because the quorums have no order, and for the second
// question the front (see [setsys.Front]) of the nodes that are left; equal
// ones are met once. A free node goes to one of the quorums that may take it
// (or to several, when they need not be disjoint), or is left. Cut: a vertex
// that stands for no set; smallest sets below the vertices that do not fit into
// the free nodes from v on; a quorum within what is left.
//
// For families with structure there are few tuples and fronts, whatever their
// number of quorums. For others there may be as many as the r-th power of the
// number of vertices, times 2^n, and the walk gives up.
type walk struct {
	c       *checker
	ix      *setsys.Index
	free    []uint64
	blocks  bool // the second question
	overlap bool // the quorums need not be disjoint
	barren  map[string]bool
	most    int // tuples that it remembers before it gives up
	gaveUp  bool
}

// from answers the question for r quorums, of at least 1; decided is false when it met more than
// most tuples and gave up. No set of the index may be empty.
func (w *walk) from(r int) (found, decided bool) {
	if r > w.ix.Nodes() && !w.overlap {
		return false, true
	}
	w.barren = map[string]bool{}
	memory := w.c.memory
	var front setsys.Front
	if w.blocks {
		front = w.ix.Start()
	}
	found = w.search(0, slices.Repeat([]setsys.Vertex{w.ix.Root()}, r), front)
	w.c.memory = memory // what was remembered goes
	return found, found || !w.gaveUp
}

func (w *walk) search(node int, tuple []setsys.Vertex, front setsys.Front) bool {
	w.c.step()
	if w.gaveUp || front.Complete() {
		return false
	}
	next, total, largest := w.ix.Nodes(), 0, 0
	for _, v := range tuple {
		if v == setsys.NoSet {
			return false
		}
		next = min(next, w.ix.Node(v))
		total += w.ix.Least(v)
		largest = max(largest, w.ix.Least(v))
	}
	if front.Dead() {
		node = next // nothing happens at the nodes before
	}
	if node == w.ix.Nodes() {
		return true
	}
	if w.overlap && largest > w.ix.Nodes()-node || !w.overlap && total > words.CountFrom(w.free, node) {
		return false
	}
	key := w.key(node, tuple, front)
	if w.barren[key] {
		return false
	}
	isFree := words.Has(w.free, node)
	if w.choose(node, tuple, 0, front, isFree, false) {
		return true
	}
	if len(w.barren) >= w.most || !w.c.room(len(key)) {
		w.gaveUp = true
	}
	if !w.gaveUp {
		w.barren[key] = true
	}
	return false
}

// choose decides for the quorums from number i of the tuple on, of which those
// before are beyond the node already, whether they take it.
func (w *walk) choose(node int, tuple []setsys.Vertex, i int, front setsys.Front, isFree, taken bool) bool {
	for i < len(tuple) && w.ix.Node(tuple[i]) != node {
		i++
	}
	if i == len(tuple) {
		if !front.Dead() {
			front = w.ix.Next(node, front, isFree && !taken)
		}
		sorted := slices.Clone(tuple)
		slices.Sort(sorted)
		return w.search(node+1, sorted, front)
	}
	v := tuple[i]
	rest := slices.Clone(tuple)
	if w.overlap || isFree && !taken {
		rest[i] = w.ix.With(v)
		if w.choose(node, rest, i+1, front, isFree, true) {
			return true
		}
	}
	// Of equal vertices, the first ones take the node.
	for j := i; j < len(tuple) && tuple[j] == v; j++ {
		rest[j] = w.ix.Without(v)
		i = j
	}
	return w.choose(node, rest, i+1, front, isFree, taken)
}

func (w *walk) key(node int, tuple []setsys.Vertex, front setsys.Front) string {
	key := make([]byte, 0, 2+4*(len(tuple)+len(front)))
	key = append(key, byte(node), byte(node>>8))
	for _, v := range tuple {
		key = append(key, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return string(front.AppendKey(key))
}
