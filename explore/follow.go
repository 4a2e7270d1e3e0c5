package explore

import (
	"fmt"
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
)

// Follow takes the steps of a run from one of the protocol's starts, with causal stamps and any number of requests, as a search
// does. It says which bound of the search ends it before, if one does; and it fails at a step that the search does not know.
func Follow(m Model, start int, steps []TraceStep) (beyond string, err error) {
	defer Catch(&err)
	requests := slices.Repeat([]int{Unbounded}, PlainOf(m).N)
	e := within(m).instance(Options{Requests: requests, Full: true, Asymmetric: true}, assumptions{}).e
	key := e.Begins()[start]
	for i, step := range steps {
		next, found := key, false
		w := engine.NewWalker(e)
		w.Visit = func(to table.StateKey, t engine.Transition) {
			if e.TraceStep(t) == step {
				next, found = to, true
			}
		}
		w.Expand(key)
		switch {
		case !found && len(w.Overflows) > 0:
			return e.Texts.At(w.Overflows[0]), nil
		case !found:
			return "", fmt.Errorf("step %d, %q of process %d, is none of a search", i+1, step.Name, step.Process+1)
		case next == 0 && i < len(steps)-1:
			return "", fmt.Errorf("step %d, %q of process %d, is not defined, and others follow", i+1, step.Name, step.Process+1)
		}
		key = next
	}
	return "", nil
}
