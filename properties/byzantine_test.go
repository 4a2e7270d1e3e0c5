package properties_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/census"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// byDefinition says by the definitions of Malkhi and Reiter, as they are written, which of
// the two the quorums are, with the sets of which one may lie; sets are bits.
func byDefinition(quorums, faulty []uint64) (dissemination, masking bool) {
	available := true
	for _, b := range faulty {
		some := false
		for _, q := range quorums {
			some = some || q&b == 0
		}
		available = available && some
	}
	dissemination, masking = available, available
	for _, q1 := range quorums {
		for _, q2 := range quorums {
			for _, b := range faulty {
				dissemination = dissemination && q1&q2&^b != 0
				for _, b2 := range faulty {
					masking = masking && q1&q2&^b&^b2 != 0
				}
			}
		}
	}
	return dissemination, masking
}

// compareTolerances asks how many may lie, and compares it with the definitions, for each f in turn.
func compareTolerances(t *testing.T, s *setsys.Structure, seen map[string]int) {
	t.Helper()
	n := s.Universe.Len()
	list, err := s.Quorums.List()
	if err != nil {
		t.Fatal(err)
	}
	quorums := asBits(list)
	want := map[string]int{}
	for f := 0; f <= n; f++ {
		var faulty []uint64
		for b := range uint64(1) << n {
			if bits.OnesCount64(b) == f {
				faulty = append(faulty, b)
			}
		}
		d, m := byDefinition(quorums, faulty)
		for i, has := range []bool{d, m, !covers(faulty, 3, 1<<n-1), !covers(faulty, 4, 1<<n-1)} {
			property := properties.ByzantineProperties(false)[i]
			if f == 0 {
				want[property] = -1
			}
			switch {
			case has && want[property] < f-1:
				t.Fatalf("%s of %v with %d liars and not with %d: it is not monotone", property, list, f, f-1)
			case has:
				want[property] = f
			}
		}
	}
	live, all, err := properties.Tolerances(context.Background(), s)
	if err != nil || live.Least != resilience(n, quorums) || live.Most != live.Least || len(all) != len(want) {
		t.Fatalf("any %d nodes may fail, not %v, of %v: %v", resilience(n, quorums), live, list, err)
	}
	for _, x := range all {
		if x.Least != want[x.Property] || x.Most != x.Least || x.Why != "" {
			t.Fatalf("%v with %v: %d may lie", x, list, want[x.Property])
		}
		seen[fmt.Sprintf("%s with %d", x.Property, min(x.Least, 1))]++
	}
}

// Of each coterie on up to 5 nodes, up to renaming.
func TestTolerancesOfAll(t *testing.T) {
	seen, tried := map[string]int{}, 0
	for n := 1; n <= 5; n++ {
		all, err := census.Structures(t.Context(), census.Class{Kind: setsys.Coterie, N: n})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			tried++
			compareTolerances(t, s, seen)
		}
	}
	if tried < 100 || seen["dissemination with 1"] == 0 || seen["masking with 0"] < 100 {
		t.Errorf("%d tried: %v", tried, seen)
	}
}

// What a limit left open is said to be open.
func TestTolerancesCut(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	live, all, err := properties.Tolerances(ctx, asFormula(setsys.Coterie, 0, 4, setsys.AtLeast(3, setsys.OfNodes(0, 1, 2, 3)...)))
	if err != nil || live.Least != -1 || live.Most != 4 || live.Why == "" || len(all) != 4 {
		t.Fatal(live, all, err)
	}
	for _, x := range all {
		if x.Least != -1 || x.Most != 4 || x.Why == "" {
			t.Error(x)
		}
	}
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
	rng := slow.Random(t, 31)
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
		failProne, faulty := randomFailProne(rng, n)
		d, m := byDefinition(asBits(list), faulty)
		got, err := properties.Byzantine(context.Background(), s, failProne)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []bool{d, m, !covers(faulty, 3, 1<<n-1), !covers(faulty, 4, 1<<n-1)} {
			if (got[i].Verdict == verdict.Holds) != want || got[i].Verdict == verdict.Unknown {
				t.Fatalf("that %v is %s with %b is %v: %s", list, got[i].Property, faulty, want, got[i].Text)
			}
			if want != (got[i].Text == "") {
				t.Fatalf("%v", got[i])
			}
			seen[got[i].Property+" "+got[i].Verdict.String()]++
		}
		compareTolerances(t, s, seen)
	}
	for _, x := range []string{"dissemination holds", "dissemination violated", "masking holds", "masking violated", "q3 holds", "q3 violated", "q4 holds", "q4 violated",
		"dissemination with 1", "masking with 1", "dissemination with -1"} {
		if seen[x] < 30 {
			t.Errorf("%v", seen)
		}
	}
}

