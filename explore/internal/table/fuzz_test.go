package table

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/setsys/slow"
)

// numbersOf makes numbers of bytes: small ones, powers of two and their neighbours, the largest ones, any, and runs of
// neighbours, by which tables grow; many more than once, and 0 among them.
func numbersOf(data []byte, most int) (all []uint64) {
	for len(data) > 0 && len(all) < most {
		kind, rest := data[0], data[1:]
		var x uint64
		switch kind % 6 {
		case 0:
			x = uint64(kind / 6)
		case 1:
			x = 1<<(kind/6%64) - uint64(kind/6)/64
		case 2:
			x = math.MaxUint64 - uint64(kind/6)
		case 3:
			x = uint64(kind/6) << 32
		default:
			var word [8]byte
			rest = rest[copy(word[:], rest):]
			x = binary.LittleEndian.Uint64(word[:])
		}
		all = append(all, x)
		if kind%6 == 5 {
			for i := range uint64(x % 2000) {
				all = append(all, x+i*(1+uint64(kind/6)))
			}
		}
		data = rest
	}
	return all[:min(len(all), most)]
}

// distinctly calls f for each number, with how many others came before it, and which of these it is like: the number of others
// for none.
func distinctly(all []uint64, f func(x uint64, before, like int)) (different int) {
	at := map[uint64]int{}
	for _, x := range all {
		like, ok := at[x]
		if !ok {
			like = len(at)
		}
		f(x, len(at), like)
		at[x] = like
	}
	return len(at)
}

// tables compares all tables that find something by a number with what a map finds.
func tables(t *testing.T, all []uint64) {
	memo, numbering, interner, numbers := NewMemo[uint64](), NewNumbering[uint32, uint64](), &Interner[uint32, uint64, uint64]{}, &Numbers[uint64]{}
	value := func(like int) uint64 { return []uint64{0, math.MaxUint64 - 1, uint64(like)}[like%3] }
	n := distinctly(all, func(x uint64, before, like int) {
		known := like < before
		if v, ok := memo.Get(MemoKey(x)); ok != known || ok && v != value(like) {
			t.Fatalf("memo: %#x has %d, %t; want %d, %t", x, v, ok, value(like), known)
		}
		if v := memo.Fill(MemoKey(x), func() uint64 { return value(like) }); v != value(like) {
			t.Fatalf("memo: %#x gets %d, want %d", x, v, value(like))
		}
		if id := numbering.Get(x); (id > 0) != known || known && int(id) != like+1 {
			t.Fatalf("numbering: %#x has number %d, known %t; want %d", x, id, known, like+1)
		}
		if id := numbering.Number(x); int(id) != like+1 || numbering.At(id) != x {
			t.Fatalf("numbering: %#x gets number %d of %#x, want %d", x, id, numbering.At(id), like+1)
		}
		id := interner.ID(x, func() uint64 { return ^x })
		if int(id) != like || interner.At(id) != x || *interner.With(id) != ^x {
			t.Fatalf("interner: %#x gets number %d of %#x, want %d", x, id, interner.At(id), like)
		}
		if i, ok := numbers.Known(x); ok != known || ok && int(i) != like {
			t.Fatalf("numbers: %#x is %d, %t; want %d, %t", x, i, ok, like, known)
		}
		if i := numbers.Of(x); int(i) != like || numbers.All[i] != x {
			t.Fatalf("numbers: %#x gets %d, want %d", x, i, like)
		}
	})
	if memo.count != n || numbering.Len() != n || interner.Len() != n || len(numbers.All) != n {
		t.Fatalf("%d, %d, %d and %d of %d", memo.count, numbering.Len(), interner.Len(), len(numbers.All), n)
	}
	var keys []StateKey
	n = distinctly(all, func(x uint64, before, like int) { // what is known at the end, after growing
		if v, ok := memo.Get(MemoKey(x)); !ok || v != value(like) {
			t.Fatalf("memo: in the end %#x has %d, %t; want %d", x, v, ok, value(like))
		}
		if id := numbering.Get(x); int(id) != like+1 {
			t.Fatalf("numbering: in the end %#x has number %d, want %d", x, id, like+1)
		}
		if like == before {
			keys = append(keys, StateKey(x))
		}
	})
	index := NewStateIndex(keys[:n/2])
	for i, key := range keys {
		if at := index.Of(key); int(at) != min(i, n/2) {
			t.Fatalf("index: %#x is number %d, want %d of %d", key, at, i, n/2)
		}
	}
	numbering.Cut(n / 2)
	for i, key := range keys {
		if id := numbering.Get(uint64(key)); int(id) != i+1 && i < n/2 || id > 0 && i >= n/2 {
			t.Fatalf("numbering: after a cut at %d, %#x has number %d, want %d", n/2, key, id, i+1)
		}
	}
	states(t, all, 2, 0)
}

