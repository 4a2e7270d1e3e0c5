package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
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
	m := newMemo[uint32]()
	keys := someKeys(20000)
	for i, k := range keys {
		if _, ok := m.get(memoKey(k)); ok {
			t.Fatalf("%x is there before it is put", k)
		}
		m.put(memoKey(k), uint32(i)*7)
		if i&(i-1) != 0 && i < len(keys)-1 {
			continue
		}
		for j, k := range keys[:i+1] {
			if v, ok := m.get(memoKey(k)); !ok || v != uint32(j)*7 {
				t.Fatalf("after %d: %x is %d, %v", i, k, v, ok)
			}
		}
	}
	if m.count != len(keys) || m.bytes() < int64(12*len(keys)) {
		t.Errorf("%d keys, %d bytes", m.count, m.bytes())
	}
}

// TestMemoReaders has readers without a lock, as the engine has them.
func TestMemoReaders(t *testing.T) {
	m := newMemo[uint32]()
	pairs := newNumbering[pairID, uint64]()
	keys := someKeys(30000)
	var wait sync.WaitGroup
	for w := range 4 {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(3, uint64(w)))
			for range keys {
				i := r.IntN(len(keys))
				k := keys[i]
				v, ok := m.get(memoKey(k))
				if !ok {
					v = m.fill(memoKey(k), func() uint32 { return uint32(i) })
				}
				if v != uint32(i) {
					t.Errorf("%x is %d, not %d", k, v, i)
				}
				id := pairs.number(k)
				if *pairs.values.at(id) != k || pairs.get(k) != id {
					t.Errorf("value %d is %x, not %x", id, *pairs.values.at(id), k)
				}
			}
		})
	}
	wait.Wait()
}

func TestNumbering(t *testing.T) {
	p := newNumbering[pairID, uint64]()
	keys := append(someKeys(20000), 0) // 0 is a value, too
	for i, k := range keys {
		if p.get(k) != 0 {
			t.Fatalf("%x has a number before it is added", k)
		}
		if id := p.add(k); id != pairID(i)+1 {
			t.Fatalf("%x is number %d, want %d", k, id, i+1)
		}
	}
	for i, k := range keys {
		if id := p.get(k); id != pairID(i)+1 || *p.values.at(id) != k {
			t.Fatalf("%x is number %d, want %d", k, id, i+1)
		}
	}
	if p.bytes() < int64(12*len(keys)) {
		t.Errorf("%d bytes", p.bytes())
	}
}

// TestBlockWorkers has workers number the same rows, and an interner the same values.
func TestBlockWorkers(t *testing.T) {
	const n, kinds = 3, 5 * arenaChunk
	var rows blockTable
	rows.init(n)
	var names interner[uint32, string, int]
	content := func(i int) (recordID, []channelID) {
		return recordID(i % 97), []channelID{channelID(i / 97 % 11), channelID(i / 97 / 11), 0}
	}
	var made atomic.Int64
	var wait sync.WaitGroup
	for w := range 4 {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(8, uint64(w)))
			for range 2 * kinds {
				i := r.IntN(kinds)
				record, channels := content(i)
				id := rows.find(record, channels)
				if id == 0 {
					id = rows.add(record, channels, func(row blockRow) {
						made.Add(1)
						row[rowRecord], row[rowChannels], row[rowChannels+1] = uint32(record), uint32(channels[0]), uint32(channels[1])
					})
				}
				if !rows.at(id).is(record, channels) || rows.find(record, channels) != id {
					t.Errorf("row %d is %v, not of %d, %v", id, rows.at(id), record, channels)
				}
				name := fmt.Sprint(i)
				if at := names.id(name, func() int { return i }); names.at(at) != name || *names.with(at) != i {
					t.Errorf("value %d is %s with %d, not %s", at, names.at(at), *names.with(at), name)
				}
			}
		})
	}
	wait.Wait()
	ids := map[blockID]int{}
	for i := range kinds {
		record, channels := content(i)
		if id := rows.find(record, channels); id != 0 {
			if ids[id]++; ids[id] > 1 {
				t.Errorf("row %d is %d, %v, too", id, record, channels)
			}
		}
	}
	if len(ids) != rows.len() || int(made.Load()) != rows.len() || names.len() != rows.len() || rows.full() {
		t.Errorf("%d rows, %d found, %d made, %d names", rows.len(), len(ids), made.Load(), names.len())
	}
}

func TestArena(t *testing.T) {
	var a arena[uint32, int]
	for i := range 3 * arenaChunk {
		if id := a.add(i * i); id != uint32(i)+1 {
			t.Fatalf("value %d is number %d", i, id)
		}
	}
	for i := range 3 * arenaChunk {
		if v := *a.at(uint32(i) + 1); v != i*i {
			t.Fatalf("value %d is %d", i, v)
		}
	}
	if a.full() {
		t.Error("full")
	}
	// There is room for some more after a full arena is noticed.
	var empty arena[uint32, struct{}]
	for !empty.full() {
		empty.add(struct{}{})
	}
	for range 1 << 19 {
		empty.add(struct{}{})
	}
}

