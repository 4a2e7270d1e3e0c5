package raymond

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// State is the local state of a process. Fields that the variant has no use for
// stay zero.
type State struct {
	Phase explore.Phase
	// Stamp is the time stamp of the own request, until it leaves; where a
	// process inside defers every REQUEST, until it enters.
	Stamp explore.Stamp
	// Replies is how many REPLYs were counted for the own request.
	Replies uint16
	// Permitting has the processes whose REPLY was counted, where processes
	// are counted, or REPLYs name their request.
	Permitting explore.Set
	// Owed has, by process, the REPLYs that it has yet to send to this one.
	Owed explore.PerProcess[uint16]
	// Later has the processes that the own REQUEST will be sent to when they
	// have sent the REPLY that they owe.
	Later explore.Set
	// Deferred has, by process, the REQUESTs that get their REPLY on leaving;
	// where one REPLY answers all of them, 1 for any number.
	Deferred explore.PerProcess[uint16]
	// Last has the time stamp of the last of them, where REPLYs name their
	// request.
	Last explore.PerProcess[explore.Stamp]
}

// A Kind is the kind of a message.
type Kind uint8

const (
	REQUEST Kind = iota + 1
	REPLY
)

var kindNames = [...]string{0: "no message", REQUEST: "REQUEST", REPLY: "REPLY"}

// String returns the name that the thesis gives to the message.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message has a kind, and the fields that this kind of message carries.
type Message struct {
	Kind Kind
	// Stamp is the time stamp of a REQUEST; in a REPLY that names its request,
	// the time stamp of that.
	Stamp explore.Stamp
	// Count is how many REQUESTs a REPLY answers, where it may be several.
	Count uint16
}