// states compares a set of states with a map. With more slots than plain it becomes compact.
func states(t *testing.T, all []uint64, size, plain int) *StateSet {
	all = slices.DeleteFunc(slices.Clone(all), func(x uint64) bool { return x == 0 }) // no state
	s := NewStateSet(size, plain)
	s.Workers(len(all)%3 + 1)
	n := distinctly(all, func(x uint64, before, like int) {
		for s.Crowded() {
			s.Grow()
		}
		isNew := s.Insert(StateKey(x))
		if isNew != (like == before) {
			t.Fatalf("states: %#x is new: %t, after %d", x, isNew, before)
		}
		if isNew {
			s.Tally(1)
		}
	})
	if int(s.Len()) != n {
		t.Fatalf("states: %d, want %d", s.Len(), n)
	}
	if s.IsCompact() {
		return s
	}
	keys := s.Keys()
	slices.Sort(all)
	slices.Sort(keys)
	if all = slices.Compact(all); !slices.EqualFunc(all, keys, func(x uint64, k StateKey) bool { return x == uint64(k) }) {
		t.Fatalf("states: %d keys, want %d", len(keys), len(all))
	}
	return s
}

// FuzzTables compares tables with maps. Its first form is a few thousand random lists of numbers.
func FuzzTables(f *testing.F) {
	f.Add([]byte{0})                                                // the number 0 alone
	f.Add([]byte{0, 0, 1, 2, 2, 8, 3, 0})                           // 0, small ones and the largest ones
	f.Add([]byte{5, 0xcf, 7, 0, 0, 0, 0, 0, 0, 0, 4, 9, 9})         // 1999 neighbours
	f.Add([]byte{5, 0x2f, 0xf8, 255, 255, 255, 255, 255, 255, 0})   // across the largest number
	f.Add([]byte{251, 0xcf, 7, 0, 0, 0, 0, 0, 0, 3, 9, 15, 21, 27}) // far apart
	f.Fuzz(func(t *testing.T, data []byte) { tables(t, numbersOf(data, 5000)) })
}

func TestTablesAsMaps(t *testing.T) {
	for _, r := range []*rand.Rand{rand.New(rand.NewPCG(7, 8)), slow.Random(t, 4911)} {
		rounds := 200
		if slow.Tests() {
			rounds = 20_000
		}
		zeros, large, all := 0, 0, 0
		for i := range rounds {
			data := make([]byte, r.IntN(40))
			for i := range data {
				data[i] = byte(r.Uint32())
			}
			list := numbersOf(data, 4000)
			if i%10 == 0 { // which few lists have by chance
				list = append(list, 0, math.MaxUint64)
			}
			tables(t, list)
			all += len(list)
			if slices.Contains(list, 0) {
				zeros++
			}
			if slices.Contains(list, math.MaxUint64) {
				large++
			}
		}
		t.Logf("%d numbers in %d lists, %d of them with 0, %d with the largest one", all, rounds, zeros, large)
		if zeros*20 < rounds || large*50 < rounds {
			t.Errorf("0 is in %d lists, the largest number in %d, of %d", zeros, large, rounds)
		}
	}
}

// A compact set has every number, too.
func TestCompactSetAsMap(t *testing.T) {
	for _, r := range []*rand.Rand{rand.New(rand.NewPCG(9, 10)), slow.Random(t, 4912)} {
		data := make([]byte, 4000)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		if s := states(t, append(numbersOf(data, 60_000), 1, math.MaxUint64), 2, 1); !s.IsCompact() {
			t.Error("it is not compact")
		}
	}
}

// What a table cannot keep it refuses, and does not lose or look for without end.
func TestTablesRefuse(t *testing.T) {
	for name, f := range map[string]func(){
		"the largest value": func() { NewMemo[uint64]().Fill(1, func() uint64 { return math.MaxUint64 }) },
		"no state":          func() { NewStateSet(16, 0).Insert(0) },
		"no state, with more workers": func() {
			s := NewStateSet(16, 0)
			s.Workers(2)
			s.Insert(0)
		},
		"more states than there is room for": func() {
			s := NewStateSet(16, 0)
			for key := range StateKey(17) {
				s.Insert(key + 1)
			}
		},
		"more states than there is room for, with more workers": func() {
			s := NewStateSet(16, 0)
			s.Workers(2)
			for key := range StateKey(17) {
				s.Insert(key + 1)
			}
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is kept", name)
				}
			}()
			f()
		}()
	}
	// The largest value of fewer bits is one like others.
	m := NewMemo[uint32]()
	m.Fill(0, func() uint32 { return math.MaxUint32 })
	if v, ok := m.Get(0); v != math.MaxUint32 || !ok {
		t.Errorf("%d, %t", v, ok)
	}
}
