package command

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// Lines are as wide as COLUMNS allows, and say the same as without a limit.
func TestLinesFitTheWidth(t *testing.T) {
	trace := data("traces/raymond-printed.json")
	for _, args := range []string{
		"protocol --algorithm maekawa --variant without-inquire --n 3 --requests 1",
		"protocol --algorithm raymond --variant printed --n 3 --k 2 --requests 1,1,2",
		"protocol --algorithm maekawa --n 3 --measure",
		"replay " + trace,
		"certify " + data("certificates/ricart-agrawala-2.certificate"),
	} {
		t.Setenv("COLUMNS", "")
		free := qcheck("", strings.Fields(args)...)
		for _, width := range []int{80, 120} {
			t.Setenv("COLUMNS", fmt.Sprint(width))
			r := qcheck("", strings.Fields(args)...)
			if r.code != free.code || r.stderr != "" {
				t.Errorf("%s: exit %d, %s", args, r.code, r.stderr)
			}
			for line := range strings.Lines(r.stdout) {
				if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
					t.Errorf("%s: %d columns: %q has %d", args, width, line, n)
				}
			}
			for _, word := range strings.Fields(free.stdout) {
				if !strings.Contains(r.stdout, word) {
					t.Errorf("%s: %d columns: %q is missing", args, width, word)
				}
			}
		}
	}
}

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
		s := streams{out: w, width: test.width}
		w.WriteString("  " + s.hang(2, "one two three four"))
		w.Flush()
		if out.String() != test.want {
			t.Errorf("width %d: %q, want %q", test.width, out.String(), test.want)
		}
	}
}

// Columns are as wide as their cells have characters, not bytes.
func TestWriteColumns(t *testing.T) {
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	writeColumns(streams{out: w}, [][]string{{"r", "nodes", "n"}, {"1", "{Zürich,Köln}", "10"}, {"12", "{Bern}", "9"}})
	w.Flush()
	const want = "   r  nodes           n\n   1  {Zürich,Köln}  10\n  12  {Bern}          9\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
