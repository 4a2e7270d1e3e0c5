package importer

import (
	"strconv"
	"strings"

	"qcheck/setsys"
)

// A section is a section of corosync.conf, with its keys and inner sections.
type section struct {
	name  string
	at    int
	keys  map[string]setting
	inner []*section
}

// sections reads the file. A value goes up to the end of its line, or of its section.
func (s source) sections() (*section, error) {
	top := &section{keys: map[string]setting{}}
	stack := []*section{top}
	text := string(s.data)
	for at, parts := 0, 0; at < len(text); parts++ {
		if parts > maxParts {
			return nil, s.tooMany(at)
		}
		rest := text[at:]
		end := strings.IndexAny(rest, ":{}#\n")
		if end < 0 {
			end = len(rest)
		}
		word := strings.TrimSpace(rest[:end])
		start := at + len(rest[:end]) - len(strings.TrimLeft(rest[:end], " \t\r\n"))
		sign := byte('\n')
		if end < len(rest) {
			sign = rest[end]
		}
		now := stack[len(stack)-1]
		if word != "" && sign != ':' && sign != '{' {
			return nil, s.errorf(start, "want KEY: VALUE or SECTION {, found %s", setsys.Quote(word))
		}
		at += end + 1
		switch sign {
		case '#':
			line := strings.IndexByte(text[at:], '\n')
			if line < 0 {
				line = len(text) - at
			}
			at += line
		case '{':
			inner := &section{name: word, at: start, keys: map[string]setting{}}
			now.inner = append(now.inner, inner)
			stack = append(stack, inner)
		case '}':
			if len(stack) == 1 {
				return nil, s.errorf(at-1, `a "}" without a section`)
			}
			stack = stack[:len(stack)-1]
		case ':':
			stop := strings.IndexAny(text[at:], "\n}")
			if stop < 0 {
				stop = len(text) - at
			}
			value := text[at : at+stop]
			valueAt := at + len(value) - len(strings.TrimLeft(value, " \t"))
			now.keys[word] = setting{key: word, value: strings.TrimSpace(value), at: start, valueAt: valueAt}
			at += stop
		}
	}
	if len(stack) > 1 {
		return nil, s.errorf(stack[len(stack)-1].at, "section %s has no end", setsys.Quote(stack[len(stack)-1].name))
	}
	return top, nil
}

// find returns the inner sections with the name.
func (x *section) find(name string) (all []*section) {
	for _, i := range x.inner {
		if i.name == name {
			all = append(all, i)
		}
	}
	return all
}

// number returns the value of a key, and the default where there is none.
func (s source) number(x *section, key string, otherwise int) (int, error) {
	k, ok := x.keys[key]
	if !ok {
		return otherwise, nil
	}
	n, err := strconv.Atoi(k.value)
	if err != nil || n < 0 || n > setsys.MaxWeight {
		return 0, s.errorf(k.valueAt, "want a number for %s, found %s", key, setsys.Quote(k.value))
	}
	return n, nil
}
