package critical_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qcheck/properties"
	"qcheck/properties/critical"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// A plain structure has families of sets over n nodes as masks, or trees in their place. The
// edits and the properties below are those of the documentation as loops, and share no code
// with the package.
type plain struct {
	kind     setsys.Kind
	n        int
	families [][]uint64
	trees    []*tree // by family; nil: there are none
}

// tree returns that of family h, nil for none.
func (p plain) tree(h int) *tree {
	if p.trees == nil {
		return nil
	}
	return p.trees[h]
}

// started is the structure as it is edited: with threshold families as trees.
func (p plain) started() plain {
	p.trees = make([]*tree, len(p.families))
	for h, f := range p.families {
		if need, nodes, ok := p.threshold(f); ok {
			p.trees[h] = &tree{need: need}
			for v := range p.n {
				if nodes>>v&1 == 1 {
					p.trees[h].members, p.trees[h].weights = append(p.trees[h].members, tree{leaf: v}), append(p.trees[h].weights, 1)
				}
			}
		}
	}
	return p
}

// sets returns the quorums of family h.
func (p plain) sets(h int) []uint64 {
	f := p.tree(h)
	if f == nil {
		return p.families[h]
	}
	var all []uint64
	for set := range uint64(1) << p.n {
		minimal := f.has(int(set))
		for v := range p.n {
			minimal = minimal && (set>>v&1 == 0 || !f.has(int(set&^(1<<v))))
		}
		if minimal {
			all = append(all, set)
		}
	}
	return all
}

func (p plain) structure() *setsys.Structure {
	u, err := setsys.Numbered(p.n)
	if err != nil {
		panic(err)
	}
	s := &setsys.Structure{Kind: p.kind, Universe: u}
	to := []*setsys.Family{&s.Quorums}
	switch p.kind {
	case setsys.ReadWrite:
		to = []*setsys.Family{&s.Write, &s.Read}
	case setsys.RequestSets:
		s.M, to = 1, []*setsys.Family{&s.Requests}
	}
	for i, f := range p.families {
		b := setsys.NewFamilyBuilder(p.n)
		for _, q := range f {
			b.AddWords([]uint64{q})
		}
		*to[i] = b.Family()
	}
	return s
}

// has judges a property by its definition.
func (p plain) has(id properties.ID) bool {
	var families [][]uint64
	for h := range p.families {
		families = append(families, p.sets(h))
	}
	f := families[0]
	switch id {
	case properties.NonEmpty:
		return !slices.ContainsFunc(families, func(f []uint64) bool { return len(f) == 0 || slices.Contains(f, 0) })
	case properties.Intersection, properties.WriteIntersection, properties.Arbitration:
		for i, a := range f {
			for _, b := range f[:i] {
				if a&b == 0 {
					return false
				}
			}
		}
		return true
	case properties.Minimality, properties.WriteMinimality:
		for i, a := range f {
			for j, b := range f {
				if i != j && a&^b == 0 {
					return false
				}
			}
		}
		return true
	case properties.WriteReadIntersection:
		for _, a := range f {
			for _, b := range families[1] {
				if a&b == 0 {
					return false
				}
			}
		}
		return true
	case properties.SelfMembership:
		for i, a := range f {
			if a>>i&1 == 0 {
				return false
			}
		}
		return true
	}
	panic(id)
}

// threshold returns t and the nodes, of a family that is all sets of t of them.
func (p plain) threshold(f []uint64) (t int, nodes uint64, ok bool) {
	for _, q := range f {
		nodes |= q
	}
	for t = 1; t < bits.OnesCount64(nodes); t++ {
		if sorted := slices.Sorted(slices.Values(f)); slices.Equal(sorted, choose(nodes, t)) {
			return t, nodes, p.kind != setsys.RequestSets
		}
	}
	return 0, 0, false
}

func choose(nodes uint64, t int) []uint64 {
	var all []uint64
	for q := range nodes + 1 {
		if q&^nodes == 0 && bits.OnesCount64(q) == t {
			all = append(all, q)
		}
	}
	return all
}

// edits returns what one edit makes of p, by kind.
func (p plain) edits() map[critical.Kind][]plain {
	all := map[critical.Kind][]plain{}
	for h, f := range p.families {
		if t := p.tree(h); t != nil {
			for k, list := range t.edits() {
				for _, u := range list {
					all[k] = append(all[k], p.replaced(h, nil, &u))
				}
			}
			continue
		}
		for i, q := range f {
			for v := range p.n {
				if q>>v&1 == 1 {
					g := slices.Clone(f)
					g[i] &^= 1 << v
					all[critical.Drop] = append(all[critical.Drop], p.replaced(h, g, nil))
				}
			}
		}
	}
	for v := range p.n {
		without := func(q uint64) uint64 { return q&(1<<v-1) | q>>(v+1)<<v }
		shrunk := plain{kind: p.kind, n: p.n - 1}
		whole := p.n > 1
		for h, f := range p.families {
			var g []uint64
			var u *tree
			if t := p.tree(h); t != nil {
				less, ok := t.removed(v)
				whole, u = whole && ok, &less
			} else {
				for i, q := range f {
					if p.kind != setsys.RequestSets || i != v {
						g = append(g, without(q))
					}
				}
			}
			shrunk.families, shrunk.trees = append(shrunk.families, g), append(shrunk.trees, u)
		}
		if whole {
			all[critical.Remove] = append(all[critical.Remove], shrunk)
		}
	}
	return all
}

