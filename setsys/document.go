package setsys

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"qcheck/setsys/phrase"
)

// wrongType is the error for the value at the offset, where want should be.
func (d *document) wrongType(at int, want string) error {
	found := "the number " + clip(string(d.number(at)))
	switch d.data[at] {
	case '{':
		found = "an object"
	case '[':
		found = "a list"
	case '"':
		found = "a string"
	case 't', 'f', 'n':
		found = string(d.data[at:d.skip(at)])
	}
	return d.errorf(at, "want %s, found %s", want, found)
}

// skip returns where the value at the offset ends.
func (d *document) skip(at int) int {
	depth := 0
	for {
		switch d.data[at] {
		case '"':
			at = d.skipString(at)
		case '{', '[':
			depth++
			at++
		case '}', ']':
			depth--
			at++
		case ',', ':', ' ', '\t', '\n', '\r':
			at++
		default: // a number or a word
			for at < len(d.data) && (isNumberByte(d.data[at]) || 'a' <= d.data[at] && d.data[at] <= 'z') {
				at++
			}
		}
		if depth == 0 {
			return at
		}
	}
}

func (d *document) skipString(at int) int {
	for at++; d.data[at] != '"'; at++ {
		if d.data[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// elements calls yield with the offset of each element of the list at the
// offset; yield returns where the element ends. Elements returns where the
// list ends.
func (d *document) elements(at int, yield func(at int) (end int, err error)) (end int, err error) {
	at = d.space(at + 1)
	for d.data[at] != ']' {
		if at, err = yield(at); err != nil {
			return 0, err
		}
		if at = d.space(at); d.data[at] == ',' {
			at = d.space(at + 1)
		}
	}
	return at + 1, nil
}

// A member is one key of an object, and where it and its value stand.
type member struct {
	key       string
	keyAt, at int
}

// object returns the members of the object at the offset in their order. It is
// an error when a key is there twice.
func (d *document) object(at int) ([]member, error) {
	var members []member
	seen := make(map[string]int)
	for at = d.space(at + 1); d.data[at] != '}'; {
		key, err := d.short(at)
		if err != nil {
			return nil, err
		}
		m := member{key: key, keyAt: at}
		m.at = d.space(d.space(d.skipString(at)) + 1)
		if first, ok := seen[m.key]; ok {
			line, _ := place(d.data, first)
			return nil, d.errorf(at, "key %s is given twice, first on line %d", Quote(m.key), line)
		}
		if len(members) == maxKeys {
			return nil, d.errorf(at, "an object with more than %d keys", maxKeys)
		}
		seen[m.key] = at
		members = append(members, m)
		if at = d.space(d.skip(m.at)); d.data[at] == ',' {
			at = d.space(at + 1)
		}
	}
	return members, nil
}

// find returns the member with the key.
func find(members []member, key string) (member, bool) {
	for _, m := range members {
		if m.key == key {
			return m, true
		}
	}
	return member{}, false
}

// text returns the string at the offset.
func (d *document) text(at int) string {
	raw := d.data[at:d.skipString(at)]
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		panic("setsys: a checked string does not decode: " + err.Error())
	}
	return s
}

// stringAt returns the string at the offset, or the error that a string is
// wanted there.
func (d *document) stringAt(at int, want string) (string, error) {
	if d.data[at] != '"' {
		return "", d.wrongType(at, want)
	}
	return d.short(at)
}

// short returns the string at the offset, or the error that it is too long: names are kept, compared and printed.
func (d *document) short(at int) (string, error) {
	if d.skipString(at)-at > maxString {
		return "", d.errorf(at, "a string has more than %s bytes", phrase.Thousands(maxString))
	}
	return d.text(at), nil
}

// integerAt returns the integer at the offset, or the error that one is wanted
// there. One that does not fit an int comes back as the nearest that does,
// which is beyond every range that a caller allows.
func (d *document) integerAt(at int, want string) (int, error) {
	if c := d.data[at]; c != '-' && !isDigit(c) {
		return 0, d.wrongType(at, want)
	}
	text := d.number(at)
	if bytes.ContainsAny(text, ".eE") {
		return 0, d.errorf(at, "want an integer without fraction and exponent, found %s", clip(string(text)))
	}
	if len(text) > 20 {
		if text[0] == '-' {
			return math.MinInt, nil
		}
		return math.MaxInt, nil
	}
	v, _ := strconv.Atoi(string(text)) // on overflow v is the nearest int
	return v, nil
}
