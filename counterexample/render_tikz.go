package counterexample

import (
	"io"

	"qcheck/explore/obvious"
)

// RenderTikZ writes the picture of [RenderSVG] for LaTeX: a picture of TikZ, which \input
// reads.
func RenderTikZ(w io.Writer, t *Trace, run *obvious.Run) error {
	return newSpacetime(newRendering(t, run)).WriteTikZ(w)
}
