package setsys

import (
	"fmt"

	"qcheck/setsys/words"
)

// ErrTooMany is returned when a family would have more members than the limit
// given.
type ErrTooMany struct{ Limit int }

func (e ErrTooMany) Error() string { return fmt.Sprintf("more than %d sets", e.Limit) }

// Transversals returns the dual of f: its minimal transversals, the minimal
// sets that share a node with every set of f, in canonical order. The dual of
// a family with an empty set is empty; the dual of the empty family is the
// family of the empty set. The dual of the dual is f.Minimal().
//
// At most limit sets are returned; where there are more, the error is an
// ErrTooMany.
func (f Family) Transversals(limit int) (Family, error) {
	out := NewFamilyBuilder(f.n)
	end := f.EachTransversal(nil, func(set []uint64) bool {
		if out.Len() >= limit {
			return false
		}
		out.AddWords(set)
		return true
	})
	if !end {
		return Family{n: f.n}, ErrTooMany{limit}
	}
	return out.Family().Canonical(), nil
}

// EachTransversal calls yield with every minimal transversal of f, each once,
// as words that are valid during the call, until yield returns false. The
// order is fixed, but not the canonical one. Between two transversals, and
// when there are none, the search may take long; it calls step, which may be nil,
// at every step. EachTransversal reports whether it came to the end.
//
// The algorithm is that of Murakami and Uno (MMCS, "Efficient algorithms for
// dualizing large-scale hypergraphs", 2014): a partial transversal is extended
// by each node of a set it misses, and cut as soon as one of its nodes is
// critical for no set, that is, hits nothing alone. Each minimal transversal
// is found once, in O(size of f) time a step of the search, and only
// the branch being searched is stored.
func (f Family) EachTransversal(step Step, yield func(set []uint64) bool) bool {
	m := f.Minimal(step)
	if m.HasEmpty() {
		return true
	}
	s := &dualSearch{
		f: m, step: stepOf([]Step{step}), yield: yield,
		hits: make([]int32, m.len), critical: make([]int32, f.n),
		member: make([][]int32, f.n), partial: make([]uint64, words.Of(f.n)),
		open: words.Full(f.n), left: m.len,
	}
	for i := 0; i < m.len; i++ {
		for v := words.Next(m.Words(i), 0); v >= 0; v = words.Next(m.Words(i), v+1) {
			s.member[v] = append(s.member[v], int32(i))
		}
	}
	return s.search()
}

type dualSearch struct {
	f        Family
	step     Step
	yield    func([]uint64) bool
	member   [][]int32 // by node: the sets that have it
	hits     []int32   // by set: how many nodes of the partial transversal it has
	critical []int32   // by node of the partial transversal: sets it hits alone
	partial  []uint64
	open     []uint64 // nodes that may still be added
	left     int      // sets not hit
}

func (s *dualSearch) search() bool {
	s.step()
	if s.left == 0 {
		return s.yield(s.partial)
	}
	// Branch on the missed set with the fewest open nodes.
	best, fewest := -1, s.f.n+1
	common := make([]uint64, len(s.open))
	for i := 0; i < s.f.len && fewest > 0; i++ {
		if s.hits[i] == 0 {
			words.And(common, s.f.Words(i), s.open)
			if c := words.Count(common); c < fewest {
				best, fewest = i, c
			}
		}
	}
	words.And(common, s.f.Words(best), s.open)
	words.AndNot(s.open, s.open, common)
	ok := true
	for v := words.Next(common, 0); v >= 0 && ok; v = words.Next(common, v+1) {
		if s.add(v) {
			ok = s.search()
		}
		s.remove(v)
		words.Add(s.open, v) // later siblings may contain v
	}
	return ok
}

// add puts v into the partial transversal and reports whether each of its
// nodes still is critical for some set.
func (s *dualSearch) add(v int) bool {
	words.Add(s.partial, v)
	for _, i := range s.member[v] {
		s.hits[i]++
		switch s.hits[i] {
		case 1:
			s.left--
			s.critical[v]++
		case 2:
			s.critical[s.sole(int(i), v)]--
		}
	}
	for u := words.Next(s.partial, 0); u >= 0; u = words.Next(s.partial, u+1) {
		if s.critical[u] == 0 {
			return false
		}
	}
	return true
}

func (s *dualSearch) remove(v int) {
	for _, i := range s.member[v] {
		s.hits[i]--
		switch s.hits[i] {
		case 0:
			s.left++
			s.critical[v]--
		case 1:
			s.critical[s.sole(int(i), v)]++
		}
	}
	words.Remove(s.partial, v)
}

// sole returns the node of the partial transversal other than v that set i has,
// of which there is only one.
func (s *dualSearch) sole(i, v int) int {
	row := s.f.Words(i)
	for w := range row {
		x := row[w] & s.partial[w]
		if v>>6 == w {
			x &^= 1 << (uint(v) & 63)
		}
		if x != 0 {
			return words.Next([]uint64{x}, 0) + w<<6
		}
	}
	panic("setsys: a set hit twice has no second node")
}
