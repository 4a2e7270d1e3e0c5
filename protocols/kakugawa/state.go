package kakugawa

import (
	"fmt"

	"qcheck/explore"
	"qcheck/explore/roles"
	named "qcheck/protocols/variant"
)

// MaxListed is how many requests a queue, and how many QUERY messages without
// an answer, a State has room for. In the repaired algorithm both together have
// at most one for each process.
const MaxListed = roles.MostNoted

// A Phase is where a process stands between two requests.
type Phase uint8

const (
	Outside Phase = iota
	Asking        // wishes to enter
	Inside        // in the critical section
	Exiting       // has left, and waits for permissions still to come
)

var phaseNames = [...]string{Outside: "outside", Asking: "asking", Inside: "inside", Exiting: "exiting"}

// String returns outside, asking, inside or exiting.
func (p Phase) String() string { return phaseNames[p] }

// State is the local state of a process: what it does for itself, in the
// paper's words a process x with its sets K and T, and what it does as a member
// of quorums, where it has one permission to give.
type State struct {
	Phase Phase
	// Stamp is the time stamp of the own request; while asking only.
	Stamp explore.Stamp
	// K has the processes whose permission this one holds.
	K explore.Set
	// T has the processes that answered WAIT and did not send OK since; in some
	// readings also those that took their permission back. While inside it has
	// whom W will have.
	T explore.Set
	// W has the processes whose permission comes after leaving, to be given
	// back.
	W explore.Set
	// Asked has the processes that REQUEST was sent to, Unanswered those of
	// them that sent neither OK nor WAIT; both while asking only.
	Asked, Unanswered explore.Set

	// Holder is the request that has this process's permission.
	Holder Request
	// Queue has the requests that wait for it, earliest first.
	Queue [MaxListed]Request
	// Queries has the QUERY messages without an answer, in the order of
	// sending.
	Queries [MaxListed]Query
}

// A Request is a request of a process; the zero value is none.
type Request struct {
	Stamp explore.Stamp
	From  explore.Process
}

// A Query remembers why a QUERY was sent.
type Query struct {
	For Request // the request of higher priority
	Of  Request // the one whose permission is asked back
}

// A Kind is the kind of a message.
type Kind uint8

const (
	REQUEST Kind = iota + 1
	OK
	WAIT
	RELEASE
	QUERY
	ANSWER_RELEASE
	ANSWER_NO
)

var kindNames = [...]string{
	0: "Kind(0)", REQUEST: "REQUEST", OK: "OK", WAIT: "WAIT", RELEASE: "RELEASE", QUERY: "QUERY",
	ANSWER_RELEASE: "ANSWER_RELEASE", ANSWER_NO: "ANSWER_NO",
}

// String returns the name that the paper gives to the message.
func (k Kind) String() string { return named.Name(kindNames[:], k) }

// A Message is a message; Stamp is that of the request in a REQUEST, and zero
// elsewhere.
type Message struct {
	Kind  Kind
	Stamp explore.Stamp
}

// String writes a message as the paper does.
func (m Message) String() string {
	if m.Stamp == 0 {
		return m.Kind.String()
	}
	return fmt.Sprintf("%v(%d)", m.Kind, m.Stamp)
}
