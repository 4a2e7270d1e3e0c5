package counterexample

import (
	"io"

	"qcheck/counterexample/trace"
	"qcheck/explore/obvious"
)

// RenderJSON writes the trace as a trace file (see [trace.Decode]).
func RenderJSON(w io.Writer, t *trace.Trace, _ *obvious.Run) error { return t.Write(w) }
