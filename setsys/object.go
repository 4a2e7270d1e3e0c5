package setsys

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// ReadObject reads a file that is one JSON object into a struct with tags of encoding/json, and strictly: each key is one
// that these name, and is there once, and all are there but those with omitempty. It returns where the values stand, by
// their keys, and those of the second object of a list as "steps.1.from"; see [ErrorAt]. Errors are of type *[FileError].
// What names the object in messages: "trace". After an error, what comes before it has been read.
func ReadObject(file string, data []byte, what string, into any) (places map[string]int, err error) {
	if err := CheckSyntax(file, data); err != nil {
		return nil, err
	}
	o := &objects{&document{file, data}, map[string]int{}}
	return o.places, o.value(o.space(0), "the "+what, "", reflect.ValueOf(into).Elem())
}

// ValueOf returns where the value of a key of a structure file begins, and whether there is one. The data are those of a
// file that [Decode] has read, or none.
func ValueOf(data []byte, key string) (at int, ok bool) {
	if len(data) == 0 {
		return 0, false
	}
	d := &document{"", data}
	members, err := d.object(d.space(0))
	m, ok := find(members, key)
	return m.at, err == nil && ok
}

// objects reads values, and notes where they stand.
type objects struct {
	*document
	places map[string]int
}

// value reads the value at the offset, to which a path of keys leads.
func (o *objects) value(at int, name, path string, to reflect.Value) (err error) {
	o.places[path] = at
	switch t := to.Type(); {
	case t.Kind() == reflect.Struct:
		return o.fields(at, name, path, to)
	case t.Kind() == reflect.String:
		text, err := o.stringAt(at, name+" (a string)")
		to.SetString(text)
		return err
	case t.Kind() == reflect.Int:
		n, err := o.integerAt(at, name+" (an integer)")
		to.SetInt(int64(n))
		return err
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct && o.data[at] == '[':
		_, err := o.elements(at, func(at int) (int, error) {
			to.Set(reflect.Append(to, reflect.Zero(t.Elem())))
			i := to.Len() - 1
			return o.skip(at), o.value(at, fmt.Sprintf("number %d of %s", i+1, name), fmt.Sprintf("%s.%d", path, i), to.Index(i))
		})
		return err
	}
	if to.Kind() == reflect.Map && o.data[at] == '{' {
		members, err := o.object(at)
		to.Set(reflect.MakeMap(to.Type()))
		for _, m := range members {
			value := reflect.New(to.Type().Elem()).Elem()
			err = cmp.Or(err, o.value(m.at, m.key, path+"."+m.key, value))
			to.SetMapIndex(reflect.ValueOf(m.key), value)
		}
		return err
	}
	want := map[reflect.Kind]string{reflect.Bool: "true or false", reflect.Slice: "a list", reflect.Map: "an object"}[to.Kind()]
	if text := o.data[at:o.skip(at)]; text[0] == 'n' || json.Unmarshal(text, to.Addr().Interface()) != nil {
		return o.wrongType(at, fmt.Sprintf("%s (%s)", name, want))
	}
	return nil
}

// fields reads the object at the offset into a struct.
func (o *objects) fields(at int, name, path string, to reflect.Value) error {
	if o.data[at] != '{' {
		return o.wrongType(at, name+" (an object)")
	}
	members, err := o.object(at)
	if err != nil {
		return err
	}
	fields, needed := map[string]reflect.Value{}, []string{}
	for _, f := range reflect.VisibleFields(to.Type()) {
		key, optional, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "" { // an embedded struct
			continue
		}
		if fields[key] = to.FieldByIndex(f.Index); optional == "" {
			needed = append(needed, key)
		}
	}
	for _, m := range members {
		field, ok := fields[m.key]
		if !ok {
			return o.errorf(m.keyAt, "unknown key %s", Quote(m.key))
		}
		if err := o.value(m.at, m.key, strings.TrimPrefix(path+"."+m.key, "."), field); err != nil {
			return err
		}
	}
	for _, key := range needed {
		if _, ok := find(members, key); !ok {
			return o.errorf(at, "%s has no %q", name, key)
		}
	}
	return nil
}
