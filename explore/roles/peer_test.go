package roles

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/explore"
)

// An order that lies, or values that are equal, do not give peers out by number.
func TestSortedTellsNothing(t *testing.T) {
	always := func(a, b bool) bool { return true }
	for name, by := range map[string]By[bool]{
		"nothing is noted": {},
		"two are noted":    By[bool]{}.With(Peer{1}, true).With(Peer{2}, true),
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: peers with equal values are put into an order", name)
				}
			}()
			by.Sorted(func(v bool) bool { return v || name == "nothing is noted" }, always)
		}()
	}
	// Of different values, the order is the same whoever has them.
	first := func(p, q Peer) uint8 {
		by := By[uint8]{}.With(p, 1).With(q, 2)
		got := by.Sorted(func(v uint8) bool { return v > 0 }, func(a, b uint8) bool { return true })
		if len(got) != 2 || got[0] == got[1] {
			t.Fatalf("%v of two peers", got)
		}
		return by.Of(got[0])
	}
	want := first(Peer{1}, Peer{2})
	for p := explore.Process(1); p <= explore.MaxProcesses; p++ {
		for q := explore.Process(1); q <= explore.MaxProcesses; q++ {
			if p != q && first(Peer{p}, Peer{q}) != want {
				t.Errorf("peers %d and %d are in another order than 1 and 2", p, q)
			}
		}
	}
}

// What a function sees that a By calls depends on the values alone.
func TestCallsTellNothing(t *testing.T) {
	calls := func(p, q Peer) (seen [][]uint8) {
		by := By[uint8]{}.With(p, 1).With(q, 2)
		for range 3 {
			seen = append(seen, nil)
		}
		by.Any(func(v uint8) bool { seen[0] = append(seen[0], v); return v == 1 })
		by.Total(func(v uint8) int { seen[1] = append(seen[1], v); return 0 })
		by.First(func(v uint8) bool { seen[2] = append(seen[2], v); return v > 0 }, func(a, b uint8) bool {
			seen[2] = append(seen[2], a, b)
			return a < b
		})
		return seen
	}
	want := calls(Peer{1}, Peer{2})
	for p := explore.Process(1); p <= explore.MaxProcesses; p++ {
		for q := explore.Process(1); q <= explore.MaxProcesses; q++ {
			if p == q {
				continue
			}
			for i, seen := range calls(Peer{p}, Peer{q}) {
				if string(seen) != string(want[i]) {
					t.Errorf("peers %d and %d, function %d: %v, want %v", p, q, i, seen, want[i])
				}
			}
		}
	}
}

// The order of peers is that of their values, and of the numbers of peers where these are equal.
func TestInOrderIsObvious(t *testing.T) {
	type value struct {
		A int8
		B bool
		C [2]uint16
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		var by By[value]
		for i := range by.of {
			if r.IntN(3) == 0 {
				by.of[i] = value{int8(r.IntN(3) - 1), r.IntN(2) == 0, [2]uint16{uint16(r.IntN(2)), uint16(r.IntN(2))}}
			}
		}
		var want []Peer
		for i := range by.of {
			want = append(want, Peer{explore.ProcessOf(i)})
		}
		number := func(b bool) int { return map[bool]int{true: 1}[b] }
		slices.SortStableFunc(want, func(p, q Peer) int {
			x, y := by.Of(p), by.Of(q)
			return cmp.Or(cmp.Compare(uint8(x.A), uint8(y.A)), number(x.B)-number(y.B), slices.Compare(x.C[:], y.C[:]))
		})
		if got := by.inOrder(); !slices.Equal(got, want) {
			t.Fatalf("%v are in the order %v, not %v", by.of, got, want)
		}
	}
}
