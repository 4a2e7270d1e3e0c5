package raymondtree

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// State is the local state of a process.
type State struct {
	Phase explore.Phase
	// Holder is the neighbour in whose direction the privilege is, or the process
	// itself.
	Holder explore.Process
	// Asked says that a REQUEST was sent to the holder.
	Asked bool
	// Queue has the neighbours that have asked, and the process itself while it waits,
	// the next one first.
	Queue [explore.MaxProcesses]explore.Process
}

// queued returns the processes in the queue.
func (s State) queued() (all explore.Set) {
	for _, q := range s.Queue {
		if q != 0 {
			all = all.With(q.Index())
		}
	}
	return all
}

// A Kind is the kind of a message, which is all that there is to it.
type Kind uint8

const (
	REQUEST Kind = iota + 1
	PRIVILEGE
)

var kindNames = [...]string{0: "no message", REQUEST: "REQUEST", PRIVILEGE: "PRIVILEGE"}

// String returns the name that the paper gives to the message.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message is a message.
type Message struct{ Kind Kind }
