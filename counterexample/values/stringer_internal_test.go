package values

import (
	"fmt"
	"testing"

	"qcheck/explore"
)

// The types below have stamps in them and a String method.
type (
	mention struct { // says its stamp by number
		Colour colour
		At     explore.Stamp
		Count  int16
	}
	silent struct { // says nothing of its stamps
		Count int8
		At    [3]explore.Stamp
	}
	disguised struct{ At explore.Stamp } // says its stamp in hexadecimal
	broke     struct{ At explore.Stamp } // cannot do without the true number
	parent    struct {
		Child mention
		own   mention
		shade colour
	}
	small struct { // has unexported fields, as types of a program of one's own do
		colour colour
		at     explore.Stamp
	}
)

func (m mention) String() string   { return fmt.Sprintf("%v(%d, %d)", m.Colour, m.Count, m.At) }
func (s silent) String() string    { return fmt.Sprintf("silent %d", s.Count) }
func (d disguised) String() string { return fmt.Sprintf("%x", uint16(d.At)) }
func (b broke) String() string     { return [...]string{"none", "one", "two"}[b.At] }

// What a type says of itself is written, with the names of its stamps, as far as
// it is understood.
func TestStringMethods(t *testing.T) {
	l := Labels{Stamps: map[explore.Stamp]string{1: "2a", 2: "1a"}}
	for _, test := range []struct {
		value any
		want  string
	}{
		{mention{Colour: 1, At: 2, Count: 2}, "green(2, 1a)"},
		{mention{Colour: 1, Count: 1}, "green(1, 0)"},
		{mention{At: 1, Count: 7}, "red(7, 2a)"},
		{mention{At: explore.Fresh, Count: 7}, "red(7, stamp 65535)"},
		{silent{Count: 3, At: [3]explore.Stamp{2, 0, 1}}, "silent 3 1a 2a"},
		{silent{Count: 3, At: [3]explore.Stamp{1, 1, 1}}, "silent 3 2a"},
		{silent{}, "silent 0"},
		{disguised{At: 1}, "2a"},
		{broke{At: 1}, "2a"},
		{parent{Child: mention{At: 1}, own: mention{At: 2}, shade: 1}, "Child=red(0, 2a) own=red(0, 1a) shade=green"},
		{small{colour: 1, at: 2}, "green 1a"},
		// A number that is taken for a stamp is none.
		{mention{At: 1, Count: 12345}, "red(12345, 2a)"},
	} {
		if got := l.Show(test.value); got != test.want {
			t.Errorf("%T: %q, want %q", test.value, got, test.want)
		}
	}
	type plenty struct {
		Number uint16
		Of     mention
	}
	for _, n := range []uint16{oneNumber, otherNumber} {
		if got, want := l.Show(plenty{n, mention{At: 1}}), fmt.Sprintf("Number=%d Of=red(0, 2a)", n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

type loud struct {
	Count uint16
	At    explore.Stamp
}

func (l loud) String() string { return fmt.Sprint(l.Count, "/", l.At) }

// Plain numbers that are those of the stamps while the method runs are not taken
// for stamps.
func TestStringMethodWithSuchNumbers(t *testing.T) {
	l := Labels{Stamps: map[explore.Stamp]string{1: "2a"}}
	for _, n := range []uint16{oneNumber, otherNumber} {
		if got, want := l.Show(loud{n, 1}), fmt.Sprintf("Count=%d 2a", n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
