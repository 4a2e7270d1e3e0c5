package importer

import (
	"regexp"
	"strings"
)

// properties is the form of a properties file, as java.util.Properties reads it. Lines that a
// backslash continues, and keys with one, are refused: no configuration needs them to say which
// servers there are.
func properties(s *source) value {
	return s.settings(func(at int, why string) { s.refuse(at, "%s", why) })
}

// setting matches a line: a key, a sign or white space, and a value.
var setting = regexp.MustCompile(`^([^=: \t\f]*)[ \t\f]*[=:]?[ \t\f]*(.*)$`)

// settings are properties, without the lines for which unread is called.
func (s *source) settings(unread func(at int, why string)) value {
	v := value{source: s, sort: "an object"}
	s.lines(func(line string, at int) {
		if line == "" || line[0] == '#' || line[0] == '!' {
			return
		}
		after := at + len(line)
		spaced := after < len(s.data) && strings.IndexByte("\r\n", s.data[after]) < 0
		m := setting.FindStringSubmatch(line)
		switch slash := strings.IndexByte(m[1], '\\'); {
		case !spaced && (len(line)-len(strings.TrimRight(line, `\`)))%2 == 1:
			unread(after-1, "a line that goes on in the next one is not read: write it on one line")
		case slash >= 0:
			unread(at+slash, "a key with a backslash is not read")
		default:
			v.members = append(v.members, member{m[1], at, s.leaf(m[2], after-len(m[2]))})
		}
	})
	return v
}

// blanks are between words.
const blanks = " \t\r\n\f\v"

// words is the form of lines of words: a list of lists.
func words(s *source) value {
	v := value{source: s, sort: "a list"}
	s.lines(func(line string, at int) {
		v.list = append(v.list, value{source: s, at: at, sort: "a list", list: s.leaf(line, at).fields(blanks)})
	})
	return v
}

// table is the form of what programs print for people: a line of columns, which is the token of
// the list, and a row below them for each thing, which is an object of its cells by column and
// has its words as a list.
func table(s *source) value {
	v := value{source: s, sort: "a list"}
	var columns []value
	s.lines(func(line string, at int) {
		switch {
		case line == "":
		case columns == nil || strings.HasPrefix(line, columns[0].plain()+" "):
			columns = s.leaf(line, 0).fields(blanks)
			v.at, v.token = at, line
		default:
			row := value{source: s, at: at, token: line, sort: "an object", list: s.leaf(line, at).fields(blanks)}
			for _, name := range columns {
				from := min(name.at, len(line))
				cell, _, _ := strings.Cut(line[from:], "  ")
				row.members = append(row.members, member{name.plain(), at, s.leaf(strings.TrimSpace(cell), at+from)})
			}
			v.list = append(v.list, row)
		}
	})
	return v
}

// comment matches a line that is a comment.
var comment = regexp.MustCompile(`(?m)^[ \t]*#.*$`)

// assigned is what stands between a name and its value in a shell, an environment, a file of
// compose or a manifest.
const assigned = `["']?(?:,?\s*-?\s*["']?value["']?\s*:\s*|[ \t]*[:=][ \t]*|[ \t]+)["']?`

// environment returns the settings in such a file, wherever they stand: the expression has the
// name and the value as its groups.
func (s *source) environment(setting *regexp.Regexp) value {
	v := value{source: s, sort: "an object"}
	text := comment.ReplaceAllStringFunc(string(s.data), func(c string) string { return strings.Repeat(" ", len(c)) })
	for _, m := range setting.FindAllStringSubmatchIndex(text, -1) {
		v.members = append(v.members, member{text[m[2]:m[3]], m[0], s.leaf(text[m[4]:m[5]], m[4])})
	}
	return v
}
