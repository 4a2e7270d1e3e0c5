package certify

import (
	"slices"
	"testing"

	"qcheck/setsys/slow"
)

// Guests are seated where there is a way to seat them: each at a seat of its own and at a place that it may have there. Where
// their order counts, it is that of their stamps, of which one is at a stamp of the member, and any number between two.
func TestSeatedIsObvious(t *testing.T) {
	r := slow.Random(t, 9)
	seated, shared := 0, 0
	for range 20_000 {
		h := &hall{ordered: r.IntN(3) > 0, known: map[string]int32{}, number: map[guest]int{{}: 0, {half: 1}: 1, {half: 2}: 2}}
		var tables [][]map[int][]int // the places of a guest, by requester
		for range 1 + r.IntN(2) {
			var at []map[int][]int
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
			tables = append(tables, at)
			h.tables = append(h.tables, table{})
			for peer, options := range at {
				for id, places := range options {
					for _, place := range places {
						h.tables[len(h.tables)-1][id] = append(h.tables[len(h.tables)-1][id], seat{peer, place})
					}
				}
			}
		}
		var ids []int
		for range 1 + r.IntN(4) {
			ids = append(ids, r.IntN(3))
		}
		want, gap := false, false // gap: in each way two are between the same stamps
		var try func(at []map[int][]int, seats, places []int)
		try = func(at []map[int][]int, seats, places []int) {
			if i := len(seats); i < len(ids) {
				for seat := range at {
					for _, place := range at[seat][ids[i]] {
						if !slices.Contains(seats, seat) {
							try(at, append(slices.Clone(seats), seat), append(slices.Clone(places), place))
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
		for _, at := range tables {
			try(at, nil, nil)
		}
		state := h.empty()
		for _, id := range ids {
			state = h.after(state, id)
		}
		if got := state > 0; got != want {
			t.Fatalf("%v at %v, ordered: %t: seated %t, and there is a way: %t", ids, tables, h.ordered, got, want)
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
