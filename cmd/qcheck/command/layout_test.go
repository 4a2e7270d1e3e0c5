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
		"structure --property every " + data("thesis-3-coterie.json") + " " + data("jiang-2-wr-coterie.json") + " " + data("h3-arbiter-broken.json"),
		"analyze --critical --require domains>=1,write.failures>=3,load(0.9)<=1/2 " + data("aurora.json"),
		"analyze " + data("plane-7-m1.json"),
		"list",
		"corpus jiang/algorithm-printed kakugawa/raymond-printed",
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

func TestFoldLine(t *testing.T) {
	for _, test := range []struct {
		reason, line string
		width        int
		want         string
	}{
		{"fits", "  a  bcd", 8, "  a  bcd"},
		{"below the last column", "  a  bb  cc dd ee", 14, "  a  bb  cc dd\n         ee"},
		{"the last column begins too far to the right", "  a  b  cccc dddd", 11, "  a  b\n     cccc\n     dddd"},
		{"a sentence", "one two three", 8, "one two\nthree"},
		{"a word that does not fit", "  a  one seventeen", 9, "  a  one\n     seventeen"},
		{"a long set, behind commas", "  a  {1,2,3,4,5}", 11, "  a  {1,2,\n     3,4,5}"},
		{"a part between commas that does not fit", "  a  {one,fourteen,2}", 9, "  a  {one,\n     fourteen,\n     2}"},
		{"letters of several bytes", "  ä  öü é", 9, "  ä  öü é"},
		{"colours take no room", "  \x1b[32ma\x1b[0m  bb cc", 10, "  \x1b[32ma\x1b[0m  bb cc"},
		{"nor where a line is broken", "  \x1b[32ma \x1b[0m  bb cc", 10, "  \x1b[32ma \x1b[0m  bb\n      cc"},
	} {
		if got := foldLine(test.line, test.width); got != test.want {
			t.Errorf("%s: %q, want %q", test.reason, got, test.want)
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
