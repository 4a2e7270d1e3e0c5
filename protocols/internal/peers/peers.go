// Package peers makes the names and the stamps that members are given, which package roles
// keeps from handlers: for tests, and for protocols that go beyond the types and say so
// (roles.Protocol.Beyond), so that no local proof is tried of them. A handler of any other
// protocol that has peers from here would tell requesters apart by number, and what is proved of
// it may be false; peers_test.go lists who may import it.
package peers

import (
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// Of returns process p, which counts from 0, as members name it.
func Of(p int) roles.Peer {
	x := explore.ProcessOf(p)
	return *(*roles.Peer)(unsafe.Pointer(&x))
}

// All returns n processes by number.
func All(n int) []roles.Peer {
	var all []roles.Peer
	for p := range n {
		all = append(all, Of(p))
	}
	return all
}

// Stamp returns a time stamp as members are given it.
func Stamp(s explore.Stamp) roles.Stamp { return *(*roles.Stamp)(unsafe.Pointer(&s)) }
