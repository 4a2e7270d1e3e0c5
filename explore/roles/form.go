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

// A form says where the halves are in a composed state L, and the stamp in messages W.
type form[L, W, R, M comparable] struct {
	requester, member []piece
	stamp             uintptr // in L
	carried           uintptr // in W
	carries           bool    // W has a stamp
}

// formOf finds the halves in a state type: each field of L is, by its name, a field of R or
// of M, or the stamp. It fails if one of L is in neither or in both, or one of the
// halves is not in L.
func formOf[L, W, R, M comparable]() (form[L, W, R, M], error) {
	var f form[L, W, R, M]
	whole, r, m := reflect.TypeFor[L](), reflect.TypeFor[R](), reflect.TypeFor[M]()
	if w, ok := stampOf(reflect.TypeFor[W]()); ok {
		f.carried, f.carries = w, true
	}
	at, ok := stampOf(whole)
	if !ok {
		return f, fmt.Errorf("%v has no field %s of type explore.Stamp for the stamp of a request", whole, StampField)
	}
	f.stamp = at
	if whole == reflect.TypeFor[State[R, M]]() {
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
		in, isM := m.FieldByName(x.Name)
		switch {
		case x.Name == StampField && !isR && !isM:
			continue
		case isR == isM:
			return f, fmt.Errorf("field %s of %v is in both halves or in neither", x.Name, whole)
		case isR && of.Type == x.Type:
			f.requester = append(f.requester, piece{x.Offset, of.Offset, x.Type.Size()})
		case isM && alike(x.Type, in.Type):
			f.member = append(f.member, piece{x.Offset, in.Offset, x.Type.Size()})
		default:
			return f, fmt.Errorf("field %s of %v has another type in its half", x.Name, whole)
		}
	}
	if len(f.requester) != r.NumField() || len(f.member) != m.NumField() {
		return f, fmt.Errorf("%v lacks a field of one of its halves, %v and %v", whole, r, m)
	}
	return f, nil
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
// same in memory: the half has Peer where the state may have explore.Process, and so on.
func alike(whole, half reflect.Type) bool {
	switch {
	case whole == half:
		return true
	case half == reflect.TypeFor[Peer](), half == reflect.TypeFor[Peers](), half == reflect.TypeFor[Stamp]():
		return half.Field(0).Type == whole
	case IsBy(half):
		half = half.Field(0).Type
		return explore.IsPerProcess(whole) && alike(whole.Elem(), half.Elem())
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
	if t.Kind() != reflect.Struct || t.NumField() != 1 || !explore.IsPerProcess(t.Field(0).Type) {
		return false
	}
	_, ok := reflect.Zero(t).Interface().(interface{ by() })
	return ok
}

func (By[T]) by() {}

func (f *form[L, W, R, M]) split(l L) (r R, s explore.Stamp, m M) {
	for _, x := range f.requester {
		move(unsafe.Pointer(&r), x.half, unsafe.Pointer(&l), x.whole, x.size)
	}
	for _, x := range f.member {
		move(unsafe.Pointer(&m), x.half, unsafe.Pointer(&l), x.whole, x.size)
	}
	return r, *(*explore.Stamp)(unsafe.Add(unsafe.Pointer(&l), f.stamp)), m
}

func (f *form[L, W, R, M]) join(r R, s explore.Stamp, m M) (l L) {
	for _, x := range f.requester {
		move(unsafe.Pointer(&l), x.whole, unsafe.Pointer(&r), x.half, x.size)
	}
	for _, x := range f.member {
		move(unsafe.Pointer(&l), x.whole, unsafe.Pointer(&m), x.half, x.size)
	}
	*(*explore.Stamp)(unsafe.Add(unsafe.Pointer(&l), f.stamp)) = s
	return l
}

func move(to unsafe.Pointer, at uintptr, from unsafe.Pointer, of, size uintptr) {
	copy(unsafe.Slice((*byte)(unsafe.Add(to, at)), size), unsafe.Slice((*byte)(unsafe.Add(from, of)), size))
}

// brought returns the stamp that a message brings along, 0 for none.
func (f *form[L, W, R, M]) brought(w W) explore.Stamp {
	if !f.carries {
		return 0
	}
	return *(*explore.Stamp)(unsafe.Add(unsafe.Pointer(&w), f.carried))
}

func (f *form[L, W, R, M]) stamped(w W, s explore.Stamp) W {
	if f.carries {
		*(*explore.Stamp)(unsafe.Add(unsafe.Pointer(&w), f.carried)) = s
	}
	return w
}