func (p plain) replaced(h int, g []uint64, t *tree) plain {
	p.families, p.trees = slices.Clone(p.families), slices.Clone(p.trees)
	p.families[h] = g
	if t != nil {
		p.trees[h] = t
	}
	return p
}

func compare(t *testing.T, p plain, ids []properties.ID) {
	t.Helper()
	report, err := critical.Analyze(context.Background(), p.structure(), ids, critical.Options{})
	if err != nil || report.Cut != "" {
		t.Fatalf("%v: %v, %v", p, report, err)
	}
	p = p.started()
	edits := p.edits()
	for _, s := range report.Singles {
		if s.Edits != len(edits[s.Kind]) {
			t.Fatalf("%v: %d edits of kind %s, want %d", p, s.Edits, s.Kind, len(edits[s.Kind]))
		}
		found := map[properties.ID]int{}
		for _, b := range s.Breaks {
			found[b.Property] = b.Edits
			if err := b.Witness.Confirm(); err != nil || b.Witness.Property != b.Property {
				t.Errorf("%v: %s: %v, %v", p, s.Kind, b, err)
			}
		}
		for _, id := range ids {
			want := 0
			for _, q := range edits[s.Kind] {
				if p.has(id) && !q.has(id) {
					want++
				}
			}
			if found[id] != want {
				t.Fatalf("%v: %d edits of kind %s break %s, want %d", p, found[id], s.Kind, id, want)
			}
		}
	}
}

// TestEveryFamily compares the analyses of all families of few sets on up to 3
// nodes, of pairs of them and of request sets with those by the definitions.
func TestEveryFamily(t *testing.T) {
	coterie := []properties.ID{properties.NonEmpty, properties.Intersection, properties.Minimality}
	for n := 1; n <= 3; n++ {
		for families := range uint64(1) << (1<<n - 1) {
			var f []uint64
			for i := range 1<<n - 1 {
				if families>>i&1 == 1 {
					f = append(f, uint64(i+1))
				}
			}
			if len(f) <= 4 {
				compare(t, plain{kind: setsys.Coterie, n: n, families: [][]uint64{f}}, coterie)
			}
		}
	}
	both := []properties.ID{properties.NonEmpty, properties.WriteReadIntersection, properties.WriteIntersection}
	for f := range uint64(1) << 3 {
		for g := range uint64(1) << 3 {
			p := plain{kind: setsys.ReadWrite, n: 2, families: [][]uint64{nil, nil}}
			for i := range 3 {
				if f>>i&1 == 1 {
					p.families[0] = append(p.families[0], uint64(i+1))
				}
				if g>>i&1 == 1 {
					p.families[1] = append(p.families[1], uint64(i+1))
				}
			}
			compare(t, p, both)
		}
	}
	for sets := range uint64(1) << 6 { // each has its own process
		compare(t, plain{kind: setsys.RequestSets, n: 3, families: [][]uint64{{sets&3<<1 | 1, sets>>2&1 | sets>>3&1<<2 | 2, sets>>4 | 4}}},
			[]properties.ID{properties.NonEmpty, properties.SelfMembership, properties.Arbitration})
	}
}

// TestThresholds compares those of majorities and of read and write thresholds.
func TestThresholds(t *testing.T) {
	for n := 1; n <= 4; n++ {
		all := uint64(1)<<n - 1
		for size := 1; size <= n; size++ {
			compare(t, plain{kind: setsys.Coterie, n: n, families: [][]uint64{choose(all, size)}}, []properties.ID{properties.NonEmpty, properties.Intersection})
			for read := 1; read <= n && n < 4; read++ {
				compare(t, plain{kind: setsys.ReadWrite, n: n, families: [][]uint64{choose(all, size), choose(all, read)}},
					[]properties.ID{properties.WriteReadIntersection})
			}
		}
	}
}

