package explore_test

import (
	"testing"

	"qcheck/explore"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// TestSketches: the graph that workers make while they search is that of expanding all
// states once more.
func TestSketches(t *testing.T) {
	endless := []int{explore.Unbounded, explore.Unbounded, explore.Unbounded}
	states, turned := 0, 0
	seeds := uint64(15)
	if slow.Tests() {
		seeds = 300
	}
	for seed := range seeds {
		c := alike{n: 3, seed: seed * 7919, defect: "none", small: true}
		if seed%3 == 0 {
			c.defect = "handler" // no symmetry
		}
		m, err := explore.NewModel(c.protocol())
		if err != nil {
			t.Fatal(err)
		}
		sketched, again, err := explore.Graphs(m, explore.Options{Requests: endless, MaxOrbits: 2000, Workers: 1 + int(seed%3), Asymmetric: seed%3 == 0})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if diff := cmp.Diff(again, sketched); diff != "" {
			t.Errorf("seed %d: the graph as made afterwards (-), and while searching (+):\n%s", seed, diff)
		}
		if states += len(again); seed%3 > 0 {
			turned += len(again)
		}
	}
	if states < 2_500 || turned < 1_250 {
		t.Errorf("%d states, %d of them with symmetry", states, turned)
	}
}
