package importer

import (
	"bytes"
	"regexp"
	"strings"

	"qcheck/setsys"
)

// A form is a way to write configurations: it returns the tree of a file.
type form func(s *source) value

// A reading is a form in which a system has configurations, and what they mean in it.
type reading struct {
	fits func(text string) bool // whether a file with this text has the form; nil: any
	form form
	of   func(v value) *setsys.Structure
}

// begins returns whether texts begin with one of these characters.
func begins(with string) func(text string) bool {
	return func(text string) bool { return text != "" && strings.IndexByte(with, text[0]) >= 0 }
}

// structure is that of the first form which the file has.
func (s *source) structure(readings []reading) *setsys.Structure {
	text := strings.TrimLeft(string(s.body().data), " \t\r\n")
	for _, r := range readings {
		if r.fits == nil || r.fits(text) {
			return r.of(r.form(s))
		}
	}
	panic("importer: no form for what is left")
}

// preamble matches the lines that programs print before a document, and the mark of the order of
// bytes: the status and the headers of HTTP ("curl -i"), and the log of stellar-core, whose lines
// begin with the date. A line behind them begins with an object or a list.
var preamble = regexp.MustCompile(`^((?:\x{feff})?(?:\s*(?:HTTP/[0-9.]+ [0-9].*|[A-Za-z][A-Za-z0-9-]*: .*|[0-9]{4}-[0-9]{2}-[0-9]{2}[T ].*|)\n)*)\s*[{\[]`)

// body returns the source with spaces in their place: places stay what they are.
func (s *source) body() *source {
	at := 0
	if m := preamble.FindSubmatchIndex(s.data); m != nil {
		at = m[3]
	} else if bytes.HasPrefix(s.data, []byte("\ufeff")) {
		at = 3
	}
	if at == 0 {
		return s
	}
	plain := *s
	plain.data = bytes.Clone(s.data)
	for i, c := range plain.data[:at] {
		if c != '\n' {
			plain.data[i] = ' '
		}
	}
	return &plain
}

// lines calls what for each line, without the white space around it, and the offset of its
// first character.
func (s *source) lines(what func(line string, at int)) {
	at := 0
	for whole := range strings.Lines(string(s.data)) {
		s.step(1)
		line := strings.TrimRight(whole, " \t\f\r\n")
		text := strings.TrimLeft(line, " \t\f")
		what(text, at+len(line)-len(text))
		at += len(whole)
	}
}
