package properties_test

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// byDefinition says by the definitions of Malkhi and Reiter, as they are written, which of
// the three the quorums are, with the sets of which one may lie; sets are bits.
func byDefinition(quorums, faulty []uint64) (dissemination, masking, opaque bool) {
	available := true
	for _, b := range faulty {
		some := false
		for _, q := range quorums {
			some = some || q&b == 0
		}
		available = available && some
	}
	dissemination, masking, opaque = available, available, available
	for _, q1 := range quorums {
		for _, q2 := range quorums {
			for _, b := range faulty {
				dissemination = dissemination && q1&q2&^b != 0
				for _, b2 := range faulty {
					masking = masking && q1&q2&^b&^b2 != 0
				}
				correct := bits.OnesCount64(q1 & q2 &^ b)
				opaque = opaque && correct >= bits.OnesCount64(q2&b|q2&^q1) && correct > bits.OnesCount64(q1&b)
			}
		}
	}
	return dissemination, masking, opaque
}

func asBits(f setsys.Family) (all []uint64) {
	for _, q := range f.All() {
		all = append(all, q.Words()[0])
	}
	return all
}

// Random quorums, formulas and listed ones, with any f nodes or listed sets that may lie,
// against the definitions.
func TestByzantine(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 31))
	seen := map[string]int{}
	for range 2500 {
		n := 1 + rng.IntN(7)
		var formula *setsys.Formula
		if rng.IntN(2) == 0 {
			m := 1 + rng.IntN(n)
			formula = setsys.AtLeast(m/2+1+rng.IntN(m-m/2), setsys.OfNodes(rng.Perm(n)[:m]...)...)
		} else {
			formula = randomFormula(rng, n, 2, false, nil)
		}
		s := asFormula(setsys.Coterie, 0, n, formula)
		list, err := s.Quorums.List()
		if err != nil {
			t.Fatal(err)
		}
		if rng.IntN(2) == 0 {
			s.Quorums = list
		}
		faults := properties.Faults{F: rng.IntN(n + 1)}
		var faulty []uint64
		if rng.IntN(2) == 0 {
			for b := range uint64(1) << n {
				if bits.OnesCount64(b) == faults.F {
					faulty = append(faulty, b)
				}
			}
		} else {
			for range 1 + rng.IntN(3) {
				set := setsys.NewNodeSet(n, rng.Perm(n)[:rng.IntN(min(n, 3)+1)]...)
				faults.Sets, faulty = append(faults.Sets, set), append(faulty, set.Words()[0])
			}
		}
		d, m, o := byDefinition(asBits(list), faulty)
		got, err := properties.Byzantine(context.Background(), s, faults)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []bool{d, m, o} {
			if (got[i].Verdict == verdict.Holds) != want || got[i].Verdict == verdict.Unknown {
				t.Fatalf("that %v is %s with %v, %b, is %v: %s", list, got[i].Property, faults, faulty, want, got[i].Text)
			}
			if want != (got[i].Text == "") {
				t.Fatalf("%v", got[i])
			}
			seen[got[i].Property+" "+got[i].Verdict.String()]++
		}
		if f, err := properties.MostFaults(context.Background(), s); err != nil || f != resilience(n, asBits(list)) {
			t.Fatalf("any %d nodes may fail, not %d, of %v: %v", resilience(n, asBits(list)), f, list, err)
		}
	}
	for _, x := range []string{"dissemination holds", "dissemination violated", "masking holds", "masking violated", "opaque holds", "opaque violated"} {
		if seen[x] < 50 {
			t.Errorf("%v", seen)
		}
	}
}

// resilience is the most nodes of which any may fail with a quorum left.
func resilience(n int, quorums []uint64) int {
	least := n
	for b := range uint64(1) << n {
		hits := true
		for _, q := range quorums {
			hits = hits && q&b != 0
		}
		if hits {
			least = min(least, bits.OnesCount64(b))
		}
	}
	return least - 1
}

