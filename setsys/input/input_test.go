package input_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"qcheck/setsys/input"
)

// What is there is read as it is, in whatever pieces it comes.
func TestAll(t *testing.T) {
	for _, size := range []int{0, 1, 4095, 4096, 4097, 32 << 10, 1<<20 + 1, 3 << 20} {
		want := bytes.Repeat([]byte("0123456789"), size/10+1)[:size]
		for name, from := range map[string]io.Reader{
			"whole": bytes.NewReader(want), "halves": iotest.HalfReader(bytes.NewReader(want)), "data with the end": iotest.DataErrReader(bytes.NewReader(want)),
		} {
			if got, err := io.ReadAll(input.From(t.Context(), from, int64(size))); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %d bytes of %d, %v", name, len(got), size, err)
			}
		}
		if size == 0 {
			continue
		}
		if got, err := io.ReadAll(input.From(t.Context(), bytes.NewReader(want), int64(size)-1)); err == nil {
			t.Errorf("a byte more than the limit: %d bytes, %v", len(got), err)
		}
	}
}

func TestFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, ctx := range []context.Context{t.Context(), ended} { // nothing is waited for
		if data, err := input.File(ctx, file); err != nil || string(data) != "text" {
			t.Errorf("%q, %v", data, err)
		}
	}
	var path *fs.PathError
	if _, err := input.File(t.Context(), file+"s"); !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &path) {
		t.Errorf("no file: %v", err)
	}
	if _, err := input.File(t.Context(), t.TempDir()); !errors.As(err, &path) || path.Err.Error() != "is a directory" {
		t.Errorf("a directory: %v", err)
	}
	if err := os.Truncate(file, input.Limit+1); err != nil {
		t.Fatal(err)
	}
	if _, err := input.File(t.Context(), file); !errors.As(err, &path) || !strings.Contains(err.Error(), "more than 32 MiB") {
		t.Errorf("a long file: %v", err)
	}
}

// A stream that does not deliver is left when the context ends, and its errors are passed on.
func TestInterrupted(t *testing.T) {
	silent, writer := io.Pipe()
	defer writer.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	// The end comes when the bytes before it were taken: the second read has begun.
	enough := readerFunc(func([]byte) (int, error) { cancel(errors.New("enough")); return 0, io.EOF })
	r := input.From(ctx, io.MultiReader(strings.NewReader("begin"), enough, silent), 100)
	var in *input.Interrupted
	for range 2 {
		if _, err := io.ReadAll(r); !errors.As(err, &in) || err.Error() != "interrupted while it was read, after 5 bytes: enough" {
			t.Errorf("%v", err)
		}
	}
	broken := errors.New("broken")
	if _, err := io.ReadAll(input.From(t.Context(), iotest.ErrReader(broken), 100)); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A call that knows of no context is left a second after the end, and not before it is over
// where it takes less.
func TestAwait(t *testing.T) {
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if n, err := input.Await(ended, "while it was counted", func() (int, error) { return 3, nil }); n != 3 || err != nil {
		t.Errorf("a short call: %d, %v", n, err)
	}
	stuck := make(chan struct{})
	defer close(stuck)
	_, err := input.Await(ended, "while it was counted", func() (int, error) { <-stuck; return 3, nil })
	if in := (*input.Interrupted)(nil); !errors.As(err, &in) || err.Error() != "interrupted while it was counted: enough" {
		t.Errorf("a long call: %v", err)
	}
	defer func() {
		if p, _ := recover().(string); !strings.HasPrefix(p, "a fault\n") || !strings.Contains(p, "TestAwait") {
			t.Errorf("the panic of a call: %q", p)
		}
	}()
	input.Await(t.Context(), "", func() (int, error) { panic("a fault") })
}
