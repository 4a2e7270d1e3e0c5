package engine

import (
	"qcheck/explore/internal/table"

	"qcheck/explore/protocol"
)

// A tree makes keys of pairs (the tree compression of Blom, Lisser, van de Pol
// and Weber). The blocks are leaves 0 to n-1; inner node n+i is the pair of two
// nodes; the root's pair is the key itself, the other pairs are numbered. Most
// steps change two leaves, and only the nodes above them are looked up again. A number is
// that of a pair at one node: leaves of different processes may have the same number.
type tree struct {
	n     int
	pairs *table.Numbering[PairID, uint64]
	by    *Packing // numbers the leaves; nil if blocks keep their own numbers
	left  []int    // by inner node, children before parents, the root last
	right []int
	above [][]int // by set of changed leaves (n <= 6): inner nodes to renew, without the root
}

func newTree(n int, pairs *table.Numbering[PairID, uint64], by *Packing) *tree {
	t := &tree{n: n, pairs: pairs, by: by}
	var build func(lo, hi int) int
	build = func(lo, hi int) int {
		if hi-lo == 1 {
			return lo
		}
		mid := (lo + hi) / 2
		l, r := build(lo, mid), build(mid, hi)
		t.left = append(t.left, l)
		t.right = append(t.right, r)
		return t.n + len(t.left) - 1
	}
	build(0, t.n)
	if t.n <= 6 {
		t.above = make([][]int, 1<<t.n)
		for set := range t.above {
			t.above[set] = t.changed(protocol.Set(set))
		}
	}
	return t
}

// changed returns the inner nodes above the leaves in the set, without the root.
func (t *tree) changed(leaves protocol.Set) []int {
	dirty := make([]bool, t.n+len(t.left))
	for i := range t.n {
		dirty[i] = leaves.Has(i)
	}
	var list []int
	for i := range t.left {
		if dirty[t.left[i]] || dirty[t.right[i]] {
			dirty[t.n+i] = true
			if i < len(t.left)-1 {
				list = append(list, i)
			}
		}
	}
	return list
}

// node returns the number of a node's block or pair.
func (t *tree) node(s StateVector, node int) uint32 {
	if node < t.n {
		return t.leaf(s, node)
	}
	return uint32(s.inner[node-t.n])
}

// leaf returns the number of a process's block in keys.
func (t *tree) leaf(s StateVector, p int) uint32 {
	if t.by != nil {
		return uint32(t.by.Number(p, s.Blocks[p]))
	}
	return uint32(s.Blocks[p])
}

func (t *tree) setNode(s StateVector, node int, id uint32) {
	if node < t.n {
		if t.by != nil {
			s.Blocks[node] = *t.by.Of[node].At(id)
			return
		}
		s.Blocks[node] = BlockID(id)
	} else {
		s.inner[node-t.n] = PairID(id)
	}
}

// nodeShift is where a pair that is numbered says which inner node it is at: above the
// number of the left child, which is one of an arena.
const nodeShift = 58

const _ = uint(1<<(nodeShift-32) - table.ArenaSize) // does not compile if one does not fit

// numbered returns the pair of an inner node's children as it is numbered.
func (t *tree) numbered(s StateVector, inner int) uint64 {
	return t.pair(s, inner) | uint64(inner)<<nodeShift
}

// pair returns the pair of an inner node's children.
func (t *tree) pair(s StateVector, inner int) uint64 {
	return uint64(t.node(s, t.left[inner]))<<32 | uint64(t.node(s, t.right[inner]))
}

func (t *tree) setPair(s StateVector, inner int, pair uint64) {
	t.setNode(s, t.left[inner], uint32(pair>>32))
	t.setNode(s, t.right[inner], uint32(pair))
}

func (t *tree) Decode(key table.StateKey, s StateVector) {
	if t.n == 1 {
		t.setNode(s, 0, uint32(key))
		return
	}
	root := len(t.left) - 1
	t.setPair(s, root, uint64(key))
	for i := root - 1; i >= 0; i-- {
		t.setPair(s, i, t.pairs.At(s.inner[i])&(1<<nodeShift-1))
	}
}

func (t *tree) Encode(_ table.StateKey, s StateVector, changed protocol.Set) table.StateKey {
	if t.n == 1 {
		return table.StateKey(t.leaf(s, 0))
	}
	var dirty []int
	if t.above != nil {
		dirty = t.above[changed]
	} else {
		dirty = t.changed(changed)
	}
	for _, i := range dirty {
		s.inner[i] = t.pairs.Number(t.numbered(s, i))
	}
	return table.StateKey(t.pair(s, len(t.left)-1))
}

func (t *tree) Translate(key table.StateKey, by *Translation) table.StateKey {
	if t.n == 1 {
		return table.StateKey(by.block(0, uint32(key)))
	}
	return table.StateKey(t.translatePair(len(t.left)-1, uint64(key), by))
}

// translatePair returns the pair of an inner node's children with other numbers, 0 if one
// is lacking.
func (t *tree) translatePair(inner int, pair uint64, by *Translation) uint64 {
	left := t.translateNode(t.left[inner], uint32(pair>>32&(1<<(nodeShift-32)-1)), by)
	right := t.translateNode(t.right[inner], uint32(pair), by)
	if left == 0 || right == 0 {
		return 0
	}
	return uint64(left)<<32 | uint64(right)
}

func (t *tree) translateNode(node int, number uint32, by *Translation) uint32 {
	if node < t.n {
		return by.block(node, number)
	}
	return by.pair(number)
}
