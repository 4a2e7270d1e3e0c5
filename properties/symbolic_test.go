package properties_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// formulaKinds are the kinds that formulas can be of, with the k to try.
var formulaKinds = []struct {
	kind setsys.Kind
	k    int
}{
	{setsys.Coterie, 0}, {setsys.KCoterie, 1}, {setsys.KCoterie, 2}, {setsys.KCoterie, 3}, {setsys.KCoterie, 5},
	{setsys.KArbiter, 1}, {setsys.KArbiter, 2}, {setsys.KArbiter, 3}, {setsys.HKArbiter, 2}, {setsys.HKArbiter, 3},
	{setsys.KWRCoterie, 1}, {setsys.KWRCoterie, 2},
}

// asFormula returns the structure of the kind whose families are given in turn, as
// formulas.
func asFormula(kind setsys.Kind, k, n int, f ...*setsys.Formula) *setsys.Structure {
	u, err := setsys.Numbered(n)
	if err != nil {
		panic(err)
	}
	s := &setsys.Structure{Kind: kind, K: k, Universe: u}
	next := func() setsys.Family {
		g := f[0]
		f = append(f[1:], f[0])
		return setsys.Unlisted(n, g, 100_000)
	}
	switch kind {
	case setsys.HKArbiter:
		for range k {
			s.ByUnits = append(s.ByUnits, next())
		}
	case setsys.KWRCoterie:
		s.Write, s.Read = next(), next()
	default:
		s.Quorums = next()
	}
	return s
}

// agree compares the verdicts on the formulas with those on their quorums, and
// counts how the properties were decided.
func agree(t *testing.T, s *setsys.Structure, methods map[string]int) {
	t.Helper()
	list, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	ids := properties.Every(s.Kind)
	found, err := properties.Check(t.Context(), s, ids)
	if err != nil {
		t.Fatal(err)
	}
	want, err := properties.Check(t.Context(), list, ids)
	if err != nil {
		t.Fatal(err)
	}
	if err := found.Confirm(); err != nil {
		t.Fatalf("%s k=%d %v: %v", s.Kind, s.K, families(list), err)
	}
	for i, r := range found.Results {
		w := want.Results[i]
		if r.Verdict != w.Verdict {
			t.Fatalf("%s k=%d %v: %s is %s (%s), and quorum by quorum %s", s.Kind, s.K, families(list), r.Property, r.Verdict, r.Method, w.Verdict)
		}
		how, _, _ := strings.Cut(r.Method, " ")
		if _, rest, ok := strings.Cut(r.Method, " "); ok {
			next, _, _ := strings.Cut(rest, " ")
			how += " " + strings.TrimSuffix(next, ":")
		}
		methods[fmt.Sprintf("%s %s %s", r.Property, how, r.Verdict)]++
		if r.Verdict == verdict.Violated && len(r.Witness.Members) > len(w.Witness.Members) {
			t.Fatalf("%s k=%d %v: %s: %d members, where %d do", s.Kind, s.K, families(list), r.Property, len(r.Witness.Members), len(w.Witness.Members))
		}
	}
}

func families(s *setsys.Structure) string {
	var texts []string
	for _, f := range s.Families() {
		texts = append(texts, f.Family.String())
	}
	return strings.Join(texts, " ")
}

// Every antichain of up to 4 nodes as a formula, of every kind.
func TestFormulasOfAntichains(t *testing.T) {
	methods := map[string]int{}
	for n := 1; n <= 4; n++ {
		var all []*setsys.Formula
		antichains(n, func(f []uint64) {
			if len(f) > 0 && !slices.Contains(f, 0) {
				b := setsys.NewFamilyBuilder(n)
				for _, q := range f {
					b.AddWords([]uint64{q})
				}
				all = append(all, setsys.FormulaOf(b.Family()))
			}
		})
		rng := rand.New(rand.NewPCG(uint64(n), 1))
		for _, f := range all {
			for _, c := range formulaKinds {
				other := all[rng.IntN(len(all))]
				agree(t, asFormula(c.kind, c.k, n, f, other, all[rng.IntN(len(all))]), methods)
				if c.kind == setsys.HKArbiter || c.kind == setsys.KWRCoterie {
					agree(t, asFormula(c.kind, c.k, n, other, f, f), methods)
				}
			}
		}
	}
	said(t, methods, "intersection by decision holds", "intersection by decision violated", "non-intersection by decision holds",
		"nondomination by decision holds", "nondomination by decision violated")
}

// Every k-coterie and k-arbiter of 5 nodes, of which few formulas at random are.
func TestFormulasOfStructures(t *testing.T) {
	methods := map[string]int{}
	for _, c := range formulaKinds {
		if c.kind != setsys.KCoterie && c.kind != setsys.KArbiter || c.k > 3 {
			continue
		}
		for i, s := range structures(c.kind, 5, c.k) {
			if i%7 == 0 || c.kind == setsys.KCoterie && c.k > 1 || slow.Tests() {
				list := s.structure()
				agree(t, asFormula(c.kind, c.k, 5, setsys.FormulaOf(list.Quorums)), methods)
			}
		}
	}
	said(t, methods, "nondomination by decision holds", "nondomination by decision violated")
}

