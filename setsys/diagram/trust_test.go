package diagram_test

import (
	"bytes"
	"math/bits"
	"math/rand/v2"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/slow"
)

// randomTrust returns a trust graph of n nodes: some share a quorum set, some have none.
func randomTrust(rng *rand.Rand, n int) *setsys.Trust {
	of := make([]*setsys.Formula, n)
	for v := range of {
		switch {
		case v > 0 && rng.IntN(3) == 0:
			of[v] = of[rng.IntN(v)]
		case rng.IntN(8) > 0:
			of[v] = random(rng, n, 2)
		}
	}
	return setsys.NewTrust(of)
}

// quorumsOf are the quorums of a graph by the definition, as bits.
func quorumsOf(t *setsys.Trust) (all []uint64) {
next:
	for set := uint64(1); set < 1<<t.Nodes(); set++ {
		for v := range t.Nodes() {
			if set>>v&1 == 1 && (t.Of(v) == nil || !t.Of(v).Satisfied([]uint64{set})) {
				continue next
			}
		}
		all = append(all, set)
	}
	return all
}

func minimalOf(all []uint64) (minimal []uint64) {
next:
	for _, s := range all {
		for _, r := range all {
			if r != s && r&^s == 0 {
				continue next
			}
		}
		minimal = append(minimal, s)
	}
	return minimal
}

// The family of a graph is the sets that contain a quorum; its minimal sets, its formula, its
// support, its list and what setsys says are as the definition has it.
func TestTrust(t *testing.T) {
	rng := slow.Random(t, 1)
	none, cores := 0, 0
	for range 1500 {
		n := 1 + rng.IntN(7)
		g := randomTrust(rng, n)
		all := quorumsOf(g)
		minimal := minimalOf(all)
		d := diagram.ForTrust(g, 0, nil)
		f := d.Trust(g)
		formula := d.Formula(f)
		if none++; len(all) > 0 {
			none--
		}
		support := uint64(0)
		for _, q := range minimal {
			support |= q
			if !g.IsMinimal([]uint64{q}) {
				t.Fatalf("%b is minimal", q)
			}
		}
		for set := range uint64(1) << n {
			within, greatest, smaller := false, uint64(0), 0
			for _, q := range all {
				if q&^set == 0 {
					within, greatest = true, greatest|q
				}
				if q == set {
					smaller++
				}
			}
			if d.Has(f, []uint64{set}) != within || formula != nil && formula.Satisfied([]uint64{set}) != within {
				t.Fatalf("that %b contains a quorum is %v", set, within)
			}
			if got := g.Greatest([]uint64{set}, nil)[0]; got != greatest {
				t.Fatalf("the largest quorum within %b is %b, not %b", set, greatest, got)
			}
			if g.IsQuorum([]uint64{set}, nil) != (smaller > 0) {
				t.Fatalf("that %b is a quorum is %v", set, smaller > 0)
			}
			if within {
				if q := g.Reduce([]uint64{set}); !g.IsMinimal(q) || q[0]&^set != 0 {
					t.Fatalf("%b is no minimal quorum within %b", q, set)
				}
			}
		}
		if got := d.Support(f); got[0] != support {
			t.Fatalf("the nodes of minimal quorums are %b, not %b", support, got)
		}
		list, err := diagram.List(g, 1000)
		if err != nil || list.Len() != len(minimal) {
			t.Fatalf("%d minimal quorums, not %d: %v", len(minimal), list.Len(), err)
		}
		if len(g.Cores()) > 1 {
			cores++
		}
		union := uint64(0)
		for _, core := range g.Cores() {
			if union&core[0] != 0 || !g.IsQuorum(core, nil) {
				t.Fatalf("%b is no core", core)
			}
			union |= core[0]
		}
		if support&^union != 0 {
			t.Fatalf("%b are not in the cores %b", support, union)
		}
		again(t, g)
	}
	if none < 50 || cores < 50 {
		t.Errorf("%d graphs without a quorum, %d with several cores", none, cores)
	}
}

