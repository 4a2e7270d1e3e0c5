package counterexample

import (
	"io"

	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/explore/obvious"
)

// RenderTikZ writes the picture of [RenderSVG] for LaTeX: a picture of TikZ, which \input
// reads.
func RenderTikZ(w io.Writer, t *trace.Trace, run *obvious.Run) error {
	return newSpacetime(telling.Read(t, run)).WriteTikZ(w)
}