// The thresholds of the literature: 67 of 100 with f = 33 is a dissemination system and no
// masking one, 66 of 99 is neither; 76 of 101 with f = 25 is a masking system.
func TestByzantineThresholds(t *testing.T) {
	for _, c := range []struct {
		t, n, f int
		want    string
	}{
		{67, 100, 33, "holds violated violated"}, {66, 99, 33, "violated violated violated"},
		{76, 101, 25, "holds holds violated"}, {75, 100, 25, "holds violated violated"},
		{81, 101, 20, "holds holds holds"}, {3, 4, 1, "holds violated violated"}, {4, 5, 1, "holds holds holds"},
	} {
		var nodes []int
		for v := range c.n {
			nodes = append(nodes, v)
		}
		s := asFormula(setsys.Coterie, 0, c.n, setsys.AtLeast(c.t, setsys.OfNodes(nodes...)...))
		got, err := properties.Byzantine(context.Background(), s, properties.Faults{F: c.f})
		if err != nil {
			t.Fatal(err)
		}
		var verdicts []string
		for _, r := range got {
			verdicts = append(verdicts, r.Verdict.String())
		}
		if strings.Join(verdicts, " ") != c.want {
			t.Errorf("%d of %d with f = %d: %v", c.t, c.n, c.f, got)
		}
	}
}

// Random graphs: the largest quorum, the top tier, a least blocking set, and what domains
// can do alone, by trying all sets of nodes. The least splitting set is compared in package
// diagram; here, its bounds are.
func TestAnalyzeTrust(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 32))
	found, blocks, splits := 0, 0, 0
	for range 500 {
		n := 1 + rng.IntN(6)
		of := make([]*setsys.Formula, n)
		for v := range of {
			switch {
			case v > 0 && rng.IntN(3) == 0:
				of[v] = of[rng.IntN(v)]
			case rng.IntN(8) > 0:
				of[v] = randomFormula(rng, n, 2, false, nil)
			}
		}
		s := trusting(of...)
		g := s.Quorums.Trust()
		order := rng.Perm(n)
		for i, name := range []string{"x", "y"} {
			if nodes := order[min(i*2, n):min(i*2+1+rng.IntN(2), n)]; len(nodes) > 0 {
				s.Domains = append(s.Domains, setsys.Domain{Name: name, Nodes: setsys.NewNodeSet(n, nodes...)})
			}
		}
		a, err := properties.AnalyzeTrust(context.Background(), s)
		if err != nil || a.Cut != "" {
			t.Fatal(err, a)
		}
		quorums := func(liars uint64) (all []uint64) {
			for set := uint64(1); set < 1<<n; set++ {
				if set&liars == 0 && g.IsQuorum([]uint64{set | liars}, []uint64{liars}) {
					all = append(all, set)
				}
			}
			return all
		}
		all := quorums(0)
		var tier, core uint64
		for _, q := range all {
			minimal := true
			for _, r := range all {
				minimal = minimal && (r == q || r&^q != 0)
			}
			if minimal {
				tier |= q
			}
		}
		for _, c := range g.Cores() {
			core |= c[0]
		}
		least := n + 1
		for b := range uint64(1) << n {
			hits := true
			for _, q := range all {
				hits = hits && q&b != 0
			}
			if hits {
				least = min(least, bits.OnesCount64(b))
			}
		}
		if a.TopTier.Words()[0] != tier || len(all) > 0 && a.Blocking.Len() != least || a.Largest.IsEmpty() != (len(all) == 0) {
			t.Fatalf("the top tier is %b and the least blocking set has %d nodes: %v", tier, least, a)
		}
		for _, d := range a.Domains {
			split := false
			rest := quorums(d.Nodes.Words()[0])
			for _, x := range rest {
				for _, y := range rest {
					split = split || x&y == 0 && x&core != 0 && y&core != 0
				}
			}
			blocked := true
			for _, q := range all {
				blocked = blocked && q&d.Nodes.Words()[0] != 0
			}
			if d.Splits != split || d.Blocks != blocked {
				t.Fatalf("domain %v splits: %v, blocks: %v", d.Nodes, split, blocked)
			}
			if split {
				splits++
			}
			if blocked {
				blocks++
			}
		}
		switch s := a.Splitting; {
		case s.Found == s.Never:
			t.Fatalf("%v", s)
		case s.Found:
			found++
			if !s.Least() {
				t.Fatalf("%v", s)
			}
		}
	}
	if found < 100 || blocks < 30 || splits < 30 {
		t.Errorf("%d splitting sets, %d blocking domains, %d splitting ones", found, blocks, splits)
	}
}
