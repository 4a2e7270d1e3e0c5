package properties

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"qcheck/explore/yield"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// TestTwoWays compares the two searches for disjoint quorums, and those for
// quorums that leave none, of which each is used where the other is slow, with
// each other and with trying all choices: for all families on 3 nodes and for
// random ones, with any free nodes. It makes each give up at any moment: then it
// may say that it did not decide, but not what is wrong.
func TestTwoWays(t *testing.T) {
	undecided := 0
	for families := range uint64(1) << 7 {
		var sets []uint64
		for set := range uint64(7) {
			if families>>set&1 != 0 {
				sets = append(sets, set+1)
			}
		}
		for free := range uint64(8) {
			for count := 1; count <= 3; count++ {
				undecided += twoWays(t, 3, sets, free, count)
			}
		}
	}
	r := slow.Random(t, 14)
	for range 3000 {
		n := 4 + r.IntN(6)
		var sets []uint64
		for range r.IntN(9) {
			if set := r.Uint64N(1<<n) & r.Uint64(); set != 0 && !slices.Contains(sets, set) {
				sets = append(sets, set)
			}
		}
		free := (1<<n - 1) &^ (r.Uint64N(1<<n) & r.Uint64())
		undecided += twoWays(t, n, sets, free, 1+r.IntN(4))
	}
	if undecided < 1000 {
		t.Errorf("searches gave up only %d times", undecided)
	}
}

// twoWays compares the searches for one question, and returns how often they
// gave up.
func twoWays(t *testing.T, n int, sets []uint64, free uint64, count int) (undecided int) {
	b := setsys.NewFamilyBuilder(n)
	for _, set := range sets {
		b.AddWords([]uint64{set})
	}
	f := b.Family()
	ix := setsys.NewIndex(f)
	c := &checker{Watch: yield.NewWatch(context.Background()), memory: maxMemory}
	within := []uint64{free}
	const all = 1 << 20 // more than enough
	limits := []int{0, 1, 2, 5, all}
	agree := func(what string, most int, got, decided, want bool) {
		if !decided {
			undecided++
		}
		if decided && got != want || !decided && (got || most == all) {
			t.Fatalf("%v, %d of them within %b: %s, at most %d: %v (decided %v), want %v", f, count, free, what, most, got, decided, want)
		}
	}

	var pack func(sets []uint64, free uint64, count int) bool
	pack = func(sets []uint64, free uint64, count int) bool {
		if count == 0 {
			return true
		}
		for i, s := range sets {
			if s&^free == 0 && pack(sets[i+1:], free&^s, count-1) {
				return true
			}
		}
		return false
	}
	want := pack(sets, free, count)
	for _, most := range limits {
		found, decided := (&walk{c: c, ix: ix, free: within, most: most}).from(count)
		agree("disjoint by the walk", most, found, decided, want)
		p := newPacker(c, ix)
		found = p.fill(within, count, most)
		agree("disjoint quorum by quorum", most, found, found || !p.gaveUp, want)
		for _, p.structured = range []bool{false, true, true} {
			p.tuples = most
			agree("disjoint by both", all, p.fits(within, count), true, want)
		}
	}

	for _, overlap := range []bool{false, true} {
		var block func(free uint64, count int) bool
		block = func(free uint64, count int) bool {
			if count == 0 {
				return !slices.ContainsFunc(sets, func(s uint64) bool { return s&^free == 0 })
			}
			return slices.ContainsFunc(sets, func(s uint64) bool {
				return (overlap || s&^free == 0) && block(free&^s, count-1)
			})
		}
		want := block(free, count)
		for _, most := range limits {
			found, decided := (&walk{c: c, ix: ix, free: within, blocks: true, overlap: overlap, most: most}).from(count)
			agree(fmt.Sprintf("leaving none (overlap: %v) by the walk", overlap), most, found, decided, want)
			b := newBlocker(c, ix, overlap)
			found = b.fill(within, count, most)
			agree(fmt.Sprintf("leaving none (overlap: %v) quorum by quorum", overlap), most, found, found || !b.gaveUp, want)
			for _, b.structured = range []bool{false, true, true} {
				b.tuples = most
				agree(fmt.Sprintf("leaving none (overlap: %v) by both", overlap), all, b.fits(within, count), true, want)
			}
		}
	}
	return undecided
}

// TestNoRoom takes away the memory of the searches: they take longer, and say
// the same, or stop.
func TestNoRoom(t *testing.T) {
	c := &checker{Watch: yield.NewWatch(context.Background()), memory: 200}
	if !c.room(50) || c.room(50) || c.room(0) {
		t.Error("room for 100 bytes and the same again, of 200 with the overhead")
	}
	u, err := setsys.Numbered(7)
	if err != nil {
		t.Fatal(err)
	}
	b := setsys.NewFamilyBuilder(7)
	for line := range 7 { // the plane of order 2
		b.Add(setsys.NewNodeSet(7, line, (line+1)%7, (line+3)%7))
	}
	for _, kind := range []setsys.Kind{setsys.Coterie, setsys.KCoterie, setsys.KArbiter, setsys.RequestSets} {
		s := &setsys.Structure{Kind: kind, Universe: u, Quorums: b.Family(), Requests: b.Family()}
		if kind.HasK() {
			s.K = 2
		}
		if kind == setsys.RequestSets {
			s.M = 2
		}
		for _, id := range Every(kind) {
			rich := newChecker(yield.NewWatch(context.Background()), s)
			want := rich.find(id)
			poor := newChecker(yield.NewWatch(context.Background()), s)
			poor.memory = 0
			func() {
				defer func() {
					if p := recover(); p != nil {
						if _, ok := p.(yield.Cut); !ok || id != Nondomination {
							t.Errorf("%s, %s: %v", kind, id, p)
						}
					}
				}()
				if got := poor.find(id); got.broken != want.broken || len(got.members) != len(want.members) {
					t.Errorf("%s, %s: without memory %v, with it %v", kind, id, got, want)
				}
			}()
		}
	}
}