func said(t *testing.T, methods map[string]int, wanted ...string) {
	t.Helper()
	for _, w := range wanted {
		if methods[w] == 0 {
			t.Errorf("never %s in %v", w, methods)
		}
	}
}

// randomFormula returns nested thresholds over n nodes, with weights if weighted,
// and with repeated nodes unless each node is to be read once.
func randomFormula(rng *rand.Rand, n, depth int, weighted bool, unused *[]int) *setsys.Formula {
	if depth == 0 || rng.IntN(3) == 0 {
		if unused == nil {
			return setsys.OfNode(rng.IntN(n))
		}
		if len(*unused) == 0 {
			return nil
		}
		v := (*unused)[0]
		*unused = (*unused)[1:]
		return setsys.OfNode(v)
	}
	var members []*setsys.Formula
	var weights []int
	total := 0
	for range 2 + rng.IntN(4) {
		if m := randomFormula(rng, n, depth-1, weighted, unused); m != nil {
			w := 1
			if weighted {
				w = rng.IntN(4)
			}
			members, weights, total = append(members, m), append(weights, w), total+w
		}
	}
	if len(members) == 0 {
		return nil
	}
	if total == 0 {
		return members[0]
	}
	need := min(total, max(1, total/2+rng.IntN(3))) // mostly near a majority
	return setsys.Weighted(need, members, weights)
}

func TestRandomFormulas(t *testing.T) {
	rng := slow.Random(t, 6)
	methods := map[string]int{}
	large := 0
	rounds := 1500
	for round := range rounds {
		n := 3 + rng.IntN(4)
		if round%10 == 0 {
			n = 8 + rng.IntN(5)
		}
		c := formulaKinds[rng.IntN(len(formulaKinds))]
		var fs []*setsys.Formula
		for len(fs) < 3 {
			var unused *[]int
			if rng.IntN(2) == 0 {
				nodes := rng.Perm(n)
				unused = &nodes
			}
			f := randomFormula(rng, n, 2, rng.IntN(2) == 0, unused)
			if f != nil && round%4 == 0 { // a product
				outer, inner := randomFormula(rng, 3, 1, true, nil), make([]*setsys.Formula, 3)
				for i := range inner {
					inner[i] = randomFormula(rng, n, 1, rng.IntN(2) == 0, nil)
				}
				f = outer.Substitute(func(i int) *setsys.Formula { return inner[i] })
			}
			if f != nil {
				fs = append(fs, f)
			}
		}
		s := asFormula(c.kind, c.k, n, fs...)
		if list, err := s.List(); err != nil || slices.ContainsFunc(list.Families(), func(f setsys.RoleFamily) bool { return f.Family.Len() > 100 }) {
			continue
		}
		if n > 7 {
			large++
		}
		agree(t, s, methods)
	}
	said(t, methods, "intersection by counting holds", "intersection by decision holds", "intersection by decision violated",
		"nondomination by counting holds", "nondomination by decision violated", "write-read-intersection by decision violated")
	if large < 60 {
		t.Errorf("%d formulas of more than 7 nodes", large)
	}
}

// Thresholds of t of m nodes, where counting decides, of n.
func TestUniformFormulas(t *testing.T) {
	methods := map[string]int{}
	for n := 1; n <= 6; n++ {
		for m := max(1, n-1); m <= n; m++ {
			nodes := make([]int, m)
			for i := range nodes {
				nodes[i] = n - 1 - i
			}
			of := func(size int) *setsys.Formula { return setsys.AtLeast(size, setsys.OfNodes(nodes...)...) }
			for size := 1; size <= m; size++ {
				for _, c := range formulaKinds {
					agree(t, asFormula(c.kind, c.k, n, of(size), of(max(1, size-1)), of(min(m, 2))), methods)
				}
			}
		}
	}
	for _, id := range []string{"intersection", "non-intersection", "strong-non-intersection", "write-intersection", "write-non-intersection"} {
		said(t, methods, id+" by counting holds", id+" by counting violated")
	}
	said(t, methods, "write-read-intersection by counting holds")
}

// A structure with listed families beside formulas.
func TestListedBesideFormulas(t *testing.T) {
	rng := slow.Random(t, 8)
	methods := map[string]int{}
	for range 400 {
		n := 2 + rng.IntN(3)
		f := randomFormula(rng, n, 2, false, nil)
		b := setsys.NewFamilyBuilder(n)
		for range rng.IntN(4) {
			b.AddWords([]uint64{rng.Uint64N(1 << n)})
		}
		listed := b.Family()
		s := asFormula(setsys.KWRCoterie, 1+rng.IntN(2), n, f, f)
		if rng.IntN(2) == 0 {
			s.Write = listed
		} else {
			s.Read = listed
		}
		agree(t, s, methods)
		h := asFormula(setsys.HKArbiter, 2, n, f, f)
		h.ByUnits[rng.IntN(2)] = listed
		agree(t, h, methods)
	}
}

