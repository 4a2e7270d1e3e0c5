package setsys_test

import (
	"testing"

	"qcheck/setsys"
)

func TestPrintable(t *testing.T) {
	for _, c := range []struct{ reason, text, want string }{
		{"plain", "node 1", "node 1"},
		{"empty", "", ""},
		{"other letters", "Zürich 日本 😀", "Zürich 日本 😀"},
		{"quotes and backslashes", `a "b" \c`, `a "b" \c`},
		{"a terminal's commands", "evil\x1b]0;pwned\a\x1b[2J", `evil\x1b]0;pwned\a\x1b[2J`},
		{"lines", "a\nb\r\tc", `a\nb\r\tc`},
		{"the 8-bit form of ESC [", "a\u009b2J", `a\u009b2J`},
		{"no UTF-8", "a\x9b2J", `a\x9b2J`},
		{"from right to left", "a\u202eb", `a\u202eb`},
		{"delete", "\x7f", `\x7f`},
		{"the replacement character itself", "\ufffd", "\ufffd"},
	} {
		if got := setsys.Printable(c.text); got != c.want {
			t.Errorf("%s: %s, want %s", c.reason, got, c.want)
		}
	}
}
