package reduce

import (
	"math/bits"

	"qcheck/explore/internal/engine"
	"qcheck/explore/protocol"
)

// Events is a set of events of one process. The first are those of taking messages, by sender.
type Events uint32

// The events of a process that are not the taking of a message.
const (
	LocalSteps Events = 1 << (protocol.MaxProcesses + iota) // its local steps other than asking
	Asking

	NoEvents  Events = 0
	AllEvents Events = 1<<(protocol.MaxProcesses+2) - 1
)

// Taking returns the event of taking messages from a process.
func Taking(from int) Events { return 1 << from }

// senders returns the processes of which a set has the taking of messages.
func (ev Events) senders() protocol.Set { return protocol.Set(ev &^ (Asking | LocalSteps)) }

func (ev Events) count() int { return bits.OnesCount32(uint32(ev)) }

// renamed returns the events of a process, renamed.
func (ev Events) renamed(r engine.Renaming) Events {
	return ev&(Asking|LocalSteps) | Events(r.Set(ev.senders()))
}
