package console

import "testing"

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
