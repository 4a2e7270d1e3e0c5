package importer

import (
	"strings"

	"qcheck/setsys"
)

// A yamlKey is a key of a file in YAML, with those around it before it and dots
// between, and its scalar or its list of scalars.
type yamlKey struct {
	name   string
	at     int
	values []string
	isList bool
}

// yaml reads as much of YAML as configurations need that are lists of settings: keys
// with scalars or lists of scalars, in one line or as items, in any nesting.
func (s source) yaml() ([]*yamlKey, error) {
	var keys []*yamlKey
	type level struct {
		indent int
		name   string
	}
	var around []level
	at := 0
	for line := range strings.Lines(string(s.data)) {
		start := at
		at += len(line)
		line = strings.TrimRight(uncommented(line), " \t\r\n")
		text := strings.TrimLeft(line, " ")
		indent := len(line) - len(text)
		start += indent
		if text == "" || text == "---" || text == "..." {
			continue
		}
		if len(keys) > maxParts {
			return nil, s.tooMany(start)
		}
		if text[0] == '\t' {
			return nil, s.errorf(start, "a tab at the beginning of a line, which YAML does not allow")
		}
		if item, ok := strings.CutPrefix(text, "- "); ok && len(keys) > 0 {
			last := keys[len(keys)-1]
			last.values, last.isList = append(last.values, scalar(item)), true
			continue
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok || value != "" && value[0] != ' ' && value[0] != '\t' {
			return nil, s.errorf(start, "want KEY: VALUE, found %s", setsys.Quote(text))
		}
		for len(around) > 0 && around[len(around)-1].indent >= indent {
			around = around[:len(around)-1]
		}
		name = scalar(name)
		full := name
		if len(around) > 0 {
			full = around[len(around)-1].name + "." + name
		}
		around = append(around, level{indent, full})
		k := &yamlKey{name: full, at: start}
		if value = strings.TrimSpace(value); value != "" {
			k.values, k.isList = scalars(value)
		}
		keys = append(keys, k)
	}
	return keys, nil
}

// uncommented returns a line without its comment.
func uncommented(line string) string {
	var quote byte
	for i := range len(line) {
		switch c := line[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t'):
			return line[:i]
		}
	}
	return line
}

// scalars returns the members of a list in brackets, or the one scalar.
func scalars(value string) (list []string, isList bool) {
	inner, open := strings.CutPrefix(value, "[")
	if !open || !strings.HasSuffix(inner, "]") {
		return []string{scalar(value)}, false
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(inner, "]"), ",") {
		if part = scalar(part); part != "" {
			list = append(list, part)
		}
	}
	return list, true
}

// scalar returns a scalar without its quotes.
func scalar(text string) string {
	text = strings.TrimSpace(text)
	if n := len(text); n > 1 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
		return text[1 : n-1]
	}
	return text
}
