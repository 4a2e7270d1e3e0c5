package certify

import (
	"reflect"
	"slices"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// places says where a member's half has stamps, and names of requesters, as byte offsets.
type places struct {
	stamps, names, sets []uintptr
	tables              [][2]uintptr // of a roles.By: where it is, and the size of an element
}

// The types that say something of processes or stamps.
var (
	ofMembers    = []reflect.Type{reflect.TypeFor[roles.Peer](), reflect.TypeFor[roles.Peers](), reflect.TypeFor[roles.Stamp]()}
	ofRequesters = []reflect.Type{reflect.TypeFor[explore.Process](), reflect.TypeFor[explore.Set]()}
	named        = slices.Concat([]reflect.Type{reflect.TypeFor[explore.Stamp]()}, ofMembers, ofRequesters)
)

// find notes what a member's half says where. It returns a type that it must not have.
func (x *places) find(t reflect.Type, at uintptr) reflect.Type {
	switch {
	case t == ofMembers[0]:
		x.names = append(x.names, at)
		return nil
	case t == ofMembers[1]:
		x.sets = append(x.sets, at)
		return nil
	case t == ofMembers[2]:
		x.stamps = append(x.stamps, at)
		return nil
	case roles.IsBy(t):
		all := t.Field(0).Type
		x.tables = append(x.tables, [2]uintptr{at, all.Elem().Size()})
		for i := range all.Len() {
			if bad := x.find(all.Elem(), at+uintptr(i)*all.Elem().Size()); bad != nil {
				return bad
			}
		}
		return nil
	}
	return parts(t, func(part reflect.Type, offset uintptr) reflect.Type { return x.find(part, at+offset) })
}

// foreign returns a type within t that says something of members, where t is of requesters,
// or of anybody.
func foreign(t reflect.Type, ofRequester bool) reflect.Type {
	if ofRequester && (t == ofRequesters[0] || t == ofRequesters[1]) {
		return nil
	}
	if ofRequester && explore.IsPerProcess(t) {
		return foreign(t.Elem(), false)
	}
	return parts(t, func(part reflect.Type, _ uintptr) reflect.Type { return foreign(part, ofRequester) })
}

// parts calls f with the parts of a type. It returns the type itself if it is not made of
// numbers, or is one that f must know.
func parts(t reflect.Type, f func(reflect.Type, uintptr) reflect.Type) reflect.Type {
	switch {
	case slices.Contains(named, t):
		return t
	case explore.IsPerProcess(t), roles.IsBy(t):
		return t
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			if bad := f(t.Field(i).Type, t.Field(i).Offset); bad != nil {
				return bad
			}
		}
	case t.Kind() == reflect.Array:
		for i := range t.Len() {
			if bad := f(t.Elem(), uintptr(i)*t.Elem().Size()); bad != nil {
				return bad
			}
		}
	case t.Kind() < reflect.Bool || t.Kind() > reflect.Uint64: // of all that is left, numbers
		return t
	}
	return nil
}

// address returns where a value is. Nobody may change what is there.
func address(v value) unsafe.Pointer { return unsafe.Pointer(unsafe.StringData(string(v))) }

// copyOf returns a copy of a value, and where it is: until it is used it may be changed there.
func copyOf(v value) (value, unsafe.Pointer) {
	b := make([]byte, len(v)) // []byte(v) is no copy where the compiler sees no change
	copy(b, v)
	at := unsafe.Pointer(unsafe.SliceData(b))
	return owned(b), at
}

func in[T any](v unsafe.Pointer, at uintptr) *T { return (*T)(unsafe.Add(v, at)) }

// renamed returns a member's half in which requester i is called to[i].
func renamed(x *places, half value, to []int) value {
	if len(x.names)+len(x.sets)+len(x.tables) == 0 {
		return half
	}
	half, m := copyOf(half)
	for _, at := range x.names {
		if p := in[explore.Process](m, at); *p != 0 {
			*p = explore.ProcessOf(to[p.Index()])
		}
	}
	for _, at := range x.sets {
		set := in[explore.Set](m, at)
		*set = renamedSet(*set, to)
	}
	before := m
	if len(x.tables) > 0 {
		_, before = copyOf(half)
	}
	for _, table := range x.tables {
		for i, j := range to {
			for b := range table[1] {
				*in[byte](m, table[0]+uintptr(j)*table[1]+b) = *in[byte](before, table[0]+uintptr(i)*table[1]+b)
			}
		}
	}
	return half
}

func renamedSet(set explore.Set, to []int) (all explore.Set) {
	for _, i := range set.Members() {
		all = all.With(to[i])
	}
	return all
}

// within reports whether a member's half names the first n requesters alone.
func within(x *places, half value, n int) bool {
	m := address(half)
	for _, at := range x.names {
		if in[explore.Process](m, at).Index() >= n {
			return false
		}
	}
	for _, at := range x.sets {
		if *in[explore.Set](m, at)&^explore.All(n) != 0 {
			return false
		}
	}
	for _, table := range x.tables {
		for b := uintptr(n) * table[1]; b < explore.MaxProcesses*table[1]; b++ {
			if *in[byte](m, table[0]+b) != 0 {
				return false
			}
		}
	}
	return true
}

// restamped returns a member's half with other stamps.
func restamped(x *places, half value, f func(explore.Stamp) explore.Stamp) value {
	m, changed := address(half), false
	for _, at := range x.stamps {
		s := *in[explore.Stamp](m, at)
		if s == 0 {
			continue
		}
		if to := f(s); to != s {
			if !changed {
				half, m = copyOf(half)
				changed = true
			}
			*in[explore.Stamp](m, at) = to
		}
	}
	return half
}

// cutOf returns of a requester's half, of type t, what concerns a member, which it calls process 1; others
// are process 2.
func cutOf(t reflect.Type, half value, member int) value {
	half, r := copyOf(half)
	var walk func(t reflect.Type, at uintptr) reflect.Type
	walk = func(t reflect.Type, at uintptr) reflect.Type {
		switch {
		case t == ofRequesters[0]:
			if p := in[explore.Process](r, at); *p == explore.ProcessOf(member) {
				*p = explore.ProcessOf(0)
			} else if *p != 0 {
				*p = explore.ProcessOf(1)
			}
		case t == ofRequesters[1]:
			if set := in[explore.Set](r, at); set.Has(member) {
				*set = explore.SetOf(0)
			} else {
				*set = 0
			}
		case explore.IsPerProcess(t):
			_, before := copyOf(half)
			size := t.Elem().Size()
			for b := range uintptr(t.Len()) * size {
				*in[byte](r, at+b) = 0
				if b < size {
					*in[byte](r, at+b) = *in[byte](before, at+uintptr(member)*size+b)
				}
			}
		default:
			return parts(t, func(part reflect.Type, offset uintptr) reflect.Type { return walk(part, at+offset) })
		}
		return nil
	}
	walk(t, 0)
	return half
}
