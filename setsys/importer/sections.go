package importer

import (
	"strings"

	"qcheck/setsys"
)

// sections is the form of corosync.conf: sections, whose keys are the members and whose inner
// sections the list, with the name as token. A value goes up to the end of its line, or of its
// section.
func sections(s *source) value {
	stack := []value{{source: s, sort: "an object"}} // those that are open
	text := string(s.data)
	for at, parts := 0, -1; at < len(text); {
		s.part(at, &parts)
		rest := text[at:]
		end := strings.IndexAny(rest, ":{}#\n")
		if end < 0 {
			end = len(rest)
		}
		word := strings.TrimSpace(rest[:end])
		start := at + end - len(strings.TrimLeft(rest[:end], " \t\r\n"))
		sign := byte('\n')
		if end < len(rest) {
			sign = rest[end]
		}
		if word != "" && sign != ':' && sign != '{' {
			s.refuse(start, "want KEY: VALUE or SECTION {, found %s", setsys.Quote(word))
		}
		at += end + 1
		now := len(stack) - 1
		switch sign {
		case '#':
			line, _, _ := strings.Cut(text[at:], "\n")
			at += len(line)
		case '{':
			stack = append(stack, value{source: s, at: start, token: word, sort: "an object"})
		case '}':
			if now == 0 {
				s.refuse(at-1, `a "}" without a section`)
			}
			stack[now-1].list = append(stack[now-1].list, stack[now])
			stack = stack[:now]
		case ':':
			line, _, _ := strings.Cut(text[at:], "\n")
			line, _, _ = strings.Cut(line, "}")
			x := s.leaf(strings.TrimSpace(line), at+len(line)-len(strings.TrimLeft(line, " \t")))
			stack[now].members = append(stack[now].members, member{word, start, x})
			at += len(line)
		}
	}
	if last := stack[len(stack)-1]; len(stack) > 1 {
		last.bad("section %s has no end", setsys.Quote(last.plain()))
	}
	return stack[0]
}

// inner returns the inner sections with the name.
func (v value) inner(name string) (all []value) {
	for _, x := range v.list {
		if x.token == name {
			all = append(all, x)
		}
	}
	return all
}

// number returns the value of a key of a section, and the default where there is none.
func (v value) number(key string, otherwise int) int {
	if x, ok := v.first(key); ok {
		return x.count(0, setsys.MaxWeight, "a number for "+key)
	}
	return otherwise
}
