package importer

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"

	"qcheck/setsys"
)

// inJSON is the form of one value of JSON, behind lines that are none (see body).
func inJSON(s *source) value {
	s = s.body()
	if err := setsys.CheckSyntax(s.file, s.data); err != nil {
		// Another file of the same system is the usual slip, such as one in TOML.
		if bad := (*setsys.FileError)(nil); errors.As(err, &bad) && bad.Line == 1 && bad.Column <= 2 {
			told := *bad
			told.Msg += "; what is read here is " + s.summary
			err = &told
		}
		panic(refusal{err})
	}
	return (&jsonReader{source: s, text: string(s.data)}).value(0)
}

// ofShells is the form of a value as shells print it, which is JSON, or JavaScript with keys
// without quotes, strings in single quotes, comments, calls such as NumberLong(1), and a comma
// behind the last member. Calls stand for their argument.
func ofShells(s *source) value {
	s = s.body()
	r := &jsonReader{source: s, text: string(s.data)}
	v := r.value(0)
	r.sign(';')
	if r.space() < len(r.text) {
		s.refuse(r.at, "data after the end of the document")
	}
	return v
}

// A jsonReader reads both. JSON has been checked before, so that what it adds says nothing
// there.
type jsonReader struct {
	*source
	text      string
	at, parts int
}

// blank matches white space and comments.
var blank = regexp.MustCompile(`^(?:[ \t\r\n]+|//[^\n]*|/\*(?s:.*?)\*/)*`)

// space passes over them, and returns the place.
func (r *jsonReader) space() int {
	if r.at < len(r.text) && strings.IndexByte(" \t\r\n/", r.text[r.at]) >= 0 {
		r.at += len(blank.FindString(r.text[r.at:]))
	}
	return r.at
}

// sign passes over a sign, if it is next.
func (r *jsonReader) sign(c byte) bool {
	if r.space() < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// between passes over the comma between two parts, or refuses what is neither it nor the end.
func (r *jsonReader) between(end byte) {
	if !r.sign(',') && (r.space() >= len(r.text) || r.text[r.at] != end) {
		r.unexpected(`"," or "` + string(end) + `"`)
	}
}

// word takes a word of letters, digits and "_$.+-".
func (r *jsonReader) word() string {
	rest := r.text[r.at:]
	after := strings.TrimLeftFunc(rest, func(c rune) bool {
		return c >= 0x80 || strings.ContainsRune("_$.+-", c) || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	})
	r.at += len(rest) - len(after)
	return rest[:len(rest)-len(after)]
}

// string takes a string in quotes, if one is next. What JSON does not know as an escape stands
// for itself.
func (r *jsonReader) string() (text string, ok bool) {
	if r.space() >= len(r.text) || r.text[r.at] != '"' && r.text[r.at] != '\'' {
		return "", false
	}
	quote, start := r.text[r.at], r.at
	var b strings.Builder
	for r.at++; r.at < len(r.text) && r.text[r.at] != quote && r.text[r.at] != '\n'; r.at++ {
		if r.text[r.at] == '\\' && r.at+1 < len(r.text) {
			r.at++
		}
		b.WriteByte(r.text[r.at])
	}
	if r.at >= len(r.text) || r.text[r.at] != quote {
		r.refuse(start, "a string without an end")
	}
	r.at++
	text = b.String()
	if whole := r.text[start:r.at]; len(whole) > len(text)+2 && json.Unmarshal([]byte(whole), &text) != nil {
		text = b.String()
	}
	return text, true
}

// deepestValue is how many values may be around one.
const deepestValue = 100

func (r *jsonReader) value(depth int) value {
	v := value{source: r.source, at: r.space()}
	r.part(v.at, &r.parts)
	if depth > deepestValue {
		v.bad("nested deeper than %d levels", deepestValue)
	}
	if text, ok := r.string(); ok {
		return r.source.leaf(text, v.at)
	}
	switch {
	case r.sign('{'):
		v.sort = "an object"
		r.object(&v, depth)
		return v
	case r.sign('['):
		v.sort = "a list"
		for !r.sign(']') {
			v.list = append(v.list, r.value(depth+1))
			r.between(']')
		}
		return v
	}
	word := r.word()
	if word == "new" {
		r.space()
		word = r.word()
	}
	switch {
	case word == "":
		r.unexpected("a value")
	case word == "true" || word == "false" || word == "null":
		v.token, v.sort = map[string]any{"true": true, "false": false, "null": nil}[word], word
	case json.Valid([]byte(word)):
		v.token, v.sort = json.Number(word), "the number "+word
	case r.sign('('):
		v.sort = "a call of " + setsys.Quote(word)
		if !r.sign(')') {
			at := v.at
			v = r.value(depth + 1)
			v.at = at
			if r.sign(','); !r.sign(')') {
				r.unexpected(`")"`)
			}
		}
	default:
		r.at = v.at
		r.unexpected("a value")
	}
	return v
}

func (r *jsonReader) object(v *value, depth int) {
	seen := map[string]bool{}
	for !r.sign('}') {
		at := r.space()
		key, ok := r.string()
		if !ok {
			key = r.word()
		}
		if key == "" && !ok {
			r.unexpected("a key")
		}
		if seen[key] {
			r.refuse(at, "key %s is given twice", setsys.Quote(key))
		}
		seen[key] = true
		if !r.sign(':') {
			r.unexpected(`":"`)
		}
		v.members = append(v.members, member{key, at, r.value(depth + 1)})
		r.between('}')
	}
}

// unexpected refuses what stands where the reader is.
func (r *jsonReader) unexpected(want string) {
	at := r.space()
	if at >= len(r.text) {
		r.refuse(min(at, max(len(r.data)-1, 0)), "want %s, found the end of the file", want)
	}
	found, _, _ := strings.Cut(r.text[at:], "\n")
	r.refuse(at, "want %s, found %s", want, setsys.Quote(strings.TrimSpace(found)))
}
