package setsys

import (
	"math"
	"testing"
)

// After 2^32 questions the stamps start over, and old ones must not count.
func TestQueryStampsStartOver(t *testing.T) {
	f := NewFamily(4, NewNodeSet(4, 0, 1), NewNodeSet(4, 2, 3))
	q := NewIndex(f).Query()
	neither := NewNodeSet(4, 0, 2).Words()
	if q.Has(neither) { // leaves stamps of question 1
		t.Error("a set is within {0,2}")
	}
	q.now = math.MaxUint32
	if !q.Has(NewNodeSet(4, 2, 3).Words()) || q.now != 1 {
		t.Errorf("no set is within {2,3} at question %d", q.now)
	}
}
