package setsys

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"qcheck/setsys/words"
)

// A NodeSet is a set of node indices of a universe of Cap() nodes. Its methods
// do not change it. The zero value is the empty set over no nodes.
type NodeSet struct {
	bits *bitset.BitSet // its Len is always the number of nodes of the universe
}

// NewNodeSet returns the set of the given node indices over a universe of n
// nodes. It panics when an index is not in 0..n-1.
func NewNodeSet(n int, nodes ...int) NodeSet {
	b := bitset.New(uint(n))
	for _, i := range nodes {
		if i < 0 || i >= n {
			panic(fmt.Sprintf("setsys: node index %d in a universe of %d", i, n))
		}
		b.Set(uint(i))
	}
	return NodeSet{b}
}

// fromWords returns the set with a copy of the given words.
func fromWords(n int, row []uint64) NodeSet {
	b := bitset.New(uint(n))
	copy(b.Words(), row)
	return NodeSet{b}
}

// FromWords returns the set over n nodes whose index i is a member when bit
// i%64 of row[i/64] is set. Row must have no bit at n or above; it is copied.
func FromWords(n int, row []uint64) NodeSet { return fromWords(n, row) }

// Cap returns the number of nodes of the universe.
func (s NodeSet) Cap() int {
	if s.bits == nil {
		return 0
	}
	return int(s.bits.Len())
}

// Len returns the number of members.
func (s NodeSet) Len() int {
	if s.bits == nil {
		return 0
	}
	return int(s.bits.Count())
}

// IsEmpty reports whether the set has no member.
func (s NodeSet) IsEmpty() bool { return s.Len() == 0 }

// Has reports whether node index i is a member.
func (s NodeSet) Has(i int) bool { return s.bits != nil && i >= 0 && s.bits.Test(uint(i)) }

// All yields the members' indices in ascending order.
func (s NodeSet) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range s.Words() {
			for ; word != 0; word &= word - 1 {
				if !yield(w*64 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// Nodes returns the members' indices in ascending order.
func (s NodeSet) Nodes() []int {
	nodes := make([]int, 0, s.Len())
	for i := range s.All() {
		nodes = append(nodes, i)
	}
	return nodes
}

// Words returns the members as 64-bit words, (Cap()+63)/64 of them, for inner
// loops. The caller must not change them.
func (s NodeSet) Words() []uint64 {
	if s.bits == nil {
		return nil
	}
	return s.bits.Words()
}

// Equal reports whether both sets have the same members over universes of the
// same size.
func (s NodeSet) Equal(t NodeSet) bool { return s.Cap() == t.Cap() && s.Compare(t) == 0 }

// SubsetOf reports whether every member of s is one of t.
func (s NodeSet) SubsetOf(t NodeSet) bool { return words.Subset(s.Words(), t.Words()) }

// Intersects reports whether the sets share a member.
func (s NodeSet) Intersects(t NodeSet) bool { return !words.Disjoint(s.Words(), t.Words()) }

// Union returns the set of members of s or t.
func (s NodeSet) Union(t NodeSet) NodeSet {
	return s.combine(t, func(a, b uint64) uint64 { return a | b })
}

// Intersection returns the set of members of s and t.
func (s NodeSet) Intersection(t NodeSet) NodeSet {
	return s.combine(t, func(a, b uint64) uint64 { return a & b })
}

// Difference returns the set of members of s that are not in t.
func (s NodeSet) Difference(t NodeSet) NodeSet {
	return s.combine(t, func(a, b uint64) uint64 { return a &^ b })
}

func (s NodeSet) combine(t NodeSet, op func(a, b uint64) uint64) NodeSet {
	if s.Cap() != t.Cap() {
		panic(fmt.Sprintf("setsys: sets over %d and %d nodes", s.Cap(), t.Cap()))
	}
	r := NewNodeSet(s.Cap())
	for i := range r.Words() {
		r.bits.Words()[i] = op(s.Words()[i], t.Words()[i])
	}
	return r
}

// Complement returns the set of nodes of the universe that are not in s.
func (s NodeSet) Complement() NodeSet {
	if s.bits == nil {
		return NodeSet{}
	}
	return NodeSet{s.bits.Complement()}
}

// Compare orders sets by their sorted members, lexicographically, a set before
// its extensions: {1,2} < {1,2,3} < {1,3} < {2}. This is the canonical order
// of quorums everywhere in qcheck.
func (s NodeSet) Compare(t NodeSet) int { return words.Compare(s.Words(), t.Words()) }

// Format writes the set with the names of u: {1,2,5}.
func (s NodeSet) Format(u Universe) string {
	var b strings.Builder
	b.WriteByte('{')
	sep := ""
	for i := range s.All() {
		b.WriteString(sep)
		b.WriteString(Printable(u.Name(i)))
		sep = ","
	}
	b.WriteByte('}')
	return b.String()
}

// String writes the set with its nodes numbered from 1: {1,2,5}.
func (s NodeSet) String() string { return s.Format(Universe{n: max(s.Cap(), 1)}) }
