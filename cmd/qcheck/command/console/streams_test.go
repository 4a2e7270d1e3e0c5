package console

import (
	"bufio"
	"bytes"
	"strings"
	"testing"
)

func TestHang(t *testing.T) {
	for _, test := range []struct {
		width int
		want  string
	}{
		{0, "  one two three four\n"},
		{20, "  one two three four\n"},
		{19, "  one two three\n  four\n"},
		{9, "  one two\n  three\n  four\n"},
		{1, "  one\n  two\n  three\n  four\n"},
	} {
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		s := Streams{Out: w, Width: test.width}
		w.WriteString("  " + s.Hang(2, "one two three four"))
		w.Flush()
		if out.String() != test.want {
			t.Errorf("width %d: %q, want %q", test.width, out.String(), test.want)
		}
	}
}

func TestWrap(t *testing.T) {
	text := "a paragraph of some words that go on"
	got := Wrap(text, 12, "  ")
	if want := "  a\n  paragraph\n  of some\n  words that\n  go on\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for line := range strings.Lines(Wrap(strings.Repeat("word ", 100), 40, "   ")) {
		if len(line) > 41 || !strings.HasPrefix(line, "   word") {
			t.Errorf("line %q", line)
		}
	}
}
