package views

import (
	"encoding/binary"
	"fmt"
	"reflect"

	"qcheck/explore"
	"qcheck/explore/protocol"
	"qcheck/explore/roles"
)

// A layout says where values of a type name processes, as byte
// offsets.
type layout struct {
	names []uintptr  // explore.Process, within roles.Peer or by itself
	sets  []uintptr  // explore.Set
	by    []elements // explore.PerProcess, within roles.By or by itself
}

// Elements are a value for each process, each of so many bytes.
type elements struct{ at, size uintptr }

// memberLayout fails for types of a member's state in which two states could be the same up
// to the names of requesters without showing it, or that show numbers of requesters.
func memberLayout(t reflect.Type) (layout, error) {
	var l layout
	var walk func(t reflect.Type, at uintptr, path string, within bool) error
	walk = func(t reflect.Type, at uintptr, path string, within bool) error {
		switch {
		case t == reflect.TypeFor[roles.Stamp]():
			return nil
		case t == reflect.TypeFor[roles.Peer](), t == reflect.TypeFor[roles.Peers](), roles.IsBy(t):
			switch {
			case within:
				return fmt.Errorf("%s names peers inside a roles.By: states that are the same up to names would not be told to be", path)
			case t == reflect.TypeFor[roles.Peer]():
				l.names = append(l.names, at)
				return nil
			case t == reflect.TypeFor[roles.Peers]():
				l.sets = append(l.sets, at)
				return nil
			}
			all := t.Field(0).Type
			size := all.Elem().Size()
			l.by = append(l.by, elements{at, size})
			for i := range all.Len() {
				if err := walk(all.Elem(), at+uintptr(i)*size, path+"[]", true); err != nil {
					return err
				}
			}
			return nil
		}
		return parts(t, at, path, func(t reflect.Type, at uintptr, path string) error { return walk(t, at, path, within) })
	}
	return l, walk(t, 0, t.String(), false)
}

// requesterLayout fails for types that have stamps, or peers.
func requesterLayout(t reflect.Type) (layout, error) {
	var l layout
	var walk func(t reflect.Type, at uintptr, path string) error
	walk = func(t reflect.Type, at uintptr, path string) error {
		switch {
		case t == reflect.TypeFor[explore.Process]():
			l.names = append(l.names, at)
			return nil
		case t == reflect.TypeFor[explore.Set]():
			l.sets = append(l.sets, at)
			return nil
		case explore.IsPerProcess(t):
			l.by = append(l.by, elements{at, t.Elem().Size()})
			return plainLayout(t.Elem())
		}
		return parts(t, at, path, walk)
	}
	return l, walk(t, 0, t.String())
}

// plainLayout fails for types that have stamps or name processes.
func plainLayout(t reflect.Type) error {
	var walk func(t reflect.Type, at uintptr, path string) error
	walk = func(t reflect.Type, at uintptr, path string) error { return parts(t, at, path, walk) }
	return walk(t, 0, t.String())
}

// parts walks the parts of a type that is made of others, and fails for types that are not
// plain values, and for those of package explore and roles that walk has not dealt with.
func parts(t reflect.Type, at uintptr, path string, walk func(t reflect.Type, at uintptr, path string) error) error {
	switch t {
	case reflect.TypeFor[explore.Stamp](), reflect.TypeFor[explore.Process](), reflect.TypeFor[explore.Set](),
		reflect.TypeFor[roles.Peer](), reflect.TypeFor[roles.Peers](), reflect.TypeFor[roles.Stamp]():
		return fmt.Errorf("%s is a %v, which this part of a protocol does not have: see package roles", path, t)
	}
	if explore.IsPerProcess(t) || roles.IsBy(t) {
		return fmt.Errorf("%s is a %v, which this part of a protocol does not have: see package roles", path, t)
	}
	return protocol.Parts(t, at, path, walk)
}

// cut keeps of a value what concerns process i, which it calls 0; all others it calls 1.
func (l *layout) cut(v value, i int) value {
	b := []byte(v)
	for _, at := range l.names { // a Process has one byte
		switch p := explore.Process(b[at]); p {
		case explore.ProcessOf(i):
			b[at] = byte(explore.ProcessOf(0))
		case 0:
		default:
			b[at] = byte(explore.ProcessOf(1))
		}
	}
	for _, at := range l.sets {
		s := explore.Set(binary.NativeEndian.Uint16(b[at:]))
		if s.Has(i) {
			s = explore.SetOf(0)
		} else {
			s = 0
		}
		binary.NativeEndian.PutUint16(b[at:], uint16(s))
	}
	for _, x := range l.by {
		element := func(i int) []byte { return b[x.at+uintptr(i)*x.size:][:x.size] }
		copy(element(0), element(i))
		for j := 1; j < explore.MaxProcesses; j++ {
			clear(element(j))
		}
	}
	return value(b)
}
