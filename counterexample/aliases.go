package counterexample

import (
	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/counterexample/values"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
)

// A Trace is what the renderers write; see package trace.
type Trace = trace.Trace

// Nothing is the property of a trace that is about none.
const Nothing = trace.Nothing

// DecodeTrace is [trace.Decode].
func DecodeTrace(file string, data []byte) (*Trace, error) { return trace.Decode(file, data) }

// ProcessName is [values.ProcessName].
func ProcessName(in instance.Instance, p int) string { return values.ProcessName(in, p) }

// Named is [values.Named].
func Named(in instance.Instance, sentence string) string { return values.Named(in, sentence) }

// A Telling tells a run in words; see package telling.
type Telling = telling.Telling

// Tell is [telling.Tell].
func Tell(in instance.Instance, run *obvious.Run) Telling { return telling.Tell(in, run) }
