package agrawalelabbadi

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// State is the local state of a process: what it does for itself as a requester, and
// what it does as a member of quorums.
type State struct {
	Phase explore.Phase
	// Quorum has the processes that were asked, until it leaves.
	Quorum explore.Set
	// Stamp is the time stamp of the own request while waiting.
	Stamp explore.Stamp
	// Replied has the members that have sent REPLY and hold it.
	Replied explore.Set

	// Lock is the time stamp of the request that this member has replied to, zero for
	// none, and Holder its process.
	Lock   explore.Stamp
	Holder explore.Process
	// Inquired says that INQUIRE was sent to the holder, and For whose request it was
	// sent for, in the variant inquired-for.
	Inquired bool
	For      explore.Process
	// Queue has, by process, the time stamp of its request that waits here.
	Queue explore.PerProcess[explore.Stamp]
}

// A Kind is the kind of a message.
type Kind uint8

const (
	REQUEST Kind = iota + 1
	REPLY
	INQUIRE
	YIELD
	RELINQUISH
)

var kindNames = [...]string{
	0: "no message", REQUEST: "REQUEST", REPLY: "REPLY", INQUIRE: "INQUIRE", YIELD: "YIELD", RELINQUISH: "RELINQUISH",
}

// String returns the name of the message.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message has a kind, and the time stamp of a REQUEST.
type Message struct {
	Kind  Kind
	Stamp explore.Stamp
}
