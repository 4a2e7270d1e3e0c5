package critical_test

import (
	"context"
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

// A plain structure has families of sets over n nodes as masks. The edits and the
// properties below are those of the documentation as loops, and share no code with
// the package.
type plain struct {
	kind     setsys.Kind
	n        int
	families [][]uint64
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
	f := p.families[0]
	switch id {
	case properties.NonEmpty:
		return !slices.ContainsFunc(p.families, func(f []uint64) bool { return len(f) == 0 || slices.Contains(f, 0) })
	case properties.Intersection, properties.WriteIntersection, properties.Arbitration:
		for i, a := range f {
			for _, b := range f[:i] {
				if a&b == 0 {
					return false
				}
			}
		}
		return true
	case properties.Minimality:
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
			for _, b := range p.families[1] {
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
	thresholds := false
	grown := plain{kind: p.kind, n: p.n + 1}
	for h, f := range p.families {
		for i, q := range f {
			for v := range p.n {
				if q>>v&1 == 1 {
					g := slices.Clone(f)
					g[i] &^= 1 << v
					all[critical.Drop] = append(all[critical.Drop], p.replaced(h, g))
				}
			}
		}
		t, nodes, ok := p.threshold(f)
		if ok && t > 1 {
			all[critical.Lower] = append(all[critical.Lower], p.replaced(h, choose(nodes, t-1)))
		}
		if thresholds = thresholds || ok; ok {
			f = choose(nodes|1<<p.n, t)
		}
		grown.families = append(grown.families, f)
	}
	if thresholds {
		all[critical.Add] = []plain{grown}
	}
	for v := range p.n {
		if p.n == 1 {
			break
		}
		without := func(q uint64) uint64 { return q&(1<<v-1) | q>>(v+1)<<v }
		shrunk := plain{kind: p.kind, n: p.n - 1}
		for _, f := range p.families {
			var g []uint64
			t, nodes, ok := p.threshold(f)
			if ok && nodes>>v&1 == 1 {
				for _, q := range choose(nodes, t) {
					if q>>v&1 == 0 {
						g = append(g, without(q))
					}
				}
			} else {
				for i, q := range f {
					if p.kind != setsys.RequestSets || i != v {
						g = append(g, without(q))
					}
				}
			}
			shrunk.families = append(shrunk.families, g)
		}
		all[critical.Remove] = append(all[critical.Remove], shrunk)
	}
	return all
}

func (p plain) replaced(h int, g []uint64) plain {
	p.families = slices.Clone(p.families)
	p.families[h] = g
	return p
}

// breaks reports whether some sequence of exactly that many edits violates it.
func (p plain) breaks(id properties.ID, edits int) bool {
	if edits == 0 {
		return !p.has(id)
	}
	for _, list := range p.edits() {
		for _, q := range list {
			if q.breaks(id, edits-1) {
				return true
			}
		}
	}
	return false
}

// deepest is the largest number of edits for which all sequences are tried plainly.
const deepest = 2

func compare(t *testing.T, p plain, ids []properties.ID) {
	t.Helper()
	report, err := critical.Analyze(context.Background(), p.structure(), ids, critical.Options{MaxTried: 300})
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	edits := p.edits()
	if !slices.ContainsFunc(ids, p.has) {
		edits = nil // there is nothing to break
	}
	for _, s := range report.Singles {
		if s.Edits != len(edits[s.Kind]) {
			t.Fatalf("%v: %d edits of kind %s, want %d", p, s.Edits, s.Kind, len(edits[s.Kind]))
		}
		found := map[properties.ID]int{}
		for _, b := range s.Breaks {
			found[b.Property] = b.Edits
			if err := b.Witness.Confirm(); err != nil || b.First.Kind != s.Kind || b.Witness.Property != b.Property {
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
	for i, d := range report.Distances {
		if d.Property != ids[i] {
			t.Fatalf("%v: %s, want %s", p, d.Property, ids[i])
		}
		if d.Witness != nil {
			if err := d.Witness.Confirm(); err != nil || d.Witness.Property != d.Property {
				t.Errorf("%v: %v", p, err)
			}
			if len(d.Edits) <= deepest && !p.breaks(d.Property, len(d.Edits)) {
				t.Fatalf("%v: %s is not violated by %d edits, as by %v", p, d.Property, len(d.Edits), d.Edits)
			}
		}
		if cases := []bool{d.Witness != nil, d.Never, d.Note != ""}; slices.Index(cases, true) < 0 || slices.Index(cases[slices.Index(cases, true)+1:], true) >= 0 {
			t.Fatalf("%v: not one case of three: %+v", p, d)
		}
		least := len(d.Edits)
		switch {
		case d.Never:
			least = deepest + 1
		case d.Witness == nil:
			least = d.AtLeast
		}
		for fewer := range min(least, deepest+1) {
			if p.breaks(d.Property, fewer) {
				t.Fatalf("%v: %s is violated by %d edits, not %+v", p, d.Property, fewer, d)
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
				compare(t, plain{setsys.Coterie, n, [][]uint64{f}}, coterie)
			}
		}
	}
	both := []properties.ID{properties.NonEmpty, properties.WriteReadIntersection, properties.WriteIntersection}
	for f := range uint64(1) << 3 {
		for g := range uint64(1) << 3 {
			p := plain{setsys.ReadWrite, 2, [][]uint64{nil, nil}}
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
		compare(t, plain{setsys.RequestSets, 3, [][]uint64{{sets&3<<1 | 1, sets>>2&1 | sets>>3&1<<2 | 2, sets>>4 | 4}}},
			[]properties.ID{properties.NonEmpty, properties.SelfMembership, properties.Arbitration})
	}
}

// TestThresholds compares those of majorities and of read and write thresholds.
func TestThresholds(t *testing.T) {
	for n := 1; n <= 4; n++ {
		all := uint64(1)<<n - 1
		for size := 1; size <= n; size++ {
			compare(t, plain{setsys.Coterie, n, [][]uint64{choose(all, size)}}, []properties.ID{properties.NonEmpty, properties.Intersection})
			for read := 1; read <= n && n < 4; read++ {
				compare(t, plain{setsys.ReadWrite, n, [][]uint64{choose(all, size), choose(all, read)}},
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
		compare(t, plain{setsys.Coterie, 4, [][]uint64{f}}, []properties.ID{properties.Intersection, properties.Minimality})
	}
}

// TestMajority is what a reader of the documentation expects of 3 of 5.
func TestMajority(t *testing.T) {
	p := plain{setsys.Coterie, 5, [][]uint64{choose(31, 3)}}
	report, err := critical.Analyze(context.Background(), p.structure(), []properties.ID{properties.Intersection}, critical.Options{})
	if err != nil || report.Cut != "" || report.Complete != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	var got []string
	for _, s := range report.Singles {
		line := fmt.Sprintf("%s: %d", s.Kind, s.Edits)
		for _, b := range s.Breaks {
			line += fmt.Sprintf("; %d break %s, first %s: %s", b.Edits, b.Property, b.First.Text, b.Witness.Text())
		}
		got = append(got, line)
	}
	want := []string{
		"drop: 30; 30 break intersection, first drop 1 from the quorum {1,2,3}: quorums {1,4,5} and {2,3} are disjoint",
		"lower: 1; 1 break intersection, first lower the threshold from 3 of 5 nodes to 2: quorums {1,2} and {3,4} are disjoint",
		"remove: 5",
		"add: 1; 1 break intersection, first add the server new: quorums {1,2,3} and {4,5,new} are disjoint",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLimits looks at what a search says that was cut.
// said is a report as text, without where its parts lie.
func said(r *critical.Report) string {
	return regexp.MustCompile("0x[0-9a-f]+").ReplaceAllString(fmt.Sprint(r), "")
}

// Failure domains, latencies and capacities, which an edit of the nodes does not fit, make no
// difference.
func TestDomainsAndLatencies(t *testing.T) {
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
		s.Latencies = []*big.Rat{big.NewRat(1, 1), big.NewRat(2, 1), big.NewRat(3, 1)}
		for _, l := range s.Latencies {
			s.Capacities = append(s.Capacities, setsys.Capacity{Read: l, Write: l})
		}
		found, err := critical.Analyze(context.Background(), s, ids, critical.Options{})
		if err != nil {
			t.Errorf("%s: %v", kind, err)
		} else if found.Tried != want.Tried || want.Tried == 0 || said(found) != said(want) {
			t.Errorf("%s: %v, want %v", kind, found, want)
		}
	}
}

func TestLimits(t *testing.T) {
	p := plain{setsys.Coterie, 5, [][]uint64{{31}}}
	for _, most := range []int{1, 9, 10, 30} {
		report, err := critical.Analyze(context.Background(), p.structure(), []properties.ID{properties.Intersection}, critical.Options{MaxTried: most})
		if err != nil {
			t.Fatal(err)
		}
		d := report.Distances[0]
		complete := 0
		if most >= 10 { // 5 nodes to drop, 5 servers to remove
			complete = 1
		}
		if d.Witness != nil || d.Never || d.Note == "" || d.Note != report.Cut || d.AtLeast != complete+1 || report.Complete != complete || report.Tried != most {
			t.Errorf("limit %d: %+v of %+v", most, d, report)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	report, err := critical.Analyze(ctx, p.structure(), []properties.ID{properties.Intersection}, critical.Options{})
	if err != nil || report.Distances[0].Note == "" || report.Distances[0].Witness != nil || report.Distances[0].Never {
		t.Errorf("%+v, %v", report, err)
	}
	for size, want := range map[int]string{
		3: "lower the threshold from 3 of 4 nodes to 2: the family has more than 5 quorums then",
		2: "add the server new: the family has more than 5 quorums then",
	} {
		p := plain{setsys.Coterie, 4, [][]uint64{choose(15, size)}}
		report, err := critical.Analyze(context.Background(), p.structure(), []properties.ID{properties.Minimality}, critical.Options{MaxQuorums: 5})
		if err != nil || report.Cut != want || report.Complete != 0 || report.Distances[0].Witness == nil {
			t.Errorf("%+v, %v, want %s", report, err, want)
		}
	}
}
