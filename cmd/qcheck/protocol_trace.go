package main

import (
	"bytes"
	"fmt"
	"os"

	"qcheck/counterexample"
	"qcheck/protocols/check"
)

// writeTrace writes the run against the first violated property to the file
// asked for.
func (o *protocolOptions) writeTrace(s streams, report *check.Report) error {
	f := report.Violation()
	if f == nil {
		s.warn("nothing is violated, so there is no trace to write to %s", o.trace)
		return nil
	}
	r, _ := counterexample.LookupRenderer(o.traceFormat)
	var b bytes.Buffer
	if err := r.Render(&b, f.Trace, f.Run); err != nil {
		return &internalError{err}
	}
	if err := os.WriteFile(o.trace, b.Bytes(), 0o666); err != nil {
		return fmt.Errorf("--trace %s: %w", o.trace, pathless(err))
	}
	return nil
}
