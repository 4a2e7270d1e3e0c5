package importer_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/importer"
	"qcheck/setsys/slow"
)

// sets returns the sets of nodes that satisfy the structure, as bits in the order of the
// configuration; the device is behind the last node.
func (c vqConfig) sets(t *testing.T, s *setsys.Structure) map[uint8]bool {
	t.Helper()
	names := []string{}
	for i := range c.votes {
		names = append(names, c.name(i))
	}
	if s.Universe.Len() > len(names) {
		names = append(names, "qdevice")
	}
	found := map[uint8]bool{}
	for bits := range uint64(1) << len(names) {
		word := uint64(0)
		for i, name := range names {
			j, ok := s.Universe.Index(name)
			if !ok {
				t.Fatalf("no node %s:\n%s", name, c.text())
			}
			word |= bits >> i & 1 << j
		}
		if s.Quorums.Formula().Satisfied([]uint64{word}) {
			found[uint8(bits)] = true
		}
	}
	return found
}

// minimal returns the sets that contain no other one.
func minimal(sets map[uint8]bool) (least []uint8) {
	for a := range sets {
		contains := false
		for b := range sets {
			contains = contains || a != b && a&b == b
		}
		if !contains {
			least = append(least, a)
		}
	}
	slices.Sort(least)
	return least
}

// disjoint reports whether two of the sets have no node in common.
func disjoint(sets map[uint8]bool) bool {
	for a := range sets {
		for b := range sets {
			if a&b == 0 {
				return true
			}
		}
	}
	return false
}

// against compares the structure of a configuration with votequorum, by all moves of the
// cluster up to a limit of states. It returns what it came to: "compared", "refused",
// "tie breaker", or "cut" where the limit was met, and then only what was seen is compared.
func (c vqConfig) against(t *testing.T, limit int) string {
	t.Helper()
	s, err := importer.Import(t.Context(), "corosync", "FILE", []byte(c.text()), nil)
	two, _, atb, _, _, why := c.start()
	if why != "" {
		if err == nil {
			t.Fatalf("votequorum does not start with %s, and it was read:\n%s", why, c.text())
		}
		return "refused"
	}
	f := c.search(limit)
	switch {
	case err != nil && (two && len(c.votes) > 2 || strings.Contains(err.Error(), "which is no structure")):
		return "no structure"
	case err != nil && c.sum() == 0: // a tie breaker of no votes
		return "no structure"
	case err != nil && len(f.ever) > 0:
		t.Fatalf("%v, but votequorum is quorate:\n%s%v", err, c.text(), f.ever)
	case err != nil:
		return "never quorate"
	}
	sets := c.sets(t, s)
	for set := range f.ever {
		if !sets[set] {
			t.Fatalf("%b is quorate in votequorum, and no quorum:\n%s", set, c.text())
		}
	}
	if f.split != nil && !disjoint(sets) {
		t.Fatalf("votequorum has two quorate parts after %b, the structure has none:\n%s", f.split, c.text())
	}
	if !f.whole {
		return "cut"
	}
	if got, want := minimal(sets), minimal(f.ever); !slices.Equal(got, want) {
		t.Fatalf("the smallest quorums are %b, those that votequorum has %b:\n%s", got, want, c.text())
	}
	if f.split == nil && disjoint(sets) {
		t.Fatalf("two quorums are disjoint, and votequorum never has two quorate parts (%d states):\n%s", f.states, c.text())
	}
	if atb {
		return "tie breaker"
	}
	return "compared"
}