// What is known of large structures is found, by counting and on diagrams alike.
func TestLargeFormulas(t *testing.T) {
	dominated := map[string]bool{ // whether another structure dominates it
		"majority-101": false, "uniform-3-arbiter-40": true, "uniform-2-arbiter-60": true, "2-majority-100": true, "4-majority-44": false,
		"hierarchy-81": false, "tree-63": false, "column-cover-10x10": true, "wheel-4000": false, "zookeeper-5x5": false, "voting-60": true,
	}
	for name, s := range largeFormulas(t) {
		for variant, s := range map[string]*setsys.Structure{"exact": s, "blurred": blurred(s)} {
			r, err := properties.Check(t.Context(), s, properties.Every(s.Kind))
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Confirm(); err != nil {
				t.Errorf("%s %s: %v", name, variant, err)
			}
			for _, p := range r.Results {
				want := verdict.Holds
				if p.Property == properties.Nondomination && dominated[name] {
					want = verdict.Violated
				}
				if p.Verdict != want {
					t.Errorf("%s %s: %s is %s, want %s; %s", name, variant, p.Property, p.Verdict, want, p.Note)
				}
			}
		}
	}
}

// Confirm accepts, for a formula of its kind, the witnesses that it accepts for its
// quorums: all choices of one or two sets as added quorums, and all sets as members.
func TestConfirmOfFormulas(t *testing.T) {
	rng := slow.Random(t, 10)
	accepted := map[string]int{}
	for _, c := range formulaKinds {
		if c.kind == setsys.KWRCoterie || c.k > 3 {
			continue
		}
		n := 4
		if c.kind == setsys.HKArbiter {
			n = 3
			if c.k > 2 {
				continue
			}
		}
		all := structures(c.kind, n, c.k)
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, p := range all[:min(len(all), 40)] {
			list := p.structure()
			var fs []*setsys.Formula
			for _, f := range list.Families() {
				if f.Family.Len() > 0 {
					fs = append(fs, setsys.FormulaOf(f.Family))
				}
			}
			if len(fs) < len(list.Families()) {
				continue
			}
			s := asFormula(c.kind, c.k, n, fs...)
			roles := list.Families()
			member := func() property.Member {
				return property.Member{Role: roles[rng.IntN(len(roles))].Role, Process: -1, Set: setsys.FromWords(n, []uint64{rng.Uint64N(1 << n)})}
			}
			for _, id := range properties.Every(c.kind) {
				for range 60 {
					w := properties.Witness{Property: id, Structure: s}
					sets := []property.Member{member()}
					if rng.IntN(2) == 0 {
						sets = append(sets, member())
					}
					if id == properties.Nondomination {
						w.Added = sets
					} else {
						w.Members = sets
					}
					v := w
					v.Structure = list
					got, want := w.Confirm(), v.Confirm()
					if (got == nil) != (want == nil) {
						t.Fatalf("%s k=%d %s: %s of %v: %v, and for its quorums %v", c.kind, c.k, families(list), id, sets, got, want)
					}
					if got == nil {
						accepted[string(id)]++
					}
				}
			}
		}
	}
	if accepted["nondomination"] < 50 {
		t.Errorf("accepted %v", accepted)
	}
}

// A k-coterie to which no quorum can be added alone, though it is dominated: the
// quorums are listed, and where they are too many the question stays open.
func TestAddedTogether(t *testing.T) {
	sets := [][]int{{1, 2, 3, 7}, {3, 4}, {1, 4}, {5, 8}, {10}, {2, 8}, {6, 9}, {6, 7, 8}, {2, 5}, {7, 9}}
	b := setsys.NewFamilyBuilder(10)
	for _, q := range sets {
		for i := range q {
			q[i]--
		}
		b.Add(setsys.NewNodeSet(10, q...))
	}
	f := setsys.FormulaOf(b.Family())
	for limit, want := range map[int]verdict.Verdict{1000: verdict.Violated, 1: verdict.Unknown} {
		s := asFormula(setsys.KCoterie, 4, 10, f)
		s.Quorums = setsys.Unlisted(10, f, limit)
		r, err := properties.Check(t.Context(), s, []properties.ID{properties.Nondomination})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Confirm(); err != nil {
			t.Error(err)
		}
		p := r.Results[0]
		if p.Verdict != want || !strings.Contains(p.Method+p.Note, "a quorum can be added only together with others") {
			t.Errorf("limit %d: %s, %s%s", limit, p.Verdict, p.Method, p.Note)
		}
	}
}