// TestRandom compares those of random families on 4 nodes.
func TestRandom(t *testing.T) {
	r := slow.Random(t, 2)
	for range 30 {
		var f []uint64
		for range 1 + r.IntN(4) {
			f = append(f, 1+r.Uint64N(15))
		}
		compare(t, plain{kind: setsys.Coterie, n: 4, families: [][]uint64{f}}, []properties.ID{properties.Intersection, properties.Minimality})
		// Beside a list, a threshold is edited as one.
		size := 1 + r.IntN(3)
		compare(t, plain{kind: setsys.ReadWrite, n: 4, families: [][]uint64{f, choose(15, size)}},
			[]properties.ID{properties.NonEmpty, properties.WriteReadIntersection, properties.WriteMinimality})
	}
}

// TestMajority is what a reader of the documentation expects of 3 of 5.
func TestMajority(t *testing.T) {
	p := plain{kind: setsys.Coterie, n: 5, families: [][]uint64{choose(31, 3)}}
	report, err := critical.Analyze(context.Background(), p.structure(), []properties.ID{properties.Intersection}, critical.Options{})
	if err != nil || report.Cut != "" {
		t.Fatalf("%+v, %v", report, err)
	}
	var got []string
	for _, s := range report.Singles {
		line := fmt.Sprintf("%s: %d", s.Kind, s.Edits)
		for _, b := range s.Breaks {
			line += fmt.Sprintf("; %d break %s, first %s: %s", b.Edits, b.Property, b.First, b.Witness.Text())
		}
		got = append(got, line)
	}
	want := []string{
		"drop: 5",
		"lower: 1; 1 break intersection, first lower 3 of (1, 2, 3, ... 5 in all) to 2: quorums {1,2} and {3,4} are disjoint",
		"remove: 5",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// said is a report as text, without where its parts lie.
func said(r *critical.Report) string {
	return regexp.MustCompile("0x[0-9a-f]+").ReplaceAllString(fmt.Sprint(r), "")
}

// Failure domains and capacities, which an edit of the nodes does not fit, make no
// difference.
func TestDomainsAndCapacities(t *testing.T) {
	for _, kind := range []setsys.Kind{setsys.Coterie, setsys.ReadWrite, setsys.RequestSets} {
		p := plain{kind: kind, n: 3, families: [][]uint64{{3, 5, 6}, {3, 5, 6}}}
		if kind != setsys.ReadWrite {
			p.families = p.families[:1]
		}
		s := p.structure()
		ids := properties.Required(kind)
		want, err := critical.Analyze(context.Background(), s, ids, critical.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.Domains = []setsys.Domain{{Name: "east", Nodes: setsys.NewNodeSet(3, 0, 1)}}
		for _, l := range []*big.Rat{big.NewRat(1, 1), big.NewRat(2, 1), big.NewRat(3, 1)} {
			s.Capacities = append(s.Capacities, setsys.Capacity{Read: l, Write: l})
		}
		found, err := critical.Analyze(context.Background(), s, ids, critical.Options{})
		if err != nil {
			t.Errorf("%s: %v", kind, err)
		} else if want.Singles[2].Edits == 0 || said(found) != said(want) {
			t.Errorf("%s: %v, want %v", kind, found, want)
		}
	}
}

// An analysis that was cut says why, and has tried so many edits.
func TestLimits(t *testing.T) {
	p := plain{kind: setsys.Coterie, n: 5, families: [][]uint64{{31}}}
	for _, most := range []int{1, 9, 10, 30} { // there are 5 nodes to drop, and 5 servers to remove
		report, err := critical.Analyze(context.Background(), p.structure(), []properties.ID{properties.Intersection}, critical.Options{MaxTried: most})
		if err != nil {
			t.Fatal(err)
		}
		tried := 0
		for _, s := range report.Singles {
			tried += s.Edits
		}
		if tried != min(most, 10) || (report.Cut != "") != (most < 10) {
			t.Errorf("limit %d: %+v", most, report)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	report, err := critical.Analyze(ctx, p.structure(), []properties.ID{properties.Intersection}, critical.Options{})
	if err != nil || report.Cut == "" || report.Singles[0].Edits != 0 {
		t.Errorf("%+v, %v", report, err)
	}
}

// What a structure has not, no edit breaks, and a trust graph is not edited.
func TestNothingToBreak(t *testing.T) {
	p := plain{kind: setsys.Coterie, n: 3, families: [][]uint64{{1, 2}}}
	report, err := critical.Analyze(t.Context(), p.structure(), []properties.ID{properties.Intersection}, critical.Options{})
	if err != nil || report.Cut != "" || report.Singles[0].Edits != 2 || report.Singles[2].Edits != 3 {
		t.Errorf("%+v, %v", report, err)
	}
	s := p.structure()
	s.Quorums = setsys.Trusting(setsys.NewTrust([]*setsys.Formula{setsys.OfNode(0), nil, nil}))
	if _, err := critical.Analyze(t.Context(), s, nil, critical.Options{}); !errors.Is(err, critical.ErrTrust) {
		t.Errorf("a trust graph: %v", err)
	}
}
