package importer

import (
	"regexp"
	"strings"

	"qcheck/setsys"
)

// yaml is the form of as much of YAML as configurations need that are settings: keys with
// scalars, or with lists of scalars, in one line or as items, in any nesting. As in properties,
// the keys are those of one object, with those around them before them and dots between. Scalars
// are texts; a value has itself or its items as a list.
func yaml(s *source) value {
	v := value{source: s, sort: "an object"}
	type level struct {
		indent int
		name   string
	}
	var around []level
	at, parts := 0, 0
	for whole := range strings.Lines(string(s.data)) {
		line := strings.TrimRight(plainYAML.FindString(whole), blanks)
		text := strings.TrimLeft(line, " ")
		indent := len(line) - len(text)
		start := at + indent
		at += len(whole)
		if text == "" || text == "---" || text == "..." {
			continue
		}
		s.part(start, &parts)
		if text[0] == '\t' {
			s.refuse(start, "a tab at the beginning of a line, which YAML does not allow")
		}
		if item, ok := strings.CutPrefix(text, "- "); ok && len(v.members) > 0 {
			last := &v.members[len(v.members)-1].value
			last.list, last.token, last.sort = append(last.list, s.scalar(item, start)), nil, "a list"
			continue
		}
		name, rest, ok := strings.Cut(text, ":")
		if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
			s.refuse(start, "want KEY: VALUE, found %s", setsys.Quote(text))
		}
		for len(around) > 0 && around[len(around)-1].indent >= indent {
			around = around[:len(around)-1]
		}
		name = s.scalar(name, start).plain()
		if n := len(around); n > 0 {
			name = around[n-1].name + "." + name
		}
		around = append(around, level{indent, name})
		v.members = append(v.members, member{name, start, s.scalars(strings.TrimSpace(rest), start)})
	}
	return v
}

// plainYAML matches what stands before the comment of a line, whose sign is one behind white
// space and outside of quotes only.
var plainYAML = regexp.MustCompile(`^(?:(?:"[^"]*"?|'[^']*'?|[^\s"'#])#*|\s)*`)

// scalars returns the value of a key in its line: a list in brackets, one scalar, or nothing.
func (s *source) scalars(text string, at int) value {
	v := s.scalar(text, at)
	if inner, ok := strings.CutPrefix(text, "["); ok && strings.HasSuffix(inner, "]") {
		v.token, v.sort = nil, "a list"
		for _, part := range s.leaf(strings.TrimSuffix(inner, "]"), at).split(",") {
			if item := s.scalar(part.plain(), at); item.token != "" {
				v.list = append(v.list, item)
			}
		}
	} else if text != "" {
		v.list = []value{v}
	}
	return v
}

// scalar returns a scalar without its quotes.
func (s *source) scalar(text string, at int) value {
	text = strings.TrimSpace(text)
	if n := len(text); n > 1 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
		text = text[1 : n-1]
	}
	return s.leaf(text, at)
}
