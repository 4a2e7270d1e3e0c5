package mutin

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// A Stage is how far a process has come.
type Stage uint8

const (
	Out       Stage = iota // OutCS, in no method
	In                     // InCS, in no method
	Entering               // in Exit(), within mx.Entry()
	Querying               // in Exit(), at the first wait
	Acquiring              // in Exit(), at the second wait
	Returning              // in Entry(), before the state changes, where that is a step
)

// State is the local state of a process, with X that of the mutual exclusion
// object. Fields that the variant has no use for stay zero.
type State[X comparable] struct {
	Stage Stage
	// ReqCnt is reqCnt, the number of the last Exit().
	ReqCnt uint8
	// CurrentInCS is currentInCS, at the first wait only: from then on no
	// process looks at it before it is emptied.
	CurrentInCS explore.Set
	// Responded has the processes that sent Response1, where that is asked for.
	Responded explore.Set
	// AckFrom is ackFrom, at the second wait only.
	AckFrom explore.Set

	// ProcsInCS is procsInCS, what is known as a member of quorums.
	ProcsInCS explore.Set
	// Again is responseAgainTo.
	Again explore.Process
	// AgainReqCnt is respAgainReqCnt.
	AgainReqCnt uint8

	// Mx is the state of the mutual exclusion object.
	Mx X
}

// A Kind is the kind of a message.
type Kind uint8

// The messages. Mx is the tag of those of the mutual exclusion object.
const (
	Query Kind = iota + 1
	Response1
	Acquire
	Ack
	Release
	Response2
	Mx
)

var kindNames = [...]string{
	0: "no message", Query: "Query", Response1: "Response1", Acquire: "Acquire", Ack: "Ack", Release: "Release",
	Response2: "Response2", Mx: "mx",
}

// String returns the name that the paper gives to the message.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message has a kind and what that kind carries. The process that messages name
// is their sender.
type Message[Y comparable] struct {
	Kind Kind
	// ReqCnt is the request counter of a Query, and of a Response1 or Response2
	// to it.
	ReqCnt uint8
	// ProcsInCS is what a Response1 or Response2 tells.
	ProcsInCS explore.Set
	// Mx is the message of the mutual exclusion object.
	Mx Y
}
