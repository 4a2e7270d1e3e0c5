package protocols

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/protocols/check"
)

// renderer writes the trace file.
func (o *protocolOptions) renderer() counterexample.Renderer {
	r, _ := counterexample.LookupRenderer(cmp.Or(o.traceFormat, "json"))
	return r
}

// validTrace finds out before a long search that its trace cannot be written, or
// that it would take the place of a file that is none.
func (o *protocolOptions) validTrace() error {
	switch {
	case o.trace == "" && o.traceFormat != "":
		return errors.New("--trace-format needs --trace")
	case o.trace == "":
		return nil
	case o.trace == console.StdoutName && o.json:
		return errors.New("--trace -: standard output has the document of --json, which has the trace in it")
	case o.trace == console.StdoutName:
		return nil
	}
	return console.Writable("trace", o.trace, "a trace", counterexample.IsTrace)
}

// report returns the streams for everything but the trace: on standard error
// when the trace goes to standard output.
func (o *protocolOptions) report(s console.Streams) console.Streams {
	if o.trace != console.StdoutName {
		return s
	}
	return console.NewStreams(s.In, s.Err, s.Err)
}

// saved is a trace for a file, with the version that writes it. Documents of --json have
// none, so that those of several builds can be compared.
func saved(t *counterexample.Trace) *counterexample.Trace {
	s := *t
	s.Version = console.TraceVersion()
	return &s
}

// writeTrace writes the run against the first violated property to the file
// asked for. When there is none, a trace that is there from before is removed.
func (o *protocolOptions) writeTrace(s console.Streams, report *check.Report) error {
	file, f := o.trace, report.Violation()
	if f == nil {
		note := "no violation was found, so there is no trace to write"
		if file != console.StdoutName {
			note += " to " + file
		}
		if file != console.StdoutName && console.Begins(file, counterexample.IsTrace) {
			if err := os.Remove(file); err != nil {
				return fmt.Errorf("--trace %s: %w", file, console.Pathless(err))
			}
			note += "; an earlier trace there was removed"
		}
		s.Warn("%s", note)
		return nil
	}
	var b bytes.Buffer
	if err := o.renderer().Render(&b, saved(f.Trace), f.Run); err != nil {
		return console.Internal(err)
	}
	if file == console.StdoutName {
		s.Out.Write(b.Bytes())
		return nil
	}
	return console.WriteFile("trace", file, b.Bytes())
}

// formats are the names of the forms of traces.
func formats() []string {
	var names []string
	for _, r := range counterexample.Renderers() {
		names = append(names, r.Name)
	}
	return names
}
