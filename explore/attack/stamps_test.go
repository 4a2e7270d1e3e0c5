package attack

import (
	"reflect"

	"qcheck/explore"
)

var stampType = reflect.TypeFor[explore.Stamp]()

// restamp returns v with every stamp in it, but for zero, replaced by f.
func restamp[T any](v T, f func(explore.Stamp) explore.Stamp) T {
	visit(reflect.ValueOf(&v).Elem(), f)
	return v
}

func visit(v reflect.Value, f func(explore.Stamp) explore.Stamp) {
	switch {
	case v.Type() == stampType:
		if s := explore.Stamp(v.Uint()); s != 0 {
			v.SetUint(uint64(f(s)))
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			visit(v.Field(i), f)
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			visit(v.Index(i), f)
		}
	}
}

// stampsIn returns the stamps in v.
func stampsIn[T any](v T) []explore.Stamp {
	var all []explore.Stamp
	restamp(v, func(s explore.Stamp) explore.Stamp {
		all = append(all, s)
		return s
	})
	return all
}
