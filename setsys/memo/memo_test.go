package memo_test

import (
	"testing"

	"qcheck/setsys/memo"
	"qcheck/setsys/slow"
)

// A table agrees with a map, while it grows and keys get new values.
func TestTableAgreesWithMap(t *testing.T) {
	rng := slow.Random(t, 2)
	var table memo.Table
	want := map[[3]int32]int32{}
	for range 20_000 {
		key := [3]int32{1 + rng.Int32N(30), rng.Int32N(30) - 15, rng.Int32N(30)}
		value, ok := want[key]
		s := table.At(key[0], key[1], key[2])
		if (s.A != 0) != ok || ok && s.Value != value {
			t.Fatalf("%v is %v, want %d, %v", key, *s, value, ok)
		}
		if rng.IntN(2) == 0 {
			want[key] = rng.Int32()
			table.Put(key[0], key[1], key[2], want[key])
		}
		if table.Len() != len(want) {
			t.Fatalf("%d keys, want %d", table.Len(), len(want))
		}
	}
	for key, value := range want {
		if s := table.At(key[0], key[1], key[2]); s.A == 0 || s.Value != value {
			t.Fatalf("%v is %v, want %d", key, *s, value)
		}
	}
}

// A key that begins with 0 would be in a slot that is free: it is refused, and not lost.
func TestTableRefusesFreeKeys(t *testing.T) {
	var table memo.Table
	if s := table.At(0, 1, 2); s.A != 0 || s.Value != 0 {
		t.Errorf("an empty table has %v", *s)
	}
	defer func() {
		if recover() == nil || table.Len() != 0 {
			t.Errorf("it is kept: %d keys", table.Len())
		}
	}()
	table.Put(0, 1, 2, 3)
}
