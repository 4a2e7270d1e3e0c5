package setsys_test

import (
	"slices"
	"testing"

	"qcheck/setsys"
)

func TestFamiliesOfAKind(t *testing.T) {
	s := setsys.Structure{
		Universe: must(setsys.Numbered(2)), K: 2, M: 1,
		Quorums: family(2, []int{1}), ByUnits: []setsys.Family{family(2, []int{2}), family(2)},
		Write: family(2, []int{1, 2}), Read: family(2, []int{}), Requests: family(2, []int{1}, []int{2}),
	}
	quorums := []setsys.RoleFamily{{Role: "quorums", Family: s.Quorums}}
	want := map[setsys.Kind][]setsys.RoleFamily{
		setsys.Coterie:     quorums,
		setsys.KCoterie:    quorums,
		setsys.KArbiter:    quorums,
		setsys.HKArbiter:   {{Role: "quorums.1", Family: s.ByUnits[0]}, {Role: "quorums.2", Family: s.ByUnits[1]}},
		setsys.KWRCoterie:  {{Role: "write", Family: s.Write}, {Role: "read", Family: s.Read}},
		setsys.ReadWrite:   {{Role: "write", Family: s.Write}, {Role: "read", Family: s.Read}},
		setsys.RequestSets: {{Role: "requestSets", Family: s.Requests}},
	}
	if len(want) != len(setsys.Kinds()) {
		t.Errorf("%d kinds", len(setsys.Kinds()))
	}
	for _, kind := range setsys.Kinds() {
		s.Kind = kind
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %s", kind, err)
		}
		same := func(a, b setsys.RoleFamily) bool { return a.Role == b.Role && a.Family.Equal(b.Family) }
		if got := s.Families(); !slices.EqualFunc(got, want[kind], same) {
			t.Errorf("%s: %v", kind, got)
		}
		if hasK := kind != setsys.Coterie && kind != setsys.ReadWrite && kind != setsys.RequestSets; kind.HasK() != hasK {
			t.Errorf("%s: HasK %v", kind, kind.HasK())
		}
		if hasReads := len(want[kind]) == 2 && want[kind][1].Role == setsys.ReadRole; kind.HasReads() != hasReads {
			t.Errorf("%s: HasReads %v", kind, kind.HasReads())
		}
	}
}

func TestValidate(t *testing.T) {
	two := must(setsys.Numbered(2))
	for _, row := range []struct {
		want string
		s    setsys.Structure
	}{
		{`unknown kind "grid"`, setsys.Structure{Kind: "grid", Universe: two, Quorums: family(2)}},
		{"the universe has no nodes", setsys.Structure{Kind: setsys.Coterie}},
		{"kind k-arbiter needs k of 1 to 1000000, not -1", setsys.Structure{Kind: setsys.KArbiter, K: -1, Universe: two, Quorums: family(2)}},
		{"kind request-sets needs m of 1 to 1000000, not 0", setsys.Structure{Kind: setsys.RequestSets, Universe: two, Requests: family(2, []int{}, []int{})}},
		{"kind request-sets needs m of 1 to 1000000, not 1000001", setsys.Structure{Kind: setsys.RequestSets, M: 1_000_001, Universe: two, Requests: family(2, []int{}, []int{})}},
		{"kind hk-arbiter with k = 2 needs 2 families, not 1", setsys.Structure{Kind: setsys.HKArbiter, K: 2, Universe: two, ByUnits: []setsys.Family{family(2)}}},
		{"1 request sets for 2 processes", setsys.Structure{Kind: setsys.RequestSets, M: 1, Universe: two, Requests: family(2, []int{1})}},
		{"family quorums is over 3 nodes, the universe has 2", setsys.Structure{Kind: setsys.Coterie, Universe: two, Quorums: family(3)}},
		{"a list of no properties", setsys.Structure{Kind: setsys.Coterie, Properties: []string{}, Universe: two, Quorums: family(2)}},
		{`property "b" is named twice`, setsys.Structure{Kind: setsys.Coterie, Properties: []string{"b", "a", "b"}, Universe: two, Quorums: family(2)}},
		{"family read is over 0 nodes, the universe has 2", setsys.Structure{Kind: setsys.KWRCoterie, K: 1, Universe: two, Write: family(2)}},
		{"family quorums.2 is over 1 nodes, the universe has 2", setsys.Structure{Kind: setsys.HKArbiter, K: 2, Universe: two, ByUnits: []setsys.Family{family(2), family(1)}}},
	} {
		if err := row.s.Validate(); err == nil || err.Error() != row.want {
			t.Errorf("%v, want %s", err, row.want)
		}
	}
}
