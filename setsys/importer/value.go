package importer

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// A value is a part of a file with its place.
type value struct {
	*source
	at      int
	token   any      // a string, a json.Number, a bool, or anything else
	sort    string   // how messages call it
	list    []value  // of a list
	members []member // of an object, a table or a section
}

// A member is a key with its value.
type member struct {
	key   string
	keyAt int
	value value
}

// leaf is the value of a string.
func (s *source) leaf(text string, at int) value {
	return value{source: s, at: at, token: text, sort: "a string"}
}

// bad refuses the file for the value.
func (v value) bad(format string, args ...any) { v.refuse(v.at, format, args...) }

// wrong says that something else is wanted in the place of the value.
func (v value) wrong(want string) { v.bad("want %s, found %s", want, v.sort) }

// keyed reports whether the value has keys, as an object of JSON, a table of TOML.
func (v value) keyed() bool { return v.sort == "an object" || v.sort == "a table" }

// object is the value, which must have keys.
func (v value) object(want string) value {
	if !v.keyed() {
		v.wrong(want)
	}
	return v
}

// member returns the first of the keys that there is. A form in which a key may come again
// means its last value.
func (v value) member(keys ...string) (member, bool) {
	for _, key := range keys {
		for _, m := range slices.Backward(v.members) {
			if m.key == key {
				return m, true
			}
		}
	}
	return member{}, false
}

// first returns the value of the first of the keys that there is.
func (v value) first(keys ...string) (value, bool) {
	m, ok := v.member(keys...)
	return m.value, ok
}

// get is first of one key, where nothing but an object will do.
func (v value) get(key string) (value, bool) { return v.object("an object").first(key) }

// needed is get of a key that must be there.
func (v value) needed(key string) value {
	x, ok := v.get(key)
	if !ok {
		v.bad("key %q is missing", key)
	}
	return x
}

// only refuses keys that are not known.
func (v value) only(what string, known ...string) value {
	v.object("an object (" + what + ")")
next:
	for _, m := range v.members {
		for _, k := range known {
			if k == m.key {
				continue next
			}
		}
		v.refuse(m.keyAt, "unknown key %s in %s%s", setsys.Quote(m.key), what, near.Hint(m.key, known))
	}
	return v
}

// text returns a string.
func (v value) text(want string) string {
	t, ok := v.token.(string)
	if !ok {
		v.wrong(want)
	}
	return t
}

// plain returns a string, and "" for what is none.
func (v value) plain() string {
	t, _ := v.token.(string)
	return t
}

// textAt is plain of the value of the first of the keys that there is.
func (v value) textAt(keys ...string) string {
	x, _ := v.first(keys...)
	return x.plain()
}

// split returns the parts of a text between separators.
func (v value) split(separator string) (parts []value) {
	at := v.at
	for part := range strings.SplitSeq(v.plain(), separator) {
		parts = append(parts, v.leaf(part, at))
		at += len(part) + len(separator)
	}
	return parts
}

// fields returns the parts of a text between any of some characters that are not empty.
func (v value) fields(between string) (parts []value) {
	text, end := v.plain(), 0
	for part := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(between, c) }) {
		end += strings.Index(text[end:], part)
		parts = append(parts, v.leaf(part, v.at+end))
		end += len(part)
	}
	return parts
}

// items returns the values of a list.
func (v value) items(want string) []value {
	if v.sort != "a list" {
		v.wrong(want)
	}
	return v.list
}

// truth returns true or false.
func (v value) truth() bool {
	is, ok := v.token.(bool)
	if !ok {
		v.wrong("true or false")
	}
	return is
}

// whole returns a number of a range that is written as a number, and count one that is
// written as a text.
func (v value) whole(least, most int, want string) int {
	number, _ := v.token.(json.Number)
	n, ok := within(number.String(), least, most)
	if !ok {
		v.wrong(want)
	}
	return n
}

func (v value) count(least, most int, want string) int {
	n, ok := within(v.plain(), least, most)
	if !ok {
		v.bad("want %s, found %s", want, setsys.Quote(v.plain()))
	}
	return n
}

func within(text string, least, most int) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= least && n <= most
}

// equal reports whether two values of JSON are the same, wherever they stand.
func (v value) equal(w value) bool {
	if v.sort != w.sort || len(v.list) != len(w.list) || len(v.members) != len(w.members) {
		return false
	}
	for i := range v.list {
		if !v.list[i].equal(w.list[i]) {
			return false
		}
	}
	for _, m := range v.members {
		if x, ok := w.first(m.key); !ok || !m.value.equal(x) {
			return false
		}
	}
	return v.keyed() || v.sort == "a list" || v.token == w.token
}
