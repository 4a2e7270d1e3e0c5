package raymond

import (
	"testing"

	"qcheck/explore/simulate"
	"qcheck/setsys/slow"
)

// TestOrderOfMessages: with growing n, an entry takes 2(n-1) messages, a REQUEST to each other process
// and a REPLY of each. At the end of a run each process may wait, or be owed REPLYs for its last request.
func TestOrderOfMessages(t *testing.T) {
	sizes := []int64{2, 3, 4, 6, 9, 16}
	if slow.Tests() {
		sizes = []int64{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	}
	for _, n := range sizes {
		for _, k := range []int64{1, (n + 1) / 2, n - 1} {
			p, err := New(Config{N: int(n), K: int(k)})
			if err != nil {
				t.Fatal(err)
			}
			r, err := simulate.Simulate(t.Context(), p, simulate.Options{P: 1, Units: 60, Seed: uint64(n)})
			if err != nil {
				t.Fatal(err)
			}
			each := 2 * (n - 1)
			if r.Violated != "" || r.Entries < 50 || r.Messages < each*(r.Entries-n) || r.Messages > each*(r.Entries+n) {
				t.Errorf("n = %d, k = %d: %d messages for %d entries, not %d for each: %s", n, k, r.Messages, r.Entries, each, r.Violated)
			}
		}
	}
}