// randomFailProne returns sets that may lie at once, in one of their three forms, and as bits.
func randomFailProne(rng *rand.Rand, n int) (f setsys.Family, faulty []uint64) {
	most, among := rng.IntN(n+1), setsys.NewNodeSet(n, rng.Perm(n)[:1+rng.IntN(n)]...)
	switch rng.IntN(3) {
	case 0:
		f, among = setsys.AnyNodes(n, most, 1000), setsys.NewNodeSet(n).Complement()
	case 1:
		most = 1 + rng.IntN(among.Len())
		f = setsys.Unlisted(n, setsys.AtLeast(most, setsys.OfNodes(among.Nodes()...)...), 1000)
	default:
		var sets []setsys.NodeSet
		for range 1 + rng.IntN(4) {
			set := setsys.NewNodeSet(n, rng.Perm(n)[:rng.IntN(min(n, 4)+1)]...)
			sets, faulty = append(sets, set), append(faulty, set.Words()[0])
		}
		return setsys.NewFamily(n, sets...), faulty
	}
	for b := range uint64(1) << n {
		if bits.OnesCount64(b) == most && b&^among.Words()[0] == 0 {
			faulty = append(faulty, b)
		}
	}
	return f, faulty
}

// covers reports whether so many of the sets have all nodes.
func covers(sets []uint64, count int, all uint64) bool {
	for _, b := range sets {
		if all&^b == 0 || count > 1 && covers(sets, count-1, all&^b) {
			return true
		}
	}
	return false
}

