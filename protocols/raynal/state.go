package raynal

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// State is the local state of a process.
type State struct {
	Phase explore.Phase
	// Units is how many resources the own request is for, until it leaves.
	Units uint8
	// Stamp is the time stamp of the own request, while waiting.
	Stamp explore.Stamp
	// Used has, by process, as many resources as it may be using at most.
	Used explore.PerProcess[int32]
	// Deferred has, by process, how many of its REQUESTs are still to be answered
	// in full on leaving.
	Deferred explore.PerProcess[uint8]
}

// A Kind is the kind of a message.
type Kind uint8

const (
	REQUEST Kind = iota + 1
	NOT_USED
)

var kindNames = [...]string{0: "no message", REQUEST: "REQUEST", NOT_USED: "NOT_USED"}

// String returns the name of the message.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// A Message has a kind, and the fields that this kind of message carries.
type Message struct {
	Kind Kind
	// Stamp is the time stamp of a REQUEST.
	Stamp explore.Stamp
	// Units is how many resources are not used, in a NOT_USED.
	Units uint16
}
