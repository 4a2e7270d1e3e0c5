package importer

import (
	"strings"
)

// A lexeme is a word, number, string or sign of a text in CQL.
type lexeme struct {
	text   string // of a string: what it stands for
	at     int    // offset in the file
	string bool   // in single quotes
}

// is reports whether the lexeme is this word, in any case, or this sign.
func (l lexeme) is(word string) bool { return !l.string && strings.EqualFold(l.text, word) }

// cql splits a text in CQL; comments go.
func (s source) cql() ([]lexeme, error) {
	var all []lexeme
	text := string(s.data)
	for at := 0; at < len(text); {
		if len(all) > maxParts {
			return nil, s.tooMany(at)
		}
		rest := text[at:]
		switch c := text[at]; {
		case strings.ContainsRune(" \t\r\n\f\ufeff", rune(c)):
			at++
		case strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			at += end
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest, "*/")
			if end < 0 {
				return nil, s.errorf(at, "a comment without an end")
			}
			at += end + 2
		case c == '\'' || c == '"':
			value, end, ok := quoted(rest)
			if !ok {
				return nil, s.errorf(at, "a string without an end")
			}
			all = append(all, lexeme{value, at, c == '\''})
			at += end
		case isWord(c):
			end := at
			for end < len(text) && isWord(text[end]) {
				end++
			}
			all = append(all, lexeme{text: text[at:end], at: at})
			at = end
		default:
			all = append(all, lexeme{text: string(c), at: at})
			at++
		}
	}
	return all, nil
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// quoted returns the string that the text begins with, in quotes of its first
// character, which stand twice for themselves, and where it ends.
func quoted(text string) (value string, end int, ok bool) {
	quote := text[:1]
	for at := 1; at < len(text); at++ {
		if text[at] != quote[0] {
			continue
		}
		if at+1 < len(text) && text[at+1] == quote[0] {
			at++
			continue
		}
		return strings.ReplaceAll(text[1:at], quote+quote, quote), at + 1, true
	}
	return "", 0, false
}
