package setsys

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
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

// MarshalJSON is json.Marshal that leaves <, > and & as they are, and escapes the
// control characters that JSON allows and terminals obey (U+0080 to U+009F).
func MarshalJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return escapeControls(bytes.TrimRight(b.Bytes(), "\n")), err
}

// escapeControls escapes the control characters U+007F to U+009F in JSON.
func escapeControls(data []byte) []byte {
	return controls.ReplaceAllFunc(data, func(c []byte) []byte {
		r, _ := utf8.DecodeRune(c)
		return fmt.Appendf(nil, `\u%04x`, r)
	})
}

var controls = regexp.MustCompile("[\u007f-\u009f]")
