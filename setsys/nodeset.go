package setsys

import (
	"fmt"
	"iter"
	"slices"
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
	s := NodeSet{bitset.New(uint(n))}
	for _, i := range nodes {
		if i < 0 || i >= n {
			panic(fmt.Sprintf("setsys: node index %d in a universe of %d", i, n))
		}
		s.bits.Set(uint(i))
	}
	return s
}

// FromWords returns the set over n nodes whose index i is a member when bit
// i%64 of row[i/64] is set. Row must have no bit at n or above; it is copied.
func FromWords(n int, row []uint64) NodeSet {
	s := NewNodeSet(n)
	copy(s.bits.Words(), row)
	return s
}

// Cap returns the number of nodes of the universe.
func (s NodeSet) Cap() int {
	if s.bits == nil {
		return 0
	}
	return int(s.bits.Len())
}

// Len returns the number of members.
func (s NodeSet) Len() int { return words.Count(s.Words()) }

// IsEmpty reports whether the set has no member.
func (s NodeSet) IsEmpty() bool { return words.Empty(s.Words()) }

// Has reports whether node index i is a member.
func (s NodeSet) Has(i int) bool { return i >= 0 && i < s.Cap() && words.Has(s.Words(), i) }

// All yields the members' indices in ascending order.
func (s NodeSet) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for v := words.Next(s.Words(), 0); v >= 0 && yield(v); v = words.Next(s.Words(), v+1) {
		}
	}
}

// Nodes returns the members' indices in ascending order.
func (s NodeSet) Nodes() []int { return slices.AppendSeq(make([]int, 0, s.Len()), s.All()) }

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
func (s NodeSet) Union(t NodeSet) NodeSet { return s.combine(t, words.Or) }

// Intersection returns the set of members of s and t.
func (s NodeSet) Intersection(t NodeSet) NodeSet { return s.combine(t, words.And) }

// Difference returns the set of members of s that are not in t.
func (s NodeSet) Difference(t NodeSet) NodeSet { return s.combine(t, words.AndNot) }

func (s NodeSet) combine(t NodeSet, op func(dst, a, b []uint64)) NodeSet {
	if s.Cap() != t.Cap() {
		panic(fmt.Sprintf("setsys: sets over %d and %d nodes", s.Cap(), t.Cap()))
	}
	r := NewNodeSet(s.Cap())
	op(r.Words(), s.Words(), t.Words())
	return r
}

// Complement returns the set of nodes of the universe that are not in s.
func (s NodeSet) Complement() NodeSet { return FromWords(s.Cap(), words.Full(s.Cap())).Difference(s) }

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
