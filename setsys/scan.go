package setsys

import (
	"bytes"
	"fmt"
	"strconv"
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
// other files, which what names: "trace".
func CheckSyntax(file string, data []byte, what string) error {
	return (&document{file, data}).checkAs(what)
}

// check is CheckSyntax of a structure file.
func (d *document) check() error { return d.checkAs("structure") }

func (d *document) checkAs(what string) error {
	if bytes.HasPrefix(d.data, []byte("\xef\xbb\xbf")) {
		return d.errorf(0, "the file starts with a byte-order mark: save it as UTF-8 without one")
	}
	if at := invalidUTF8(d.data); at >= 0 {
		return d.errorf(at, "invalid UTF-8: byte 0x%02x", d.data[at])
	}
	at := d.space(0)
	if at == len(d.data) {
		return d.errorf(0, "the file is empty")
	}
	end, err := d.checkValue(at, -1, 0)
	if err != nil {
		return err
	}
	if end = d.space(end); end < len(d.data) {
		return d.errorf(end, "data after the end of the %s: %s", what, d.character(end))
	}
	return nil
}

func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for at := 0; ; {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
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

func (d *document) character(at int) string {
	r, _ := utf8.DecodeRune(d.data[at:])
	return strconv.QuoteRune(r)
}

// unexpected is the error for what stands at the offset instead of want. The
// offset open is that of the innermost list or object around it, or -1.
func (d *document) unexpected(at, open int, want string) error {
	if at < len(d.data) {
		if d.data[at] == '/' {
			return d.errorf(at, "unexpected '/': want %s; JSON has no comments", want)
		}
		return d.errorf(at, "unexpected %s: want %s", d.character(at), want)
	}
	if open < 0 {
		return d.errorf(at, "unexpected end of file: want %s", want)
	}
	line, column := place(d.data, open)
	return d.errorf(at, "unexpected end of file: the %s opened at %d:%d is not closed", d.sort(open), line, column)
}

// checkValue checks the value at the offset, which is inside depth lists and
// objects, and returns where it ends.
func (d *document) checkValue(at, open, depth int) (end int, err error) {
	if at == len(d.data) {
		return 0, d.unexpected(at, open, "a value")
	}
	switch c := d.data[at]; {
	case c == '{' || c == '[':
		if depth == maxDepth {
			return 0, d.errorf(at, "nested deeper than %d levels", maxDepth)
		}
		if c == '{' {
			return d.checkObject(at, depth+1)
		}
		return d.checkList(at, depth+1)
	case c == '"':
		return d.checkString(at)
	case c == '-' || isDigit(c):
		return d.checkNumber(at)
	}
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(d.data[at:], []byte(word)) {
			return at + len(word), nil
		}
	}
	return 0, d.unexpected(at, open, "a value")
}

func (d *document) checkList(open, depth int) (end int, err error) {
	at := d.space(open + 1)
	if d.at(at) == ']' {
		return at + 1, nil
	}
	for {
		if at, err = d.checkValue(at, open, depth); err != nil {
			return 0, err
		}
		at = d.space(at)
		switch d.at(at) {
		case ']':
			return at + 1, nil
		case ',':
			at = d.space(at + 1)
		default:
			return 0, d.unexpected(at, open, `"," or "]"`)
		}
	}
}

func (d *document) checkObject(open, depth int) (end int, err error) {
	at := d.space(open + 1)
	if d.at(at) == '}' {
		return at + 1, nil
	}
	for keys := 1; ; keys++ {
		if d.at(at) != '"' {
			return 0, d.unexpected(at, open, "a key in double quotes")
		}
		if keys > maxKeys {
			return 0, d.errorf(at, "an object with more than %d keys", maxKeys)
		}
		if at, err = d.checkString(at); err != nil {
			return 0, err
		}
		if at = d.space(at); d.at(at) != ':' {
			return 0, d.unexpected(at, open, `":" after the key`)
		}
		if at, err = d.checkValue(d.space(at+1), open, depth); err != nil {
			return 0, err
		}
		at = d.space(at)
		switch d.at(at) {
		case '}':
			return at + 1, nil
		case ',':
			at = d.space(at + 1)
		default:
			return 0, d.unexpected(at, open, `"," or "}"`)
		}
	}
}

// at returns the byte at the offset, or 0 at the end of the file.
func (d *document) at(at int) byte {
	if at < len(d.data) {
		return d.data[at]
	}
	return 0
}

func (d *document) checkString(open int) (end int, err error) {
	for at := open + 1; at < len(d.data); at++ {
		switch c := d.data[at]; {
		case c == '"':
			return at + 1, nil
		case c == '\n' || c == '\r':
			return 0, d.errorf(open, "the string is not closed on its line")
		case c < ' ':
			return 0, d.errorf(at, "control character 0x%02x in a string: write \\u%04x", c, c)
		case c == '\\':
			if at, err = d.checkEscape(at); err != nil {
				return 0, err
			}
		}
	}
	return 0, d.errorf(open, "the string is not closed")
}

// checkEscape checks the escape sequence at the backslash at the offset, and
// returns the offset of its last byte.
func (d *document) checkEscape(at int) (last int, err error) {
	switch d.at(at + 1) {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return at + 1, nil
	case 'u':
		r, ok := d.hex(at)
		if ok && r>>10 == 0xd800>>10 {
			low, ok := d.hex(at + 6)
			if !ok || low>>10 != 0xdc00>>10 {
				return 0, d.errorf(at, "half a surrogate pair in a string: \\u%04x", r)
			}
			return at + 11, nil
		}
		if ok && r>>10 == 0xdc00>>10 {
			return 0, d.errorf(at, "half a surrogate pair in a string: \\u%04x", r)
		}
		if ok {
			return at + 5, nil
		}
		return 0, d.errorf(at, "\\u needs four hexadecimal digits")
	}
	return 0, d.errorf(at, "unknown escape sequence in a string: want one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
}

// hex returns the character that a \u sequence at the offset stands for, and
// whether there is one.
func (d *document) hex(at int) (r uint64, ok bool) {
	if d.at(at) != '\\' || d.at(at+1) != 'u' || at+6 > len(d.data) {
		return 0, false
	}
	for _, c := range d.data[at+2 : at+6] {
		switch {
		case isDigit(c):
			r = r<<4 | uint64(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | uint64(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

func (d *document) checkNumber(at int) (end int, err error) {
	end = at
	if d.at(end) == '-' {
		end++
	}
	first := end
	digits := func() bool {
		start := end
		for isDigit(d.at(end)) {
			end++
		}
		return end > start
	}
	ok := digits() && (d.data[first] != '0' || end == first+1)
	if ok && d.at(end) == '.' {
		end++
		ok = digits()
	}
	if c := d.at(end); ok && (c == 'e' || c == 'E') {
		end++
		if c := d.at(end); c == '+' || c == '-' {
			end++
		}
		ok = digits()
	}
	if !ok {
		return 0, d.errorf(at, "malformed number %s", clip(string(d.number(at))))
	}
	return end, nil
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
