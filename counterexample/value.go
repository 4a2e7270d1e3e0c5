package counterexample

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

// stampType is the type of a time stamp.
func stampType() reflect.Type { return reflect.TypeFor[explore.Stamp]() }

// labels are what the stamps and the processes in a value are called.
type labels struct {
	stamps    map[explore.Stamp]string
	integer   bool // stamps of integer clocks
	processes processNames
}

func (l labels) stamp(x explore.Stamp) string {
	name, ok := l.stamps[x]
	switch {
	case ok:
		return name
	case l.integer:
		clock, process := integerStamp(x)
		return fmt.Sprintf("%d.%d", clock, process)
	}
	return fmt.Sprintf("stamp %d", x)
}

// integerStamp returns the clock value and the process, counted from 1, of a
// stamp of an integer clock.
func integerStamp(x explore.Stamp) (clock, process uint16) { return uint16(x / 32), uint16(x % 32) }

// show writes a value. One of several fields is written as its kind, if the
// first one is such (it says of itself what it is), and those of the others that
// are not zero: "REQUEST 2a", "REPLY Count=2". A stamp is written without the name
// of its field where it is the only one.
func (l labels) show(v any) string {
	if v == nil {
		return "nothing"
	}
	return l.text(addressable(v), false)
}

// addressable returns a copy of a value, whose unexported fields can be read,
// too.
func addressable(v any) reflect.Value {
	c := reflect.New(reflect.TypeOf(v)).Elem()
	c.Set(reflect.ValueOf(v))
	return c
}

// text writes a value, in parentheses where it has several parts and is within
// another.
func (l labels) text(v reflect.Value, within bool) string {
	switch v.Type() {
	case stampType():
		if v.IsZero() {
			return "no stamp"
		}
		return l.stamp(explore.Stamp(v.Uint()))
	case reflect.TypeFor[explore.Set]():
		return l.processes.set(explore.Set(v.Uint()))
	case reflect.TypeFor[explore.Process]():
		if v.IsZero() {
			return "none"
		}
		return l.processes.of(explore.Process(v.Uint()).Index())
	}
	if s, ok := l.says(v); ok {
		return s
	}
	var parts []string
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f, name := v.Field(i), v.Type().Field(i).Name
			_, named := stringer(f)
			switch {
			case named && i == 0 && !hasStamps(f.Type()): // the kind
				parts = append(parts, l.text(f, true))
			case f.IsZero():
			case f.Type() == stampType() && stampFields(v.Type()) == 1:
				parts = append(parts, l.text(f, true))
			default:
				parts = append(parts, name+"="+l.text(f, true))
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
				parts = append(parts, l.index(v.Type(), i)+":"+l.text(v.Index(i), true))
			}
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	return fmt.Sprint(plainOf(v))
}

// index writes an index of an array: the process, or the number from 1.
func (l labels) index(array reflect.Type, i int) string {
	if explore.IsPerProcess(array) {
		return l.processes.of(i)
	}
	return strconv.Itoa(i + 1)
}

// stampFields returns how many fields of a struct are stamps.
func stampFields(t reflect.Type) int {
	n := 0
	for i := range t.NumField() {
		if t.Field(i).Type == stampType() {
			n++
		}
	}
	return n
}

// hasStamps reports whether a value of the type has time stamps in it.
func hasStamps(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return hasStamps(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasStamps(t.Field(i).Type) {
				return true
			}
		}
	}
	return t == stampType()
}

// plainOf returns a boolean or a number, also of an unexported field.
func plainOf(v reflect.Value) any {
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
type change struct{ name, was, now string }

// changes says what a step made of a local state: the fields that differ, and
// of arrays the elements. What only got another number counts as the same.
func changes(before, after labels, old, now any) []change {
	var all []change
	a, b := addressable(old), addressable(now)
	if b.Kind() != reflect.Struct {
		differ(before, after, a, b, "", &all)
		return all
	}
	for i := range b.NumField() {
		differ(before, after, a.Field(i), b.Field(i), b.Type().Field(i).Name, &all)
	}
	return all
}

func differ(before, after labels, a, b reflect.Value, name string, all *[]change) {
	if before.text(a, true) == after.text(b, true) {
		return
	}
	if b.Kind() == reflect.Array {
		if _, ok := stringer(b); !ok {
			for i := range b.Len() {
				differ(before, after, a.Index(i), b.Index(i), name+"["+after.index(b.Type(), i)+"]", all)
			}
			return
		}
	}
	if name == "" {
		name = "state"
	}
	*all = append(*all, change{name, before.value(a), after.value(b)})
}

// value writes a value of a field, none for the zero of a struct or a stamp.
func (l labels) value(v reflect.Value) string {
	if _, named := stringer(v); v.IsZero() && !named && (v.Kind() == reflect.Struct || v.Type() == stampType()) {
		return "none"
	}
	return l.text(v, true)
}

// later returns the name of the stamp that is the next later one in use, empty
// where there is none.
func later(c obvious.Config, name string) string {
	found := false
	for _, x := range slices.Sorted(maps.Keys(c.Stamps)) {
		if found {
			return c.Stamps[x]
		}
		found = c.Stamps[x] == name
	}
	return ""
}
