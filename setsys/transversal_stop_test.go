package setsys_test

import (
	"testing"

	"qcheck/setsys"
)

// TestEachTransversalStops ends the enumeration at every transversal, and looks at what was seen by then.
func TestEachTransversalStops(t *testing.T) {
	f := family(6, []int{1, 2, 3}, []int{3, 4}, []int{2, 5, 6}, []int{1, 6})
	var all []string
	if !f.EachTransversal(nil, func(set []uint64) bool {
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
		end := f.EachTransversal(nil, func(set []uint64) bool {
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
}
