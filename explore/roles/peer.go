package roles

import (
	"cmp"
	"fmt"
	"iter"
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

// A By has a value for each peer. T is made of numbers, booleans and stamps: it has no peers in it, whose numbers an order of
// values would show. Functions that a By is given are called once for each value that peers have, in an order of the
// values, and not once for each peer: so they cannot count on which one comes first, or on how many there are.
type By[T comparable] struct {
	of     explore.PerProcess[T]
	others crowdOf // in proofs for every number of peers alone
}

// Of returns the value of a peer, which must not be none.
func (b By[T]) Of(p Peer) T { return b.of[p.process.Index()] }

// With returns b with another value of a peer, which must not be none.
func (b By[T]) With(p Peer, v T) By[T] {
	b.of[p.process.Index()] = v
	return b
}

// A group is a value, and the peers that have it; or a class of a crowd, with values of further peers of it.
type group[T comparable] struct {
	value   T
	peers   explore.Set
	class   int // from 1; 0 for none
	further []T
}

// groups returns the values that peers have, each once, in an order of the values alone. Processes that do not exist have
// the zero value.
func (b *By[T]) groups() []group[T] {
	all := make([]group[T], 0, 4)
	for i, v := range b.of {
		at := slices.IndexFunc(all, func(g group[T]) bool { return g.value == v })
		if at < 0 {
			at = len(all)
			all = append(all, group[T]{value: v})
		}
		all[at].peers = all[at].peers.With(i)
	}
	at := scalarsOf(reflect.TypeFor[T]())
	if at.foreign != nil {
		panic(fmt.Sprintf("a roles.By has a %v in its values, whose order would not be one of values alone", at.foreign))
	}
	slices.SortFunc(all, func(x, y group[T]) int {
		return compareScalars(unsafe.Pointer(&x.value), unsafe.Pointer(&y.value), at.all)
	})
	return all
}

// wanted returns the groups whose value is wanted, and the crowd that there is.
func (b *By[T]) wanted(f func(T) bool) (*Crowd, []group[T]) {
	c, all := b.crowd(), b.groups()
	if c == nil {
		return c, slices.DeleteFunc(all, func(g group[T]) bool { return !f(g.value) })
	}
	return c, slices.DeleteFunc(with(c, all), func(g group[T]) bool { return !about(c, g, f) })
}

const equal = "two peers are equal in the order in which a member sorts them: let their stamps decide"

// InOrder yields the peers whose value is wanted, in an order of their values. A member
// cannot know which of two peers comes first that the order does not tell apart, so such
// an order panics.
func (b By[T]) InOrder(wanted func(T) bool, before func(a, b T) bool) iter.Seq[Peer] {
	return func(yield func(Peer) bool) {
		c, peers, next := b.inOrder(wanted, before)
		for _, p := range peers {
			if !yield(p) {
				return
			}
		}
		c.needs(next)
	}
}

// inOrder returns the wanted peers in the order, and the class that comes next, from 1, if any: what is behind it is not known.
func (b *By[T]) inOrder(wanted func(T) bool, before func(a, b T) bool) (c *Crowd, peers []Peer, next int) {
	c, all := b.wanted(wanted)
	if slices.ContainsFunc(all, func(g group[T]) bool { return g.peers.Len() > 1 }) {
		panic(equal)
	}
	if c != nil {
		peers, next = ordered(c, all, before)
		return c, peers, next
	}
	slices.SortFunc(all, func(x, y group[T]) int {
		switch {
		case x.peers == y.peers:
			return 0
		case before(x.value, y.value):
			return -1
		case before(y.value, x.value):
			return 1
		}
		panic(equal)
	})
	peers = make([]Peer, len(all))
	for i, g := range all {
		peers[i] = g.peer()
	}
	return nil, peers, 0
}

// Sorted returns the peers of InOrder.
func (b By[T]) Sorted(wanted func(T) bool, before func(a, b T) bool) []Peer {
	c, peers, next := b.inOrder(wanted, before)
	c.needs(next)
	return peers
}

// First returns the first of InOrder, or none.
func (b By[T]) First(wanted func(T) bool, before func(a, b T) bool) Peer {
	c, peers, next := b.inOrder(wanted, before)
	if len(peers) > 0 {
		return peers[0]
	}
	c.needs(next)
	return Peer{}
}

// Any reports whether the value of some peer is wanted.
func (b By[T]) Any(wanted func(T) bool) bool {
	c, all := b.wanted(wanted)
	return len(all) > 0 || c == nil && !slices.Contains(b.of[:], *new(T)) && wanted(*new(T)) // there are always processes that do not exist
}

// Those returns the peers whose value is wanted.
func (b By[T]) Those(wanted func(T) bool) Peers {
	var those Peers
	c, all := b.wanted(wanted)
	for _, g := range all {
		if g.class > 0 {
			c.needs(g.class)
		} else if c != nil && g.value == *new(T) {
			c.refuse("a set of all peers that nothing is known of")
		}
		those.set |= g.peers
	}
	return those
}

// Total returns the sum of what f makes of the values of all peers, and of the zero value
// for processes that do not exist: f makes 0 of that.
func (b By[T]) Total(f func(T) int) int {
	sum := 0
	c, all := b.crowd(), b.groups()
	if c == nil {
		for _, g := range all {
			sum += f(g.value) * g.peers.Len()
		}
		return sum
	}
	for _, g := range with(c, all) {
		switch x := about(c, g, f); {
		case x != 0 && g.class > 0:
			c.needs(g.class)
		case x != 0 && g.value == *new(T):
			c.refuse("a total of peers that nothing is known of")
		default:
			sum += x * g.peers.Len()
		}
	}
	return sum
}

// A scalar is a number in a value.
type scalar struct {
	at, size uintptr
	kind     reflect.Kind
}

// scalars are the numbers in the values of a type. Foreign is a type in it for which their order is not one of the values alone: it
// would show numbers of peers, or be one of addresses, or values that are equal would differ.
type scalars struct {
	all     []scalar
	foreign reflect.Type
}

var scalarsOfTypes sync.Map

func scalarsOf(t reflect.Type) scalars {
	if x, ok := scalarsOfTypes.Load(t); ok {
		return x.(scalars)
	}
	var x scalars
	var walk func(t reflect.Type, at uintptr)
	walk = func(t reflect.Type, at uintptr) {
		if t == reflect.TypeFor[explore.Process]() || t == reflect.TypeFor[explore.Set]() || explore.IsPerProcess(t) {
			x.foreign = t
		}
		switch {
		case t.Kind() == reflect.Array:
			for i := range t.Len() {
				walk(t.Elem(), at+uintptr(i)*t.Elem().Size())
			}
		case t.Kind() == reflect.Struct:
			for i := range t.NumField() {
				walk(t.Field(i).Type, at+t.Field(i).Offset)
			}
		default:
			if t.Kind() > reflect.Uintptr {
				x.foreign = t
			}
			x.all = append(x.all, scalar{at, t.Size(), t.Kind()})
		}
	}
	walk(t, 0)
	scalarsOfTypes.Store(t, x)
	return x
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
