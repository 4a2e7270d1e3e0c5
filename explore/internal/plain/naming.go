package plain

import (
	"encoding/binary"
	"reflect"
	"slices"
	"unsafe"

	"qcheck/explore/protocol"
)

// A naming is a place in a value that names processes, by its offset.
type naming struct {
	at    uintptr
	kind  namingKind
	size  uintptr  // of an element of a PerProcess
	inner []naming // in an element
}

type namingKind uint8

const (
	namesOne namingKind = iota // a Process
	namesSet                   // a Set
	namesAll                   // a PerProcess
)

// namings returns where values of a type name processes.
func namings(t reflect.Type, at uintptr) []naming {
	switch {
	case t == reflect.TypeFor[protocol.Process]():
		return []naming{{at: at, kind: namesOne}}
	case t == reflect.TypeFor[protocol.Set]():
		return []naming{{at: at, kind: namesSet}}
	case protocol.IsPerProcess(t):
		return []naming{{at: at, kind: namesAll, size: t.Elem().Size(), inner: namings(t.Elem(), 0)}}
	}
	var all []naming
	protocol.Parts(t, at, "", func(t reflect.Type, at uintptr, _ string) error {
		all = append(all, namings(t, at)...)
		return nil
	})
	return all
}

// rename renames the processes in the value at v.
func rename(v unsafe.Pointer, names []naming, r []int) {
	for _, x := range names {
		at := unsafe.Add(v, x.at)
		switch x.kind {
		case namesOne:
			if p := (*protocol.Process)(at); *p >= 1 && int(*p) <= len(r) {
				*p = protocol.ProcessOf(r[p.Index()])
			}
		case namesSet:
			s := (*protocol.Set)(at)
			*s = s.Renamed(r)
		case namesAll:
			whole := unsafe.Slice((*byte)(at), uintptr(len(r))*x.size)
			before := slices.Clone(whole)
			for p, q := range r {
				element := whole[uintptr(q)*x.size : uintptr(q+1)*x.size]
				copy(element, before[uintptr(p)*x.size:uintptr(p+1)*x.size])
				if len(x.inner) > 0 {
					rename(unsafe.Pointer(&element[0]), x.inner, r)
				}
			}
		}
	}
}

// cut zeroes what is about other processes than the given ones.
func cut(b []byte, names []naming, keep protocol.Set) {
	for _, x := range names {
		switch x.kind {
		case namesSet:
			s := binary.NativeEndian.Uint16(b[x.at:])
			binary.NativeEndian.PutUint16(b[x.at:], s&uint16(keep))
		case namesAll:
			for p := range protocol.MaxProcesses {
				element := b[x.at+uintptr(p)*x.size : x.at+uintptr(p+1)*x.size]
				if keep.Has(p) {
					cut(element, x.inner, keep)
				} else {
					clear(element)
				}
			}
		}
	}
}
