package protocol

import "qcheck/explore/verdict"

// A PropertyResult is the verdict on one property.
type PropertyResult struct {
	Property Property
	Verdict  verdict.Verdict
	// Detail says what is wrong, or why the verdict is unknown.
	Detail string
	// Trace shows the violation: a run from the start to a state that violates
	// the property, or, for properties of runs without end, into a cycle. For what
	// can be reached (see Sometimes), it shows that the property holds. Of the shortest
	// runs it is one with the fewest switches, if the search was not reduced: steps of
	// another process than the step before. Of a run into a cycle, that is said of the
	// stem; of one for LeadsTo, it is not said.
	Trace *Trace
}

// A Trace is a run: the steps taken from the start. With Loop >= 0 the steps
// from number Loop on are a cycle that can go on for ever.
type Trace struct {
	// Start is which of the protocol's starts the run begins in, from 0.
	Start int
	Steps []TraceStep
	Loop  int
	// Shortest says whether no run with fewer steps in all violates the property, a
	// cycle counted once. It is not said of runs with a cycle: of these, the stem,
	// which is what comes before the cycle, is a shortest one.
	Shortest bool
	// Process is the one that starves or waits, where the property is about
	// one; otherwise -1.
	Process int
}
