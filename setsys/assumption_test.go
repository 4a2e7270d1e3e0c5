package setsys_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"qcheck/setsys"
)

// Random assumptions: the file that is written passes the schema and is read again as it was,
// the family is that of the minimal quorums of all, and is listed where it must be.
func TestAssumptions(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 41))
	formulas := 0
	for range 500 {
		n := 1 + rng.IntN(5)
		var all []setsys.Assumption
		quorums := setsys.NewFamilyBuilder(n)
		order := rng.Perm(n)
		for range 1 + rng.IntN(3) {
			have := rng.IntN(len(order) + 1)
			a := setsys.Assumption{Nodes: setsys.NewNodeSet(n, order[:have]...), FailProne: randomFamily(rng, n, 1+rng.IntN(3))}
			order = order[have:]
			need := 1 + rng.IntN(n)
			nodes := setsys.OfNodes(rng.Perm(n)...)
			a.Quorums = must(setsys.Unlisted(n, setsys.AtLeast(need, nodes...), 100).List())
			for _, q := range a.Quorums.All() {
				quorums.Add(q)
			}
			if rng.IntN(2) == 0 {
				a.FailProne = setsys.AnyNodes(n, need, 1000)
			}
			all = append(all, a)
		}
		s := &setsys.Structure{Kind: setsys.Coterie, Universe: randomUniverse(rng, n), Quorums: setsys.Assuming(n, all, 100)}
		want := quorums.Family().Minimal()
		var text strings.Builder
		if err := setsys.Encode(&text, s); err != nil {
			t.Fatal(err)
		}
		if err := validateSchema([]byte(text.String())); err != nil {
			t.Fatalf("%s: %v", text.String(), err)
		}
		again := must(setsys.Decode("f", []byte(text.String()), setsys.DecodeOptions{MaxListed: 100}))
		if got := must(again.Quorums.List()); !got.Equal(want) {
			t.Fatalf("%s: %v, want %v", text.String(), got, want)
		}
		if listed := must(setsys.Decode("f", []byte(text.String()), setsys.DecodeOptions{})); !listed.Quorums.Equal(want) {
			t.Fatalf("%s: listed as %v", text.String(), listed.Quorums)
		}
		for i, a := range again.Quorums.Assumptions() {
			if !a.Nodes.Equal(all[i].Nodes) || !a.Quorums.Equal(all[i].Quorums) || (a.FailProne.Formula() == nil) != (all[i].FailProne.Formula() == nil) ||
				!must(a.FailProne.List()).Equal(must(all[i].FailProne.List())) {
				t.Fatalf("%s: assumption %d is another", text.String(), i)
			}
			if a.FailProne.Formula() != nil {
				formulas++
			}
		}
		if len(again.Quorums.Assumptions()) != len(all) {
			t.Fatal(text.String())
		}
	}
	if formulas < 100 {
		t.Errorf("%d thresholds of nodes that may lie", formulas)
	}
}

// An assumption without nodes in the file is that of all.
func TestAssumptionOfAll(t *testing.T) {
	text := `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"quorums": [[1,2]], "failProne": [[3]]}]}}`
	s := must(setsys.Decode("f", []byte(text), setsys.DecodeOptions{MaxListed: 1}))
	if a := s.Quorums.Assumptions(); len(a) != 1 || a[0].Nodes.Len() != 3 {
		t.Errorf("%v", a)
	}
}
