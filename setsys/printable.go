package setsys

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Printable returns the text with the characters escaped that a terminal might
// obey or not show, as in a Go string: "\x1b", "\n", "\u202e". Names in files
// may have any character.
func Printable(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 || !strconv.IsPrint(r) {
			b.WriteString(strings.Trim(strconv.Quote(text[i:i+size]), `"`))
		} else {
			b.WriteString(text[i : i+size])
		}
		i += size
	}
	return b.String()
}
