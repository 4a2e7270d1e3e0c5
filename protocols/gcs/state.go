package gcs

import "qcheck/protocols/variant"

// A Stage is how far a process has come.
type Stage uint8

const (
	Out      Stage = iota // OutCS, in no method
	In                    // InCS, in no method
	Exiting               // in Exit(), within lmin.Exit(): InCS
	Exited                // in Exit(), before kmex.Exit(): OutCS
	Entering              // in Entry(), within kmex.Entry(): OutCS
	Entered               // in Entry(), before lmin.Entry(): InCS
)

// State is the local state of a process, with A and B those of the objects.
type State[A, B comparable] struct {
	Stage Stage
	Lmin  A
	Kmex  B
}

// An Object says which of the two a message belongs to.
type Object uint8

// The objects.
const (
	Lmin Object = iota + 1
	Kmex
)

var objectNames = [...]string{0: "no object", Lmin: "lmin", Kmex: "kmex"}

// String returns the name of the object.
func (o Object) String() string { return variant.Name(objectNames[:], o) }

// Message is a message of one of the objects.
type Message[X, Y comparable] struct {
	Object Object
	Lmin   X
	Kmex   Y
}
