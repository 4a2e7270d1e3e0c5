package explore

import "sync/atomic"

// An outcome says why a search ended early, if it did.
type outcome struct {
	stop   atomic.Pointer[string]
	failed atomic.Pointer[error] // what is wrong with files, or a mistake of the protocol's author
}

// halt ends the search with the given reason, unless it has one.
func (o *outcome) halt(why string) { o.stop.CompareAndSwap(nil, &why) }

// halted reports whether the search was ended by a limit.
func (o *outcome) halted() bool { return o.stop.Load() != nil }

// fail ends the search with an error.
func (o *outcome) fail(err error) {
	o.failed.CompareAndSwap(nil, &err)
	o.halt(err.Error())
}

// failure returns the error with which the search ended.
func (o *outcome) failure() error {
	if err := o.failed.Load(); err != nil {
		return *err
	}
	return nil
}
