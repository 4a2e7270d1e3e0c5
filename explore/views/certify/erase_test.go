package certify

import (
	"testing"
	"unsafe"
)

// Values are the same where what they are of is, whatever is in padding and blank fields, and are that again.
func TestValues(t *testing.T) {
	type inner struct {
		B bool
		_ uint8
		N uint32
	}
	type half struct {
		Kind uint8
		Of   [2]inner
		Last uint16
	}
	f := formOf[half]()
	known := map[value]half{}
	for i := range 64 {
		want := half{Kind: uint8(i % 3), Of: [2]inner{{B: i%2 == 0, N: uint32(i % 4)}, {N: uint32(i % 2)}}, Last: uint16(i % 5)}
		var x half
		for at := range unsafe.Sizeof(x) { // what nobody sees
			*(*byte)(unsafe.Add(unsafe.Pointer(&x), at)) = byte(i + 1)
		}
		x.Kind, x.Last = want.Kind, want.Last
		for p, y := range want.Of {
			x.Of[p].B, x.Of[p].N = y.B, y.N
		}
		v := f.at(unsafe.Pointer(&x))
		if typed[half](v) != want || f.of(v) != any(want) {
			t.Fatalf("%+v becomes %+v", want, f.of(v))
		}
		for w, y := range known {
			if (w == v) != (y == want) {
				t.Fatalf("%+v and %+v: as values %v", want, y, w == v)
			}
		}
		known[v] = want
		other, at := copyOf(v)
		*(*byte)(at) ^= 1
		if typed[half](v) != want || typed[half](other) == want {
			t.Fatal("a copy is none")
		}
	}
	if len(known) < 50 {
		t.Errorf("%d values", len(known))
	}
}
