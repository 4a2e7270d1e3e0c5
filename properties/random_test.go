package properties_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// most is the largest number of sets a random family of the kind has, so that
// the loops over all tuples end.
func most(kind setsys.Kind, n int) int {
	switch kind {
	case setsys.RequestSets:
		return n
	case setsys.HKArbiter:
		return 4
	case setsys.KArbiter:
		return 7
	}
	return 14
}

// random returns a structure of the kind on up to 10 nodes that mostly is what
// it claims to be, or nearly.
func random(r *rand.Rand, kind setsys.Kind) plain {
	s := plain{kind: kind, n: 1 + r.IntN(10)}
	if kind.HasK() {
		s.k = 1 + r.IntN(4)
	}
	packed := max(s.k, 1) // how many disjoint quorums there mostly are
	if r.IntN(8) == 0 {
		packed++
	}
	switch kind {
	case setsys.Coterie:
		s.families = [][]uint64{large(r, s.n, (s.n-1)/2, most(kind, s.n))}
	case setsys.KCoterie:
		s.families = [][]uint64{blocks(r, s.n, packed)}
	case setsys.KArbiter:
		s.families = [][]uint64{large(r, s.n, (s.n-1)/(s.k+1), most(kind, s.n))}
	case setsys.HKArbiter:
		for h := 1; h <= s.k; h++ {
			// As in the uniform (h,k)-arbiter.
			s.families = append(s.families, large(r, s.n, (s.n-1)*h/(s.k+h), most(kind, s.n)))
		}
	case setsys.KWRCoterie, setsys.ReadWrite:
		w := blocks(r, s.n, packed)
		s.families = [][]uint64{w, hitting(r, w)}
	case setsys.RequestSets:
		s.m = 1 + r.IntN(4)
		if r.IntN(2) == 0 {
			s.n = 1 + r.IntN(4)
		}
		sets := make([]uint64, s.n)
		lack := r.IntN(1 + s.n/(s.m+1))
		for i := range sets {
			sets[i] = 1<<s.n - 1
			for range lack {
				sets[i] &^= 1 << r.IntN(s.n)
			}
			if r.IntN(8) > 0 {
				sets[i] |= 1 << i
			}
		}
		s.families = [][]uint64{sets}
	}
	for range r.IntN(3) {
		s.disturb(r)
	}
	return s
}

// large returns some minimal sets that lack at most lack of n nodes each.
func large(r *rand.Rand, n, lack, most int) []uint64 {
	var f []uint64
	for range 1 + r.IntN(most) {
		set := uint64(1)<<n - 1
		for bits.OnesCount64(set) > n-lack {
			set &^= 1 << r.IntN(n)
		}
		if r.IntN(4) == 0 {
			set |= 1 << r.IntN(n)
		}
		f = append(f, set)
	}
	return minimise(f)
}

// blocks returns a union of coteries on k disjoint blocks of n nodes, or fewer
// where a block is empty.
func blocks(r *rand.Rand, n, k int) []uint64 {
	block := make([]uint64, k)
	for i := range n {
		block[r.IntN(k)] |= 1 << i
	}
	var f []uint64
	for _, b := range block {
		for set := b; set != 0; set = (set - 1) & b {
			if size := bits.OnesCount64(b); size <= 4 && bits.OnesCount64(set) == size/2+1 {
				f = append(f, set)
			} else if size > 4 && set == b {
				f = append(f, set)
			}
		}
	}
	r.Shuffle(len(f), func(i, j int) { f[i], f[j] = f[j], f[i] })
	return f[:min(len(f), 14)]
}

// hitting returns some minimal sets that mostly meet all sets of f.
func hitting(r *rand.Rand, f []uint64) []uint64 {
	var g []uint64
	for range 1 + r.IntN(4) {
		set := uint64(0)
		for _, q := range f {
			if own := nodes(q); q&set == 0 && len(own) > 0 {
				set |= 1 << own[r.IntN(len(own))]
			}
		}
		g = append(g, set)
	}
	return minimise(g)
}

func minimise(f []uint64) []uint64 {
	f = slices.Clone(f)
	slices.Sort(f)
	f = slices.Compact(f)
	return slices.DeleteFunc(slices.Clone(f), func(q uint64) bool {
		return slices.ContainsFunc(f, func(p uint64) bool { return p != q && p&^q == 0 })
	})
}

