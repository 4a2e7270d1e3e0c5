package everyn

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/roles"
)

// A value is a half or a message as its bytes.
type (
	value    = plain.Value
	protocol = roles.Protocol[value, value, value, value]
)

// A memberShape says where a member's half has stamps and names, and its By.
type memberShape struct {
	stamps, names []uintptr
	by            bool
	byAt, mark    uintptr    // of the first place, and of the mark of a crowd
	size          uintptr    // of a value
	stampIn       int        // where values have a stamp; -1 if they have none
	noted         bool       // the By is that of a roles.Noted
	lists         [2]uintptr // where the lists of that are, from and to
}

// shapeOfMember fails for a half that has more than the argument is about.
func shapeOfMember(t reflect.Type) (s memberShape, err error) {
	s.stampIn = -1
	var walk func(t reflect.Type, at uintptr, within bool)
	walk = func(t reflect.Type, at uintptr, within bool) {
		fail := func(format string, args ...any) {
			if err == nil {
				err = fmt.Errorf(format, args...)
			}
		}
		switch {
		case t == reflect.TypeFor[roles.Stamp]() && within:
			if s.stampIn >= 0 {
				fail("two stamps in a value of a roles.By")
			}
			s.stampIn = int(at)
		case t == reflect.TypeFor[roles.Stamp]():
			s.stamps = append(s.stamps, at)
		case t == reflect.TypeFor[roles.Peer]() && !within:
			s.names = append(s.names, at)
		case roles.IsBy(t) && !within:
			if s.by {
				fail("two tables by peer")
			}
			s.by, s.byAt, s.mark = true, at, at+t.Field(1).Offset
			s.size = t.Field(0).Type.Elem().Size()
			walk(t.Field(0).Type.Elem(), 0, true)
		case t == reflect.TypeFor[roles.Noted]() && !within: // whose lists are empty, and which has a By
			last := t.Field(2)
			s.noted, s.lists = true, [2]uintptr{at, at + last.Offset}
			walk(last.Type, at+last.Offset, false)
		case t == reflect.TypeFor[roles.Peer](), t == reflect.TypeFor[roles.Peers](), roles.IsBy(t), explore.IsPerProcess(t),
			t == reflect.TypeFor[explore.Process](), t == reflect.TypeFor[explore.Set](), t == reflect.TypeFor[explore.Stamp]():
			fail("a member's half with a %v", t)
		case t.Kind() == reflect.Struct:
			for i := range t.NumField() {
				walk(t.Field(i).Type, at+t.Field(i).Offset, within)
			}
		case t.Kind() == reflect.Array:
			for i := range t.Len() {
				walk(t.Elem(), at+uintptr(i)*t.Elem().Size(), within)
			}
		case t.Kind() < reflect.Bool || t.Kind() > reflect.Uint64:
			fail("a member's half with a %v", t)
		}
	}
	walk(t, 0, false)
	return s, err
}

// mostSets is how many sets a requester's half may have: each is a bit of a kind.
const mostSets = 24

// setsOf returns where a requester's half has sets of members. It fails for a half that has more than the argument is about.
func setsOf(t reflect.Type) (sets []uintptr, names []string, err error) {
	var walk func(t reflect.Type, at uintptr, name string)
	walk = func(t reflect.Type, at uintptr, name string) {
		switch {
		case t == reflect.TypeFor[explore.Set]():
			sets, names = append(sets, at), append(names, name)
		case explore.IsPerProcess(t), roles.IsBy(t), t == reflect.TypeFor[explore.Process](), t == reflect.TypeFor[explore.Stamp](),
			t == reflect.TypeFor[roles.Peer](), t == reflect.TypeFor[roles.Peers](), t == reflect.TypeFor[roles.Stamp]():
			err = fmt.Errorf("a requester's half with a %v", t)
		case t.Kind() == reflect.Struct:
			for i := range t.NumField() {
				walk(t.Field(i).Type, at+t.Field(i).Offset, t.Field(i).Name)
			}
		case t.Kind() == reflect.Array:
			for i := range t.Len() {
				walk(t.Elem(), at+uintptr(i)*t.Elem().Size(), name)
			}
		case t.Kind() < reflect.Bool || t.Kind() > reflect.Uint64:
			err = fmt.Errorf("a requester's half with a %v", t)
		}
	}
	walk(t, 0, "")
	if len(sets) > mostSets {
		err = fmt.Errorf("a requester's half with %d sets", len(sets))
	}
	return sets, names, err
}

// plainMessage fails for messages that bring more along than numbers.
func plainMessage(t reflect.Type) error {
	for _, x := range []reflect.Type{
		reflect.TypeFor[explore.Set](), reflect.TypeFor[explore.Process](), reflect.TypeFor[explore.Stamp](), reflect.TypeFor[roles.Stamp](),
		reflect.TypeFor[roles.Peer](), reflect.TypeFor[roles.Peers](),
	} {
		if has(t, x) {
			return fmt.Errorf("messages with a %v", x)
		}
	}
	return nil
}

// has reports whether values of a type have one of x in them.
func has(t, x reflect.Type) bool {
	switch {
	case t == x:
		return true
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			if has(t.Field(i).Type, x) {
				return true
			}
		}
	case t.Kind() == reflect.Array:
		return has(t.Elem(), x)
	}
	return false
}

func get16(b []byte, at uintptr) int { return int(binary.NativeEndian.Uint16(b[at:])) }

func set16(b []byte, at uintptr, x int) { binary.NativeEndian.PutUint16(b[at:], uint16(x)) }

// peerOf returns the peer of a place, and stampOf the stamp of a number.
func peerOf(i int) roles.Peer {
	p := explore.ProcessOf(i)
	return *(*roles.Peer)(unsafe.Pointer(&p))
}

func stampOf(x int) roles.Stamp {
	s := explore.Stamp(x)
	return *(*roles.Stamp)(unsafe.Pointer(&s))
}

func placeOf(p roles.Peer) int { return (*(*explore.Process)(unsafe.Pointer(&p))).Index() }

func setOf(p roles.Peers) explore.Set { return *(*explore.Set)(unsafe.Pointer(&p)) }

func numberOf(s roles.Stamp) int { return int(*(*explore.Stamp)(unsafe.Pointer(&s))) }

func get32(b []byte, at uintptr) uint32 { return binary.NativeEndian.Uint32(b[at:]) }

func set32(b []byte, at uintptr, x uint32) { binary.NativeEndian.PutUint32(b[at:], x) }
