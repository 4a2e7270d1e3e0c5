package certify

import (
	"context"
	"fmt"
)

// A Refutation says why a file does not prove what it says.
type Refutation struct {
	Line int // from 1, among the lines that were given; 0 for none in particular
	Err  error
}

func (r *Refutation) Error() string { return r.Err.Error() }
func (r *Refutation) Unwrap() error { return r.Err }

// A Judge refutes, until a context ends.
type Judge struct {
	ctx  context.Context
	line int // of what is checked
}

// NewJudge returns one who reads no lines.
func NewJudge(ctx context.Context) Judge { return Judge{ctx: ctx} }

// Fail ends what is tried with a Refutation.
func (j *Judge) Fail(format string, args ...any) {
	panic(&Refutation{j.line, fmt.Errorf(format, args...)})
}

// Pause ends it with the context.
func (j *Judge) Pause() {
	if j.ctx.Err() != nil {
		panic(stopped{context.Cause(j.ctx)})
	}
}

type stopped struct{ error }

// Try calls f, and returns why it was ended.
func (j *Judge) Try(f func()) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *Refutation:
			err = x
		case stopped:
			err = x.error
		default: // most likely of a handler
			err = &Refutation{j.line, fmt.Errorf("a function panics: %v", x)}
		}
	}()
	f()
	return nil
}
