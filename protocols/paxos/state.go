package paxos

import (
	"qcheck/explore"
	"qcheck/protocols/variant"
)

// A Number is that of a proposal, from 1; 0 is none.
type Number uint8

// A Value is the proposer that proposed it; none for no value.
type Value = explore.Process

// State is the local state of a process.
type State struct {
	// Of an acceptor: the highest number that it has promised, and the last proposal that it has accepted. Of a proposer
	// in phase 1, Accepted and Value are the highest-numbered proposal among the responses.
	Promised Number
	Accepted Number
	Value    Value

	// Of a proposer: the last number that it has used, in which phase its proposal with it is, 1 or 2, or 0 when it has
	// none, who has responded in this phase, and the value that it has learned.
	Number  Number
	Phase   uint8
	By      explore.Set
	Learned Value
}

// A Kind is the kind of a message.
type Kind uint8

const (
	PREPARE Kind = iota + 1
	PROMISE
	ACCEPT
	ACCEPTED
)

var kindNames = [...]string{0: "no message", PREPARE: "PREPARE", PROMISE: "PROMISE", ACCEPT: "ACCEPT", ACCEPTED: "ACCEPTED"}

// String returns the name of the kind.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message has a kind, and what this kind of message carries.
type Message struct {
	Kind   Kind
	Number Number
	// Accepted is the number of the proposal in a PROMISE, Value its value, or that of an ACCEPT.
	Accepted Number
	Value    Value
}
