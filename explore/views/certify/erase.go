package certify

import (
	"reflect"
	"unsafe"

	"qcheck/explore/roles"
)

// A value is a half or a message as its bytes, with those 0 that do not tell values apart, so that there is one checker for
// all protocols. What is a value here shares nothing with what it is in package views.
type value string

func owned(b []byte) value { return value(unsafe.String(unsafe.SliceData(b), len(b))) }

// types are those of the halves and messages of a protocol.
type types struct{ requester, member, up, down form }

// A form is a type with the bytes of its numbers: where they begin and end.
type form struct {
	reflect.Type
	numbers [][2]uintptr
}

func formOf[T any]() form {
	f := form{Type: reflect.TypeFor[T]()}
	f.note(f.Type, 0)
	return f
}

func (f *form) note(t reflect.Type, at uintptr) {
	switch last := len(f.numbers) - 1; {
	case t.Kind() == reflect.Array:
		for i := range t.Len() {
			f.note(t.Elem(), at+uintptr(i)*t.Elem().Size())
		}
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).Name != "_" {
				f.note(t.Field(i).Type, at+t.Field(i).Offset)
			}
		}
	case last >= 0 && f.numbers[last][1] == at:
		f.numbers[last][1] = at + t.Size()
	default:
		f.numbers = append(f.numbers, [2]uintptr{at, at + t.Size()})
	}
}

// at returns the value that is somewhere.
func (f *form) at(x unsafe.Pointer) value {
	from, to := unsafe.Slice((*byte)(x), f.Size()), make([]byte, f.Size())
	for _, n := range f.numbers {
		copy(to[n[0]:n[1]], from[n[0]:])
	}
	return owned(to)
}

// of returns a value as it is in its type.
func (f *form) of(v value) any {
	x := reflect.New(f.Type)
	copy(unsafe.Slice((*byte)(x.UnsafePointer()), f.Size()), v)
	return x.Elem().Interface()
}

// parse reads a value as roles.Text writes it.
func (f *form) parse(text string) (value, error) {
	x := reflect.New(f.Type).UnsafePointer()
	err := roles.Parse(f.Type, x, text)
	return f.at(x), err
}

func typed[T any](v value) (x T) {
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&x)), unsafe.Sizeof(x)), v)
	return x
}

// erase returns a protocol as one of values, and its types.
func erase[R, M, A, B comparable](p roles.Protocol[R, M, A, B]) (roles.Protocol[value, value, value, value], *types) {
	of := &types{formOf[R](), formOf[M](), formOf[A](), formOf[B]()}
	return roles.Values(p, coding[R](&of.requester), coding[M](&of.member), coding[A](&of.up), coding[B](&of.down)), of
}

func coding[T comparable](f *form) roles.Coding[T, value] {
	return roles.Coding[T, value]{Of: func(x T) value { return f.at(unsafe.Pointer(&x)) }, Typed: typed[T]}
}
