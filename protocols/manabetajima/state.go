package manabetajima

import (
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/variant"
)

// State is the local state of a process, with the variables of Figure 1: In, h,
// Q and K are about its own request, x and Que about the permissions that it
// gives.
type State struct {
	// Phase is inside where In is true. The text has no variable for waiting.
	Phase explore.Phase
	// Units is h, from asking to leaving.
	Units uint8
	// Stamp is the time stamp of the own request, while waiting.
	Stamp explore.Stamp
	// Q has the processes that were asked, from asking to leaving.
	Q explore.Set
	// K has those whose OK was received and not given back.
	K explore.Set

	// X is the number of permissions that this process has.
	X uint8
	// Que has, by process, its request here. (A request comes after the release
	// of the one before, so there is one at most.)
	Que explore.PerProcess[Entry]
}

// An Entry is a request in a priority queue; the zero value is none.
type Entry struct {
	Stamp  explore.Stamp
	Units  uint8
	Status Status
}

// A Status is what became of a request in a queue.
type Status uint8

const (
	NoEntry  Status = iota
	Wait            // without permission
	Okay            // OK was sent
	Canceled        // and then cancel, which has no answer yet
)

var statusNames = [...]string{NoEntry: "no entry", Wait: "wait", Okay: "ok", Canceled: "cancel"}

// String returns the text's word for it.
func (s Status) String() string { return variant.Name(statusNames[:], s) }

// A Kind is the kind of a message.
type Kind uint8

const (
	Request Kind = iota + 1
	OK
	Cancel
	Cancelled
	Release
)

var kindNames = [...]string{0: "no message", Request: "request", OK: "OK", Cancel: "cancel", Cancelled: "cancelled", Release: "release"}

// String returns the name that the paper gives to the message.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// A Message has a kind and what that kind carries. Units and Stamp are those of a
// request, and zero elsewhere; a cancel has the stamp of its request in the variant
// cancel-by-request.
type Message struct {
	Kind  Kind
	Units uint8
	Stamp explore.Stamp
}

// String writes a message as the paper does, without the process.
func (m Message) String() string {
	if m.Kind == Request {
		return fmt.Sprintf("request(%d, %d)", m.Units, m.Stamp)
	}
	if m.Stamp != 0 {
		return fmt.Sprintf("%s(%d)", m.Kind, m.Stamp)
	}
	return m.Kind.String()
}
