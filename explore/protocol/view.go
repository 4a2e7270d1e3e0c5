package protocol

import (
	"fmt"
	"slices"
)

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
func (v View[L, M]) Messages() []M { return concatenated(v.Channels) }

//go:noinline
func concatenated[M any](all [][]M) []M { return slices.Concat(all...) }

// String writes a view, with what there is of it.
func (v View[L, M]) String() string {
	return viewText(v.Locals, v.Channels, v.Down, v.History)
}

func viewText(locals, channels any, down Set, history any) string {
	text := fmt.Sprintf("{Locals:%+v Channels:%+v", locals, channels)
	if down != 0 {
		text += fmt.Sprintf(" Down:%v", down)
	}
	if history != nil {
		text += fmt.Sprintf(" History:%+v", history)
	}
	return text + "}"
}
