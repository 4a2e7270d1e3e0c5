package lamport

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// State is the local state of a process.
type State struct {
	Phase explore.Phase
	// Queue has the time stamp of the request of each process that is known to
	// want or hold the resource, the own one included.
	Queue explore.PerProcess[explore.Stamp]
	// Later has the processes from which a message later than the own request
	// came: in the variant printed, the acknowledgement. While waiting only.
	Later explore.Set
	// Sent has the time of the latest message sent to each process, as long as
	// a request that is earlier may come from it; in the variant omitted only.
	Sent explore.PerProcess[explore.Stamp]
}

// A Kind is the kind of a message.
type Kind uint8

const (
	REQUEST     Kind = iota + 1 // "requests resource"
	ACKNOWLEDGE                 // the acknowledgement of a request
	RELEASE                     // "releases resource"
)

var kindNames = [...]string{0: "no message", REQUEST: "REQUEST", ACKNOWLEDGE: "ACKNOWLEDGE", RELEASE: "RELEASE"}

// String returns the name of the kind.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message has a kind, and the fields that this kind of message carries.
type Message struct {
	Kind Kind
	// Stamp is the time at which it was sent; in the variant printed, of a
	// REQUEST only.
	Stamp explore.Stamp
}
