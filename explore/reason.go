package explore

import "fmt"

// A reason says why there is no reduced search, for users, and what may help.
type reason struct {
	text  string
	later bool // to try again when there are more states
	alone bool // to do without symmetry
}

// because returns a reason against which nothing helps.
func because(format string, args ...any) *reason { return &reason{text: fmt.Sprintf(format, args...)} }

var (
	panicking    = &reason{text: "the protocol's code panics in a state that may not be reachable", alone: true}
	unlike       = &reason{text: "what is safe depends on the numbers of processes", alone: true}
	tooManyFacts = because("there are too many pairs of a local state and a message")
	// haltedMeanwhile says that a reduction was not derived to the end.
	haltedMeanwhile = because("the search was stopped while it was derived")
)
