package mutin

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/simulate"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// crosses has for each process of a square its row and its column, the grid coterie of section 3.4.
func crosses(side int) []explore.Set {
	var all []explore.Set
	for p := range side * side {
		var q explore.Set
		for i := range side {
			q = q.With(p/side*side + i).With(i*side + p%side)
		}
		all = append(all, q)
	}
	return all
}

// TestOrderOfMessages: with growing n, the messages of an Exit() and the Entry() after it remain
// within the same multiple of |Q|, in runs in which all processes wish to exit all the time. With a lock
// it is 6|Q|, and 3 for the lock; with Maekawa's algorithm, by the same quorums, 5|Q| more.
func TestOrderOfMessages(t *testing.T) {
	sizes := []int{2, 3, 4, 9, 16}
	if slow.Tests() {
		sizes = []int{2, 3, 4, 6, 9, 12, 16}
	}
	for _, n := range sizes {
		coteries := [][]explore.Set{instance.CyclicSets(n)}
		for side := 2; side <= 4; side++ {
			if side*side == n {
				coteries = append(coteries, crosses(side))
			}
		}
		for _, quorums := range coteries {
			size := int64(quorums[0].Len())
			for i, variant := range []string{"uncounted", "repaired"} {
				for j, l := range []int{1, n - 1} {
					if i == j && n > 4 && !slow.Tests() {
						continue
					}
					c := Config{N: n, L: l, Quorums: quorums, InCS: explore.All(n), Variant: variant}
					lock, err := NewWithLock(c)
					if err != nil {
						t.Fatal(err)
					}
					within(t, c, lock, 5*size+3, 6*size+3)
					maekawa, err := NewWithMaekawa(c)
					if err != nil {
						t.Fatal(err)
					}
					within(t, c, maekawa, 5*size, 11*size)
				}
			}
		}
	}
}

// within simulates runs, and compares the messages of a call with bounds. At the end of a run each
// process may be within a call.
func within[X, Y comparable](t *testing.T, c Config, p explore.Protocol[State[X], Message[Y]], least, most int64) {
	t.Helper()
	for _, delay := range []int{0, 1} {
		r, err := simulate.Simulate(t.Context(), p, simulate.Options{P: 1, Units: 60 + 60*delay, Delay: delay, Seed: uint64(c.N)})
		if err != nil {
			t.Fatal(err)
		}
		n := int64(c.N)
		if r.Entries < 10 || r.Messages < least*(r.Entries-n) || r.Messages > most*(r.Entries+n) {
			t.Errorf("%s with %s, n = %d, l = %d, quorums %v: %d messages for %d calls, not %d to %d for each", p.Name, c.Variant, c.N, c.L, c.Quorums, r.Messages, r.Entries, least, most)
		}
	}
}
