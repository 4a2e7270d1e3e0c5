package setsys_test

import (
	"testing"

	"qcheck/setsys"
)

// TestEachTransversalStops ends the enumeration by either function, at every
// moment, and looks at what was seen by then.
func TestEachTransversalStops(t *testing.T) {
	f := family(6, []int{1, 2, 3}, []int{3, 4}, []int{2, 5, 6}, []int{1, 6})
	always := func() bool { return true }
	var all []string
	if !f.EachTransversal(always, func(set []uint64) bool {
		all = append(all, setsys.FromWords(6, set).String())
		return true
	}) {
		t.Fatal("stopped though nothing said so")
	}
	dual, err := f.Transversals(100)
	if err != nil || dual.Len() != len(all) || len(all) < 3 {
		t.Fatalf("%d transversals enumerated, %d listed, %v", len(all), dual.Len(), err)
	}
	for most := range all {
		seen := 0
		end := f.EachTransversal(always, func(set []uint64) bool {
			if got := setsys.FromWords(6, set).String(); got != all[seen] {
				t.Errorf("transversal %d is %s, before it was %s", seen, got, all[seen])
			}
			seen++
			return seen <= most
		})
		if end || seen != most+1 {
			t.Errorf("told to stop after %d: saw %d, came to the end: %v", most+1, seen, end)
		}
	}
	for most := 0; ; most++ {
		steps, seen := 0, 0
		end := f.EachTransversal(func() bool { steps++; return steps <= most }, func([]uint64) bool { seen++; return true })
		if end {
			if seen != len(all) || steps != most {
				t.Errorf("in %d steps: saw %d", steps, seen)
			}
			break
		}
		if steps != most+1 || seen > most {
			t.Errorf("told to stop after %d steps: took %d, saw %d", most, steps, seen)
		}
	}
}
