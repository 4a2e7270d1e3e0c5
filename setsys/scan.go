package setsys

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxDepth is how deep lists and objects may be nested in a file.
const maxDepth = 100

// maxKeys is how many keys an object may have: decoders keep all of them.
const maxKeys = 100_000

// maxString is how many bytes a string that is kept may take.
const maxString = 10_000

// A document is the text of a file. Its method check is the only one that may
// be called before check has returned nil: the others read values where they
// know that there are some.
type document struct {
	file string
	data []byte
}

func (d *document) errorf(at int, format string, args ...any) error {
	line, column := place(d.data, at)
	return &FileError{File: d.file, Line: line, Column: column, Msg: fmt.Sprintf(format, args...)}
}

// CheckSyntax returns an error, a [FileError], at the first place where data is
// not one JSON value (RFC 8259) in UTF-8, or nests too deep. It is for readers of
// other files.
func CheckSyntax(file string, data []byte) error { return (&document{file, data}).check() }

// check is CheckSyntax of the document. The standard library reads half a surrogate pair as
// U+FFFD, so that names that differ would be equal.
func (d *document) check() error {
	if bytes.HasPrefix(d.data, []byte("\xef\xbb\xbf")) {
		return d.errorf(0, "the file starts with a byte-order mark: save it as UTF-8 without one")
	}
	for at, r := range string(d.data) {
		if r == utf8.RuneError && !bytes.HasPrefix(d.data[at:], []byte("\ufffd")) {
			return d.errorf(at, "invalid UTF-8: byte 0x%02x", d.data[at])
		}
	}
	if d.space(0) == len(d.data) {
		return d.errorf(0, "the file is empty")
	}
	var syntax *json.SyntaxError
	if err := json.Unmarshal(d.data, new(json.RawMessage)); errors.As(err, &syntax) {
		return d.errorf(int(syntax.Offset)-1, "no JSON: %s", syntax)
	}
	depth := 0
	for at := 0; at < len(d.data); at++ {
		switch d.data[at] {
		case '"':
			end := d.skipString(at)
			if bytes.IndexByte(d.data[at:end], '\\') >= 0 && strings.ContainsRune(d.text(at), utf8.RuneError) {
				return d.errorf(at, "an escape sequence in a string is half a surrogate pair")
			}
			at = end - 1
		case '{', '[':
			if depth++; depth > maxDepth {
				return d.errorf(at, "nested deeper than %d levels", maxDepth)
			}
		case '}', ']':
			depth--
		}
	}
	return nil
}

// space returns the offset of the first character from at on that is no white
// space.
func (d *document) space(at int) int {
	for at < len(d.data) {
		switch d.data[at] {
		case ' ', '\t', '\n', '\r':
			at++
		default:
			return at
		}
	}
	return at
}

// number returns the text of the number at the offset.
func (d *document) number(at int) []byte {
	end := at
	for end < len(d.data) && isNumberByte(d.data[end]) {
		end++
	}
	return d.data[at:end]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isNumberByte reports whether c can be part of a number.
func isNumberByte(c byte) bool {
	return isDigit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}
