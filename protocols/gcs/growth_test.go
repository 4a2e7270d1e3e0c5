package gcs

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/simulate"
	"qcheck/protocols/instance"
)

// TestOrderOfMessages: with growing n, the messages of an Exit() and the Entry() after it remain within
// the same multiple of |Q|, that of both objects with a lock, in runs in which all processes call one
// method after the other.
func TestOrderOfMessages(t *testing.T) {
	for _, n := range []int{2, 4, 8, 16} {
		quorums := instance.CyclicSets(n)
		size := int64(quorums[0].Len())
		for _, variant := range []string{"uncounted", "repaired"} {
			for _, bounds := range [][2]int{{n / 2, n/2 + 1}, {n - 1, n}} {
				c := Config{N: n, L: bounds[0], K: bounds[1], Quorums: quorums, InCS: explore.All(bounds[1]), Variant: variant}
				r, err := simulate.Simulate(t.Context(), locked(t, c), simulate.Options{P: 1, Units: 20, Seed: uint64(n)})
				if err != nil {
					t.Fatal(err)
				}
				least, most := 2*(5*size+3), 2*(6*size+3)
				if r.Entries <= int64(n) || r.Messages < least*(r.Entries-int64(n)) || r.Messages > most*(r.Entries+int64(n)) {
					t.Errorf("%s, n = %d, l = %d, k = %d: %d messages for %d calls, not %d to %d for each: %s", variant, n, c.L, c.K, r.Messages, r.Entries, least, most, r.Violated)
				}
			}
		}
	}
}
