package protocol

import "slices"

// A View is a global state, as requirements see it.
type View[L, M comparable] struct {
	Locals []L // by process
	// Channels has the messages on their way from process p to process q at
	// p*len(Locals)+q, the next one first.
	Channels [][]M
	// Down has the processes that have crashed; their local states are what they will go on with.
	Down Set
	// History is the value of the protocol's History, nil if it has none.
	History any
}

// Channel returns the messages on their way from one process to another, the next
// one first.
func (v View[L, M]) Channel(from, to int) []M { return v.Channels[from*len(v.Locals)+to] }

// Messages returns all messages on their way.
func (v View[L, M]) Messages() []M { return slices.Concat(v.Channels...) }
