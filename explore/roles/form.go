package roles

import (
	"fmt"
	"reflect"
	"unsafe"

	"qcheck/explore"
)

// A State is a state of a composed protocol, for those that have no type of their own.
type State[R, M comparable] struct {
	Requester R
	Stamp     explore.Stamp
	Member    M
}

// StampField is the name of the field of a composed state, and of a message, that has the
// stamp of a request.
const StampField = "Stamp"

// A piece is a field of a state that is one of a half.
type piece struct{ whole, half, size uintptr }

// A form says where the halves are in a composed state, and the stamp in messages. Values are
// given by their addresses, so that this is compiled once for all protocols.
type form struct {
	whole, r, m       reflect.Type // a state and its halves
	requester, member []piece
	stamp             uintptr // in a state
	carrier
}

// A carrier says where the stamp is in messages.
type carrier struct {
	carried uintptr
	carries bool // they have one
}

func carrierOf(t reflect.Type) (c carrier) {
	c.carried, c.carries = stampOf(t)
	return c
}

// formOf finds the halves r and m in a state type: each field of whole is, by its name, a field of r or
// of m, or the stamp. It fails if one of whole is in neither or in both, or one of the
// halves is not in whole.
func formOf(whole, r, m, message reflect.Type) (form, error) {
	f := form{whole: whole, r: r, m: m, carrier: carrierOf(message)}
	at, ok := stampOf(whole)
	if !ok {
		return f, fmt.Errorf("%v has no field %s of type explore.Stamp for the stamp of a request", whole, StampField)
	}
	f.stamp = at
	if whole.NumField() == 3 && whole.Field(0).Name == "Requester" && whole.Field(0).Type == r && whole.Field(2).Type == m { // a State
		f.requester = []piece{{whole.Field(0).Offset, 0, r.Size()}}
		f.member = []piece{{whole.Field(2).Offset, 0, m.Size()}}
		return f, nil
	}
	if r.Kind() != reflect.Struct || m.Kind() != reflect.Struct {
		return f, fmt.Errorf("the halves of %v are %v and %v, and must be structs whose fields it has", whole, r, m)
	}
	for i := range whole.NumField() {
		x := whole.Field(i)
		of, isR := r.FieldByName(x.Name)
		in, isM := field(m, x.Name)
		switch {
		case x.Name == StampField && !isR && !isM:
			continue
		case isR == isM:
			return f, fmt.Errorf("field %s of %v is in both halves or in neither", x.Name, whole)
		case isR && of.Type == x.Type:
			f.requester = append(f.requester, piece{x.Offset, of.Offset, x.Type.Size()})
		case isM && IsBy(in.Type) && explore.IsPerProcess(x.Type) && alike(x.Type.Elem(), in.Type.Field(0).Type.Elem()),
			isM && alike(x.Type, in.Type):
			f.member = append(f.member, piece{x.Offset, in.Offset, x.Type.Size()})
		default:
			return f, fmt.Errorf("field %s of %v has another type in its half", x.Name, whole)
		}
	}
	if len(f.requester) != r.NumField() || len(f.member) != fieldsOf(m) {
		return f, fmt.Errorf("%v lacks a field of one of its halves, %v and %v", whole, r, m)
	}
	return f, nil
}

// field returns the field of a member's half, or of a Noted in it, with a name.
func field(t reflect.Type, name string) (x reflect.StructField, ok bool) {
	if x, ok = t.FieldByName(name); ok && len(x.Index) > 1 {
		of := t.Field(x.Index[0])
		x.Offset += of.Offset
		ok = len(x.Index) == 2 && of.Type == reflect.TypeFor[Noted]()
	}
	return x, ok
}

// fieldsOf returns how many of these a state must have.
func fieldsOf(m reflect.Type) (n int) {
	for i := range m.NumField() {
		if n++; m.Field(i).Anonymous && m.Field(i).Type == reflect.TypeFor[Noted]() {
			n++ // but for what proofs alone have
		}
	}
	return n
}

// stampOf returns where a struct has its stamp.
func stampOf(t reflect.Type) (uintptr, bool) {
	if t.Kind() != reflect.Struct {
		return 0, false
	}
	x, ok := t.FieldByName(StampField)
	return x.Offset, ok && x.Type == reflect.TypeFor[explore.Stamp]()
}

// alike reports whether values of a type of a state and of one of a member's half are the
// same in memory: the half has Peer where the state may have explore.Process, and so on. A By is so but for its end.
func alike(whole, half reflect.Type) bool {
	switch {
	case whole == half:
		return true
	case half == reflect.TypeFor[Peer](), half == reflect.TypeFor[Peers](), half == reflect.TypeFor[Stamp]():
		return half.Field(0).Type == whole
	case IsBy(half): // which has something more, at its end
		return false
	case whole.Kind() != half.Kind():
		return false
	case whole.Kind() == reflect.Array:
		return whole.Len() == half.Len() && explore.IsPerProcess(whole) == explore.IsPerProcess(half) && alike(whole.Elem(), half.Elem())
	case whole.Kind() == reflect.Struct:
		if whole.NumField() != half.NumField() {
			return false
		}
		for i := range whole.NumField() {
			x, y := whole.Field(i), half.Field(i)
			if x.Name != y.Name || x.Offset != y.Offset || !alike(x.Type, y.Type) {
				return false
			}
		}
		return true
	}
	return false
}

// IsBy reports whether a type is a By, and not one that embeds one.
func IsBy(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t.NumField() != 2 || !explore.IsPerProcess(t.Field(0).Type) {
		return false
	}
	_, ok := reflect.Zero(t).Interface().(interface{ by() })
	return ok
}

func (By[T]) by() {}

// own returns the stamp of the request in the state l.
func (f *form) own(l unsafe.Pointer) explore.Stamp { return *(*explore.Stamp)(unsafe.Add(l, f.stamp)) }

// part puts the halves of the state l where r and m are.
func (f *form) part(l, r, m unsafe.Pointer) {
	for _, x := range f.requester {
		move(r, x.half, l, x.whole, x.size)
	}
	for _, x := range f.member {
		move(m, x.half, l, x.whole, x.size)
	}
}

// join makes l the state of two halves with a stamp.
func (f *form) join(l, r unsafe.Pointer, s explore.Stamp, m unsafe.Pointer) {
	for _, x := range f.requester {
		move(l, x.whole, r, x.half, x.size)
	}
	for _, x := range f.member {
		move(l, x.whole, m, x.half, x.size)
	}
	*(*explore.Stamp)(unsafe.Add(l, f.stamp)) = s
}

func move(to unsafe.Pointer, at uintptr, from unsafe.Pointer, of, size uintptr) {
	copy(unsafe.Slice((*byte)(unsafe.Add(to, at)), size), unsafe.Slice((*byte)(unsafe.Add(from, of)), size))
}

// brought returns the stamp that the message w brings along, 0 for none.
func (x carrier) brought(w unsafe.Pointer) explore.Stamp {
	if !x.carries {
		return 0
	}
	return *(*explore.Stamp)(unsafe.Add(w, x.carried))
}

// put has the message w bring a stamp along.
func (x carrier) put(w unsafe.Pointer, s explore.Stamp) {
	if x.carries {
		*(*explore.Stamp)(unsafe.Add(w, x.carried)) = s
	}
}
