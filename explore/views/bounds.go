package views

import "time"

// Limits bound a proof. A context bounds it as well.
type Limits struct {
	// Views is the most views; 0 means no limit.
	Views int
	// Memory is a limit on what the whole program has from the system, in bytes; 0 means
	// none.
	Memory int64
	// Certify leaves the lines of a certificate in the proof, unless there are more processes
	// than package certify renames.
	Certify bool
	// Confirm has what is proved checked by a second checker, which shares no code with the proof.
	Confirm bool
	// Brief leaves out starvation-freedom, which takes most of the time.
	Brief bool
	// Progress, when not nil, is called about twice a second, and when something else is done.
	Progress func(Progress)
}

// Progress is how far a proof has come.
type Progress struct {
	// Doing says what is done: "views are closed", for instance.
	Doing   string
	Views   int
	Elapsed time.Duration
}

// Elsewhere says why views are refused where messages have no order, something may go wrong, or runs begin in
// more than one state.
const Elsewhere = "local views are of channels that keep the order of messages, where nothing goes wrong, and of one start"
