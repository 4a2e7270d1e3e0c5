package yield

import "context"

// A Watch ends a computation when a context has ended, by a panic that [Caught] catches.
type Watch struct {
	ctx   context.Context
	steps int
}

// A Cut is thrown when a computation must end.
type Cut struct{ Err error }

// NewWatch returns a watch that has seen no step yet.
func NewWatch(ctx context.Context) *Watch { return &Watch{ctx: ctx} }

// Step is called in every loop that can be long. The context is asked now and then.
func (w *Watch) Step() { w.Work(1) }

// Work is so many steps.
func (w *Watch) Work(steps int) {
	if w.steps += steps; w.steps >= 1<<12 {
		w.steps = 0
		w.Look()
	}
}

// Look is Step for loops each round of which takes long: it asks the context.
func (w *Watch) Look() {
	Now()
	if w.ctx.Err() != nil {
		panic(Cut{context.Cause(w.ctx)})
	}
}

// Caught, deferred, makes the panic of a computation that must end the error that says why.
func Caught(err *error) {
	if p := recover(); p != nil {
		c, ok := p.(Cut)
		if !ok {
			panic(p)
		}
		*err = c.Err
	}
}
