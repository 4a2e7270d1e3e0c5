package kakugawa

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/simulate"
	"qcheck/setsys/slow"
)

// crosses has the rows with a column of squares, parts of them, each over processes of its own: a
// k-coterie for k = parts, with quorums of 2 side - 1 processes.
func crosses(parts, side int) []explore.Set {
	var all []explore.Set
	for part := range parts {
		first := part * side * side
		for p := range side * side {
			var q explore.Set
			for i := range side {
				q = q.With(first + p/side*side + i).With(first + i*side + p%side)
			}
			all = append(all, q)
		}
	}
	return all
}

// TestOrderOfMessages: where a process stays with its quorum, an entry takes on the average 3|Q| to
// 6|Q| messages, whatever n is, in runs in which all processes ask all the time; the repaired algorithm. (A single
// one may take more: see TestMessagesOfRetries.)
func TestOrderOfMessages(t *testing.T) {
	units := 150
	if slow.Tests() {
		units = 300
	}
	for side := 1; side <= 4; side++ {
		for parts := 1; parts*side*side <= 16; parts++ {
			n, size := int64(parts*side*side), int64(2*side-1)
			p, err := New(Config{N: int(n), K: parts, Quorums: crosses(parts, side), Fixed: true, NoRetry: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, delay := range []int{0, 1} {
				r, err := simulate.Simulate(t.Context(), p, simulate.Options{P: 1, Units: units, Delay: delay, Seed: uint64(n)})
				if err != nil {
					t.Fatal(err)
				}
				if r.Violated != "" || r.Entries < int64(units)/6 || r.Messages < 3*size*(r.Entries-n) || r.Messages > 6*size*(r.Entries+n) {
					t.Errorf("k = %d, n = %d: %d messages for %d entries, not %d to %d for each: %s", parts, n, r.Messages, r.Entries, 3*size, 6*size, r.Violated)
				}
			}
		}
	}
}
