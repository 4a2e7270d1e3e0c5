package certify

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Guests are seated where there is a way to seat them: each at a seat of its own and at a place that it may have there. Where
// their order counts, it is that of their stamps, of which one is at a stamp of the member, and any number between two.
func TestSeatedIsObvious(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	seated, shared := 0, 0
	for range 20_000 {
		h := &hall{ordered: r.IntN(3) > 0}
		var at table
		for range 1 + r.IntN(4) {
			seat := map[int][]int{}
			for id := range 3 {
				for place := range 6 {
					if r.IntN(5) == 0 {
						seat[id] = append(seat[id], place)
					}
				}
			}
			at = append(at, seat)
		}
		var ids []int
		for range 1 + r.IntN(4) {
			ids = append(ids, r.IntN(3))
		}
		want, gap := false, false // gap: in each way two are between the same stamps
		var try func(seats, places []int)
		try = func(seats, places []int) {
			if i := len(seats); i < len(ids) {
				for seat := range at {
					for _, place := range at[seat][ids[i]] {
						if !slices.Contains(seats, seat) {
							try(append(slices.Clone(seats), seat), append(slices.Clone(places), place))
						}
					}
				}
				return
			}
			same := false
			for j, later := range places {
				for _, p := range places[:j] {
					if !h.ordered || p == 0 || later == 0 {
						continue
					}
					if later < p || later == p && p%2 == 0 {
						return
					}
					same = same || later == p
				}
			}
			gap = same && (gap || !want)
			want = true
		}
		try(nil, nil)
		if got := h.seated(at, ids, 0, 0); got != want {
			t.Fatalf("%v at %v, ordered: %t: seated %t, and there is a way: %t", ids, at, h.ordered, got, want)
		}
		if want {
			seated++
		}
		if want && gap {
			shared++
		}
	}
	if seated < 2000 || shared < 50 {
		t.Errorf("%d are seated, %d of them only between the same stamps", seated, shared)
	}
}

// A row has a fact where a fact is of some of its guests, the last among them, in their order where that counts.
func TestRowsHaveFacts(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	has := map[bool]int{}
	for range 2000 {
		h := &hall{ordered: r.IntN(2) == 0, facts: map[string]bool{}, rows: map[string]*row{}}
		var facts [][]int
		for range 1 + r.IntN(3) {
			var f []int
			for range 1 + r.IntN(3) {
				f = append(f, r.IntN(4))
			}
			facts, h.facts[h.key(f)] = append(facts, f), true
		}
		at, ids := h.row(nil), []int(nil)
		for range 4 {
			id := r.IntN(4)
			got := h.after(at, id)
			ids = append(ids, id)
			want := false
			for some := range 1 << len(ids) {
				if some>>(len(ids)-1)&1 == 0 {
					continue
				}
				var part []int
				for i, id := range ids {
					if some>>i&1 != 0 {
						part = append(part, id)
					}
				}
				for _, f := range facts {
					a, b := slices.Clone(part), slices.Clone(f)
					if !h.ordered {
						slices.Sort(a)
						slices.Sort(b)
					}
					want = want || slices.Equal(a, b)
				}
			}
			if got.has != want {
				t.Fatalf("facts %v, row %v, ordered: %t: has one: %t, not %t", facts, ids, h.ordered, got.has, want)
			}
			has[want]++
			at = got.row
		}
	}
	if has[true] < 500 || has[false] < 500 {
		t.Error(has)
	}
}
