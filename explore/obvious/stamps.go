package obvious

import (
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"qcheck/explore"
)

// The stamps in values of any type, found once for each type.

// each returns a copy of a local state, a message or a history's value in which f has replaced every stamp.
func each(v any, f func(x *explore.Stamp, heard bool)) any {
	if v == nil || !stamped(reflect.TypeOf(v)) {
		return v // it need not be copied
	}
	x := reflect.New(reflect.TypeOf(v))
	x.Elem().Set(reflect.ValueOf(v))
	if is := stampsOf(reflect.TypeOf(v)); is.nests {
		walk(x.Elem(), f)
	} else {
		for _, at := range is.at {
			f((*explore.Stamp)(unsafe.Add(x.UnsafePointer(), at)), false)
		}
	}
	return x.Elem().Interface()
}

// each is the same of a state, and of what was heard of in it.
func (s State) each(f func(x *explore.Stamp, heard bool)) State {
	s = s.copy()
	for p, l := range s.Local {
		s.Local[p] = each(l, f)
	}
	for p := range s.Heard {
		f((*explore.Stamp)(&s.Heard[p]), true)
	}
	for _, channel := range s.Channels {
		for i, k := range channel {
			channel[i].Msg = each(k.Msg, f)
			f((*explore.Stamp)(&channel[i].Heard), true)
		}
	}
	s.History = each(s.History, f)
	return s
}

// eachOf is the same of a step.
func eachOf(step explore.Step[any, any], f func(x *explore.Stamp, heard bool)) explore.Step[any, any] {
	step.Next, step.Send = each(step.Next, f), slices.Clone(step.Send)
	for i, m := range step.Send {
		step.Send[i].Msg = each(m.Msg, f)
	}
	return step
}

func walk(v reflect.Value, f func(x *explore.Stamp, heard bool)) {
	switch t := v.Type(); {
	case t == reflect.TypeFor[explore.Stamp]():
		f((*explore.Stamp)(unsafe.Pointer(v.UnsafeAddr())), false)
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			walk(v.Field(i), f)
		}
	case t.Kind() == reflect.Interface:
		if !v.IsNil() {
			v.Set(reflect.ValueOf(each(v.Interface(), f)))
		}
	case t.Kind() == reflect.Array:
		for i := range v.Len() {
			walk(v.Index(i), f)
		}
	}
}

// stamps says where values of a type have stamps: at these offsets; and whether it has values of any type in it,
// which may have some.
type stamps struct {
	at    []uintptr
	nests bool
}

var known sync.Map // of stamps, by type

// stampsOf returns where values of a type, a local state's or a message's, have stamps.
func stampsOf(t reflect.Type) stamps {
	if is, ok := known.Load(t); ok {
		return is.(stamps)
	}
	is, zero := stamps{nests: nests(t)}, reflect.New(t)
	walk(zero.Elem(), func(x *explore.Stamp, _ bool) {
		is.at = append(is.at, uintptr(unsafe.Pointer(x))-zero.Pointer())
	})
	known.Store(t, is)
	return is
}

func stamped(t reflect.Type) bool {
	is := stampsOf(t)
	return is.nests || len(is.at) > 0
}

// nests reports whether values of a type have others of any type in them, which may have stamps.
func nests(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Struct:
		for f := range t.Fields() {
			if nests(f.Type) {
				return true
			}
		}
	case reflect.Array:
		return nests(t.Elem())
	}
	return false
}
