// Package input reads what others wrote: no more than a limit, and no longer than a context
// lasts, whether it is a file, a device, a pipe to which nobody writes or one that never ends.
package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"time"
)

// Limit is how many bytes a structure, a trace, a result or a configuration may have.
const Limit = 32 << 20

// Interrupted says that a context ended while something was done with an input.
type Interrupted struct {
	Doing string // "while it was read"
	Why   error  // the cause of the context
}

func (e *Interrupted) Error() string { return fmt.Sprintf("interrupted %s: %v", e.Doing, e.Why) }
func (e *Interrupted) Unwrap() error { return e.Why }

// A Reader reads from a stream. Its errors are those of the stream, an [Interrupted], or that
// there is more than the limit.
type Reader struct {
	ctx         context.Context
	from        io.Reader
	most, count int64
	block, rest []byte // what was read last, and what of it is still to be given out
}

// From returns a reader of a stream that reads no more than so many bytes.
func From(ctx context.Context, stream io.Reader, most int64) *Reader {
	return &Reader{ctx: ctx, from: stream, most: most, block: make([]byte, 32<<10)}
}

// Open is From for a file. A file that is not there, that is a directory or that is longer is
// an error at once, an [fs.PathError]. The end of the context does not matter to what is read
// without waiting: files of at most Limit bytes.
func Open(ctx context.Context, name string, most int64) (*Reader, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		err = errors.New("is a directory")
	case info.Mode().IsRegular() && info.Size() > most:
		err = tooLong(most)
	case info.Mode().IsRegular() && info.Size() <= Limit:
		ctx = context.WithoutCancel(ctx)
	}
	var f *os.File
	if err == nil {
		f, err = await(ctx, 0, "while it was opened", func() (*os.File, error) { return os.Open(name) })
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return From(ctx, f, most), nil
}

// File returns the contents of a file of at most Limit bytes. Its errors are of type
// [fs.PathError].
func File(ctx context.Context, name string) ([]byte, error) {
	r, err := Open(ctx, name, Limit)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return data, nil
}

func tooLong(most int64) error {
	return fmt.Errorf("it has more than %d MiB, and no more is read", most>>20)
}

// Read reads like an io.Reader. After an interrupt the block belongs to the read that was left.
func (r *Reader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		doing := fmt.Sprintf("while it was read, after %d bytes", r.count)
		if r.ctx.Err() != nil {
			return 0, &Interrupted{doing, context.Cause(r.ctx)}
		}
		n, err := await(r.ctx, 0, doing, func() (int, error) { return r.from.Read(r.block) })
		if r.count += int64(n); r.count > r.most {
			return 0, tooLong(r.most)
		}
		if n == 0 {
			return 0, err
		}
		r.rest = r.block[:n]
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Close closes the stream, if it is a file.
func (r *Reader) Close() {
	if f, ok := r.from.(io.Closer); ok {
		f.Close()
	}
}

// Await returns what a call returns that knows of no context, or an [Interrupted] if the
// context ends and a tenth of a second is over before. A call that begins after the end has
// a second: what is short comes to its end. Nobody waits for the call any more then.
func Await[T any](ctx context.Context, doing string, call func() (T, error)) (T, error) {
	grace := time.Second / 10
	if ctx.Err() != nil {
		grace = time.Second
	}
	return await(ctx, grace, doing, call)
}

func await[T any](ctx context.Context, grace time.Duration, doing string, call func() (T, error)) (value T, _ error) {
	type result struct {
		value T
		err   error
		fault any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if r.fault = recover(); r.fault != nil {
				if err, ok := r.fault.(error); !ok || errors.As(err, new(runtime.Error)) { // others say all themselves
					r.fault = fmt.Sprintf("%v\n%s", r.fault, debug.Stack())
				}
			}
			done <- r
		}()
		r.value, r.err = call()
	}()
	var over <-chan time.Time
	for ended := ctx.Done(); ; {
		select {
		case r := <-done:
			if r.fault != nil {
				panic(r.fault)
			}
			return r.value, r.err
		case <-ended:
			over, ended = time.After(grace), nil
		case <-over:
			return value, &Interrupted{doing, context.Cause(ctx)}
		}
	}
}
