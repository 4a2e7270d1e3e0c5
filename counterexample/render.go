package counterexample

import (
	"io"

	"qcheck/counterexample/trace"
	"qcheck/explore/obvious"
)

// A Renderer writes a trace in one form. The run is the one that confirming
// the trace gave (see [Trace.Confirm]).
type Renderer struct {
	Name    string // what commands call it
	Summary string // one line
	Render  func(w io.Writer, t *trace.Trace, run *obvious.Run) error
}

// Renderers returns the renderers, in listing order.
func Renderers() []Renderer {
	return []Renderer{
		{"text", "one line for each step, for people", RenderText},
		{"json", `a trace file, to be replayed`, RenderJSON},
		{"itf", "states in the Informal Trace Format, for its viewers", RenderITF},
		{"svg", "a space-time diagram, as a picture", RenderSVG},
	}
}

// LookupRenderer returns the renderer with the given name, and whether there is
// one.
func LookupRenderer(name string) (Renderer, bool) {
	for _, r := range Renderers() {
		if r.Name == name {
			return r, true
		}
	}
	return Renderer{}, false
}

// RenderJSON writes the trace as a trace file (see [trace.Decode]).
func RenderJSON(w io.Writer, t *trace.Trace, _ *obvious.Run) error { return t.Write(w) }
