package roles

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/setsys/slow"
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

// What functions see that a By calls depends on the values alone, and so does what a By makes of what they answer, also if that
// depends on how often they were called: with peers renamed, the same is seen, and the peers in the result are the renamed ones.
func TestCallsTellNothing(t *testing.T) {
	type value struct {
		A int8
		S Stamp
	}
	type seen struct {
		calls []value
		panic any
		list  []Peer
		those Peers
		sum   int
	}
	methods := map[string]func(By[value], *seen, func() bool){
		"Any": func(b By[value], s *seen, chance func() bool) {
			b.Any(func(v value) bool { s.calls = append(s.calls, v); return chance() })
		},
		"Those": func(b By[value], s *seen, chance func() bool) {
			s.those = b.Those(func(v value) bool { s.calls = append(s.calls, v); return chance() })
		},
		"Total": func(b By[value], s *seen, chance func() bool) {
			s.sum = b.Total(func(v value) int { s.calls = append(s.calls, v); return map[bool]int{true: len(s.calls)}[chance()] })
		},
		"Sorted": func(b By[value], s *seen, chance func() bool) {
			s.list = b.Sorted(func(v value) bool { s.calls = append(s.calls, v); return chance() },
				func(v, w value) bool { s.calls = append(s.calls, v, w); return chance() })
		},
		"First": func(b By[value], s *seen, chance func() bool) {
			s.list = []Peer{b.First(func(v value) bool { s.calls = append(s.calls, v); return chance() },
				func(v, w value) bool { s.calls = append(s.calls, v, w); return chance() })}
		},
	}
	r := slow.Random(t, 2)
	panics, results := 0, 0
	for range 3000 {
		var by, renamed By[value]
		to := r.Perm(explore.MaxProcesses)
		for i := range by.of {
			if i < 9 || r.IntN(8) == 0 {
				by.of[i] = value{int8(r.IntN(3) - 1), Stamp{explore.Stamp(r.IntN(5))}}
			}
			renamed.of[to[i]] = by.of[i]
		}
		for name, f := range methods {
			seed := r.Uint64()
			call := func(b By[value]) (s seen) {
				c := rand.New(rand.NewPCG(seed, 1))
				defer func() { s.panic = recover() }()
				f(b, &s, func() bool { return c.IntN(4) == 0 })
				return s
			}
			want, got := call(by), call(renamed)
			for i, p := range want.list {
				if !p.None() {
					want.list[i] = Peer{explore.ProcessOf(to[p.process.Index()])}
				}
			}
			var those Peers
			for _, i := range want.those.set.Members() {
				those.set = those.set.With(to[i])
			}
			if !slices.Equal(got.calls, want.calls) || got.panic != want.panic || !slices.Equal(got.list, want.list) || got.those != those || got.sum != want.sum {
				t.Fatalf("%s of %v: with peers renamed by %v, %+v, want %+v", name, by.of, to, got, want)
			}
			for i, v := range got.calls {
				if name != "Sorted" && name != "First" && slices.Contains(got.calls[:i], v) {
					t.Fatalf("%s: two calls for one value", name)
				}
			}
			if want.panic != nil {
				panics++
			} else if len(want.list) > 1 || those.set != 0 {
				results++
			}
		}
	}
	if panics < 1000 || results < 1000 {
		t.Errorf("%d panics, %d with several peers: too few", panics, results)
	}
}

// Values whose order would show numbers of peers, or be one of addresses, or which may be equal and differ, have no order.
func TestByOfValuesAlone(t *testing.T) {
	p, q := Peer{1}, Peer{2}
	type peer Peer
	for name, f := range map[string]func(){
		"peers":             func() { By[Peer]{}.With(p, p).With(q, q).Any(func(Peer) bool { return true }) },
		"renamed peers":     func() { By[peer]{}.With(p, peer(p)).Any(func(peer) bool { return true }) },
		"in an array":       func() { By[[2]struct{ X Peer }]{}.Those(func([2]struct{ X Peer }) bool { return true }) },
		"sets":              func() { By[Peers]{}.With(p, Only(p)).Total(func(Peers) int { return 0 }) },
		"tables":            func() { By[By[bool]]{}.Those(func(By[bool]) bool { return true }) },
		"anything":          func() { By[any]{}.With(p, any(p)).Those(func(any) bool { return true }) },
		"texts":             func() { By[string]{}.With(p, "a").Those(func(string) bool { return true }) },
		"floating numbers":  func() { By[float64]{}.Those(func(float64) bool { return true }) },
		"addresses":         func() { By[*int]{}.First(func(*int) bool { return false }, nil) },
		"numbers and peers": func() { By[struct{ N, M complex128 }]{}.Sorted(nil, nil) },
	} {
		func() {
			defer func() {
				if x := recover(); x == nil || !strings.Contains(fmt.Sprint(x), "whose order") {
					t.Errorf("%s: %v", name, x)
				}
			}()
			f()
		}()
	}
}

// The values of peers are in their order, number by number, each with all peers that have it.
func TestGroupsAreObvious(t *testing.T) {
	type value struct {
		A int8
		B bool
		C [2]uint16
	}
	r := slow.Random(t, 1)
	number := func(b bool) int { return map[bool]int{true: 1}[b] }
	for range 2000 {
		var by By[value]
		want := map[value]Peers{}
		for i := range by.of {
			if r.IntN(3) == 0 {
				by.of[i] = value{int8(r.IntN(3) - 1), r.IntN(2) == 0, [2]uint16{uint16(r.IntN(2)), uint16(r.IntN(2))}}
			}
			want[by.of[i]] = want[by.of[i]].With(Peer{explore.ProcessOf(i)})
		}
		got := by.groups()
		sorted := slices.IsSortedFunc(got, func(p, q group[value]) int {
			x, y := p.value, q.value
			return cmp.Or(cmp.Compare(uint8(x.A), uint8(y.A)), number(x.B)-number(y.B), slices.Compare(x.C[:], y.C[:]))
		})
		if !sorted || len(got) != len(want) || slices.ContainsFunc(got, func(g group[value]) bool { return want[g.value].set != g.peers }) {
			t.Fatalf("%v have the values %v", by.of, got)
		}
	}
}
