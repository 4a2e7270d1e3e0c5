package table

import (
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"qcheck/setsys/slow"
)

// someKeys returns different non-zero keys: small ones, large ones, and ones
// that differ in high bits only.
func someKeys(n int) []uint64 {
	keys := make([]uint64, n)
	for i := range keys {
		k := uint64(i/3) + 1
		switch i % 3 {
		case 1:
			k <<= 32
		case 2:
			k |= k<<40 | 1<<63
		}
		keys[i] = k
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(n, func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return keys
}

func TestMemo(t *testing.T) {
	m := NewMemo[uint32]()
	keys := someKeys(20000)
	for i, k := range keys {
		if _, ok := m.Get(MemoKey(k)); ok {
			t.Fatalf("%x is there before it is put", k)
		}
		m.put(MemoKey(k), uint32(i)*7)
		if i&(i-1) != 0 && i < len(keys)-1 {
			continue
		}
		for j, k := range keys[:i+1] {
			if v, ok := m.Get(MemoKey(k)); !ok || v != uint32(j)*7 {
				t.Fatalf("after %d: %x is %d, %v", i, k, v, ok)
			}
		}
	}
	if m.count != len(keys) || m.Bytes() < int64(12*len(keys)) {
		t.Errorf("%d keys, %d bytes", m.count, m.Bytes())
	}
}

// TestMemoReaders has readers without a lock, as the engine has them.
func TestMemoReaders(t *testing.T) {
	m := NewMemo[uint32]()
	pairs := NewNumbering[uint32, uint64]()
	keys := someKeys(30000)
	var wait sync.WaitGroup
	for w := range 4 {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(3, uint64(w)))
			for range keys {
				i := r.IntN(len(keys))
				k := keys[i]
				v, ok := m.Get(MemoKey(k))
				if !ok {
					v = m.Fill(MemoKey(k), func() uint32 { return uint32(i) })
				}
				if v != uint32(i) {
					t.Errorf("%x is %d, not %d", k, v, i)
				}
				id := pairs.Number(k)
				if *pairs.values.At(id) != k || pairs.Get(k) != id {
					t.Errorf("value %d is %x, not %x", id, *pairs.values.At(id), k)
				}
			}
		})
	}
	wait.Wait()
}

func TestNumbering(t *testing.T) {
	p := NewNumbering[uint32, uint64]()
	keys := append(someKeys(20000), 0) // 0 is a value, too
	for i, k := range keys {
		if p.Get(k) != 0 {
			t.Fatalf("%x has a number before it is added", k)
		}
		if id := p.add(k); id != uint32(i)+1 {
			t.Fatalf("%x is number %d, want %d", k, id, i+1)
		}
	}
	for i, k := range keys {
		if id := p.Get(k); id != uint32(i)+1 || *p.values.At(id) != k {
			t.Fatalf("%x is number %d, want %d", k, id, i+1)
		}
	}
	if p.Bytes() < int64(12*len(keys)) {
		t.Errorf("%d bytes", p.Bytes())
	}
}

func TestArena(t *testing.T) {
	var a Arena[uint32, int]
	const n = ArenaList*ArenaChunk + 3*ArenaChunk
	for i := range n {
		if id := a.Add(i * i); id != uint32(i)+1 {
			t.Fatalf("value %d is number %d", i, id)
		}
	}
	for i := range n {
		if v := *a.At(uint32(i) + 1); v != i*i {
			t.Fatalf("value %d is %d", i, v)
		}
	}
	if a.Full() {
		t.Error("full")
	}
	// There is room for some more after a full arena is noticed.
	var empty Arena[uint32, struct{}]
	for !empty.Full() {
		empty.Add(struct{}{})
	}
	for range 1 << 19 {
		empty.Add(struct{}{})
	}
}

// TestStateSet inserts each key once into a table that grows, a plain one and one that
// becomes compact, and looks for all of them after a compact one grew.
func TestStateSet(t *testing.T) {
	compact := struct{ plain, keys, grown int }{1 << 10, 1_200_000, 2}
	if slow.Tests() {
		compact.keys, compact.grown = 2_000_000, 4
	}
	for _, x := range []struct{ plain, keys, grown int }{{0, 20_000, 10}, compact} {
		s := NewStateSet(16, x.plain)
		keys := someKeys(x.keys)
		has := func(keys []uint64) {
			t.Helper()
			for _, k := range keys {
				if s.Insert(StateKey(k)) {
					t.Fatalf("%x was lost; there are %d keys", k, s.count.Load())
				}
			}
		}
		grown := 0
		for i, k := range keys {
			if s.Crowded() {
				s.Grow()
				if s.Crowded() {
					t.Fatalf("crowded after growing, with %d keys", i)
				}
				if x.plain == 0 || s.compact != nil {
					grown++
					has(keys[:i])
				}
			}
			if !s.Insert(StateKey(k)) || s.Insert(StateKey(k)) {
				t.Fatalf("%x is not inserted once", k)
			}
			s.count.Add(1)
		}
		has(keys)
		if grown < x.grown || (s.compact != nil) != (x.plain > 0) {
			t.Errorf("it grew %d times, compact: %t", grown, s.compact != nil)
		}
		switch b := float64(s.Bytes()) / float64(len(keys)); {
		case s.compact == nil && b < 8:
			t.Errorf("%.1f bytes for each key, which alone has 8", b)
		case s.compact != nil && (b < 6 || b > 12):
			t.Errorf("%.1f bytes for each key in a compact table", b)
		}
	}
}

