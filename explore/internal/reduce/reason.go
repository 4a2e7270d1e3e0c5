package reduce

import "fmt"

// A Reason says why there is no reduced search, for users, and what may help.
type Reason struct {
	Text  string
	Later bool // to try again when there are more states
	Alone bool // to do without symmetry
}

// Because returns a reason against which nothing helps.
func Because(format string, args ...any) *Reason { return &Reason{Text: fmt.Sprintf(format, args...)} }

var (
	panicking    = &Reason{Text: "the protocol's code panics in a state that may not be reachable", Alone: true}
	unlike       = &Reason{Text: "what is safe depends on the numbers of processes", Alone: true}
	tooSlow      = &Reason{Text: "what commutes takes too long to find out", Later: true}
	tooManyFacts = Because("there are too many pairs of a local state and a message")
	// haltedMeanwhile says that a reduction was not derived to the end.
	haltedMeanwhile = Because("the search was stopped while it was derived")
)
