package property

import (
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// TestTwoWaysToPack compares the confirmation of k-coteries by a walk over the
// diagram with that by unions, and for k = 1 with that of arbiters, on random
// families of minimal quorums, of which many are k-coteries or nearly.
func TestTwoWaysToPack(t *testing.T) {
	r := slow.Random(t, 2)
	good, undecided := 0, 0
	for range 4000 {
		n := 1 + r.IntN(8)
		k := 1 + r.IntN(3)
		size := max(1, (n+1)/(k+1))
		b := setsys.NewFamilyBuilder(n)
		for range 1 + r.IntN(12) {
			nodes := r.Perm(n)
			b.Add(setsys.NewNodeSet(n, nodes[:min(n, size+r.IntN(2))]...))
		}
		f := b.Family().Minimal()
		if !minimal(f) || minimal(b.Family()) != (f.Len() == b.Len()) {
			t.Fatalf("%v: minimal sets %v", b.Family(), f)
		}
		want := packsByUnions(f, k)
		if want == nil {
			good++
		}
		decided, err := packs(f, k, 1<<20)
		if !decided || (err == nil) != (want == nil) {
			t.Fatalf("%v, k = %d: %v by unions, %v (decided %v) by the walk", f, k, want, err, decided)
		}
		if decided, err := packs(f, k, r.IntN(4)); !decided {
			undecided++
		} else if (err == nil) != (want == nil) {
			t.Fatalf("%v, k = %d: %v by unions, %v by a walk that might have given up", f, k, want, err)
		}
		if err := share([]setsys.Family{f}, []int{0, 0}); k == 1 && (err == nil) != (want == nil) {
			t.Fatalf("%v: %v by unions, %v by common nodes", f, want, err)
		}
	}
	if good < 200 || undecided < 200 {
		t.Errorf("%d k-coteries, %d walks given up", good, undecided)
	}
}

// TestCriticalPatterns counts the patterns that the confirmation goes through.
func TestCriticalPatterns(t *testing.T) {
	for k, want := range []int{0, 1, 3, 6, 11, 17, 27, 38, 55} {
		got := 0
		err := patterns(k, 1, 0, nil, func(p []int) error {
			sum := 0
			for _, h := range p {
				sum += h + 1
			}
			for _, h := range p {
				if sum <= k || sum-(h+1) > k {
					t.Errorf("k = %d: %v is not critical", k, p)
				}
			}
			got++
			return nil
		})
		if got != want || err != nil {
			t.Errorf("k = %d: %d patterns, %v, want %d", k, got, err, want)
		}
	}
}
