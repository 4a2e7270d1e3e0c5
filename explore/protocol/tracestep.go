package protocol

// SamePlace stands for the place of a stamp that equals the last one that the
// process made: its clock has not ticked in between (see ClockRule.TickOnFresh).
const SamePlace = -1

// A TraceStep is one step of a run.
type TraceStep struct {
	Process int    // who takes it
	From    int    // whose message it takes, -1 for a local step
	Outcome int    // which of the alternatives, in the protocol's order; with SamePlace, which of those with it
	Place   int    // causal stamps: the place of the fresh stamp among those in use, from 1, or SamePlace; 0 without
	Name    string // of the step
}
