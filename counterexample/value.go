package counterexample

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// The local states and messages of a run are values of the protocol's own
// types: structs of small integers, arrays, process sets and time stamps. The
// functions here write them for people. Time stamps appear by the names that
// the run gives them.

// stampType is the type of a time stamp.
func stampType() reflect.Type { return reflect.TypeFor[explore.Stamp]() }

// nameOf returns the name of a stamp in a configuration.
func nameOf(c obvious.Config, x explore.Stamp) string {
	if name, ok := c.Stamps[x]; ok {
		return name
	}
	return fmt.Sprintf("stamp %d", x)
}

// show writes a value as it is in a configuration. A value of several fields is
// written as its kind, if the first one is such (it says of itself what it is),
// and those of the others that are not zero: "REQUEST 2a", "REPLY Count=2".
func show(c obvious.Config, v any) string {
	if v == nil {
		return "nothing"
	}
	return text(c, reflect.ValueOf(v), false)
}

// text writes a value, in parentheses where it has several parts and is within
// another.
func text(c obvious.Config, v reflect.Value, within bool) string {
	if v.Type() == stampType() {
		if v.IsZero() {
			return "no stamp"
		}
		return nameOf(c, explore.Stamp(v.Uint()))
	}
	if s, ok := stringer(v); ok {
		return s
	}
	var parts []string
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f, name := v.Field(i), v.Type().Field(i).Name
			_, named := stringer(f)
			switch {
			case named && i == 0: // the kind
				parts = append(parts, text(c, f, true))
			case f.IsZero():
			case f.Type() == stampType():
				parts = append(parts, text(c, f, true))
			default:
				parts = append(parts, name+"="+text(c, f, true))
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
				parts = append(parts, fmt.Sprintf("%d:%s", i+1, text(c, v.Index(i), true)))
			}
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	return fmt.Sprint(plainOf(v))
}

// stringer returns what a value says of itself. What has stamps in it does not
// know their names.
func stringer(v reflect.Value) (string, bool) {
	if !v.CanInterface() || hasStamps(v.Type()) {
		return "", false
	}
	s, ok := v.Interface().(fmt.Stringer)
	if !ok {
		return "", false
	}
	return s.String(), true
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

// changes says what a step made of a local state: the fields that differ, and
// of arrays the elements. What only got another number counts as the same.
func changes(before, after obvious.Config, old, now any) string {
	var parts []string
	a, b := reflect.ValueOf(old), reflect.ValueOf(now)
	if b.Kind() != reflect.Struct {
		differ(before, after, a, b, "", &parts)
		return strings.Join(parts, " ")
	}
	for i := range b.NumField() {
		differ(before, after, a.Field(i), b.Field(i), b.Type().Field(i).Name, &parts)
	}
	return strings.Join(parts, " ")
}

func differ(before, after obvious.Config, a, b reflect.Value, name string, parts *[]string) {
	if text(before, a, true) == text(after, b, true) {
		return
	}
	if b.Kind() == reflect.Array {
		if _, ok := stringer(b); !ok {
			for i := range b.Len() {
				differ(before, after, a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", name, i+1), parts)
			}
			return
		}
	}
	if name == "" {
		name = "state"
	}
	now := text(after, b, true)
	if _, named := stringer(b); b.IsZero() && !named && (b.Kind() == reflect.Struct || b.Type() == stampType()) {
		now = "none"
	}
	*parts = append(*parts, name+"="+now)
}

// fresh returns the name of the stamp that a step made, and that of the next
// later one in use, empty where there is none.
func fresh(before, after obvious.Config) (made, next string) {
	for _, x := range slices.Sorted(maps.Keys(after.Stamps)) {
		name := after.Stamps[x]
		if made != "" {
			return made, name
		}
		if !slices.Contains(slices.Collect(maps.Values(before.Stamps)), name) {
			made = name
		}
	}
	return made, ""
}
