package leaselock

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// State is the local state of a process.
type State struct {
	// Of a server: who has its lease, for which request, how often it may still expire, and the last token that it gave. Of the
	// resource: whose write it took last, for which request, and the highest token that it has seen.
	Lease    explore.Process
	Request  uint8 // of a client: the number of its last request
	Expiries uint8 // of a client: how often its time may still run out
	Token    uint8 // of a client: that of its leases

	// Of a client: who has given it a lease, who has still to answer, and how many of its writes the resource has still to answer.
	Phase  explore.Phase
	Leases explore.Set
	Asked  explore.Set
	Writes uint8
	// Before are, of a client that has restarted, the numbers of its requests whose leases are not over yet.
	Before uint16
}

// reused is how many numbers requests of a client have where a number that comes again is nowhere any more, and distinct
// where it may be.
const reused, distinct = 4, 16

// A Kind is the kind of a message.
type Kind uint8

const (
	LOCK Kind = iota + 1
	GIVEN
	TAKEN
	UNLOCK
	OVER
	WRITE
	WRITTEN
	REFUSED
)

var kindNames = [...]string{0: "no message", LOCK: "LOCK", GIVEN: "GIVEN", TAKEN: "TAKEN", UNLOCK: "UNLOCK", OVER: "OVER", WRITE: "WRITE", WRITTEN: "WRITTEN", REFUSED: "REFUSED"}

// String returns the name of the kind.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message has a kind, the number of the client's request that it is for, and a token where it carries one.
type Message struct {
	Kind    Kind
	Request uint8
	Token   uint8
}