// unmixed is the inverse of mixed.
func unmixed(x uint64) StateKey {
	inverse := func(odd uint64) uint64 { // modulo 2^64, by Newton's method
		y := odd
		for range 6 {
			y *= 2 - odd*y
		}
		return y
	}
	unshift := func(x uint64, by uint) uint64 { // of x ^ x>>by
		y := x
		for range 64 / by {
			y = x ^ y>>by
		}
		return y
	}
	x = unshift(x, 32) * inverse(0xbf58476d1ce4e5b9)
	x = unshift(x, 29) * inverse(0x9e3779b97f4a7c15)
	return StateKey(unshift(x, 32))
}

// Different keys are different when they are mixed, since each can be found again.
func TestMixed(t *testing.T) {
	for _, k := range someKeys(100_000) {
		if got := unmixed(mixed(StateKey(k))); got != StateKey(k) {
			t.Fatalf("%x is %x when mixed and back", k, got)
		}
	}
}

// TestCompactSetFull inserts more keys of one group than its lines have room for, and, in
// another group, keys that all look at the same lines.
func TestCompactSetFull(t *testing.T) {
	s := NewStateSet(2, 1)
	s.Grow()
	var keys []StateKey
	for i := range uint64(90) { // alike but for the line that they begin with, which is the next one of the others
		const tag = 5
		keys = append(keys, unmixed(1<<62|i%30<<32|tag<<lineBits|i/30*stepOf(tag)))
	}
	for i := range uint64(2000) {
		keys = append(keys, unmixed((i%500)<<32|i<<20|i), unmixed(1<<63|i%7<<32|i/7<<13))
	}
	check := func(isNew bool, when string) {
		t.Helper()
		for _, k := range keys {
			if s.Insert(k) != isNew {
				t.Fatalf("%s, %x is new: %t", when, mixed(k), !isNew)
			}
		}
	}
	check(true, "first")
	check(false, "again")
	if full := len(s.compact.rest); full < 500 {
		t.Errorf("only %d keys did not fit", full)
	}
	for range 4 {
		s.Grow()
		check(false, "after growing")
	}
}

// TestCompactSetWorkers has workers insert the same keys at the same time into the same
// group, since of two workers that add to one line, one has to wait.
func TestCompactSetWorkers(t *testing.T) {
	const workers = 4
	c := newCompactSet(1)
	for group := range c.groups {
		first := (group<<32 + c.groups - 1) / c.groups
		var keys []StateKey
		for i := range uint64(groupLines) {
			keys = append(keys, unmixed((first+i)<<32|i<<lineBits|i%4))
		}
		begin := make(chan struct{})
		var news atomic.Int64
		var wait sync.WaitGroup
		for w := range workers {
			wait.Go(func() {
				<-begin
				var fresh [BatchSize]bool
				for i := range keys {
					if c.insertAll(keys[(i^w)%len(keys):][:1], &fresh); fresh[0] {
						news.Add(1)
					}
				}
			})
		}
		close(begin)
		wait.Wait()
		if int(news.Load()) != len(keys) {
			t.Fatalf("group %d: %d keys were new, want %d", group, news.Load(), len(keys))
		}
		for _, k := range keys {
			if p := c.belongs(mixed(k)); c.insert(&p, k) {
				t.Fatalf("group %d: %x was lost", group, k)
			}
		}
	}
}

// TestStateSetWorkers has workers insert the same keys at the same time: each
// key is new for one of them, also when the set grows in between.
func TestStateSetWorkers(t *testing.T) {
	for _, plain := range []int{0, 1 << 15, 1} {
		testStateSetWorkers(t, plain)
	}
}

func testStateSetWorkers(t *testing.T, plain int) {
	const workers = 4
	s := NewStateSet(1<<14, plain)
	s.Workers(workers)
	keys := someKeys(50000)
	if plain == 1 {
		keys = someKeys(700_000) // a compact set grows only then
	}
	var grow sync.RWMutex
	var wait sync.WaitGroup
	news := make([][]uint64, workers)
	grown := 0
	for w := range workers {
		wait.Go(func() {
			own := slices.Clone(keys)
			rand.New(rand.NewPCG(7, uint64(w))).Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
			counted := 0
			grow.RLock()
			defer grow.RUnlock()
			for _, k := range own {
				if s.Insert(StateKey(k)) {
					news[w] = append(news[w], k)
				}
				if len(news[w])-counted == TallyEvery {
					s.count.Add(TallyEvery)
					counted += TallyEvery
					if s.Crowded() {
						grow.RUnlock()
						grow.Lock()
						for s.Crowded() {
							s.Grow()
							grown++
						}
						grow.Unlock()
						grow.RLock()
					}
				}
			}
		})
	}
	wait.Wait()
	seen := map[uint64]bool{}
	for _, list := range news {
		for _, k := range list {
			if seen[k] {
				t.Errorf("%x was new twice", k)
			}
			seen[k] = true
		}
	}
	if len(seen) != len(keys) || grown == 0 {
		t.Errorf("%d keys were new, want %d; grown %d times", len(seen), len(keys), grown)
	}
}
