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
	// Instant: a message is taken before anything else happens. While one can be taken, no process
	// takes a local step, crashes, restarts or is told of a crash; of several messages any is next, with
	// those of a channel in the order in which they were sent. So a step and what its messages lead to
	// are one, as where two processes act together, and the states in between are those of a run all the
	// same: properties are asked of them, too. A message that its receiver does not take holds up those behind
	// it in its channel, unless the protocol is Selective, and nothing else.
	Instant
)

// Networks returns all of them.
func Networks() []Network { return []Network{FIFO, Unordered, Duplicating, Instant} }

// Ordered reports whether the messages of a channel are taken in the order in which they were sent.
func (n Network) Ordered() bool { return n == FIFO || n == Instant }

// networks has the name of each, and how messages arrive.
var networks = [...]struct{ name, sentence string }{
	{"fifo", ""}, {"unordered", "messages in any order"}, {"duplicating", "messages in any order, and again and again"},
	{"instant", "messages taken before anything else happens"},
}

// Sentence says how messages arrive, within a sentence; empty for FIFO.
func (n Network) Sentence() string { return networks[n].sentence }

// String returns fifo, unordered, duplicating or instant.
func (n Network) String() string {
	if int(n) < len(networks) {
		return networks[n].name
	}
	return fmt.Sprintf("Network(%d)", uint8(n))
}
