package pairs

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	"qcheck/explore"
)

// A layout says where a type has stamps, and what of it is about single processes.
type layout struct {
	stamps, sets []uintptr
	tables       []entries
}

// entries are those of a PerProcess, whose entries have that size.
type entries struct{ at, size uintptr }

func layoutOf(t reflect.Type) (layout, error) {
	var all layout
	err := all.walk(t, 0)
	return all, err
}

func (x *layout) walk(t reflect.Type, at uintptr) error {
	switch t {
	case reflect.TypeFor[explore.Stamp]():
		x.stamps = append(x.stamps, at)
		return nil
	case reflect.TypeFor[explore.Set]():
		x.sets = append(x.sets, at)
		return nil
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if err := x.walk(t.Field(i).Type, at+t.Field(i).Offset); err != nil {
				return err
			}
		}
	case reflect.Array:
		if t.PkgPath() == reflect.TypeFor[explore.Stamp]().PkgPath() && strings.HasPrefix(t.Name(), "PerProcess[") {
			x.tables = append(x.tables, entries{at, t.Elem().Size()})
		}
		for i := range t.Len() {
			if err := x.walk(t.Elem(), at+uintptr(i)*t.Elem().Size()); err != nil {
				return err
			}
		}
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint:
	default:
		return fmt.Errorf("a value of type %v is no small value", t)
	}
	return nil
}

// each calls f for each stamp of a value of the type.
func (x *layout) each(v unsafe.Pointer, f func(*explore.Stamp)) {
	for _, at := range x.stamps {
		f((*explore.Stamp)(unsafe.Add(v, at)))
	}
}

// cut zeroes what is about other processes than p and q.
func (x *layout) cut(v unsafe.Pointer, p, q int) {
	keep := explore.SetOf(p, q)
	for _, at := range x.sets {
		*(*explore.Set)(unsafe.Add(v, at)) &= keep
	}
	for _, t := range x.tables {
		for i := range explore.MaxProcesses {
			if i != p && i != q {
				clear(unsafe.Slice((*byte)(unsafe.Add(v, t.at+uintptr(i)*t.size)), t.size))
			}
		}
	}
}
