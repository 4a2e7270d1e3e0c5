package main

import (
	"bytes"
	"fmt"
	"os"

	"qcheck/counterexample"
	"qcheck/explore/verdict"
	"qcheck/setsys"
)

// structureDocument returns the structure file for a trace; nil for none.
func structureDocument(s *setsys.Structure) []byte {
	if s == nil {
		return nil
	}
	var b bytes.Buffer
	if err := setsys.Encode(&b, s); err != nil {
		panic(fmt.Sprintf("a structure that was read does not encode: %v", err))
	}
	return b.Bytes()
}

// writeTrace writes the run against the first violated property to the file
// asked for, and reports whether there is one.
func (x *exploration) writeTrace() (bool, error) {
	for _, f := range x.findings {
		if f.Verdict != verdict.Violated {
			continue
		}
		r, _ := counterexample.LookupRenderer(x.options.traceFormat)
		var b bytes.Buffer
		if err := r.Render(&b, f.trace, f.run); err != nil {
			return false, &internalError{err}
		}
		if err := os.WriteFile(x.options.trace, b.Bytes(), 0o666); err != nil {
			return false, fmt.Errorf("--trace %s: %w", x.options.trace, pathless(err))
		}
		return true, nil
	}
	return false, nil
}