// again checks that the graph survives its file.
func again(t *testing.T, g *setsys.Trust) {
	t.Helper()
	u, err := setsys.Numbered(g.Nodes())
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := setsys.Encode(&file, &setsys.Structure{Kind: setsys.Coterie, Universe: u, Quorums: setsys.Trusting(g)}); err != nil {
		t.Fatal(err)
	}
	s, err := setsys.Decode("FILE", file.Bytes(), setsys.DecodeOptions{MaxListed: 1})
	if err != nil {
		t.Fatalf("%v:\n%s", err, &file)
	}
	back := s.Quorums.Trust()
	for set := range uint64(1) << g.Nodes() {
		for v := range g.Nodes() {
			if (g.Of(v) == nil) != (back.Of(v) == nil) || g.Of(v) != nil && g.Of(v).Satisfied([]uint64{set}) != back.Of(v).Satisfied([]uint64{set}) {
				t.Fatalf("the quorum set of %d:\n%s", v+1, &file)
			}
		}
	}
}

// Liars need not be satisfied; what is left when they are deleted is a quorum of the rest.
func TestTrustWithLiars(t *testing.T) {
	rng := slow.Random(t, 2)
	for range 500 {
		n := 1 + rng.IntN(6)
		g := randomTrust(rng, n)
		liars := rng.Uint64N(1 << n)
		for set := range uint64(1) << n {
			want := set&^liars != 0
			for v := range n {
				if set>>v&1 == 1 && liars>>v&1 == 0 {
					want = want && g.Of(v) != nil && g.Of(v).Satisfied([]uint64{set})
				}
			}
			if g.IsQuorum([]uint64{set}, []uint64{liars}) != want {
				t.Fatalf("that %b is a quorum beside the liars %b is %v", set, liars, want)
			}
			most := g.Greatest([]uint64{set}, []uint64{liars})[0]
			if want && most != set || most&^set != 0 || most&liars != set&liars {
				t.Fatalf("%b is the largest set within %b beside the liars %b", most, set, liars)
			}
			if left := most &^ liars; left != 0 && !g.IsQuorum([]uint64{most}, []uint64{liars}) {
				t.Fatalf("%b is no quorum beside the liars %b", most, liars)
			}
		}
	}
}

// Organisations of three, of which two are needed, most of all that are trusted: the
// diagram is small, and that of its formula too, with far more minimal quorums.
func TestTrustOfOrganisations(t *testing.T) {
	const orgs = 24
	rng := slow.Random(t, 3)
	var each []*setsys.Formula
	for i := range orgs {
		each = append(each, setsys.AtLeast(2, setsys.OfNodes(3*i, 3*i+1, 3*i+2)...))
	}
	of := make([]*setsys.Formula, 3*orgs)
	for i := range orgs {
		var members []*setsys.Formula
		for j := range orgs {
			if i == j || rng.IntN(40) > 0 {
				members = append(members, each[j])
			}
		}
		q := setsys.AtLeast((2*len(members)+2)/3+1, members...)
		of[3*i], of[3*i+1], of[3*i+2] = q, q, q
	}
	g := setsys.NewTrust(of)
	d := diagram.ForTrust(g, 1_000_000, nil)
	f := d.Trust(g)
	total := 0
	for _, c := range d.Sizes(d.Minimal(f)) {
		total += c.BitLen()
	}
	formula := d.Formula(f)
	e := diagram.New(3*orgs, 1_000_000, nil, formula)
	e.Of(formula)
	if total < 30 || bits.Len(uint(e.Vertices())) > 20 {
		t.Errorf("%d bits of minimal quorums, %d vertices", total, e.Vertices())
	}
	if _, err := diagram.List(g, 1000); err == nil {
		t.Error("all are listed")
	}
	if _, err := diagram.Solve(setsys.Trusting(g), 100, 1000, nil); err == nil {
		t.Error("there is no limit")
	}
}
