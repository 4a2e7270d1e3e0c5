package certificate_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qcheck/protocols"
	"qcheck/protocols/certificate"
	"qcheck/setsys/input"
)

// repeated yields a text and then another one for ever, and counts what is read.
type repeated struct {
	next, again string
	count       int64
}

func (r *repeated) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if r.next == "" {
			r.next = r.again
		}
		part := copy(p[n:], r.next)
		n, r.next = n+part, r.next[part:]
	}
	r.count += int64(n)
	return n, nil
}

func packed(t *testing.T, text io.Reader, size int64) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(w, io.LimitReader(text, size)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A file is read as far as it can be one, and no further: lines end, there are no more than the
// first one says, and what is compressed is not a thousand times as long.
func TestReadingIsBounded(t *testing.T) {
	text := file(t, unbounded, 0)
	head, state := lines(text)[0]+"\n", lines(text)[1]+"\n"
	for _, test := range []struct {
		name string
		from repeated
		most int64 // bytes that may be read
		want string
	}{
		{"one line", repeated{again: "x"}, 9 << 20, "file:1:1: this line has more than 8 MiB"},
		{"zeros", repeated{again: "\x00"}, 9 << 20, "file:1:1: this line has more than 8 MiB"},
		{"a long line of a state", repeated{next: head, again: "1"}, 2 << 20, "file:2:1: this line has more than 1 MiB"},
		{"more states than it says", repeated{next: head, again: state}, 1 << 20, ":1: the first line says that there are "},
		{"no states", repeated{next: count(lines(text)[0], "states", -1_000_000) + "\n", again: state}, 1 << 20, "file:2:1: the first line says that there are -"},
		{"many states promised", repeated{next: strings.Replace(head, `"states":`, `"states":9999999`, 1), again: "x\n"}, 1 << 20, "file:2:1: a state, a level and ranks are expected"},
	} {
		from := test.from
		if _, err := certificate.Read("file", &from, protocols.All()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		} else if from.count > test.most {
			t.Errorf("%s: %d bytes were read", test.name, from.count)
		}
		bomb := packed(t, &repeated{next: test.from.next, again: test.from.again}, 16<<20)
		if _, err := certificate.Read("file", bytes.NewReader(bomb), protocols.All()); err == nil {
			t.Errorf("%s: a bomb of %d bytes is read", test.name, len(bomb))
		}
	}
	promise := strings.Replace(head, `"states":`, `"states":9999999`, 1)
	bomb := packed(t, &repeated{next: promise, again: state}, 16<<20)
	if _, err := certificate.Read("file", bytes.NewReader(bomb), protocols.All()); err == nil || !strings.Contains(err.Error(), "more than 100 times as long") {
		t.Errorf("a bomb that keeps its promise: %v", err)
	}
}

// The structure of an instance is in the file: no other file is opened, which might be a pipe.
func TestOtherFilesAreNotOpened(t *testing.T) {
	there := filepath.Join(t.TempDir(), "there")
	if err := os.WriteFile(there, []byte("nothing"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, flags := range []string{"--structure " + there, "--construct contraction --param of=" + there + " --param r=1"} {
		changed := lines(file(t, deadlock, 0))
		at, end := strings.Index(changed[0], "--structure '"), strings.Index(changed[0], "' --quorum-choice")
		changed[0] = changed[0][:at] + flags + changed[0][end+1:]
		if _, err := certificate.Read("file", strings.NewReader(sealed(changed)), protocols.All()); err == nil || !strings.Contains(err.Error(), "the structure is not there in full") {
			t.Errorf("%s: %v", flags, err)
		}
	}
}

// An interrupt is no fault of the file, compressed or not.
func TestInterruptedReading(t *testing.T) {
	text := file(t, unbounded, 0)
	for _, whole := range []string{text, string(packed(t, strings.NewReader(text), int64(len(text))))} {
		for _, at := range []int{0, 1, 5, len(whole) / 2, len(whole) - 1} {
			ctx, cancel := context.WithCancelCause(t.Context())
			silent, w := io.Pipe()
			go func() {
				io.WriteString(w, whole[:at])
				cancel(errors.New("enough"))
			}()
			_, err := certificate.Read("file", input.From(ctx, silent, 1<<20), protocols.All())
			if !errors.As(err, new(*input.Interrupted)) || !strings.HasPrefix(err.Error(), "file: interrupted while it was read, after ") {
				t.Errorf("after %d bytes: %v", at, err)
			}
			w.Close()
		}
	}
}
