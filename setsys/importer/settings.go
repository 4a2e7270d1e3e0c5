package importer

import "strings"

// A setting is a line of a properties file, as java.util.Properties reads it.
type setting struct {
	key, value  string
	at, valueAt int // offsets in the file
	line        int // from 1
}

// settings returns the lines that are neither empty nor comments. Lines that a
// backslash continues, and keys with one, are errors: no configuration needs them
// to say which servers there are.
func (s source) settings() ([]setting, error) {
	var list []setting
	at := 0
	for i, text := range strings.SplitAfter(string(s.data), "\n") {
		start := at
		at += len(text)
		line := strings.TrimRight(text, " \t\f\r\n")
		start += len(line) - len(strings.TrimLeft(line, " \t\f"))
		line = strings.TrimLeft(line, " \t\f")
		if line == "" || line[0] == '#' || line[0] == '!' {
			continue
		}
		if whole := strings.TrimRight(text, "\r\n"); (len(whole)-len(strings.TrimRight(whole, `\`)))%2 == 1 {
			return nil, s.errorf(start+len(line)-1, "a line that goes on in the next one is not read: write it on one line")
		}
		l := setting{at: start, line: i + 1}
		end := strings.IndexAny(line, "=: \t\f")
		if end < 0 {
			end = len(line)
		}
		l.key = line[:end]
		if k := strings.IndexByte(l.key, '\\'); k >= 0 {
			return nil, s.errorf(start+k, `a key with a backslash is not read`)
		}
		rest := strings.TrimLeft(line[end:], " \t\f")
		if rest != "" && (rest[0] == '=' || rest[0] == ':') {
			rest = strings.TrimLeft(rest[1:], " \t\f")
		}
		l.value, l.valueAt = rest, start+len(line)-len(rest)
		list = append(list, l)
	}
	return list, nil
}
