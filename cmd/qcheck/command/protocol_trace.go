package command

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"qcheck/counterexample"
	"qcheck/protocols/check"
)

// stdoutName is the file name that stands for standard output.
const stdoutName = "-"

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
	case o.trace == stdoutName && o.json:
		return errors.New("--trace -: standard output has the document of --json, which has the trace in it")
	case o.trace == stdoutName:
		return nil
	}
	return writable("trace", o.trace, "a trace", counterexample.IsTrace)
}

// begins reports whether the beginning of a regular file is as it should be.
func begins(file string, should func(start []byte) bool) bool {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, 4096)
	n, err := io.ReadFull(f, start)
	return (err == nil || errors.Is(err, io.ErrUnexpectedEOF)) && should(start[:n])
}

// report returns the streams for everything but the trace: on standard error
// when the trace goes to standard output.
func (o *protocolOptions) report(s streams) streams {
	if o.trace != stdoutName {
		return s
	}
	return streams{in: s.in, out: bufio.NewWriter(s.err), err: s.err, style: styleOf(s.err), width: textWidth(s.err)}
}

// saved is a trace for a file, with the version that writes it. Documents of --json have
// none, so that those of several builds can be compared.
func saved(t *counterexample.Trace) *counterexample.Trace {
	s := *t
	s.Version = traceVersion()
	return &s
}

// writeTrace writes the run against the first violated property to the file
// asked for. When there is none, a trace that is there from before is removed.
func (o *protocolOptions) writeTrace(s streams, report *check.Report) error {
	file, f := o.trace, report.Violation()
	if f == nil {
		note := "no violation was found, so there is no trace to write"
		if file != stdoutName {
			note += " to " + file
		}
		if file != stdoutName && begins(file, counterexample.IsTrace) {
			if err := os.Remove(file); err != nil {
				return fmt.Errorf("--trace %s: %w", file, pathless(err))
			}
			note += "; an earlier trace there was removed"
		}
		s.warn("%s", note)
		return nil
	}
	var b bytes.Buffer
	if err := o.renderer().Render(&b, saved(f.Trace), f.Run); err != nil {
		return &internalError{err}
	}
	if file == stdoutName {
		s.out.Write(b.Bytes())
		return nil
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("--trace %s: %w", file, pathless(err))
	}
	return nil
}