// disturb changes a random family a little.
func (s plain) disturb(r *rand.Rand) {
	h := r.IntN(len(s.families))
	f := s.families[h]
	if len(f) == 0 {
		return
	}
	i := r.IntN(len(f))
	what := r.IntN(5)
	if s.kind == setsys.RequestSets {
		what %= 3
	}
	switch what {
	case 0:
		f[i] |= 1 << r.IntN(s.n)
	case 1:
		f[i] &^= 1 << r.IntN(s.n)
	case 2:
		f[i] = r.Uint64N(1 << s.n)
	case 3:
		s.families[h] = slices.Delete(f, i, i+1)
	case 4:
		if len(f) < most(s.kind, s.n) {
			s.families[h] = append(f, f[i]&r.Uint64N(1<<s.n)|1<<r.IntN(s.n))
		}
	}
}

// dominatedObviously is the obvious verdict on domination that can be computed
// on up to 10 nodes; there is none for k-coteries.
func dominatedObviously(kind setsys.Kind) domination {
	switch kind {
	case setsys.Coterie, setsys.KArbiter, setsys.HKArbiter:
		return plain.improvable
	}
	return nil
}

// TestRandom compares all properties of random structures, and makes sure that
// each property was seen to hold and not to hold.
func TestRandom(t *testing.T) {
	rounds := 1000
	if slow.Tests() {
		rounds = 50_000
	}
	for _, kind := range setsys.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			r := slow.Random(t, 2)
			seen := map[properties.ID][2]int{}
			for range rounds {
				s := random(r, kind)
				if err := disagreement(s, dominatedObviously(kind)); err != nil {
					t.Fatal(err)
				}
				for _, id := range properties.Every(kind) {
					if id != properties.Nondomination {
						c := seen[id]
						if s.obeys(id) {
							c[0]++
						} else {
							c[1]++
						}
						seen[id] = c
					}
				}
			}
			for id, c := range seen {
				if c[0] < 20 || c[1] < 20 {
					t.Errorf("%s held %d times and was violated %d times", id, c[0], c[1])
				}
			}
		})
	}
}

// relabelled returns s with node i called to[i]; the sets of a family, but not
// of processes, are reversed.
func (s plain) relabelled(to []int) plain {
	r := s
	r.families = nil
	for _, f := range s.families {
		g := make([]uint64, len(f))
		for i, q := range f {
			set := uint64(0)
			for _, v := range nodes(q) {
				set |= 1 << to[v]
			}
			if s.kind == setsys.RequestSets {
				g[to[i]] = set
			} else {
				g[len(f)-1-i] = set
			}
		}
		r.families = append(r.families, g)
	}
	return r
}

func verdicts(s *setsys.Structure, ids []properties.ID) (map[properties.ID]verdict.Verdict, *properties.Report, error) {
	report, err := properties.Check(context.Background(), s, ids)
	if err != nil {
		return nil, nil, err
	}
	vs := map[properties.ID]verdict.Verdict{}
	for _, r := range report.Results {
		vs[r.Property] = r.Verdict
	}
	return vs, report, nil
}

// relabelling compares the verdicts on s and on s with its nodes renamed.
func relabelling(s plain, to []int) error {
	ids := properties.Every(s.kind)
	if s.kind == setsys.KCoterie && s.n > 6 {
		ids = slices.DeleteFunc(ids, func(id properties.ID) bool { return id == properties.Nondomination })
	}
	before, _, err := verdicts(s.structure(), ids)
	if err != nil {
		return err
	}
	after, _, err := verdicts(s.relabelled(to).structure(), ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if before[id] != after[id] {
			return fmt.Errorf("%v: %s is %v; relabelled to %v it is %v", s, id, before[id], s.relabelled(to), after[id])
		}
	}
	return nil
}

