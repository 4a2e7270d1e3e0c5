package roles

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unsafe"
)

// Text writes a half or a message, a value of a type that is given as its bytes: its numbers that are not 0, as
// place=number in the order of their declaration, with a space between them. Places count from 1; true is 1.
func Text(t reflect.Type, value string) string {
	return text(t, unsafe.Pointer(unsafe.StringData(value)))
}

func text(t reflect.Type, v unsafe.Pointer) string {
	var list []string
	for i, x := range scalarsOf(t).all {
		if n := number(unsafe.Add(v, x.at), x.size); n != 0 {
			list = append(list, fmt.Sprintf("%d=%d", i+1, n))
		}
	}
	return strings.Join(list, " ")
}

// Parse reads what Text writes, and nothing else, into the value of a type that is at v, where all numbers are 0.
func Parse(t reflect.Type, v unsafe.Pointer, from string) error {
	all := scalarsOf(t).all
	last := 0
	for part := range strings.FieldsSeq(from) {
		place, digits, _ := strings.Cut(part, "=")
		i, err := strconv.Atoi(place)
		if err != nil || i <= last || i > len(all) {
			return fmt.Errorf("%q: no place from %d to %d", part, last+1, len(all))
		}
		x := all[i-1]
		n, err := strconv.ParseUint(digits, 10, int(8*x.size))
		if err != nil || n == 0 || x.kind == reflect.Bool && n != 1 {
			return fmt.Errorf("%q: not a number for this place", part)
		}
		last = i
		setNumber(unsafe.Add(v, x.at), x.size, n)
	}
	if text(t, v) != from {
		return errors.New("not in the form in which it is written")
	}
	return nil
}

func setNumber(at unsafe.Pointer, size uintptr, n uint64) {
	switch size {
	case 1:
		*(*uint8)(at) = uint8(n)
	case 2:
		*(*uint16)(at) = uint16(n)
	case 4:
		*(*uint32)(at) = uint32(n)
	default:
		*(*uint64)(at) = n
	}
}
