package obvious

import (
	"slices"
	"testing"

	"qcheck/explore"
)

func TestLetters(t *testing.T) {
	for i, want := range map[int]string{0: "a", 1: "b", 25: "z", 26: "ba", 27: "bb", 51: "bz", 52: "ca", 26 * 26: "baa"} {
		if got := letters(i); got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
}

// Names go with their stamps: fresh ones into their place, and away with those
// that are in use no more.
func TestNaming(t *testing.T) {
	var n naming
	n.names = []string{"0a"}
	for _, step := range []struct {
		place, p int
		used     []explore.Stamp
		want     []string
	}{
		{2, 1, []explore.Stamp{0, 1, explore.Fresh}, []string{"0a", "2a"}},
		{1, 0, []explore.Stamp{0, 1, 2, explore.Fresh}, []string{"1a", "0a", "2a"}},
		{0, 0, []explore.Stamp{0, 1, 3}, []string{"1a", "2a"}},
		{2, 1, []explore.Stamp{0, 1, explore.Fresh}, []string{"1a", "2b"}},
		{3, 2, []explore.Stamp{0, 1, 2}, []string{"1a", "2b"}}, // at once in use no more
		{1, 2, []explore.Stamp{0, explore.Fresh}, []string{"3b"}},
		{0, 2, []explore.Stamp{0}, nil},
	} {
		n = n.after(step.place, step.p, step.used)
		if !slices.Equal(n.names, step.want) {
			t.Fatalf("place %d of process %d, %v in use: %v, want %v", step.place, step.p+1, step.used, n.names, step.want)
		}
	}
}
