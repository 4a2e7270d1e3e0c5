package jiang_test

import (
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/protocols"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// The quorums without a structure are a k-wr coterie as section 2 defines it: the checker of structures says so, and by
// hand, for k = 1 these are the majorities, and the sets that meet all of them.
func TestDefaultQuorums(t *testing.T) {
	sizes := map[int][2]int{2: {2, 1}, 3: {2, 2}, 4: {3, 2}, 5: {3, 3}, 6: {4, 3}, 7: {4, 4}}
	for n := 2; n <= 7; n++ {
		for k := 1; k <= 3; k++ {
			in := instance.Instance{Algorithm: "jiang", N: n, Params: map[string]string{instance.K: string(rune('0' + k))}}
			m, err := protocols.All().Open(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			s := m.Instance.Quorums.Structure
			r, err := properties.Check(t.Context(), s, properties.Required(setsys.KWRCoterie))
			if err != nil {
				t.Fatal(err)
			}
			whole := n/((n+k+1)/(k+1)) >= k // k disjoint sets of that many nodes are there
			if valid := r.Verdict == verdict.Holds; valid != whole || s.K != k {
				t.Errorf("n = %d, k = %d: valid %v, want %v", n, k, valid, whole)
			}
			if want := sizes[n]; k == 1 && (s.Write.At(0).Len() != want[0] || s.Read.At(0).Len() != want[1]) {
				t.Errorf("n = %d: write %d, read %d nodes, want %v", n, s.Write.At(0).Len(), s.Read.At(0).Len(), want)
			}
		}
	}
}

// Without any, the message says how quorums are given.
func TestQuorumsNeeded(t *testing.T) {
	a, _ := protocols.All().Lookup("jiang")
	without := *a
	without.Quorums = &instance.Needs{Kinds: a.Quorums.Kinds}
	want := "algorithm jiang needs a structure of kind k-wr-coterie or request-sets, by --construct or --structure"
	if _, err := without.Open(instance.Instance{Algorithm: "jiang", N: 4}, nil); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
