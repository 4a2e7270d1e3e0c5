package explore

import (
	"encoding/binary"
	"reflect"
	"unsafe"
)

// A value is a local state or a message as the engine has it: the bytes of what the protocol has,
// with those 0 that do not tell values apart (padding, blank fields). So there is one engine for
// the types of all protocols. The empty value is that of a type without bytes, or none.
type value string

// A form is what the engine knows of the type of values.
type form struct {
	typ    reflect.Type
	parts  []span
	stamps []uintptr // where stamps are
	names  []naming  // where processes are named
	typed  func(value) any
}

// formOf returns the form of a type, or why it is none of a state or message.
func formOf[T comparable]() (*form, error) {
	t := reflect.TypeFor[T]()
	stamps, err := stampOffsets(t)
	if err != nil {
		return nil, err
	}
	return &form{typ: t, parts: spans(t), stamps: stamps, names: namings(t, 0), typed: func(v value) any { return unpack[T](v) }}, nil
}

// pack returns a value of a type as its bytes.
func pack[T comparable](f *form, v T) value {
	from := unsafe.Slice((*byte)(unsafe.Pointer(&v)), f.typ.Size())
	if len(f.parts) == 1 && f.parts[0].size == f.typ.Size() {
		return value(from)
	}
	to := make([]byte, len(from))
	for _, s := range f.parts {
		copy(to[s.at:s.at+s.size], from[s.at:])
	}
	return owned(to)
}

// unpack returns what has the bytes of a value.
func unpack[T comparable](v value) (x T) {
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&x)), unsafe.Sizeof(x)), v)
	return x
}

// owned returns bytes that nobody else has as a value.
func owned(b []byte) value { return value(unsafe.String(unsafe.SliceData(b), len(b))) }

// eachStamp replaces every stamp of *v by what f makes of it.
func (v *value) eachStamp(form *form, f func(Stamp) Stamp) {
	if len(*v) == 0 {
		return
	}
	var changed []byte
	for _, at := range form.stamps {
		// A Stamp has two bytes, in the order of the machine.
		s := Stamp(binary.NativeEndian.Uint16(unsafe.Slice(unsafe.StringData(string(*v)), len(*v))[at:]))
		if t := f(s); t != s {
			if changed == nil {
				changed = []byte(*v)
			}
			binary.NativeEndian.PutUint16(changed[at:], uint16(t))
		}
	}
	if changed != nil {
		*v = owned(changed)
	}
}

// renamed returns a value with its processes renamed.
func (r renaming) renamed(v value, form *form) value {
	if len(form.names) == 0 || len(v) == 0 {
		return v
	}
	b := []byte(v)
	r.rename(unsafe.Pointer(&b[0]), form.names)
	return owned(b)
}

// appendParts appends the bytes of a value that tell values apart.
func appendParts(to []byte, v value, form *form) []byte {
	for _, s := range form.parts {
		to = append(to, v[s.at:s.at+s.size]...)
	}
	return to
}

// fromParts returns the value of which these are the first bytes, and the others.
func fromParts(from []byte, form *form) (value, []byte) {
	b := make([]byte, form.typ.Size())
	for _, s := range form.parts {
		copy(b[s.at:s.at+s.size], from)
		from = from[s.size:]
	}
	return owned(b), from
}
