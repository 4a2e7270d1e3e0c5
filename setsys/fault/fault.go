// Package fault has the error of a program that contradicts itself: what it found is not
// confirmed by what it checks that with.
package fault

import "fmt"

// A Fault is an error of qcheck itself, not of its input.
type Fault struct{ Err error }

// New returns a fault with a message, as of fmt.Errorf.
func New(format string, args ...any) error { return &Fault{fmt.Errorf(format, args...)} }

func (f *Fault) Error() string { return "internal error: " + f.Err.Error() }
func (f *Fault) Unwrap() error { return f.Err }
