package explore

import (
	"time"

	"qcheck/explore/verdict"
)

// A Result is what a search found.
type Result struct {
	// Complete says whether every reachable state (within the bounds of the
	// workload) was expanded.
	Complete bool
	// Stopped says why the search ended before that, if it did.
	Stopped string
	// Within is the largest d for which every state that can be reached in d steps was
	// judged; -1 if the initial state was not, or the search was reduced.
	Within int
	// States is the number of different global states met, Transitions that of
	// the edges between them, Depth the length of the longest shortest path
	// from the start. Beyond counts the edges to states beyond ClockMax.
	States      int64
	Transitions int64
	Depth       int
	Beyond      int64
	// Reduced says whether partial-order reduction was on; Saved is how many
	// enabled events it left out. Unreduced says why it was not.
	Reduced   bool
	Saved     int64
	Unreduced string
	// Resting counts the states in which no message can be taken, on a network where messages are
	// taken at once: where processes act together, these are the states between their actions.
	Resting int64
	// Asked says which bounds of the model a reduced search that is complete asked of the
	// states that it visited alone: in those that it left out, they may be passed.
	Asked string
	// Symmetry is the number of renamings of the processes, the identity among them,
	// that take runs to runs; 1 also if symmetry was off or may not be used. Orbits is
	// how many states were kept, one for all that renamings take to each other. The
	// counts here are those of all states.
	Symmetry int
	Orbits   int64
	// Levels holds the number of states at each depth.
	Levels []int64
	// Steps counts the edges by the step's name.
	Steps []StepCount
	// NeverRan lists the steps that the protocol can take, but never took, and
	// the processes that may ask and never were inside ("process 2 never
	// entered"). It is empty when the search was reduced, which leaves steps
	// out that can be taken.
	NeverRan []string
	// Properties has a result for each property checked, in the order of
	// Properties(), then goals and requirements.
	Properties []PropertyResult
	// Stats is about the search, not about the protocol.
	Stats Stats
}

// A StepCount says how many edges a step made.
type StepCount struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// Stats is what a search cost.
type Stats struct {
	Elapsed      time.Duration
	Bytes        int64 // of all tables, trace information included
	HandlerCalls int64 // of protocol code
}

// Verdict returns the verdict on all properties checked.
func (r *Result) Verdict() verdict.Verdict {
	var vs []verdict.Verdict
	for _, p := range r.Properties {
		vs = append(vs, p.Verdict)
	}
	return verdict.All(vs...)
}
