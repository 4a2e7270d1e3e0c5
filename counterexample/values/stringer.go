package values

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// Stringer returns the String method of a value, if its type has one.
func Stringer(v reflect.Value) (fmt.Stringer, bool) {
	if !v.CanInterface() && v.CanAddr() {
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem() // of an unexported field
	}
	if !v.CanInterface() {
		return nil, false
	}
	s, ok := v.Interface().(fmt.Stringer)
	return s, ok
}

// Call returns what a String method returns, and whether it returns.
func Call(s fmt.Stringer) (text string, ok bool) {
	defer func() { ok = recover() == nil }()
	return s.String(), true
}

// says returns the text of a value's own String method, if it has one.
func (l Labels) says(v reflect.Value) (string, bool) {
	s, ok := Stringer(v)
	switch {
	case !ok:
		return "", false
	case obvious.Stamped(v.Type()):
		return l.withStamps(s)
	}
	return Call(s)
}

// The numbers of stamps while a String method runs begin here. There are two
// such numbers for each stamp, to tell those that the method writes from others.
const (
	oneNumber   = 50_000
	otherNumber = 60_000
	mostNumbers = 5_000
)

// withStamps returns the text of the String method of a value with stamps, with
// the names of stamps in place of their numbers. The names of those that it does
// not mention follow. A method that makes something else of a stamp than its
// number is not understood.
func (l Labels) withStamps(s fmt.Stringer) (string, bool) {
	var used []explore.Stamp
	obvious.Stamps(s, func(x *explore.Stamp) { used = append(used, *x) })
	order := slices.Compact(slices.Sorted(slices.Values(used)))
	if len(order) > mostNumbers {
		return "", false
	}
	mentioned := map[explore.Stamp]bool{}
	with := func(first int) (string, bool) {
		text, ok := Call(obvious.Stamps(s, func(x *explore.Stamp) {
			at, _ := slices.BinarySearch(order, *x)
			*x = explore.Stamp(first + at)
		}).(fmt.Stringer))
		return regexp.MustCompile(`\d+`).ReplaceAllStringFunc(text, func(digits string) string {
			at, err := strconv.Atoi(digits)
			if at -= first; err != nil || at < 0 || at >= len(order) {
				return digits
			}
			mentioned[order[at]] = true
			return l.stamp(order[at])
		}), ok
	}
	text, ok := with(oneNumber)
	if other, alike := with(otherNumber); !ok || !alike || other != text {
		return "", false
	}
	for _, x := range used {
		if !mentioned[x] {
			mentioned[x] = true
			text += " " + l.stamp(x)
		}
	}
	return strings.TrimSpace(text), true
}
