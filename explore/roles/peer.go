package roles

import (
	"cmp"
	"reflect"
	"slices"
	"sync"
	"unsafe"

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

// inOrder returns the peers in an order that depends on their values alone, so that what a
// function that is called with these sees says nothing of the numbers of peers.
func (b *By[T]) inOrder() []Peer {
	var zero T
	peers := make([]Peer, 0, len(b.of))
	for i, v := range b.of {
		if v == zero {
			peers = append(peers, Peer{explore.ProcessOf(i)})
		}
	}
	least := len(peers) // most often, nearly all
	for i, v := range b.of {
		if v != zero {
			peers = append(peers, Peer{explore.ProcessOf(i)})
		}
	}
	at := scalarsOf(reflect.TypeFor[T]())
	slices.SortStableFunc(peers[least:], func(p, q Peer) int {
		return compareScalars(unsafe.Pointer(&b.of[p.process.Index()]), unsafe.Pointer(&b.of[q.process.Index()]), at)
	})
	return peers
}

// Sorted returns the peers whose value is wanted, in an order of their values. A member
// cannot know which of two peers comes first that the order does not tell apart, so such
// an order panics.
func (b By[T]) Sorted(wanted func(T) bool, before func(a, b T) bool) []Peer {
	var peers []Peer
	for _, p := range b.inOrder() {
		if wanted(b.Of(p)) {
			peers = append(peers, p)
		}
	}
	slices.SortFunc(peers, func(p, q Peer) int {
		switch x, y := b.Of(p), b.Of(q); {
		case p == q:
			return 0
		case x == y: // whatever the order says
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
	return slices.ContainsFunc(b.inOrder(), func(p Peer) bool { return wanted(b.Of(p)) })
}

// Those returns the peers whose value is wanted.
func (b By[T]) Those(wanted func(T) bool) Peers {
	var those Peers
	for i, v := range b.of {
		if wanted(v) {
			those = those.With(Peer{explore.ProcessOf(i)})
		}
	}
	return those
}

// Total returns the sum of what f makes of the values of all peers, and of the zero value
// for processes that do not exist: f makes 0 of that.
func (b By[T]) Total(f func(T) int) int {
	sum := 0
	for _, p := range b.inOrder() {
		sum += f(b.Of(p))
	}
	return sum
}

// A scalar is a number in a value.
type scalar struct {
	at, size uintptr
	kind     reflect.Kind
}

var scalars sync.Map // of a type

func scalarsOf(t reflect.Type) []scalar {
	if all, ok := scalars.Load(t); ok {
		return all.([]scalar)
	}
	var all []scalar
	var walk func(t reflect.Type, at uintptr)
	walk = func(t reflect.Type, at uintptr) {
		switch t.Kind() {
		case reflect.Array:
			for i := range t.Len() {
				walk(t.Elem(), at+uintptr(i)*t.Elem().Size())
			}
		case reflect.Struct:
			for i := range t.NumField() {
				walk(t.Field(i).Type, at+t.Field(i).Offset)
			}
		default:
			all = append(all, scalar{at, t.Size(), t.Kind()})
		}
	}
	walk(t, 0)
	scalars.Store(t, all)
	return all
}

// compareScalars compares two values, number by number, as if these had no sign: zero is least.
func compareScalars(a, b unsafe.Pointer, all []scalar) int {
	for _, x := range all {
		if c := cmp.Compare(number(unsafe.Add(a, x.at), x.size), number(unsafe.Add(b, x.at), x.size)); c != 0 {
			return c
		}
	}
	return 0
}

func number(at unsafe.Pointer, size uintptr) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(at))
	case 2:
		return uint64(*(*uint16)(at))
	case 4:
		return uint64(*(*uint32)(at))
	}
	return *(*uint64)(at)
}
