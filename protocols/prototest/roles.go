package prototest

import (
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// Peer returns process p, which counts from 0, as members name it. Handlers cannot.
func Peer(p int) roles.Peer {
	x := explore.Named(p)
	return *(*roles.Peer)(unsafe.Pointer(&x))
}

// Stamp returns a time stamp as members are given it.
func Stamp(s explore.Stamp) roles.Stamp { return *(*roles.Stamp)(unsafe.Pointer(&s)) }
