package words_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/setsys/slow"
	"qcheck/setsys/words"
)

func TestTableAgreesWithMap(t *testing.T) {
	rng := slow.Random(t, 2)
	for _, row := range []struct {
		reason string
		width  int
		draw   func() uint64
	}{
		{"few values, many of them again", 1, func() uint64 { return rng.Uint64N(500) }},
		{"values that differ in high bits only", 1, func() uint64 { return rng.Uint64N(500) << 55 }},
		{"values all over", 1, rng.Uint64},
		{"two words, of few values each", 2, func() uint64 { return rng.Uint64N(40) }},
		{"three words, one bit each", 3, func() uint64 { return 1 << rng.UintN(64) >> rng.UintN(2) }},
	} {
		t.Run(row.reason, func(t *testing.T) {
			table := words.NewTable(row.width)
			numbers := make(map[string]int)
			var rows [][]uint64
			for range 5000 {
				v := make([]uint64, row.width)
				for i := range v {
					v[i] = row.draw()
				}
				key := fmt.Sprint(v)
				want, there := numbers[key]
				if !there {
					want = -1
				}
				if got := table.Find(v); got != want {
					t.Fatalf("Find(%x) = %d, want %d", v, got, want)
				}
				if !there {
					want = len(rows)
					numbers[key] = want
					rows = append(rows, slices.Clone(v))
				}
				if got, added := table.Insert(v); got != want || added == there {
					t.Fatalf("Insert(%x) = %d, %v, want %d, %v", v, got, added, want, !there)
				}
				v[0]++ // the table has a copy
				if table.Len() != len(rows) {
					t.Fatalf("Len() = %d, want %d", table.Len(), len(rows))
				}
			}
			for i, want := range rows {
				if !slices.Equal(table.Row(i), want) {
					t.Fatalf("Row(%d) = %x, want %x", i, table.Row(i), want)
				}
				if got := table.Find(want); got != i {
					t.Fatalf("Find(%x) = %d, want %d", want, got, i)
				}
			}
		})
	}
}

func TestEmptyTable(t *testing.T) {
	table := words.NewTable(1)
	if table.Len() != 0 || table.Find([]uint64{0}) != -1 {
		t.Error("an empty table has something")
	}
	if number, added := table.Insert([]uint64{0}); number != 0 || !added {
		t.Error("the zero vector is not new to an empty table")
	}
}
