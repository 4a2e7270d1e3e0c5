package setsys

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// A FileError is an error in a file, with its position. Msg is one line in lower
// case and repeats at most some forty characters of the file.
type FileError struct {
	File         string
	Line, Column int // from 1; columns count characters; Line 0: no place
	Msg          string
	cause        error
}

// Error returns "file:line:column: msg", or "file: msg" where there is no
// place.
func (e *FileError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Msg)
}

// Unwrap returns the error that Msg reports, such as an [ErrTooMany], or nil.
func (e *FileError) Unwrap() error { return e.cause }

// ErrorAt returns the error for what stands at offset at of the file's data. It is
// for readers of other files.
func ErrorAt(file string, data []byte, at int, format string, args ...any) error {
	return (&document{file, data}).errorf(at, format, args...)
}

// place returns the line and the column, both from 1, of the byte at offset
// at. A column is a character; a byte that is part of none counts as one.
func place(data []byte, at int) (line, column int) {
	before := data[:at]
	start := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte{'\n'}), 1 + utf8.RuneCount(before[start:])
}

// echoLimit is the number of characters of the input that a message repeats.
const echoLimit = 40

// clip returns s, cut when it is long.
func clip(s string) string {
	seen := 0
	for i := range s {
		if seen == echoLimit {
			return s[:i] + "..."
		}
		seen++
	}
	return s
}

// Quote returns text of a file for a message: quoted, on one line, cut when it is
// long.
func Quote(s string) string {
	if c := clip(s); c != s {
		return strconv.Quote(c[:len(c)-len("...")]) + "..."
	}
	return strconv.Quote(s)
}