// Random assumptions of one to three kinds, against the definitions of Cachin and Tackmann as
// they are written: for all i and j, equal or not, all quorums, all sets of F_i and F_j, and
// all sets that lie in one of each.
func TestAsymmetric(t *testing.T) {
	rng := slow.Random(t, 33)
	seen := map[string]int{}
	for range 3000 {
		n := 2 + rng.IntN(5)
		all := uint64(1)<<n - 1
		var assumptions []setsys.Assumption
		var quorums, faulty [][]uint64
		order := rng.Perm(n)
		for range 1 + rng.IntN(3) {
			if len(order) == 0 {
				break
			}
			have := 1 + rng.IntN(len(order))
			a := setsys.Assumption{Nodes: setsys.NewNodeSet(n, order[:have]...)}
			order = order[have:]
			need := (n+2)/2 + rng.IntN(n-(n+2)/2+1)
			formula := setsys.AtLeast(need, setsys.OfNodes(rng.Perm(n)...)...)
			if rng.IntN(4) == 0 {
				formula = randomFormula(rng, n, 2, false, nil)
			}
			a.Quorums = setsys.Unlisted(n, formula, 1000)
			list, err := a.Quorums.List()
			if err != nil {
				t.Fatal(err)
			}
			if rng.IntN(2) == 0 {
				a.Quorums = list
			}
			var sets []uint64
			a.FailProne, sets = randomFailProne(rng, n)
			if rng.IntN(2) == 0 {
				a.FailProne = setsys.NewFamily(n, setsys.NewNodeSet(n, rng.IntN(n)), setsys.NewNodeSet(n, rng.IntN(n)))
				sets = asBits(a.FailProne)
			}
			assumptions, quorums, faulty = append(assumptions, a), append(quorums, asBits(list)), append(faulty, sets)
		}
		dissemination, b3 := true, true
		for i := range quorums {
			for _, b := range faulty[i] {
				some := false
				for _, q := range quorums[i] {
					some = some || q&b == 0
				}
				dissemination = dissemination && some
			}
			for j := range quorums {
				within := func(sets []uint64, x uint64) (is bool) {
					for _, b := range sets {
						is = is || x&^b == 0
					}
					return is
				}
				for x := range all + 1 {
					if !within(faulty[i], x) || !within(faulty[j], x) {
						continue
					}
					for _, p := range quorums[i] {
						for _, q := range quorums[j] {
							dissemination = dissemination && p&q&^x != 0
						}
					}
					for _, b := range faulty[i] {
						for _, c := range faulty[j] {
							b3 = b3 && b|c|x != all
						}
					}
				}
			}
		}
		s := asFormula(setsys.Coterie, 0, n, setsys.OfNode(0))
		s.Quorums = setsys.Assuming(n, assumptions, 1000)
		got, err := properties.Byzantine(context.Background(), s, setsys.Family{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]bool{"dissemination": dissemination, "b3": b3, "q3": b3}
		for _, r := range got {
			w, ok := want[r.Property]
			if ok && (r.Verdict == verdict.Holds) != w || r.Verdict == verdict.Unknown {
				t.Fatalf("with quorums %b and faulty %b, %s is %v: %s", quorums, faulty, r.Property, w, r.Text)
			}
			seen[r.Property+" "+r.Verdict.String()]++
		}
		// Quorums can only be where the condition holds, and then those without a set that
		// may lie do (theorem of Cachin and Tackmann).
		if dissemination && !b3 {
			t.Fatalf("quorums %b though %b leave no room", quorums, faulty)
		}
		if canonical := canonicalQuorums(n, assumptions, faulty); canonical != nil {
			s.Quorums = setsys.Assuming(n, canonical, 1000)
			if got, err = properties.Byzantine(context.Background(), s, setsys.Family{}); err != nil || (got[0].Verdict == verdict.Holds) != b3 {
				t.Fatalf("with faulty %b, canonical quorums: %v %v", faulty, got, err)
			}
		}
	}
	for _, x := range []string{"dissemination holds", "dissemination violated", "b3 holds", "b3 violated"} {
		if seen[x] < 100 {
			t.Errorf("%v", seen)
		}
	}
}

// canonicalQuorums returns the assumptions with the complements of what may lie as quorums;
// nil if one of these is empty.
func canonicalQuorums(n int, assumptions []setsys.Assumption, faulty [][]uint64) (all []setsys.Assumption) {
	for i, a := range assumptions {
		b := setsys.NewFamilyBuilder(n)
		for _, set := range faulty[i] {
			left := setsys.FromWords(n, []uint64{set}).Complement()
			if left.IsEmpty() {
				return nil
			}
			b.Add(left)
		}
		a.Quorums = b.Family()
		all = append(all, a)
	}
	return all
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
		{67, 100, 33, "holds violated holds violated"}, {66, 99, 33, "violated violated violated violated"},
		{76, 101, 25, "holds holds holds holds"}, {75, 100, 25, "holds violated holds violated"},
		{81, 101, 20, "holds holds holds holds"}, {3, 4, 1, "holds violated holds violated"}, {4, 5, 1, "holds holds holds holds"},
	} {
		var nodes []int
		for v := range c.n {
			nodes = append(nodes, v)
		}
		s := asFormula(setsys.Coterie, 0, c.n, setsys.AtLeast(c.t, setsys.OfNodes(nodes...)...))
		got, err := properties.Byzantine(context.Background(), s, setsys.AnyNodes(c.n, c.f, 1000))
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
	rng := slow.Random(t, 32)
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
		case (s.Nodes != nil) == s.Never:
			t.Fatalf("%v", s)
		case s.Nodes != nil:
			found++
			if len(s.Quorums) != 2 || s.Nodes.Len() != s.AtLeast {
				t.Fatalf("%v", s)
			}
		}
	}
	if found < 100 || blocks < 30 || splits < 30 {
		t.Errorf("%d splitting sets, %d blocking domains, %d splitting ones", found, blocks, splits)
	}
}
