package mutin

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// ownQuorums returns every way to give each of n processes a quorum of its own
// such that the quorums are a coterie.
func ownQuorums(n int) [][]explore.Set {
	var all [][]explore.Set
	var extend func(quorums []explore.Set)
	extend = func(quorums []explore.Set) {
		if len(quorums) == n {
			all = append(all, append([]explore.Set(nil), quorums...))
			return
		}
		for q := explore.Set(1); q <= explore.All(n); q++ {
			fits := true
			for _, r := range quorums {
				fits = fits && q&r != 0 && (q == r || !q.Contains(r) && !r.Contains(q))
			}
			if fits {
				extend(append(quorums, q))
			}
		}
	}
	extend(nil)
	return all
}

// stuck says where the printed algorithm for two of three processes deadlocks:
// two processes share a quorum of two that one of them is not in, and the third
// has another quorum.
func stuck(quorums []explore.Set) bool {
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		if q := quorums[i]; q == quorums[j] && q.Len() == 2 && q != explore.SetOf(i, j) && q != quorums[k] {
			return true
		}
	}
	return false
}

// TestCoteriesOf3 has all coteries of three processes, with requests without
// bound: the printed algorithm deadlocks only for l = 2, exactly where stuck says,
// and from every initial set; repaired, it holds. (A search from one initial set
// says the same as one from another. The long test has each.)
func TestCoteriesOf3(t *testing.T) {
	long := slow.Tests()
	quorums := ownQuorums(3)
	if len(quorums) != 31 {
		t.Fatalf("%d ways to choose quorums, want 31", len(quorums))
	}
	deadlocks := 0
	for _, q := range quorums {
		for l := range 3 {
			for in := range explore.All(3) + 1 {
				if in.Len() < l || !long && (l < 2 || in != explore.All(3)) {
					continue
				}
				for _, variant := range []string{"uncounted", "repaired"} {
					p, err := NewWithLock(Config{N: 3, L: l, Quorums: q, InCS: in, Variant: variant})
					if err != nil {
						t.Fatal(err)
					}
					o := prototest.Options{Each: explore.Unbounded, Check: []explore.Property{explore.Safety, explore.DeadlockFreedom}}
					if long {
						o.Check = nil
					}
					f := prototest.Engine(t, p, o)
					want := map[string]bool{}
					if variant == "uncounted" && l == 2 && stuck(q) {
						want["deadlock-freedom"] = true
						if long {
							want["starvation-freedom"] = true
						}
						deadlocks++
					}
					got := map[string]bool{}
					for property := range f.Violations {
						got[property] = true
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s, l = %d, quorums %v, initially in %s: expected (-), found (+):\n%s", variant, l, q, in, diff)
					}
				}
			}
		}
	}
	want := 12
	if long {
		want = 12 * 4 // all initial sets of two and three
	}
	if deadlocks != want {
		t.Errorf("%d instances deadlock, want %d", deadlocks, want)
	}
}
