package baldoni

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// State is the local state of a process: what it does for itself, and what it
// does as an arbiter, a member of request sets.
type State struct {
	Phase explore.Phase
	// Units is how many resources the own request is for, until it leaves.
	Units uint8
	// Stamp is the time stamp of the own request, while waiting; in the variant
	// stamp-each that of the first REQUEST sent for it.
	Stamp explore.Stamp
	// Granted has the processes w with GRANT[w] = TRUE.
	Granted explore.Set
	// Unsent has the members that REQUEST is still to be sent to, in the variant
	// stamp-each.
	Unsent explore.Set

	// Stamps and Asked have, by process, its time stamp and its resources, of the request in Λ or in Q;
	// Stamps is zero for none. Lambda has the processes whose request is in Λ.
	Stamps explore.PerProcess[explore.Stamp]
	Asked  explore.PerProcess[uint8]
	Lambda explore.Set
	// Awaited is the process that the handler of REQUEST waits for, if it does;
	// Rest has the members of Λ that its loop reaches afterwards.
	Awaited explore.Process
	Rest    explore.Set
	// Inquired has the processes whose answer to INQUIRE is still to come, when
	// the handler does not wait for it.
	Inquired explore.Set
}

// A Kind is the kind of a message.
type Kind uint8

const (
	REQUEST Kind = iota + 1
	GRANT
	RELEASE
	INQUIRE
	YIELD
)

var kindNames = [...]string{0: "no message", REQUEST: "REQUEST", GRANT: "GRANT", RELEASE: "RELEASE", INQUIRE: "INQUIRE", YIELD: "YIELD"}

// String returns the name that the paper gives to the message.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// A Message has a kind, and the fields that this kind of message carries.
type Message struct {
	Kind Kind
	// Stamp and Units are the time stamp of a REQUEST, and how many resources it
	// is for.
	Stamp explore.Stamp
	Units uint8
}
