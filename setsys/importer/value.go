package importer

import (
	"bytes"
	"encoding/json"
	"errors"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// A value is a value of JSON or TOML, and its place.
type value struct {
	source
	at      int
	token   any      // a string, a json.Number, a bool, or anything else
	sort    string   // how messages call it
	list    []value  // of a list
	members []member // of an object or a table
}

// A member is a key of an object or a table with its value.
type member struct {
	key   string
	keyAt int
	value value
}

// json reads the file as one JSON value, behind lines that are none (see body). No
// object has a key twice.
func (s source) json(what string) (value, error) {
	s = s.body()
	if err := setsys.CheckSyntax(s.file, s.data, what); err != nil {
		// Another file of the same system is the usual slip, such as one in TOML.
		if bad := (*setsys.FileError)(nil); errors.As(err, &bad) && bad.Line == 1 && bad.Column <= 2 {
			told := *bad
			told.Msg += "; what is read here is " + s.summary
			err = &told
		}
		return value{}, err
	}
	d := json.NewDecoder(bytes.NewReader(s.data))
	d.UseNumber()
	left := maxParts
	return s.value(d, &left)
}

// maxParts is how many values of JSON or words of CQL a file may have: one takes up to half a
// kilobyte of memory.
const maxParts = 1 << 18

func (s source) tooMany(at int) error {
	return s.errorf(at, "the file has more than %d values or words, and no more is read", maxParts)
}

// next returns the next token, and where it begins.
func (s source) next(d *json.Decoder) (token json.Token, at int) {
	at = int(d.InputOffset())
	for at < len(s.data) && bytes.IndexByte([]byte(" \t\r\n,:"), s.data[at]) >= 0 {
		at++
	}
	token, err := d.Token()
	if err != nil {
		panic("importer: a checked JSON text does not decode: " + err.Error())
	}
	return token, at
}

// value reads a value with at most *left values in it, itself among them.
func (s source) value(d *json.Decoder, left *int) (value, error) {
	token, at := s.next(d)
	if *left--; *left < 0 {
		return value{}, s.tooMany(at)
	}
	v := value{source: s, at: at, token: token}
	switch t := token.(type) {
	case string:
		v.sort = "a string"
	case json.Number:
		v.sort = "the number " + t.String()
	case bool:
		v.sort = "false"
		if t {
			v.sort = "true"
		}
	case nil:
		v.sort = "null"
	case json.Delim:
		if t == '[' {
			v.sort = "a list"
			for d.More() {
				x, err := s.value(d, left)
				if err != nil {
					return v, err
				}
				v.list = append(v.list, x)
			}
		} else {
			v.sort = "an object"
			seen := map[string]bool{}
			for d.More() {
				key, at := s.next(d)
				name := key.(string)
				if seen[name] {
					return v, s.errorf(at, "key %s is given twice", setsys.Quote(name))
				}
				seen[name] = true
				x, err := s.value(d, left)
				if err != nil {
					return v, err
				}
				v.members = append(v.members, member{name, at, x})
			}
		}
		s.next(d)
	}
	return v, nil
}

// wrong is the error that something else is wanted in the place of the value.
func (v value) wrong(want string) error { return v.errorf(v.at, "want %s, found %s", want, v.sort) }

// keyed reports whether the value has keys: an object in JSON, a table in TOML.
func (v value) keyed() bool { return v.sort == "an object" || v.sort == "a table" }

// get returns the value of a key, and whether there is one. It is an error when
// the value is no object.
func (v value) get(key string) (value, bool, error) {
	if !v.keyed() {
		return value{}, false, v.wrong("an object")
	}
	for _, m := range v.members {
		if m.key == key {
			return m.value, true, nil
		}
	}
	return value{}, false, nil
}

// only is the error of the first key of an object that is not known.
func (v value) only(what string, known ...string) error {
	if !v.keyed() {
		return v.wrong("an object (" + what + ")")
	}
next:
	for _, m := range v.members {
		for _, k := range known {
			if k == m.key {
				continue next
			}
		}
		return v.errorf(m.keyAt, "unknown key %s in %s%s", setsys.Quote(m.key), what, near.Hint(m.key, known))
	}
	return nil
}

// first returns the value of the first of the keys that there is.
func (v value) first(keys ...string) (value, bool) {
	for _, key := range keys {
		if x, ok, _ := v.get(key); ok {
			return x, true
		}
	}
	return value{}, false
}

// text returns a string.
func (v value) text(want string) (string, error) {
	t, ok := v.token.(string)
	if !ok {
		return "", v.wrong(want)
	}
	return t, nil
}

// items returns the values of a list.
func (v value) items(want string) ([]value, error) {
	if v.sort != "a list" {
		return nil, v.wrong(want)
	}
	return v.list, nil
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
		if x, ok, _ := w.get(m.key); !ok || !m.value.equal(x) {
			return false
		}
	}
	return v.keyed() || v.sort == "a list" || v.token == w.token
}
