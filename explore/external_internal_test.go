package explore

import (
	"testing"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
)

// TestMayGrow: the table grows where the limit on memory has room for what it takes while it
// grows, and not with a byte less, whether it doubles or grows by half; and what is expected to be
// needed for more states is enough for that.
func TestMayGrow(t *testing.T) {
	e := engine.NewEngine(2, 2, true, false)
	for _, size := range []int{16, table.MostDoubled - 1, table.MostDoubled, 2 * table.MostDoubled} {
		seen := table.NewStateSet(size, 0)
		f := &levelStore{s: &search{instance: &instance{e: e}, seen: seen}}
		before, slots := seen.Bytes(), table.Grown(size)
		more := int64(size)*4/5 + 1
		expected := f.needed(more)
		seen.Grow()
		if double := size < table.MostDoubled; seen.Size() != slots || double != (slots == 2*size) || slots < size+size/2 {
			t.Errorf("%d slots became %d, not %d", size, seen.Size(), slots)
		}
		needed := before + seen.Bytes() + e.Bytes()
		if least := needed + more*16; expected < least {
			t.Errorf("%d slots, %d states more: %d bytes expected to be needed, at least %d are", size, more, expected, least)
		}
		f.s.seen = table.NewStateSet(size, 0)
		for room := range int64(2) {
			if f.Memory = needed - 1 + room; f.mayGrow() != (room == 1) {
				t.Errorf("%d slots, %d bytes of %d needed: may grow: %t", size, f.Memory, needed, f.mayGrow())
			}
		}
	}
}
