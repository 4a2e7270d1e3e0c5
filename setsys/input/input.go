// Package input reads what others wrote: no more than a limit, and no longer than a context
// lasts, whether it is a file, a device, a pipe to which nobody writes or one that never ends.
package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"time"
)

// Limit is how many bytes a structure, a trace, a result or a configuration may have.
const Limit = 48 << 20

// Interrupted says that a context ended while something was done with an input.
type Interrupted struct {
	Doing string // "while it was read"
	Why   error  // the cause of the context
}

func (e *Interrupted) Error() string { return fmt.Sprintf("interrupted %s: %v", e.Doing, e.Why) }
func (e *Interrupted) Unwrap() error { return e.Why }

// A Reader reads from a file or a stream. Its errors are those of the file or the stream, an
// [Interrupted], or that there is more than the limit.
type Reader struct {
	ctx         context.Context
	name        string    // of a file that is to be opened
	from        io.Reader // nil until it is opened
	file        *os.File  // to be closed
	most, count int64
	block, rest []byte // what was read last, and what of it is still to be given out
	err         error
}

// From returns a reader of a stream that reads no more than so many bytes.
func From(ctx context.Context, stream io.Reader, most int64) *Reader {
	return &Reader{ctx: ctx, from: stream, most: most, block: make([]byte, 32<<10)}
}

// Open is From for a file. A file that is not there, that is a directory or that is longer is
// an error at once, which names it. The end of the context does not matter to what is read
// without waiting: files of at most Limit bytes.
func Open(ctx context.Context, name string, most int64) (*Reader, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, named(name, err)
	case info.IsDir():
		return nil, named(name, errors.New("is a directory"))
	case info.Mode().IsRegular() && info.Size() > most:
		return nil, named(name, tooLong(most))
	case info.Mode().IsRegular() && info.Size() <= Limit:
		ctx = context.WithoutCancel(ctx)
	}
	r := From(ctx, nil, most)
	r.name = name
	return r, nil
}

// File returns the contents of a file of at most Limit bytes. Its errors name the file.
func File(ctx context.Context, name string) ([]byte, error) {
	r, err := Open(ctx, name, Limit)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := r.All()
	return data, named(name, err)
}

// named is an error, if there is one, with the name of the file, once and in front.
func named(name string, err error) error {
	if err == nil {
		return nil
	}
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

func tooLong(most int64) error {
	return fmt.Errorf("it has more than %d MiB, and no more is read", most>>20)
}

// Read reads like an io.Reader.
func (r *Reader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 && r.err == nil {
		r.fill()
	}
	n := copy(p, r.rest)
	if r.rest = r.rest[n:]; n > 0 {
		return n, nil
	}
	return 0, r.err
}

// fill reads the next block. After an interrupt the block belongs to the read that was left.
func (r *Reader) fill() {
	if r.ctx.Err() != nil {
		r.err = r.interrupted()
		return
	}
	type read struct {
		file *os.File
		n    int
		err  error
	}
	done := make(chan read, 1)
	go func(from io.Reader) {
		var x read
		if from == nil {
			if x.file, x.err = os.Open(r.name); x.err != nil {
				done <- x
				return
			}
			from = x.file
		}
		x.n, x.err = from.Read(r.block)
		done <- x
	}(r.from)
	select {
	case x := <-done:
		if x.file != nil {
			r.from, r.file = x.file, x.file
		}
		r.rest, r.err = r.block[:x.n], x.err
		if r.count += int64(x.n); r.count > r.most {
			r.rest, r.err = nil, tooLong(r.most)
		}
	case <-r.ctx.Done():
		r.err = r.interrupted()
	}
}

func (r *Reader) interrupted() error {
	return &Interrupted{fmt.Sprintf("while it was read, after %d bytes", r.count), context.Cause(r.ctx)}
}

// Close closes the file, if it is one.
func (r *Reader) Close() {
	if r.file != nil {
		r.file.Close()
	}
}

// All returns what is still to be read.
func (r *Reader) All() ([]byte, error) {
	var parts [][]byte
	for size := 4 << 10; ; size = min(2*size, 1<<20) {
		part := make([]byte, size)
		n, err := io.ReadFull(r, part)
		parts = append(parts, part[:n])
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return bytes.Join(parts, nil), nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// grace is how long a call that has begun goes on when its context has ended: what is short
// comes to its end, however late it begins.
const grace = time.Second

// Await returns what a call returns that knows of no context, or an [Interrupted] if the
// context ends, and a second is over, before. The call then goes on, and nobody waits for it.
func Await[T any](ctx context.Context, doing string, call func() (T, error)) (T, error) {
	var value, none T
	var err error
	var fault any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if p := recover(); p != nil {
				fault = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
		}()
		value, err = call()
	}()
	select {
	case <-done:
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(grace):
			return none, &Interrupted{doing, context.Cause(ctx)}
		}
	}
	if fault != nil {
		panic(fault)
	}
	return value, err
}
