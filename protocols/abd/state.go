package abd

import (
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/variant"
)

// A Tag orders values: by Number, then by Writer. The zero tag is that of no value.
type Tag struct {
	Number uint8
	Writer explore.Process
}

// String returns "2 of 4" for the tag with number 2 of process 4, or "none".
func (t Tag) String() string {
	if t.Number == 0 {
		return "none"
	}
	return fmt.Sprintf("%d of %d", t.Number, t.Writer)
}

// above reports whether a tag is greater.
func (t Tag) above(u Tag) bool {
	return t.Number > u.Number || t.Number == u.Number && t.Writer > u.Writer
}

// A Value is what a write writes: the how-manieth of a writer. The zero value is that of the register at first.
type Value struct {
	Writer explore.Process
	Count  uint8
}

// String returns "4.2" for the second value that process 4 writes, or "nothing".
func (v Value) String() string {
	if v.Writer == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%d.%d", v.Writer, v.Count)
}

// A Phase is where a client is in an operation.
type Phase uint8

const (
	Idle Phase = iota
	Querying
	Updating
)

var phaseNames = [...]string{Idle: "idle", Querying: "querying", Updating: "updating"}

// String returns idle, querying or updating.
func (p Phase) String() string { return variant.Name(phaseNames[:], p) }

// State is the local state of a process.
type State struct {
	// Tag and Value are what a replica has, or what a client goes on with.
	Tag   Tag
	Value Value

	// The others are of clients. Done counts operations that have returned; Answered has who answered in this phase.
	Phase    Phase
	Done     uint8
	Answered explore.Set
}

// A Kind is the kind of a message.
type Kind uint8

const (
	QUERY Kind = iota + 1
	ANSWER
	UPDATE
	ACKNOWLEDGE
)

var kindNames = [...]string{0: "no message", QUERY: "QUERY", ANSWER: "ANSWER", UPDATE: "UPDATE", ACKNOWLEDGE: "ACKNOWLEDGE"}

// String returns the name of the kind.
func (k Kind) String() string { return variant.Name(kindNames[:], k) }

// Message has a kind, and what this kind of message carries.
type Message struct {
	Kind Kind
	// Operation is the number of the client's operation, from 1.
	Operation uint8
	Tag       Tag
	Value     Value
}
