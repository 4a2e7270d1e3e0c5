package importer

import (
	"encoding/json"
	"strings"

	"qcheck/setsys"
)

// relaxed reads a value as shells print it, which is JSON, or JavaScript with keys
// without quotes, strings in single quotes, calls such as NumberLong(1), and a comma
// behind the last member. Calls stand for their argument.
func (s source) relaxed() (value, error) {
	s = s.body()
	r := &relaxedReader{source: s, text: string(s.data), left: maxParts}
	v, err := r.value(0)
	r.sign(';')
	if err == nil && r.space() < len(r.text) {
		err = s.errorf(r.at, "data after the end of the document")
	}
	return v, err
}

type relaxedReader struct {
	source
	text     string
	at, left int
}

// space passes over white space and comments, and returns the place.
func (r *relaxedReader) space() int {
	for r.at < len(r.text) {
		rest := r.text[r.at:]
		switch {
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			r.at++
		case strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			r.at += end
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest, "*/")
			if end < 0 {
				return r.at
			}
			r.at += end + 2
		default:
			return r.at
		}
	}
	return r.at
}

// sign passes over a sign, if it is next.
func (r *relaxedReader) sign(c byte) bool {
	if r.space() < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// word takes a word of letters, digits and "_$.+-".
func (r *relaxedReader) word() string {
	start := r.at
	for r.at < len(r.text) && (isWord(r.text[r.at]) || strings.IndexByte("$.+-", r.text[r.at]) >= 0) {
		r.at++
	}
	return r.text[start:r.at]
}

// string takes a string in quotes, if one is next.
func (r *relaxedReader) string() (text string, ok bool, err error) {
	if r.space() >= len(r.text) || r.text[r.at] != '"' && r.text[r.at] != '\'' {
		return "", false, nil
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
		return "", false, r.errorf(start, "a string without an end")
	}
	r.at++
	return b.String(), true, nil
}

// deepestValue is how many values may be around one.
const deepestValue = 100

func (r *relaxedReader) value(depth int) (v value, err error) {
	v = value{source: r.source, at: r.space()}
	if r.left--; r.left < 0 {
		return v, r.tooMany(v.at)
	}
	if depth > deepestValue {
		return v, r.errorf(v.at, "nested deeper than %d levels", deepestValue)
	}
	if text, ok, err := r.string(); ok || err != nil {
		v.token, v.sort = text, "a string"
		return v, err
	}
	switch {
	case r.sign('{'):
		v.sort, v.token = "an object", json.Delim('{')
		return v, r.object(&v, depth)
	case r.sign('['):
		v.sort, v.token = "a list", json.Delim('[')
		for !r.sign(']') {
			x, err := r.value(depth + 1)
			if err != nil {
				return v, err
			}
			v.list = append(v.list, x)
			if !r.sign(',') && (r.space() >= len(r.text) || r.text[r.at] != ']') {
				return v, r.unexpected(`"," or "]"`)
			}
		}
		return v, nil
	}
	word := r.word()
	if word == "new" {
		r.space()
		word = r.word()
	}
	switch {
	case word == "":
		return v, r.unexpected("a value")
	case word == "true" || word == "false" || word == "null":
		v.token, v.sort = map[string]any{"true": true, "false": false, "null": nil}[word], word
	case json.Valid([]byte(word)):
		v.token, v.sort = json.Number(word), "the number "+word
	case r.sign('('):
		v.sort = "a call of " + setsys.Quote(word)
		if !r.sign(')') {
			at := v.at
			if v, err = r.value(depth + 1); err != nil {
				return v, err
			}
			v.at = at
			if r.sign(','); !r.sign(')') {
				return v, r.unexpected(`")"`)
			}
		}
	default:
		r.at = v.at
		return v, r.unexpected("a value")
	}
	return v, nil
}

func (r *relaxedReader) object(v *value, depth int) error {
	seen := map[string]bool{}
	for !r.sign('}') {
		at := r.space()
		key, ok, err := r.string()
		if err != nil {
			return err
		}
		if !ok {
			key = r.word()
		}
		if key == "" && !ok {
			return r.unexpected("a key")
		}
		if seen[key] {
			return r.errorf(at, "key %s is given twice", setsys.Quote(key))
		}
		seen[key] = true
		if !r.sign(':') {
			return r.unexpected(`":"`)
		}
		x, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		v.members = append(v.members, member{key, at, x})
		if !r.sign(',') && (r.space() >= len(r.text) || r.text[r.at] != '}') {
			return r.unexpected(`"," or "}"`)
		}
	}
	return nil
}

// unexpected is the error for what stands where the reader is.
func (r *relaxedReader) unexpected(want string) error {
	at := r.space()
	if at >= len(r.text) {
		return r.errorf(min(at, max(len(r.data)-1, 0)), "want %s, found the end of the file", want)
	}
	found, _, _ := strings.Cut(r.text[at:], "\n")
	return r.errorf(at, "want %s, found %s", want, setsys.Quote(strings.TrimSpace(found)))
}
