package roles

import (
	"slices"

	"qcheck/explore"
)

// A Peer is a requester as a member names it: two of them can be compared with ==, and
// that is all there is to know of one. The zero value is none.
type Peer struct{ process explore.Process }

// None reports whether p names nobody.
func (p Peer) None() bool { return p == Peer{} }

// A Stamp is the time stamp of a request as a member sees it: two of them can be compared
// with == and Before. The zero value is none.
type Stamp struct{ stamp explore.Stamp }

// None reports whether s is no stamp.
func (s Stamp) None() bool { return s == Stamp{} }

// Before reports whether s is earlier than t. No stamp is earlier than any.
func (s Stamp) Before(t Stamp) bool { return s.stamp < t.stamp }

// Peers is a set of requesters. What order they have is not known.
type Peers struct{ set explore.Set }

// Has reports whether p, which must not be none, is in the set.
func (s Peers) Has(p Peer) bool { return s.set.Has(p.process.Index()) }

// With returns the set with p.
func (s Peers) With(p Peer) Peers { return Peers{s.set.With(p.process.Index())} }

// Without returns the set without p.
func (s Peers) Without(p Peer) Peers { return Peers{s.set.Without(p.process.Index())} }

// A By has a value for each peer. T has no peers in it: package views could not tell
// states apart that differ only in the names of requesters.
type By[T comparable] struct{ of explore.PerProcess[T] }

// Of returns the value of a peer, which must not be none.
func (b By[T]) Of(p Peer) T { return b.of[p.process.Index()] }

// With returns b with another value of a peer, which must not be none.
func (b By[T]) With(p Peer, v T) By[T] {
	b.of[p.process.Index()] = v
	return b
}

// Sorted returns the peers whose value is wanted, in an order of their values. A member
// cannot know which of two peers comes first that the order does not tell apart, so such
// an order panics.
func (b By[T]) Sorted(wanted func(T) bool, before func(a, b T) bool) []Peer {
	var peers []Peer
	for i, v := range b.of {
		if wanted(v) {
			peers = append(peers, Peer{explore.Named(i)})
		}
	}
	slices.SortFunc(peers, func(p, q Peer) int {
		switch x, y := b.Of(p), b.Of(q); {
		case p == q:
			return 0
		case before(x, y):
			return -1
		case before(y, x):
			return 1
		}
		panic("two peers are equal in the order in which a member sorts them: let their stamps decide")
	})
	return peers
}

// First returns the first of Sorted, or none.
func (b By[T]) First(wanted func(T) bool, before func(a, b T) bool) Peer {
	if all := b.Sorted(wanted, before); len(all) > 0 {
		return all[0]
	}
	return Peer{}
}

// Any reports whether the value of some peer is wanted.
func (b By[T]) Any(wanted func(T) bool) bool {
	return slices.ContainsFunc(b.of[:], wanted)
}

// Total returns the sum of what f makes of the values of all peers, and of the zero value
// for processes that do not exist: f makes 0 of that.
func (b By[T]) Total(f func(T) int) int {
	sum := 0
	for _, v := range b.of {
		sum += f(v)
	}
	return sum
}
