package space

import (
	"sync/atomic"

	"qcheck/explore/yield"
)

// An Outcome says why a search ended early, if it did.
type Outcome struct {
	Polled func(*Outcome) // for tests: called whenever Halted is; nil for nothing
	Stop   atomic.Pointer[string]
	failed atomic.Pointer[error] // what is wrong with files, or a mistake of the protocol's author
}

// Halt ends the search with the given reason, unless it has one.
func (o *Outcome) Halt(why string) { o.Stop.CompareAndSwap(nil, &why) }

// Halted reports whether the search was ended by a limit.
func (o *Outcome) Halted() bool {
	yield.Now()
	if o.Polled != nil {
		o.Polled(o)
	}
	return o.Stop.Load() != nil
}

// Fail ends the search with an error.
func (o *Outcome) Fail(err error) {
	o.failed.CompareAndSwap(nil, &err)
	o.Halt(err.Error())
}

// Failure returns the error with which the search ended.
func (o *Outcome) Failure() error {
	if err := o.failed.Load(); err != nil {
		return *err
	}
	return nil
}
