package protocol

import "cmp"

// A Standing is what the local state of a process says about permissions: whatever
// others must give it before it enters, such as a grant, a reply or an
// acknowledgement. Explanations of runs are made of it, and no verdict depends on
// it. It may be incomplete, but what it says must be so in the state.
type Standing struct {
	// Of says what is given, where there are several kinds of permissions, which have
	// nothing to do with each other; empty for "permission".
	Of string
	// Has has the processes whose permission this one has; Wants those whose
	// permission it has asked for, waits for, and does not have.
	Has, Wants Set
	// Some says that it may enter with fewer than all of those that it wants.
	Some bool
	// For says what else it waits for, in words: "2 more REPLYs"; empty for nothing.
	For string
	// Amount is how many permissions of each process it has or wants; 0 means 1.
	Amount int

	// Gave has the processes that have the permission of this one, as far as it
	// knows, and Queued those whose request for it waits here.
	Gave, Queued Set
	// Most is how many of its permissions may be given at a time; 0 means any
	// number.
	Most int
	// Owes has the processes that this one gives its permission later, and Until says
	// when: "it has left". If others must do something first, these are Awaits, and
	// Until is what they do: "has answered".
	Owes   Set
	Until  string
	Awaits Set
}

// Kind is what is given, in words.
func (s Standing) Kind() string { return cmp.Or(s.Of, "permission") }

// Count returns how many permissions of each process this one has or wants.
func (s Standing) Count() int { return max(s.Amount, 1) }
