package maekawa

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// State is the local state of a process: what it does for itself as a
// requester, and what it does as a member of quorums.
type State struct {
	Phase explore.Phase
	// Quorum has the processes that were asked, until it leaves.
	Quorum explore.Set
	// Stamp is the time stamp of the own request while waiting.
	Stamp explore.Stamp
	// Granted has the members that have granted; Failed those that sent FAILED
	// or whose permission was given back; Inquiring those whose INQUIRE is
	// without an answer.
	Granted, Failed, Inquiring explore.Set

	// Lock is the time stamp of the request that this member has granted to,
	// zero for none, and Holder its process.
	Lock   explore.Stamp
	Holder explore.Process
	// Inquired says that INQUIRE was sent to the holder.
	Inquired bool
	// Queue has, by process, the time stamp of its request that waits here.
	Queue explore.PerProcess[explore.Stamp]
}

// A Kind is the kind of a message.
type Kind uint8

const (
	REQUEST Kind = iota + 1
	GRANT
	FAILED
	INQUIRE
	RELINQUISH
	RELEASE
)

var kindNames = [...]string{
	0: "no message", REQUEST: "REQUEST", GRANT: "GRANT", FAILED: "FAILED", INQUIRE: "INQUIRE",
	RELINQUISH: "RELINQUISH", RELEASE: "RELEASE",
}

// String returns the name of the message.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message has a kind, and the fields that this kind of message carries.
type Message struct {
	Kind Kind
	// Stamp is the time stamp of a REQUEST.
	Stamp explore.Stamp
}
