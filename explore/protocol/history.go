package protocol

// A History is a value beside the state that watches the steps of all processes: who was chosen, which
// operations were called and what they returned. No step depends on it; requirements see it (View.History).
// It is part of the state: two states that differ in their history are different ones, so a history keeps
// no more than its requirement needs. [Watch] makes one.
type History[L, M comparable] struct {
	// Start is the value at the start, which has the type of all.
	Start any
	// After returns the value after a step, and what is wrong with the model, such as a list that is full:
	// then the search ends with the verdict unknown.
	After func(h any, e Event[L]) (next any, overflow string)
	// Sees reports whether a step may change the value, whatever it is; nil stands for each. A partial-order reduction
	// is derived only where it is given: it has to know which steps have an order that matters. A step that changes
	// the value and is not seen is a mistake.
	Sees func(e Event[L]) bool
	// Normal returns the one value that stands for all that mean the same, such as a list that is a set
	// in any order; nil if each stands for itself. After returns such values; renamings of processes
	// may make others.
	Normal func(h any) any
}

// An Event is a step as a history sees it. Time stamps in the states are 0: their numbers mean
// nothing.
type Event[L comparable] struct {
	Process int
	From    int // whose message it takes, -1 for a local step
	Step    string
	Before  L
	After   L // where a process crashes, with what it will go on
}

// Seeing returns the history with what it sees (see Sees).
func (h *History[L, M]) Seeing(sees func(e Event[L]) bool) *History[L, M] {
	x := *h
	x.Sees = sees
	return &x
}

// Watch returns a history that begins with a value, and becomes after each step what a function returns. H is
// a type as those of local states are: without pointers. A lost or copied message is no step, nor is one that comes
// to a process that has crashed.
func Watch[L, M, H comparable](start H, after func(h H, e Event[L]) (next H, overflow string)) *History[L, M] {
	return &History[L, M]{
		Start: start,
		After: func(h any, e Event[L]) (any, string) { return after(h.(H), e) },
	}
}
