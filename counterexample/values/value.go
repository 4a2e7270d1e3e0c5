package values

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// The local states and messages of a run are values of the protocol's own
// types: structs of small integers, arrays, process sets and time stamps. The
// functions here write them for people, with names for time stamps and
// processes.

// StampType is the type of a time stamp.
func StampType() reflect.Type { return reflect.TypeFor[explore.Stamp]() }

// Labels are what the stamps and the processes in a value are called.
type Labels struct {
	Stamps    map[explore.Stamp]string
	Integer   bool // stamps of integer clocks
	Processes Names
}

func (l Labels) stamp(x explore.Stamp) string {
	name, ok := l.Stamps[x]
	switch {
	case ok:
		return name
	case l.Integer:
		clock, process := IntegerStamp(x)
		return fmt.Sprintf("%d.%d", clock, process)
	}
	return fmt.Sprintf("stamp %d", x)
}

// IntegerStamp returns the clock value and the process, counted from 1, of a
// stamp of an integer clock.
func IntegerStamp(x explore.Stamp) (clock, process uint16) { return uint16(x / 32), uint16(x % 32) }

// Show writes a value. One of several fields is written as its kind, if the
// first one is such (it says of itself what it is), and those of the others that
// are not zero: "REQUEST 2a", "REPLY Count=2". A stamp is written without the name
// of its field where it is the only one.
func (l Labels) Show(v any) string {
	if v == nil {
		return "nothing"
	}
	return l.Text(Addressable(v), false)
}

// Addressable returns a copy of a value, whose unexported fields can be read,
// too.
func Addressable(v any) reflect.Value {
	c := reflect.New(reflect.TypeOf(v)).Elem()
	c.Set(reflect.ValueOf(v))
	return c
}

// Text writes a value, in parentheses where it has several parts and is within
// another.
func (l Labels) Text(v reflect.Value, within bool) string {
	switch v.Type() {
	case StampType():
		if v.IsZero() {
			return "no stamp"
		}
		return l.stamp(explore.Stamp(v.Uint()))
	case reflect.TypeFor[explore.Set]():
		return l.Processes.set(explore.Set(v.Uint()))
	case reflect.TypeFor[explore.Process]():
		if v.IsZero() {
			return "none"
		}
		return l.Processes.Of(explore.Process(v.Uint()).Index())
	}
	if s, ok := l.says(v); ok {
		return s
	}
	var parts []string
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f, name := v.Field(i), v.Type().Field(i).Name
			_, named := Stringer(f)
			switch {
			case named && i == 0 && !obvious.Stamped(f.Type()): // the kind
				parts = append(parts, l.Text(f, true))
			case f.IsZero():
			case f.Type() == StampType() && stampFields(v.Type()) == 1:
				parts = append(parts, l.Text(f, true))
			default:
				parts = append(parts, name+"="+l.Text(f, true))
			}
		}
		if len(parts) == 0 {
			return "nothing"
		}
		if within {
			return "(" + strings.Join(parts, " ") + ")"
		}
		return strings.Join(parts, " ")
	case reflect.Array:
		for i := range v.Len() {
			if !v.Index(i).IsZero() {
				parts = append(parts, l.index(v.Type(), i)+":"+l.Text(v.Index(i), true))
			}
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	return fmt.Sprint(PlainOf(v))
}

// index writes an index of an array: the process, or the number from 1.
func (l Labels) index(array reflect.Type, i int) string {
	if explore.IsPerProcess(array) {
		return l.Processes.Of(i)
	}
	return strconv.Itoa(i + 1)
}

// stampFields returns how many fields of a struct are stamps.
func stampFields(t reflect.Type) int {
	n := 0
	for i := range t.NumField() {
		if t.Field(i).Type == StampType() {
			n++
		}
	}
	return n
}

// PlainOf returns a boolean or a number, also of an unexported field.
func PlainOf(v reflect.Value) any {
	switch {
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return v.Uint()
	case v.CanFloat():
		return v.Float()
	}
	return v.String()
}

// A change is a part of a local state that differs, with its values in words.
type Change struct{ Name, Was, Now string }

// Changes says what a step made of a local state: the fields that differ, and
// of arrays the elements. What only got another number counts as the same.
func Changes(before, after Labels, old, now any) []Change {
	var all []Change
	a, b := Addressable(old), Addressable(now)
	if b.Kind() != reflect.Struct {
		differ(before, after, a, b, "", &all)
		return all
	}
	for i := range b.NumField() {
		differ(before, after, a.Field(i), b.Field(i), b.Type().Field(i).Name, &all)
	}
	return all
}

func differ(before, after Labels, a, b reflect.Value, name string, all *[]Change) {
	if before.Text(a, true) == after.Text(b, true) {
		return
	}
	if b.Kind() == reflect.Array {
		if _, ok := Stringer(b); !ok {
			for i := range b.Len() {
				differ(before, after, a.Index(i), b.Index(i), name+"["+after.index(b.Type(), i)+"]", all)
			}
			return
		}
	}
	if name == "" {
		name = "state"
	}
	*all = append(*all, Change{name, before.value(a), after.value(b)})
}

// value writes a value of a field, none for the zero of a struct or a stamp.
func (l Labels) value(v reflect.Value) string {
	if _, named := Stringer(v); v.IsZero() && !named && (v.Kind() == reflect.Struct || v.Type() == StampType()) {
		return "none"
	}
	return l.Text(v, true)
}

// Later returns the name of the stamp that is the next later one in use, empty
// where there is none.
func Later(c obvious.Config, name string) string {
	found := false
	for _, x := range slices.Sorted(maps.Keys(c.Stamps)) {
		if found {
			return c.Stamps[x]
		}
		found = c.Stamps[x] == name
	}
	return ""
}
