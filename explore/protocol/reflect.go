package protocol

import (
	"fmt"
	"reflect"
)

// StampOffsets returns where the stamps are in values of type t, as byte
// offsets, and fails for types that are not plain values: a pointer, string,
// interface or channel inside would make equal values behave differently, or
// different ones alike.
func StampOffsets(t reflect.Type) ([]uintptr, error) {
	var offsets []uintptr
	var walk func(t reflect.Type, at uintptr, path string) error
	walk = func(t reflect.Type, at uintptr, path string) error {
		if t == reflect.TypeFor[Stamp]() {
			offsets = append(offsets, at)
			return nil
		}
		return Parts(t, at, path, walk)
	}
	if err := walk(t, 0, t.String()); err != nil {
		return nil, err
	}
	return offsets, nil
}

// Parts walks the parts of a type of states or messages, with where they are and what they are called; of a number there
// are none. It fails for a type of another kind.
func Parts(t reflect.Type, at uintptr, path string, walk func(t reflect.Type, at uintptr, path string) error) error {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return nil
	case reflect.Array:
		for i := range t.Len() {
			if err := walk(t.Elem(), at+uintptr(i)*t.Elem().Size(), path+"[]"); err != nil {
				return err
			}
		}
		return nil
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if err := walk(f.Type, at+f.Offset, path+"."+f.Name); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%s is a %s: states and messages are made of integers, booleans, arrays and structs", path, t.Kind())
}
