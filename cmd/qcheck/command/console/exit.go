package console

import (
	"errors"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/fault"
	"qcheck/setsys/input"
)

// An ExitCode is what the process tells its caller.
type ExitCode int

// The exit codes.
const (
	ExitHolds    ExitCode = 0 // every property checked holds, or there was nothing to check
	ExitViolated ExitCode = 1 // at least one property is violated
	ExitUsage    ExitCode = 2 // usage, input that cannot be read, or a result that cannot be written
	ExitUnknown  ExitCode = 3 // nothing violated, but at least one property unknown
	ExitInternal ExitCode = 4 // a fault of qcheck itself
)

// Precedence lists the codes from the one that hides all others to the one
// that hides none.
func Precedence() []ExitCode {
	return []ExitCode{ExitInternal, ExitUsage, ExitViolated, ExitUnknown, ExitHolds}
}

// And returns the code of two outcomes together.
func (c ExitCode) And(d ExitCode) ExitCode {
	for _, p := range Precedence() {
		if c == p || d == p {
			return p
		}
	}
	return ExitInternal
}

// CodeOf returns the code that a verdict alone gives.
func CodeOf(v verdict.Verdict) ExitCode {
	switch v {
	case verdict.Holds:
		return ExitHolds
	case verdict.Violated:
		return ExitViolated
	case verdict.Unknown:
		return ExitUnknown
	}
	return ExitInternal
}

// CodeOfError returns the code that an error gives: a fault of qcheck, or input
// that there was no time to read, or a task that was ended; otherwise usage, or input that cannot be read.
func CodeOfError(err error) ExitCode {
	var contradiction *fault.Fault
	var unfinished *explore.Unfinished
	switch {
	case errors.As(err, &contradiction):
		return ExitInternal
	case errors.As(err, new(*input.Interrupted)), errors.As(err, &unfinished):
		return ExitUnknown
	}
	return ExitUsage
}
