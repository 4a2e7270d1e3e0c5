package plain

import (
	"encoding/binary"
	"reflect"
	"strings"
	"unsafe"

	"qcheck/explore/protocol"
)

// A Value is a local state or a message as the engine has it: the bytes of what the protocol has,
// with those 0 that do not tell values apart (padding, blank fields). So there is one engine for
// the types of all protocols. The empty value is that of a type without bytes, or none.
type Value string

// A Form is what the engine knows of the type of values.
type Form struct {
	Type   reflect.Type
	Parts  []span
	Stamps []uintptr         // where stamps are
	names  []naming          // where processes are named
	normal func(Value) Value // see protocol.History; nil for no change
}

// FormOf returns the form of a type, or why it is none of a state or message.
func FormOf[T comparable]() (*Form, error) { return formOfType(reflect.TypeFor[T]()) }

// formOfType is FormOf of a type that is known when it runs.
func formOfType(t reflect.Type) (*Form, error) {
	stamps, err := protocol.StampOffsets(t)
	if err != nil {
		return nil, err
	}
	return &Form{Type: t, Parts: spans(t), Stamps: stamps, names: namings(t, 0)}, nil
}

// Typed returns a value as it is in the form's type.
func (f *Form) Typed(v Value) any { return reflect.NewAt(f.Type, f.address(v)).Elem().Interface() }

// address returns where there is a copy of a value as it is in the form's type.
func (f *Form) address(v Value) unsafe.Pointer {
	x := reflect.New(f.Type).UnsafePointer()
	copy(unsafe.Slice((*byte)(x), f.Type.Size()), v)
	return x
}

// PackAny returns a value of the form's type as its bytes.
func PackAny(f *Form, v any) Value {
	x := reflect.New(f.Type)
	x.Elem().Set(reflect.ValueOf(v))
	return f.at(x.UnsafePointer())
}

// Nothing is the form of the only value without bytes.
var Nothing, _ = FormOf[struct{}]()

// Pack returns a value of a type as its bytes.
func Pack[T comparable](f *Form, v T) Value { return f.at(unsafe.Pointer(&v)) }

// at returns the value of the form's type that is at an address.
func (f *Form) at(address unsafe.Pointer) Value {
	from := unsafe.Slice((*byte)(address), f.Type.Size())
	if len(f.Parts) == 1 && f.Parts[0].size == uintptr(len(from)) {
		return Value(from)
	}
	to := make([]byte, len(from))
	for _, s := range f.Parts {
		copy(to[s.at:s.at+s.size], from[s.at:])
	}
	return owned(to)
}

// Unpack returns what has the bytes of a value.
func Unpack[T comparable](v Value) (x T) {
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&x)), unsafe.Sizeof(x)), v)
	return x
}

// owned returns bytes that nobody else has as a value.
func owned(b []byte) Value { return Value(unsafe.String(unsafe.SliceData(b), len(b))) }

// EachStamp replaces every stamp of *v by what f makes of it.
func (v *Value) EachStamp(form *Form, f func(protocol.Stamp) protocol.Stamp) {
	if len(*v) == 0 {
		return
	}
	var changed []byte
	for _, at := range form.Stamps {
		// A Stamp has two bytes, in the order of the machine.
		s := protocol.Stamp(binary.NativeEndian.Uint16(unsafe.Slice(unsafe.StringData(string(*v)), len(*v))[at:]))
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

// Renamed returns a value in which process p is named r[p].
func (v Value) Renamed(form *Form, r []int) Value {
	if len(form.names) == 0 || len(v) == 0 {
		return v
	}
	b := []byte(v)
	rename(unsafe.Pointer(&b[0]), form.names, r)
	if form.normal != nil {
		return form.normal(owned(b))
	}
	return owned(b)
}

// Cut returns a value without what is about other processes than the given ones in a
// [protocol.Set] or a [protocol.PerProcess].
func (v Value) Cut(form *Form, keep protocol.Set) Value {
	if len(form.names) == 0 || len(v) == 0 {
		return v
	}
	b := []byte(v)
	cut(b, form.names, keep)
	return owned(b)
}

// AppendParts appends the bytes of a value that tell values apart.
func AppendParts(to []byte, v Value, form *Form) []byte {
	for _, s := range form.Parts {
		to = append(to, v[s.at:s.at+s.size]...)
	}
	return to
}

// FromParts returns the value of which these are the first bytes, and the others.
func FromParts(from []byte, form *Form) (Value, []byte) {
	b := make([]byte, form.Type.Size())
	for _, s := range form.Parts {
		copy(b[s.at:s.at+s.size], from)
		from = from[s.size:]
	}
	return owned(b), from
}

// A span is a part of a value that tells values apart: no padding, and no blank field.
type span struct{ at, size uintptr }

// spans returns the parts of values of a type, which is one that [protocol.StampOffsets] accepts.
func spans(t reflect.Type) []span {
	var all []span
	var walk func(t reflect.Type, at uintptr, path string) error
	walk = func(t reflect.Type, at uintptr, path string) error {
		last := len(all) - 1
		switch {
		case strings.HasSuffix(path, "._"):
		case t.Kind() == reflect.Array || t.Kind() == reflect.Struct:
			return protocol.Parts(t, at, path, walk)
		case last >= 0 && all[last].at+all[last].size == at:
			all[last].size += t.Size()
		default:
			all = append(all, span{at, t.Size()})
		}
		return nil
	}
	walk(t, 0, "")
	return all
}

// Size returns how many bytes the parts of a value have together.
func (f *Form) Size() int {
	n := 0
	for _, s := range f.Parts {
		n += int(s.size)
	}
	return n
}
