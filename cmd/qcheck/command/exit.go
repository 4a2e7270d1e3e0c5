package command

import (
	"errors"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/fault"
	"qcheck/setsys/input"
)

// An exitCode is what the process tells its caller.
type exitCode int

// The exit codes.
const (
	exitHolds    exitCode = 0 // every property checked holds, or there was nothing to check
	exitViolated exitCode = 1 // at least one property is violated
	exitUsage    exitCode = 2 // usage, input that cannot be read, or a result that cannot be written
	exitUnknown  exitCode = 3 // nothing violated, but at least one property unknown
	exitInternal exitCode = 4 // a fault of qcheck itself
)

// precedence lists the codes from the one that hides all others to the one
// that hides none.
func precedence() []exitCode {
	return []exitCode{exitInternal, exitUsage, exitViolated, exitUnknown, exitHolds}
}

// and returns the code of two outcomes together.
func (c exitCode) and(d exitCode) exitCode {
	for _, p := range precedence() {
		if c == p || d == p {
			return p
		}
	}
	return exitInternal
}

// codeOf returns the code that a verdict alone gives.
func codeOf(v verdict.Verdict) exitCode {
	switch v {
	case verdict.Holds:
		return exitHolds
	case verdict.Violated:
		return exitViolated
	case verdict.Unknown:
		return exitUnknown
	}
	return exitInternal
}

// codeOfError returns the code that an error gives: a fault of qcheck, or input
// that there was no time to read, or a task that was ended; otherwise usage, or input that cannot be read.
func codeOfError(err error) exitCode {
	var internal *internalError
	var contradiction *fault.Fault
	var unfinished *explore.Unfinished
	switch {
	case errors.As(err, &internal), errors.As(err, &contradiction):
		return exitInternal
	case errors.As(err, new(*input.Interrupted)), errors.As(err, &unfinished):
		return exitUnknown
	}
	return exitUsage
}

// An internalError is a fault of qcheck, not of its input.
type internalError struct{ err error }

// internal makes an error a fault of qcheck.
func internal(err error) error { return &internalError{err} }

func (e *internalError) Error() string { return "internal error: " + e.err.Error() }

func (e *internalError) Unwrap() error { return e.err }
