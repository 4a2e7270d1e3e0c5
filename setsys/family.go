package setsys

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"qcheck/setsys/words"
)

// A Family is a list of node sets over one universe of Nodes() nodes, in the
// order given, repeats kept. The zero value is the empty family over no nodes.
// The sets of a family that [Unlisted] made are those of a formula, and those of one
// that [Trusting] made the minimal quorums of a trust graph.
type Family struct {
	n    int
	rows []uint64 // words.Of(n) words a set
	len  int

	formula *Formula // instead of the sets; see Unlisted
	limit   int      // of List
	trust   *Trust   // instead of the sets, or beside the formula; see Trusting

	assumptions []Assumption // beside the formula; see Assuming
}

// NewFamily returns the family of the given sets over a universe of n nodes.
// It panics when a set is over another number of nodes.
func NewFamily(n int, sets ...NodeSet) Family {
	b := NewFamilyBuilder(n)
	for _, s := range sets {
		b.Add(s)
	}
	return b.Family()
}

// Nodes returns the number of nodes of the universe.
func (f Family) Nodes() int { return f.n }

// Len returns the number of sets, repeats counted.
func (f Family) Len() int {
	f.listed()
	return f.len
}

// At returns set number i, 0..Len()-1.
func (f Family) At(i int) NodeSet { return FromWords(f.n, f.Words(i)) }

// Words returns set number i as 64-bit words, which must not be changed.
func (f Family) Words(i int) []uint64 {
	w := words.Of(f.n)
	return f.rows[i*w : (i+1)*w : (i+1)*w]
}

// All yields the sets in order.
func (f Family) All() iter.Seq2[int, NodeSet] {
	return func(yield func(int, NodeSet) bool) {
		for i := range f.Len() {
			if !yield(i, f.At(i)) {
				return
			}
		}
	}
}

// A Step is called at least once for each set that is looked at or made by what may take
// long: listing, sorting, indexing. It may panic, to end that. Callers give one, or none
// where the family is small.
type Step = func()

// stepOf returns the step that a caller gave, or one that does nothing.
func stepOf(given []Step) Step {
	if len(given) == 0 || given[0] == nil {
		return func() {}
	}
	return given[0]
}

// Canonical returns the same sets, repeats kept, in canonical order (see
// [NodeSet.Compare]).
func (f Family) Canonical(step ...Step) Family {
	f.listed()
	if f.isSorted() {
		return f
	}
	return f.pick(f.sorted(words.Compare, stepOf(step)))
}

// HasEmpty reports whether a set of the family, which is listed, is empty.
func (f Family) HasEmpty() bool {
	for i := range f.Len() {
		if words.Empty(f.Words(i)) {
			return true
		}
	}
	return false
}

func (f Family) isSorted() bool {
	for i := 1; i < f.len; i++ {
		if words.Compare(f.Words(i-1), f.Words(i)) > 0 {
			return false
		}
	}
	return true
}

// sorted returns the numbers of the sets in the given order, stable.
func (f Family) sorted(compare func(a, b []uint64) int, step Step) []int32 {
	order := make([]int32, f.len)
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		step()
		return cmp.Or(compare(f.Words(int(i)), f.Words(int(j))), int(i-j))
	})
	return order
}

// pick returns the family of the sets with the given numbers.
func (f Family) pick(numbers []int32) Family {
	b := NewFamilyBuilder(f.n)
	for _, i := range numbers {
		b.AddWords(f.Words(int(i)))
	}
	return b.Family()
}

// Minimal returns the sets that contain no other set of the family, each once,
// in canonical order.
func (f Family) Minimal(step ...Step) Family {
	goOn := stepOf(step)
	ix := NewIndex(f, goOn)
	c := ix.family
	b := NewFamilyBuilder(f.n)
	q := ix.Query()
	for i := 0; i < c.len; i++ {
		goOn()
		row := c.Words(i)
		if size := words.Count(row); size == 0 || !q.HasWithin(row, size-1) {
			b.AddWords(row)
		}
	}
	return b.Family()
}

// Equal reports whether both families list the same sets in the same order
// over universes of the same size.
func (f Family) Equal(g Family) bool {
	return f.n == g.n && f.Len() == g.Len() && words.Equal(f.rows, g.rows)
}

// String lists the sets with nodes numbered from 1: {{1,2},{1,3}}.
func (f Family) String() string {
	s := "{"
	for i, q := range f.All() {
		if i > 0 {
			s += ","
		}
		s += q.String()
	}
	return s + "}"
}

// A FamilyBuilder collects the sets of a family one by one. It is not safe for
// concurrent use.
type FamilyBuilder struct{ f Family }

// NewFamilyBuilder returns a builder of a family over n nodes.
func NewFamilyBuilder(n int) *FamilyBuilder { return &FamilyBuilder{Family{n: n}} }

// Add appends a set. It panics when s is over another number of nodes.
func (b *FamilyBuilder) Add(s NodeSet) {
	if s.Cap() != b.f.n {
		panic(fmt.Sprintf("setsys: a set over %d nodes in a family over %d", s.Cap(), b.f.n))
	}
	b.AddWords(s.Words())
}

// AddWords appends the set with a copy of the given words.
func (b *FamilyBuilder) AddWords(row []uint64) {
	b.f.rows = append(b.f.rows, row...)
	b.f.len++
}

// Len returns the number of sets so far.
func (b *FamilyBuilder) Len() int { return b.f.len }

// Family returns the family of the sets added so far; the builder must not be
// used afterwards.
func (b *FamilyBuilder) Family() Family { return b.f }
