package construct

import "testing"

func TestFieldAxioms(t *testing.T) {
	for _, q := range []int{2, 3, 4, 5, 7, 8, 9, 11, 25, 27} {
		f, ok := newField(q)
		if !ok || f.q != q {
			t.Fatalf("no field of %d elements", q)
		}
		for a := range q {
			if f.sum[a][0] != a || f.mul[a][1] != a || f.mul[a][0] != 0 {
				t.Fatalf("%d: 0 or 1 is not neutral for %d", q, a)
			}
			opposites, inverses := 0, 0
			for b := range q {
				if f.sum[a][b] == 0 {
					opposites++
				}
				if f.mul[a][b] == 1 {
					inverses++
				}
				if f.sum[a][b] != f.sum[b][a] || f.mul[a][b] != f.mul[b][a] {
					t.Fatalf("%d: %d and %d do not commute", q, a, b)
				}
				if s, p := f.sum[a][b], f.mul[a][b]; s < 0 || s >= q || p < 0 || p >= q {
					t.Fatalf("%d: %d and %d lead out of the field", q, a, b)
				}
				for c := range q {
					if f.sum[f.sum[a][b]][c] != f.sum[a][f.sum[b][c]] || f.mul[f.mul[a][b]][c] != f.mul[a][f.mul[b][c]] {
						t.Fatalf("%d: %d, %d, %d are not associative", q, a, b, c)
					}
					if f.mul[a][f.sum[b][c]] != f.sum[f.mul[a][b]][f.mul[a][c]] {
						t.Fatalf("%d: %d, %d, %d are not distributive", q, a, b, c)
					}
				}
			}
			if opposites != 1 {
				t.Fatalf("%d: %d has %d opposites", q, a, opposites)
			}
			if want := min(a, 1); inverses != want {
				t.Fatalf("%d: %d has %d inverses, want %d", q, a, inverses, want)
			}
		}
	}
}

func TestNoField(t *testing.T) {
	for _, q := range []int{-1, 0, 1, 6, 10, 12, 14, 15, 16, 18, 20, 24, 36, 100} {
		if _, ok := newField(q); ok {
			t.Errorf("a field of %d elements", q)
		}
	}
}