// Tie breakers by two moves of partitions after all nodes have met: by lowest and highest, an
// earlier majority makes other nodes the first one, and votequorum has two quorate halves, also
// with wait_for_all.
func TestCorosyncTieBreakerMoves(t *testing.T) {
	for n := 2; n <= maxVotequorum; n++ {
		for _, atb := range []string{"lowest", "highest", "11"} {
			for wfa := n % 2; wfa < 2; wfa++ {
				c := vqConfig{votes: []int{1, 1, 1, 1, 1}[:n], ids: []int{12, 11, 10, 13, 9}[:n], wfa: wfa, atb: atb, deviceVotes: -1}
				s, err := importer.Import(t.Context(), "corosync", "FILE", []byte(c.text()), nil)
				if err != nil {
					t.Fatal(err)
				}
				sets, ever, splits := c.sets(t, s), map[uint8]bool{}, 0
				two, wait, tied, expected, _, _ := c.start()
				all := vqCluster{config: c, two: two, wfa: wait, atb: tied, expected: expected}
				all.move([]uint8{1<<n - 1}, -1)
				for _, first := range vqPlaces(n) {
					once := all
					once.move(first, -1)
					for _, then := range vqPlaces(n) {
						now, quorate := once, 0
						now.move(then, -1)
						for _, p := range then {
							if some, _ := now.quorate(p); some {
								ever[p], quorate = true, quorate+1
							}
						}
						if quorate > 1 {
							splits++
						}
					}
				}
				if got, want := minimal(sets), minimal(ever); !slices.Equal(got, want) {
					t.Errorf("%d nodes, %s: the smallest quorums are %b, those that votequorum has %b", n, atb, got, want)
				}
				if (splits > 0) != disjoint(sets) {
					t.Errorf("%d nodes, %s: two quorate parts %d times, disjoint quorums: %v", n, atb, splits, disjoint(sets))
				}
				if even := n%2 == 0; even && (n == 2 || atb == "11") == disjoint(sets) {
					t.Errorf("%d nodes, %s: disjoint quorums: %v", n, atb, disjoint(sets))
				}
			}
		}
	}
}

// randomCorosync returns a random configuration of n nodes.
func randomCorosync(rng *rand.Rand, n int) vqConfig {
	c := vqConfig{wfa: rng.IntN(4) - 2, two: rng.IntN(6) == 0, lms: rng.IntN(8) == 0, tracking: rng.IntN(8) == 0, deviceVotes: -1}
	c.wfa = max(c.wfa, -1)
	unequal := rng.IntN(2) == 0
	for i, id := range rng.Perm(n) {
		c.votes, c.ids = append(c.votes, 1), append(c.ids, 10+id)
		if unequal {
			c.votes[i] = rng.IntN(4)
		}
	}
	if rng.IntN(2) == 0 {
		c.expected = rng.IntN(c.sum() + 3)
	}
	if rng.IntN(4) == 0 {
		c.atb = []string{"lowest", "highest", fmt.Sprint(c.ids[0])}[rng.IntN(3)]
	}
	if c.device = rng.IntN(3) == 0; c.device {
		c.deviceVotes = rng.IntN(5) - 1
	}
	return c
}

// Corosync against its source: all small clusters, and random ones.
func TestCorosyncVotequorum(t *testing.T) {
	count := map[string]int{}
	yes := []bool{false, true}
	// One or two nodes, with everything.
	for _, votes := range [][]int{{1}, {0}, {3}, {1, 1}, {1, 2}, {0, 1}, {3, 1}, {2, 2}} {
		for expected := range 6 {
			for wfa := -1; wfa <= 1; wfa++ {
				for _, two := range yes {
					for _, lms := range yes {
						for _, atb := range []string{"", "lowest", "highest", "7"} {
							for device := -2; device <= 3; device++ {
								c := vqConfig{votes: votes, ids: []int{7, 3}[:len(votes)], expected: expected, two: two, wfa: wfa, atb: atb, lms: lms, device: device >= -1, deviceVotes: device}
								count[c.against(t, 1000)]++
							}
						}
					}
				}
			}
		}
	}
	for what, least := range map[string]int{"compared": 900, "refused": 1000, "tie breaker": 100, "never quorate": 50} {
		slow.Reached(t, "one or two nodes, "+what, count[what], 12288, least)
	}
	clear(count)
	rng := slow.Random(t, 1)
	for range some(30) {
		c := randomCorosync(rng, 3)
		count[c.against(t, 8000)]++
		for range 2 {
			c = randomCorosync(rng, 4+rng.IntN(2))
			count[c.against(t, 120)]++
		}
	}
	for what, least := range map[string]int{"compared": 2, "refused": 2, "cut": 10} {
		slow.Reached(t, "three to five nodes, "+what, count[what], some(90), least)
	}
}
