package importer

import (
	"bytes"
	"regexp"
)

// header matches the lines that programs print before a document: the status and the
// headers of HTTP ("curl -i"), and the log of stellar-core, whose lines begin with the date.
var header = regexp.MustCompile(`^(HTTP/[0-9.]+ [0-9].*|[A-Za-z][A-Za-z0-9-]*: .*|[0-9]{4}-[0-9]{2}-[0-9]{2}[T ].*|)$`)

// body returns the source with such lines, and the mark of the order of bytes, as
// spaces: places stay what they are. There is nothing to leave out unless a line
// behind them begins with an object or a list.
func (s source) body() source {
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
	s.data = data
	return s
}
