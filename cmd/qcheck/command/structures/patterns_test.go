package structures

import (
	"math/bits"
	"testing"

	"qcheck/properties"
)

// The condition for the sizes is that any quorums of a pattern have a common node: tried on
// all sets of these sizes.
func TestPatternSizes(t *testing.T) {
	for n := 1; n <= 4; n++ {
		for k := 1; k <= 3; k++ {
			sizes := make([]int, k)
			var each func(h int)
			each = func(h int) {
				if h < k {
					for sizes[h] = 1; sizes[h] <= n; sizes[h]++ {
						each(h + 1)
					}
					return
				}
				for _, p := range properties.CriticalPatterns(k) {
					spare := *describePattern(p).above(sizes, n)
					if share := alwaysShare(n, p, sizes, 1<<n-1); share != (spare >= 0) {
						t.Errorf("n = %d, sizes %v, pattern %v: a common node always: %t, spare: %d", n, sizes, p, share, spare)
					}
				}
			}
			each(0)
		}
	}
}

// alwaysShare reports whether all sets of the sizes that the pattern asks for share a node
// of common.
func alwaysShare(n int, pattern, sizes []int, common uint) bool {
	if len(pattern) == 0 || common == 0 {
		return common != 0
	}
	for q := range uint(1) << n {
		if bits.OnesCount(q) == sizes[pattern[0]-1] && !alwaysShare(n, pattern[1:], sizes, common&q) {
			return false
		}
	}
	return true
}

func TestPatternText(t *testing.T) {
	for _, c := range []struct {
		pattern      []int
		units        int
		takes, needs string
	}{
		{[]int{1, 1}, 2, "2 of Q_1", "2 t_1 ≥ n + 1"},
		{[]int{1, 1, 2}, 4, "2 of Q_1, Q_2", "2 t_1 + t_2 ≥ 2n + 1"},
		{[]int{2, 3}, 5, "Q_2, Q_3", "t_2 + t_3 ≥ n + 1"},
	} {
		p := describePattern(c.pattern)
		if p.Units != c.units || p.takes() != c.takes || p.needs() != c.needs {
			t.Errorf("%v: %d units, %q, %q; want %d, %q, %q", c.pattern, p.Units, p.takes(), p.needs(), c.units, c.takes, c.needs)
		}
	}
}