func TestRelabelling(t *testing.T) {
	for _, kind := range setsys.Kinds() {
		r := slow.Random(t, 4)
		for range 300 {
			s := random(r, kind)
			if err := relabelling(s, r.Perm(s.n)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// minimising compares intersection of s and of s without the quorums that
// contain others. An empty quorum is left out: it is disjoint from itself.
func minimising(s plain) error {
	var id properties.ID
	switch s.kind {
	case setsys.Coterie, setsys.KCoterie, setsys.KArbiter, setsys.HKArbiter:
		id = properties.Intersection
	case setsys.KWRCoterie, setsys.ReadWrite:
		id = properties.WriteIntersection
	default:
		return nil
	}
	m := s
	m.families = nil
	for _, f := range s.families {
		if slices.Contains(f, 0) {
			return nil
		}
		m.families = append(m.families, minimise(f))
	}
	before, _, err := verdicts(s.structure(), []properties.ID{id})
	if err != nil {
		return err
	}
	after, _, err := verdicts(m.structure(), []properties.ID{id})
	if err != nil {
		return err
	}
	if before[id] != after[id] {
		return fmt.Errorf("%v: %s is %v; of %v it is %v", s, id, before[id], m, after[id])
	}
	return nil
}

func TestMinimising(t *testing.T) {
	for _, kind := range setsys.Kinds() {
		r := slow.Random(t, 6)
		for range 500 {
			s := random(r, kind)
			for range r.IntN(4) {
				s.disturb(r)
			}
			if err := minimising(s); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestManyWords spreads the nodes of random structures over a universe that
// takes several words a set. The order of the nodes stays, so verdicts and
// witnesses are the same, node for node.
func TestManyWords(t *testing.T) {
	for _, kind := range setsys.Kinds() {
		if kind == setsys.RequestSets {
			continue // each node has a set there
		}
		var ids []properties.ID
		for _, id := range properties.Every(kind) {
			if id != properties.Nondomination || kind != setsys.KCoterie {
				ids = append(ids, id)
			}
		}
		r := slow.Random(t, 8)
		for range 200 {
			s := random(r, kind)
			if slices.ContainsFunc(s.families, func(f []uint64) bool { return len(f) == 0 }) {
				continue // dominated by the full set, which is another
			}
			n := 65 + r.IntN(130)
			at := r.Perm(n)[:s.n]
			slices.Sort(at)
			spread, err := s.spread(n, at)
			if err != nil {
				t.Fatal(err)
			}
			_, before, err := verdicts(s.structure(), ids)
			if err != nil {
				t.Fatal(err)
			}
			_, after, err := verdicts(spread, ids)
			if err != nil {
				t.Fatal(err)
			}
			for i, b := range before.Results {
				a := after.Results[i]
				if a.Verdict != b.Verdict {
					t.Fatalf("%v: %s is %v, at nodes %v of %d %v", s, b.Property, b.Verdict, at, n, a.Verdict)
				}
				if b.Witness == nil || b.Property == properties.Nondomination {
					continue
				}
				if err := a.Witness.Confirm(); err != nil {
					t.Fatalf("%v at nodes %v of %d: %v", s, at, n, err)
				}
				want := ""
				for _, m := range b.Witness.Members {
					want += fmt.Sprintln(m.Role, moved(n, m.Set, at))
				}
				got := ""
				for _, m := range a.Witness.Members {
					got += fmt.Sprintln(m.Role, m.Set)
				}
				if got != want {
					t.Fatalf("%v at nodes %v of %d: %s: witness\n%swant\n%s", s, at, n, b.Property, got, want)
				}
			}
		}
	}
}

// spread returns s with node i at index at[i] of n nodes.
func (s plain) spread(n int, at []int) (*setsys.Structure, error) {
	u, err := setsys.Numbered(n)
	if err != nil {
		return nil, err
	}
	r := s.structure()
	r.Universe = u
	for _, f := range []*setsys.Family{&r.Quorums, &r.Write, &r.Read} {
		*f = movedFamily(n, *f, at)
	}
	for h, f := range r.ByUnits {
		r.ByUnits[h] = movedFamily(n, f, at)
	}
	return r, nil
}

func movedFamily(n int, f setsys.Family, at []int) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for _, q := range f.All() {
		b.Add(moved(n, q, at))
	}
	return b.Family()
}

func moved(n int, set setsys.NodeSet, at []int) setsys.NodeSet {
	var to []int
	for i := range set.All() {
		to = append(to, at[i])
	}
	return setsys.NewNodeSet(n, to...)
}

// TestLocalRecovery compares request sets of more resources than the other
// tests, in which few processes are missing.
func TestLocalRecovery(t *testing.T) {
	r := slow.Random(t, 16)
	seen := map[bool]int{}
	for range 3000 {
		s := plain{kind: setsys.RequestSets, n: 1 + r.IntN(10), m: 1 + r.IntN(7), families: [][]uint64{nil}}
		for range s.n {
			s.families[0] = append(s.families[0], 1<<s.n-1)
		}
		for range r.IntN(5) {
			s.families[0][r.IntN(s.n)] &^= 1 << r.IntN(s.n)
		}
		if err := disagreement(s, nil); err != nil {
			t.Fatal(err)
		}
		if s.n > s.m {
			seen[s.obeys(properties.LocalRecovery)]++
		}
	}
	if seen[true] < 300 || seen[false] < 300 {
		t.Errorf("it held or not: %v", seen)
	}
}
