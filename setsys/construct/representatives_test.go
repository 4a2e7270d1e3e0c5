package construct

import (
	"slices"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// In a family where every node is in as many sets as every set has nodes, the
// representatives are the first of all ways to give each node a set of its own
// that has it, tried here one by one.
func TestRepresentativesAreFirst(t *testing.T) {
	random := slow.Random(t, 2)
	for range 3000 {
		n := 1 + random.IntN(8)
		sets := make([][]int, n)
		for range 1 + random.IntN(3) { // a permutation adds a node to each set
			for i, v := range random.Perm(n) {
				sets[i] = append(sets[i], v)
			}
		}
		b := setsys.NewFamilyBuilder(n)
		for _, s := range sets {
			b.Add(setsys.NewNodeSet(n, s...))
		}
		f := b.Family()
		used := make([]bool, n)
		var chosen []int
		var try func() bool
		try = func() bool {
			if len(chosen) == n {
				return true
			}
			for s := range n {
				if used[s] || !slices.Contains(sets[s], len(chosen)) {
					continue
				}
				used[s], chosen = true, append(chosen, s)
				if try() {
					return true
				}
				used[s], chosen = false, chosen[:len(chosen)-1]
			}
			return false
		}
		if !try() {
			t.Fatalf("%s has no representatives", f)
		}
		got := representatives(f)
		for v, s := range chosen {
			if !got.At(v).Equal(f.At(s)) {
				t.Fatalf("%s: node %d has %s, want %s", f, v+1, got.At(v), f.At(s))
			}
		}
	}
}
