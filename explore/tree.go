package explore

import (
	"math/bits"
	"sync/atomic"
)

// A global state is one 64-bit key. There are two ways to make one of the
// blocks. Packed: the blocks of each process are numbered for themselves, and
// the key has 64/n bits for each. That is fastest, and takes no memory beyond
// the keys, but goes only as long as no process has more blocks than its bits
// can count; then the search begins anew with the other way, a tree of pairs.
// What was done until then is little compared with what is to come: so many
// blocks make many more states.

// A packing says how blocks are packed.
type packing struct {
	bits  uint
	of    []arena[uint32] // by process: its blocks
	spill atomic.Bool     // a process has more blocks than fit
}

func newPacking(n int) *packing { return &packing{bits: uint(64 / n), of: make([]arena[uint32], n)} }

// number returns the number of a block among those of its process.
func (e *engine) number(p int, block uint32) uint64 {
	row := e.block.at(block)
	if n := atomic.LoadUint32(&row[rowNumber]); n != 0 {
		return uint64(n)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if row[rowNumber] == 0 {
		n := e.packed.of[p].add(block)
		if e.packed.bits < 32 && n>>e.packed.bits != 0 {
			e.packed.spill.Store(true)
		}
		atomic.StoreUint32(&row[rowNumber], n)
	}
	return uint64(row[rowNumber])
}

// A tree says how the blocks of a global state are paired into one 64-bit key.
// Blocks are leaves 0..n-1; inner vertex n+i is the pair of two vertices; the
// root's pair is the key itself, the other pairs are numbered. Most steps
// change two leaves, and only the vertices above them are looked up again.
type tree struct {
	n     int
	left  []int // by inner vertex, children before parents, the root last
	right []int
	above [][]int // by set of changed leaves (as a bit mask, n <= 6): inner vertices to renew, without the root
}

func newTree(n int) *tree {
	t := &tree{n: n}
	var build func(lo, hi int) int
	build = func(lo, hi int) int {
		if hi-lo == 1 {
			return lo
		}
		mid := (lo + hi) / 2
		l, r := build(lo, mid), build(mid, hi)
		t.left = append(t.left, l)
		t.right = append(t.right, r)
		return n + len(t.left) - 1
	}
	build(0, n)
	if n <= 6 {
		t.above = make([][]int, 1<<n)
		for set := range t.above {
			t.above[set] = t.changed(uint32(set))
		}
	}
	return t
}

// changed returns the inner vertices above the leaves in the set, without the
// root.
func (t *tree) changed(set uint32) []int {
	dirty := make([]bool, t.n+len(t.left))
	for i := range t.n {
		dirty[i] = set>>i&1 != 0
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

// decode stores the values of all vertices but the root in val.
func (e *engine) decode(t *tree, key uint64, val []uint32) {
	if k := e.packed; k != nil {
		mask := uint64(1)<<k.bits - 1
		if k.bits == 64 {
			mask = ^uint64(0)
		}
		for p := range t.n {
			val[p] = *k.of[p].at(uint32(key & mask))
			key >>= k.bits
		}
		return
	}
	if t.n == 1 {
		val[0] = uint32(key)
		return
	}
	root := len(t.left) - 1
	val[t.left[root]], val[t.right[root]] = uint32(key>>32), uint32(key)
	for i := root - 1; i >= 0; i-- {
		pair := *e.mids.pairs.at(val[t.n+i])
		val[t.left[i]], val[t.right[i]] = uint32(pair>>32), uint32(pair)
	}
}

// encode returns the key of a state in which the leaves in the set differ from
// those of the state with the key before, whose other vertices are in val; 0
// when a block does not fit.
func (e *engine) encode(t *tree, before uint64, val []uint32, set uint32) uint64 {
	if k := e.packed; k != nil {
		mask := uint64(1)<<(k.bits&63) - 1
		if k.bits == 64 {
			mask = ^uint64(0)
		}
		for ; set != 0; set &= set - 1 {
			p := uint(bits.TrailingZeros32(set))
			number := e.number(int(p), val[p])
			if number > mask {
				return 0
			}
			before = before&^(mask<<(p*k.bits)) | number<<(p*k.bits)
		}
		return before
	}
	if t.n == 1 {
		return uint64(val[0])
	}
	var list []int
	if t.above != nil {
		list = t.above[set]
	} else {
		list = t.changed(set)
	}
	for _, i := range list {
		val[t.n+i] = e.mid(uint64(val[t.left[i]])<<32 | uint64(val[t.right[i]]))
	}
	root := len(t.left) - 1
	return uint64(val[t.left[root]])<<32 | uint64(val[t.right[root]])
}
