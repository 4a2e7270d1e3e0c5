package everyn

import (
	"slices"
	"testing"
)

// A list keeps numbers that do not fit into a byte, nor into two.
func TestList(t *testing.T) {
	want := []uint32{0, 34, 290, 255, 256, 70_000, 1 << 31}
	l := listOf(want)
	if !slices.Equal(l.all(), want) || !slices.Equal(l.without().all(), want[1:]) || l.len() != len(want) {
		t.Errorf("%v", l.all())
	}
	for i, x := range want {
		if l.at(i) != int(x) {
			t.Errorf("%d is %d", x, l.at(i))
		}
	}
}
