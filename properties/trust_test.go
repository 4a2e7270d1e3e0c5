package properties_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/slow"
)

// trusting returns the structure of a trust graph.
func trusting(of ...*setsys.Formula) *setsys.Structure {
	u, err := setsys.Numbered(len(of))
	if err != nil {
		panic(err)
	}
	return &setsys.Structure{Kind: setsys.Coterie, Universe: u, Quorums: setsys.Trusting(setsys.NewTrust(of))}
}

// Random graphs: what is found of them is what is found of the list of their minimal
// quorums, for which there are other searches; witnesses are confirmed by the definition.
func TestTrust(t *testing.T) {
	rng := slow.Random(t, 4)
	methods := map[string]int{}
	for range 1500 {
		n := 1 + rng.IntN(7)
		of := make([]*setsys.Formula, n)
		nested := rng.IntN(2) == 0
		for v := range of {
			switch {
			case v > 0 && rng.IntN(3) == 0:
				of[v] = of[rng.IntN(v)]
			case rng.IntN(8) == 0:
			case nested:
				of[v] = randomFormula(rng, n, 2, false, nil)
			default:
				var members []int
				for u := range n {
					if rng.IntN(4) > 0 {
						members = append(members, u)
					}
				}
				if len(members) > 0 {
					of[v] = setsys.AtLeast(len(members)/2+1, setsys.OfNodes(members...)...)
				}
			}
		}
		s := trusting(of...)
		list, err := diagram.List(s.Quorums.Trust(), 10_000)
		if err != nil {
			t.Fatal(err)
		}
		other := *s
		other.Quorums = list
		ids := properties.Every(setsys.Coterie)
		got, err := properties.Check(context.Background(), s, ids)
		if err != nil {
			t.Fatal(err)
		}
		if err := got.Confirm(); err != nil {
			t.Fatalf("%v of %v", err, list)
		}
		want, err := properties.Check(context.Background(), &other, ids)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range got.Results {
			w := want.Results[i]
			if r.Verdict != w.Verdict {
				t.Fatalf("%s is %s, not %s, of %v", r.Property, w.Verdict, r.Verdict, list)
			}
			if r.Property == properties.Intersection {
				kind, _, _ := strings.Cut(r.Method, ":")
				if strings.HasPrefix(kind, "by decision diagrams") {
					kind = "by decision diagrams"
				}
				methods[kind+" "+r.Verdict.String()]++
			}
		}
	}
	said(t, methods, "by components violated", "by pairs holds", "by decision diagrams holds", "by decision diagrams violated")
}

// A ring of disjoint pairs, each of which trusts the next: intersection holds though
// quorum sets can be satisfied by disjoint sets; python-fbas has it as circular_1.
func TestTrustRing(t *testing.T) {
	all := func(nodes ...int) *setsys.Formula { return setsys.All(setsys.OfNodes(nodes...)...) }
	s := trusting(all(1), all(2), all(3), all(0))
	r, err := properties.Check(context.Background(), s, nil)
	if err != nil || r.Verdict != verdict.Holds || !strings.HasPrefix(r.Results[1].Method, "by decision diagrams") {
		t.Errorf("%v %v", r, err)
	}
}

// A graph without a quorum violates nonempty, with a witness by the definition.
func TestTrustWithoutQuorum(t *testing.T) {
	s := trusting(setsys.OfNode(1), nil)
	r, err := properties.Check(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Confirm(); err != nil {
		t.Fatal(err)
	}
	if w := r.Results[0].Witness; w == nil || w.Text() != "no set of nodes satisfies the quorum sets of all its nodes" {
		t.Error(r.Results[0])
	}
}

// Where each node leaves out some others at random, in no order, diagrams grow; pairs
// decide these graphs. A search that is ended says so.
func TestFlatTrust(t *testing.T) {
	rng := slow.Random(t, 5)
	flat := func(n, without, need int) *setsys.Structure {
		of := make([]*setsys.Formula, n)
		for v := range of {
			of[v] = setsys.AtLeast(need, setsys.OfNodes(rng.Perm(n)[:n-without]...)...)
		}
		return trusting(of...)
	}
	r, err := properties.Check(context.Background(), flat(31, 2, 18), []properties.ID{properties.Intersection})
	if err != nil || r.Verdict != verdict.Holds || !strings.HasPrefix(r.Results[0].Method, "by pairs") {
		t.Errorf("%v %v", r, err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("enough"))
	r, err = properties.Check(ctx, flat(41, 6, 18), []properties.ID{properties.Intersection})
	if err != nil || r.Verdict != verdict.Unknown || r.Results[0].Note != "the search was cut: enough" {
		t.Errorf("%v %v", r.Results, err)
	}
}
