package ricartagrawala

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// State is the local state of a process.
type State struct {
	Phase explore.Phase
	// Stamp is the time stamp of the own request, until it leaves.
	Stamp explore.Stamp
	// Missing is how many REPLYs to the own request are still to come.
	Missing uint8
	// Deferred has the processes that get their REPLY on leaving.
	Deferred explore.Set

	// Highest is the highest sequence number of a received REQUEST, and Number
	// that of the own request, until it leaves; in the variant numbers only.
	Highest, Number uint16

	// Awaited has the processes whose REPLYs are still to come, and Gone those of whose crash this one was told; in
	// the variant failures only, instead of Missing.
	Awaited, Gone explore.Set
}

// A Kind is the kind of a message.
type Kind uint8

const (
	REQUEST Kind = iota + 1
	REPLY
)

var kindNames = [...]string{0: "no message", REQUEST: "REQUEST", REPLY: "REPLY"}

// String returns the name that the paper gives to the message.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message has a kind, and the fields that this kind of message carries.
type Message struct {
	Kind Kind
	// Stamp is the time stamp of a REQUEST.
	Stamp explore.Stamp
	// Number is its sequence number, in the variant numbers instead.
	Number uint16
}
