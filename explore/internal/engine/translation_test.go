package engine

import (
	"testing"

	"qcheck/explore/internal/table"
)

// Numbers that are none have no translation: a file that has them is refused, and its keys
// do not become those of other states.
func TestTranslate(t *testing.T) {
	packed := &Packing{bits: 8}
	by := &Translation{known: Numbered{Blocks: []int{2, 1}}, blocks: [][]uint32{{4, 3}, {256}}}
	for key, want := range map[[2]uint32][2]uint32{
		{1, 1}: {1, 1}, {2, 1}: {2, 1}, {3, 1}: {4, 1}, {4, 1}: {3, 1},
		{5, 1}: {}, {255, 1}: {}, // no such block
		{1, 3}: {}, {3, 3}: {},
		{1, 2}: {}, // a number that does not fit
	} {
		got := packed.Translate(table.StateKey(key[0]|key[1]<<8), by)
		if got != table.StateKey(want[0]|want[1]<<8) {
			t.Errorf("packed: %v becomes %x, want %v", key, got, want)
		}
	}
	e := newEngine(3, 3, false, false)
	tree := e.Codec.(*tree) // of block 1, and of the pair of blocks 2 and 3
	by = &Translation{known: Numbered{Blocks: []int{1, 1, 1}, Pairs: 1}, blocks: [][]uint32{{3, 2}, {2}, {0}}, pairs: []PairID{5}}
	for key, want := range map[[2]uint64][2]uint64{
		{1, 1}: {1, 1}, {2, 1}: {3, 1}, {3, 1}: {2, 1}, {1, 2}: {1, 5},
		{4, 1}: {}, {1, 3}: {}, {2, 3}: {}, {4, 2}: {},
	} {
		got := tree.Translate(table.StateKey(key[0]<<32|key[1]), by)
		if got != table.StateKey(want[0]<<32|want[1]) {
			t.Errorf("tree: %v becomes %x, want %v", key, got, want)
		}
	}
	for _, x := range []struct {
		what   string
		pair   uint64
		number PairID
		want   bool
	}{
		{"a pair", 2<<32 | 1, 7, true},
		{"a pair without a number", 2<<32 | 1, 0, false},
		{"a block that is not there", 3<<32 | 1, 7, false},
		{"a block without a number", 2<<32 | 2, 7, false},
		{"a pair of the root", 1<<nodeShift | 1<<32 | 1, 7, false},
	} {
		by.fresh = []uint64{x.pair}
		if got := e.TranslatePairs([]*Translation{by}, func(uint64) PairID { return x.number }); got != x.want {
			t.Errorf("%s: %t", x.what, got)
		} else if got && by.pairs[0] != x.number {
			t.Errorf("%s becomes %d", x.what, by.pairs[0])
		}
	}
}
