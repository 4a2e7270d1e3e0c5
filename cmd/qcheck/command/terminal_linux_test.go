package command

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
)

// terminal returns the two ends of a terminal of the given width.
func terminal(t *testing.T, columns uint16) (reader, terminal *os.File) {
	t.Helper()
	reader, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { reader.Close() })
	control := func(request uintptr, value unsafe.Pointer) {
		if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, reader.Fd(), request, uintptr(value)); err != 0 {
			t.Skip(err)
		}
	}
	var unlock, number int32
	control(syscall.TIOCSPTLCK, unsafe.Pointer(&unlock))
	control(syscall.TIOCGPTN, unsafe.Pointer(&number))
	control(syscall.TIOCSWINSZ, unsafe.Pointer(&[4]uint16{24, columns}))
	if terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { terminal.Close() })
	return reader, terminal
}

// Text is as wide as the terminal, unless COLUMNS says otherwise; 80 where the
// terminal does not say; and off terminals there is no limit.
func TestTextWidth(t *testing.T) {
	t.Setenv("COLUMNS", "")
	_, wide := terminal(t, 132)
	_, unknown := terminal(t, 0)
	for _, test := range []struct {
		columns               string
		wide, unknown, buffer int
	}{
		{"", 132, 80, 0},
		{"60", 60, 60, 60},
		{"0", 132, 80, 0},
		{"wide", 132, 80, 0},
	} {
		t.Setenv("COLUMNS", test.columns)
		if got := console.NewStreams(nil, wide, nil).Width; got != test.wide {
			t.Errorf("COLUMNS=%s: %d on a wide terminal, want %d", test.columns, got, test.wide)
		}
		if got := console.NewStreams(nil, unknown, nil).Width; got != test.unknown {
			t.Errorf("COLUMNS=%s: %d on a terminal without a width, want %d", test.columns, got, test.unknown)
		}
		if got := console.NewStreams(nil, &bytes.Buffer{}, nil).Width; got != test.buffer {
			t.Errorf("COLUMNS=%s: %d off terminals, want %d", test.columns, got, test.buffer)
		}
	}
}

// The progress line fits the terminal, and is not there on one that cannot erase
// it.
func TestProgressOnTerminals(t *testing.T) {
	t.Setenv("COLUMNS", "")
	t.Setenv("TERM", "xterm")
	reader, narrow := terminal(t, 40)
	p := console.NewProgress(narrow)
	p.Begin("kakugawa (repaired)")
	p.Show()(explore.Progress{States: 9880018, Transitions: 34200234, Depth: 6, Elapsed: 45 * time.Second})
	text := make([]byte, 200)
	n, err := reader.Read(text)
	if want := "\r\x1b[K9,880,018 states, depth 6, 45s"; err != nil || !strings.HasPrefix(string(text[:n]), want) {
		t.Errorf("%q, %v; want %q", text[:n], err, want)
	}
	t.Setenv("TERM", "dumb")
	if console.NewProgress(narrow) != nil {
		t.Error("progress on a dumb terminal")
	}
}

// What a walk says at its end is below the prompt.
func TestWalkOnATerminal(t *testing.T) {
	typist, keyboard := terminal(t, 80)
	if _, err := typist.WriteString("1\n\x04"); err != nil { // and the end of the input
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := run(t.Context(), strings.Fields("walk --algorithm ricart-agrawala --n 2"), keyboard, &out, &errs)
	if code != console.ExitHolds || !strings.Contains(out.String(), "\n> \nthe walk ends with a run of 1 step") {
		t.Errorf("exit %d, %s%s", code, out.String(), errs.String())
	}
}
