package protocol

import "fmt"

// A Network says in which order messages arrive, and how often. The messages from one process to
// another are a channel; between channels there is no order on any network.
type Network uint8

const (
	// FIFO: a message arrives once, after those that were sent before it in its channel.
	FIFO Network = iota
	// Unordered: a message arrives once, at any time after it was sent.
	Unordered
	// Duplicating: a message arrives at any time after it was sent, as often as it will. What is
	// on its way is a set of messages that only grows. A delivery that changes nothing is no step.
	Duplicating
)

// Networks returns all of them.
func Networks() []Network { return []Network{FIFO, Unordered, Duplicating} }

// Sentence says how messages arrive, within a sentence; empty for FIFO.
func (n Network) Sentence() string {
	switch n {
	case Unordered:
		return "messages in any order"
	case Duplicating:
		return "messages in any order, and again and again"
	}
	return ""
}

// String returns fifo, unordered or duplicating.
func (n Network) String() string {
	switch n {
	case FIFO:
		return "fifo"
	case Unordered:
		return "unordered"
	case Duplicating:
		return "duplicating"
	}
	return fmt.Sprintf("Network(%d)", uint8(n))
}
