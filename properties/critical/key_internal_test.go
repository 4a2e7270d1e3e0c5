package critical

import (
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/symmetry"
)

// TestKey compares structures: the order of quorums does not count, all else does.
func TestKey(t *testing.T) {
	of := func(kind setsys.Kind, names []string, sets ...[]int) *setsys.Structure {
		u, err := setsys.Named(names)
		if err != nil {
			t.Fatal(err)
		}
		b := setsys.NewFamilyBuilder(u.Len())
		for _, set := range sets {
			b.Add(setsys.NewNodeSet(u.Len(), set...))
		}
		s := &setsys.Structure{Kind: kind, M: 1, Universe: u, Quorums: b.Family()}
		s.Write, s.Requests, s.Read = s.Quorums, s.Quorums, setsys.NewFamily(u.Len())
		return s
	}
	ab := []string{"a", "b"}
	for _, c := range []struct {
		a, b *setsys.Structure
		same bool
	}{
		{of(setsys.Coterie, ab, []int{0}, []int{0, 1}), of(setsys.Coterie, ab, []int{0, 1}, []int{0}), true},
		{of(setsys.ReadWrite, ab, []int{0}, []int{0, 1}), of(setsys.ReadWrite, ab, []int{0, 1}, []int{0}), true},
		{of(setsys.RequestSets, ab, []int{0}, []int{0, 1}), of(setsys.RequestSets, ab, []int{0, 1}, []int{0}), false},
		{of(setsys.Coterie, ab, []int{0}), of(setsys.Coterie, ab, []int{0}, []int{0}), false},
		{of(setsys.Coterie, ab, []int{0}), of(setsys.Coterie, []string{"b", "a"}, []int{0}), false},
		{of(setsys.Coterie, ab, []int{0}), of(setsys.Coterie, ab, []int{1}), false},
	} {
		var forms symmetry.Forms
		a, b := version{structure: c.a}.key(&forms, func() {}), version{structure: c.b}.key(&forms, func() {})
		if (a == b) != c.same {
			t.Errorf("%s and %s: the same %v", a, b, a == b)
		}
	}
}