// TestStateSet inserts each key once into a table that grows, a plain one and one that
// becomes compact, and looks for all of them after a compact one grew.
func TestStateSet(t *testing.T) {
	for _, x := range []struct{ plain, keys, grown int }{{0, 20_000, 10}, {1 << 10, 2_000_000, 4}} {
		s := newStateSet(16)
		s.plain = x.plain
		keys := someKeys(x.keys)
		has := func(keys []uint64) {
			t.Helper()
			for _, k := range keys {
				if s.insert(stateKey(k)) {
					t.Fatalf("%x was lost; there are %d keys", k, s.count.Load())
				}
			}
		}
		grown := 0
		for i, k := range keys {
			if s.crowded() {
				s.grow()
				if s.crowded() {
					t.Fatalf("crowded after growing, with %d keys", i)
				}
				if x.plain == 0 || s.compact != nil {
					grown++
					has(keys[:i])
				}
			}
			if !s.insert(stateKey(k)) || s.insert(stateKey(k)) {
				t.Fatalf("%x is not inserted once", k)
			}
			s.count.Add(1)
		}
		has(keys)
		if grown < x.grown || (s.compact != nil) != (x.plain > 0) {
			t.Errorf("it grew %d times, compact: %t", grown, s.compact != nil)
		}
		switch b := float64(s.bytes()) / float64(len(keys)); {
		case s.compact == nil && b < 8:
			t.Errorf("%.1f bytes for each key, which alone has 8", b)
		case s.compact != nil && (b < 6 || b > 12):
			t.Errorf("%.1f bytes for each key in a compact table", b)
		}
	}
}

// unmixed is the inverse of mixed.
func unmixed(x uint64) stateKey {
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
	return stateKey(unshift(x, 32))
}

// Different keys are different when they are mixed, since each can be found again.
func TestMixed(t *testing.T) {
	for _, k := range someKeys(100_000) {
		if got := unmixed(mixed(stateKey(k))); got != stateKey(k) {
			t.Fatalf("%x is %x when mixed and back", k, got)
		}
	}
}

// TestCompactSetFull inserts more keys of one group than its lines have room for, and, in
// another group, keys that all look at the same lines.
func TestCompactSetFull(t *testing.T) {
	s := newStateSet(2)
	s.plain = 1
	s.grow()
	var keys []stateKey
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
			if s.insert(k) != isNew {
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
		s.grow()
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
		var keys []stateKey
		for i := range uint64(groupLines) {
			keys = append(keys, unmixed((first+i)<<32|i<<lineBits|i%4))
		}
		begin := make(chan struct{})
		var news atomic.Int64
		var wait sync.WaitGroup
		for w := range workers {
			wait.Go(func() {
				<-begin
				var fresh [batchSize]bool
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

// TestMayGrow: the table grows where the limit on memory has room for what it takes while it
// grows, and not with a byte less, whether it doubles or grows by half; and what is expected to be
// needed for more states is enough for that.
func TestMayGrow(t *testing.T) {
	e := newEngine(2, true, false)
	for _, size := range []int{16, mostDoubled - 1, mostDoubled, 2 * mostDoubled} {
		seen := newStateSet(size)
		f := &filing{s: &search{instance: &instance{e: e}, seen: seen}}
		before, slots := seen.bytes(), grown(size)
		more := int64(size)*4/5 + 1
		expected := f.needed(more)
		seen.grow()
		if double := size < mostDoubled; len(seen.slots) != slots || double != (slots == 2*size) || slots < size+size/2 {
			t.Errorf("%d slots became %d, not %d", size, len(seen.slots), slots)
		}
		needed := before + seen.bytes() + e.bytes()
		if least := needed + more*16; expected < least {
			t.Errorf("%d slots, %d states more: %d bytes expected to be needed, at least %d are", size, more, expected, least)
		}
		seen.slots = seen.slots[:size]
		for room := range int64(2) {
			if f.Memory = needed - 1 + room; f.mayGrow() != (room == 1) {
				t.Errorf("%d slots, %d bytes of %d needed: may grow: %t", size, f.Memory, needed, f.mayGrow())
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
	s := newStateSet(1 << 14)
	s.workers(workers)
	s.plain = plain
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
				if s.insert(stateKey(k)) {
					news[w] = append(news[w], k)
				}
				if len(news[w])-counted == tallyEvery {
					s.count.Add(tallyEvery)
					counted += tallyEvery
					if s.crowded() {
						grow.RUnlock()
						grow.Lock()
						for s.crowded() {
							s.grow()
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

func TestRank(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 2000 {
		live := stampSet(r.Uint64() & r.Uint64() >> 1)
		for stamp := Stamp(0); stamp <= maxStamps+1; stamp++ {
			want := Stamp(0)
			for x := Stamp(1); x <= stamp; x++ {
				if live>>(x-1)&1 != 0 {
					want++
				}
			}
			if got := live.rank(stamp); got != want {
				t.Fatalf("rank of %d in %b is %d, want %d", stamp, live, got, want)
			}
		}
		highest, dense := Stamp(0), Stamp(0)
		for x := Stamp(1); x <= 63; x++ {
			if live>>(x-1)&1 != 0 {
				highest = x
				if dense == x-1 {
					dense = x
				}
			}
		}
		if live.top() != highest || live.dense() != dense {
			t.Fatalf("top of %b is %d, want %d; it is dense to %d, want %d", live, live.top(), highest, live.dense(), dense)
		}
	}
}
