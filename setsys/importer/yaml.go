package importer

import (
	"regexp"
	"strings"

	"qcheck/setsys"
)

// yaml is the form of as much of YAML as configurations need that are settings: keys with
// scalars, lists of scalars, in one line or as items, or other keys. Scalars are texts.
func yaml(s *source) value {
	y := &yamlReader{source: s, rest: string(s.data)}
	y.next()
	return y.keys(-1)
}

// plainYAML matches what stands before the comment of a line, whose sign is one behind white
// space and outside of quotes only.
var plainYAML = regexp.MustCompile(`^(?:(?:"[^"]*"?|'[^']*'?|[^\s"'#])#*|\s)*`)

// A yamlReader goes from line to line, without the empty ones and the comments.
type yamlReader struct {
	*source
	rest           string // what is below the line
	parts          int
	text           string // of the line; "" after the last
	indent, textAt int
}

func (y *yamlReader) next() {
	for y.text = ""; y.rest != "" && y.text == ""; {
		whole, below, _ := strings.Cut(y.rest, "\n")
		start := len(y.data) - len(y.rest)
		y.rest = below
		line := strings.TrimRight(plainYAML.FindString(whole), " \t\r\n")
		text := strings.TrimLeft(line, " ")
		if text != "" && text != "---" && text != "..." {
			y.text, y.indent = text, len(line)-len(text)
			y.textAt = start + y.indent
		}
	}
	y.part(y.textAt, &y.parts)
	if strings.HasPrefix(y.text, "\t") {
		y.refuse(y.textAt, "a tab at the beginning of a line, which YAML does not allow")
	}
}

// keys reads the keys that are indented more than the one around them.
func (y *yamlReader) keys(around int) value {
	v := value{source: y.source, sort: "an object"}
	for y.text != "" && y.indent > around {
		name, text, ok := strings.Cut(y.text, ":")
		if !ok || text != "" && text[0] != ' ' && text[0] != '\t' {
			y.refuse(y.textAt, "want KEY: VALUE, found %s", setsys.Quote(y.text))
		}
		at, indent := y.textAt, y.indent
		y.next()
		v.members = append(v.members, member{scalar(name), at, y.value(strings.TrimSpace(text), at, indent)})
	}
	return v
}

// value reads the value of a key: what stands behind it, the items below it, or the keys.
func (y *yamlReader) value(text string, at, indent int) value {
	v := value{source: y.source, at: at, sort: "null"}
	if inner, ok := strings.CutPrefix(text, "["); ok && strings.HasSuffix(inner, "]") {
		v.sort = "a list"
		for part := range strings.SplitSeq(strings.TrimSuffix(inner, "]"), ",") {
			if part = scalar(part); part != "" {
				v.list = append(v.list, y.leaf(part, at))
			}
		}
	} else if text != "" {
		v = y.leaf(scalar(text), at)
		v.list = []value{v}
	}
	for item, ok := strings.CutPrefix(y.text, "- "); ok; item, ok = strings.CutPrefix(y.text, "- ") {
		v.list, v.sort, v.token = append(v.list, y.leaf(scalar(item), y.textAt)), "a list", nil
		y.next()
	}
	if inner := y.keys(indent); len(inner.members) > 0 {
		inner.at, inner.list = at, v.list
		return inner
	}
	return v
}

// dotted returns the value of a key in which dots stand for keys within keys, or for
// themselves, and where the key is.
func (v value) dotted(path string) (found member, ok bool) {
	for _, m := range v.members {
		if m.key == path {
			found, ok = m, true
		} else if rest, within := strings.CutPrefix(path, m.key+"."); within {
			if x, is := m.value.dotted(rest); is {
				found, ok = x, true
			}
		}
	}
	return found, ok
}

// scalar returns a scalar without its quotes.
func scalar(text string) string {
	text = strings.TrimSpace(text)
	if n := len(text); n > 1 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
		return text[1 : n-1]
	}
	return text
}
