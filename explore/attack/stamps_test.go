package attack

import (
	"reflect"
	"sync"
	"unsafe"

	"qcheck/explore"
)

var stampType = reflect.TypeFor[explore.Stamp]()

// restamp returns v with every stamp in it, but for zero, replaced by f.
func restamp[T any](v T, f func(explore.Stamp) explore.Stamp) T {
	t := reflect.TypeFor[T]()
	at, ok := stampsOf.Load(t)
	if !ok {
		at, _ = stampsOf.LoadOrStore(t, stampsAt(t, 0))
	}
	for _, offset := range at.([]uintptr) {
		if s := (*explore.Stamp)(unsafe.Add(unsafe.Pointer(&v), offset)); *s != 0 {
			*s = f(*s)
		}
	}
	return v
}

// stampsOf has the offsets of stamps, by type.
var stampsOf sync.Map

func stampsAt(t reflect.Type, offset uintptr) (all []uintptr) {
	switch {
	case t == stampType:
		return []uintptr{offset}
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			all = append(all, stampsAt(f.Type, offset+f.Offset)...)
		}
	case t.Kind() == reflect.Array:
		for i := range t.Len() {
			all = append(all, stampsAt(t.Elem(), offset+uintptr(i)*t.Elem().Size())...)
		}
	}
	return all
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
