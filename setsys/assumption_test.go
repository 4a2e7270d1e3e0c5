package setsys_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// Random assumptions: the file that is written passes the schema and is read again as it was,
// the family is that of the minimal quorums of all, and is listed where it must be.
func TestAssumptions(t *testing.T) {
	rng := slow.Random(t, 41)
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

// A threshold with weights is the most that those who lie weigh: random ones against all
// sets of nodes, by definition.
func TestFailProneByWeight(t *testing.T) {
	rng := slow.Random(t, 7)
	several, none, all := 0, 0, 0
	for range 1000 {
		n := 1 + rng.IntN(6)
		of := rng.Perm(n)[:1+rng.IntN(n)]
		total, weights := 0, map[int]int{}
		var names, texts []string
		for _, v := range of {
			w := rng.IntN(6)
			weights[v], total = w, total+w
			names, texts = append(names, fmt.Sprint(v+1)), append(texts, fmt.Sprint(w))
		}
		if total == 0 {
			continue
		}
		most := 1 + rng.IntN(total)
		text := fmt.Sprintf(`{"kind": "coterie", "universe": %d, "quorums": {"assumptions": [{"quorums": [[1]], "failProne": {"threshold": %d, "of": [%s], "weights": [%s]}}]}}`,
			n, most, strings.Join(names, ", "), strings.Join(texts, ", "))
		s := must(setsys.Decode("f", []byte(text), setsys.DecodeOptions{MaxListed: 100}))
		if err := validateSchema([]byte(text)); err != nil {
			t.Fatal(err)
		}
		lies := func(set uint) bool {
			weight := 0
			for v := range n {
				w, in := weights[v]
				if set>>v&1 == 1 {
					if !in {
						return false
					}
					weight += w
				}
			}
			return weight <= most
		}
		want := setsys.NewFamilyBuilder(n)
		for set := range uint(1) << n {
			largest := lies(set)
			for v := range n {
				largest = largest && (set>>v&1 == 1 || !lies(set|1<<v))
			}
			if largest {
				q := []int{}
				for v := range n {
					if set>>v&1 == 1 {
						q = append(q, v)
					}
				}
				want.Add(setsys.NewNodeSet(n, q...))
			}
		}
		got := must(s.Quorums.Assumptions()[0].FailProne.List())
		if !got.Canonical().Equal(want.Family().Canonical()) {
			t.Fatalf("%s: %v may lie, want %v", text, got, want.Family())
		}
		switch {
		case got.Len() > 1:
			several++
		case got.At(0).IsEmpty():
			none++
		case got.At(0).Len() == len(of):
			all++
		}
	}
	if several < 250 || none < 10 || all < 50 {
		t.Errorf("%d with several sets, %d with none that may lie, %d with all", several, none, all)
	}
}

// Remarks survive the file.
func TestRemarks(t *testing.T) {
	s := &setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Numbered(1)), Quorums: setsys.NewFamily(1, setsys.NewNodeSet(1, 0)), Remarks: []string{"a \"guess\"", "another"}}
	var text strings.Builder
	if err := setsys.Encode(&text, s); err != nil {
		t.Fatal(err)
	}
	again := must(setsys.Decode("f", []byte(text.String()), setsys.DecodeOptions{}))
	if !slices.Equal(again.Remarks, s.Remarks) || validateSchema([]byte(text.String())) != nil {
		t.Errorf("%s: %q", text.String(), again.Remarks)
	}
}
