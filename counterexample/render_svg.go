package counterexample

import (
	"io"

	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/explore/obvious"
)

// RenderSVG draws the run as a space-time diagram: a line for each process, with
// time running downwards; a circle for each step, with its number; a line for each
// message from the step that sends it to the step that takes it, so that late ones
// cross others. A narrow bar beside a lifeline is a time of waiting, a wide one a
// time in the critical section. Dashed arrows are messages on their way at the end.
// A cycle is an arrow from its end to its beginning.
func RenderSVG(w io.Writer, t *trace.Trace, run *obvious.Run) error {
	return newSpacetime(telling.Read(t, run)).Write(w)
}
