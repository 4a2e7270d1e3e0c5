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

// header matches the lines that programs print before a document: the status and the
// headers of HTTP ("curl -i"), and the log of stellar-core, whose lines begin with the date.
var header = regexp.MustCompile(`^(HTTP/[0-9.]+ [0-9].*|[A-Za-z][A-Za-z0-9-]*: .*|[0-9]{4}-[0-9]{2}-[0-9]{2}[T ].*|)$`)

// body returns the source with such lines, and the mark of the order of bytes, as
// spaces: places stay what they are. There is nothing to leave out unless a line
// behind them begins with an object or a list.
func (s *source) body() *source {
	rest := s.data
	blank := 0
	if bytes.HasPrefix(rest, []byte("\ufeff")) {
		blank, rest = 3, rest[3:]
	}
	for at := blank; len(rest) > 0; {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		text := bytes.TrimSpace(line)
		if len(text) > 0 && (text[0] == '{' || text[0] == '[') {
			blank = at
			break
		}
		if !header.Match(text) {
			break
		}
		at, rest = len(s.data)-len(after), after
	}
	if blank == 0 {
		return s
	}
	data := bytes.Clone(s.data)
	for i := range blank {
		if data[i] != '\n' {
			data[i] = ' '
		}
	}
	plain := *s
	plain.data = data
	return &plain
}

// lines calls what for each line, without the white space around it, and the offset of its
// first character.
func (s *source) lines(what func(line string, at int)) {
	at := 0
	for whole := range strings.Lines(string(s.data)) {
		s.step()
		line := strings.TrimRight(whole, " \t\f\r\n")
		text := strings.TrimLeft(line, " \t\f")
		what(text, at+len(line)-len(text))
		at += len(whole)
	}
}
