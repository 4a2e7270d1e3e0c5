package domains

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"qcheck/properties/availability"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// A cluster is a family and domains over n nodes, as masks.
type cluster struct {
	n       int
	quorums []uint32
	domains []uint32
}

func set(n int, mask uint32) setsys.NodeSet {
	var nodes []int
	for v := range n {
		if mask>>v&1 != 0 {
			nodes = append(nodes, v)
		}
	}
	return setsys.NewNodeSet(n, nodes...)
}

func (c cluster) analyze(t *testing.T) *Analysis {
	t.Helper()
	b := setsys.NewFamilyBuilder(c.n)
	for _, q := range c.quorums {
		b.Add(set(c.n, q))
	}
	var list []setsys.Domain
	for i, d := range c.domains {
		list = append(list, setsys.Domain{Name: fmt.Sprint(i), Nodes: set(c.n, d)})
	}
	f := b.Family()
	a, err := Analyze(t.Context(), f, list)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	if f.Len() == 0 {
		return a
	}
	x, err := Analyze(t.Context(), setsys.Unlisted(c.n, setsys.FormulaOf(f), 1), list)
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	if x.Survives != a.Survives || x.HasFatal() != a.HasFatal() || x.HasFatal() && !x.Fatal.Equal(a.Fatal) || !slices.EqualFunc(x.MayFail, a.MayFail, setsys.NodeSet.Equal) {
		t.Fatalf("%+v: %+v as a formula, and %+v as a list", c, x, a)
	}
	return a
}

// Formulas of which neither the quorums nor the sets of domains are listed.
func TestLargeFormulas(t *testing.T) {
	const n = 63
	var racks, pairs []setsys.Domain
	for i := range 21 {
		racks = append(racks, setsys.Domain{Name: fmt.Sprint(i), Nodes: setsys.NewNodeSet(n, 3*i, 3*i+1, 3*i+2)})
		if i < 9 {
			pairs = append(pairs, setsys.Domain{Name: fmt.Sprint(i), Nodes: setsys.NewNodeSet(n, 3*i, 3*i+1, 3*i+3)})
		}
	}
	var members []*setsys.Formula
	for v := range n {
		members = append(members, setsys.OfNode(v))
	}
	for _, c := range []struct {
		need     int
		domains  []setsys.Domain
		survives int
		listed   bool
	}{
		{32, racks, 10, false}, // 31 nodes may fail
		{60, racks, 1, true},
		{61, racks, 0, true},
		{44, pairs, 9, true}, // all of them are 19 nodes
		{45, pairs, 8, true},
	} {
		a, err := Analyze(t.Context(), setsys.Unlisted(n, setsys.AtLeast(c.need, members...), 1), c.domains)
		if err != nil {
			t.Fatal(err)
		}
		if a.Survives != c.survives || (a.MayFail != nil) != c.listed || a.HasFatal() && a.Fatal.Len() != c.survives+1 {
			t.Errorf("%d of %d nodes: %+v", c.need, n, a)
		}
	}
}

// left reports whether a quorum is left when the domains of the mask are down.
func (c cluster) left(down uint32) bool {
	var failed uint32
	for d, nodes := range c.domains {
		if down>>d&1 != 0 {
			failed |= nodes
		}
	}
	return slices.ContainsFunc(c.quorums, func(q uint32) bool { return q&failed == 0 })
}

// check compares the analysis with the definitions, by all sets of domains.
func (c cluster) check(t *testing.T) {
	t.Helper()
	a := c.analyze(t)
	all := uint32(1)<<len(c.domains) - 1
	survives := len(c.domains)
	var fatal *setsys.NodeSet
	var may []setsys.NodeSet
	for down := uint32(0); down <= all; down++ {
		s := set(len(c.domains), down)
		if !c.left(down) {
			survives = min(survives, bits.OnesCount32(down)-1)
			if fatal == nil || s.Len() < fatal.Len() || s.Len() == fatal.Len() && s.Compare(*fatal) < 0 {
				fatal = &s
			}
			continue
		}
		largest := true
		for d := range c.domains {
			largest = largest && (down>>d&1 != 0 || !c.left(down|1<<d))
		}
		if largest {
			may = append(may, s)
		}
	}
	slices.SortFunc(may, setsys.NodeSet.Compare)
	if a.Survives != survives {
		t.Fatalf("%+v: %d domains may go down, not %d", c, survives, a.Survives)
	}
	wantFatal := fatal != nil && survives >= 0
	if a.HasFatal() != wantFatal || wantFatal && !a.Fatal.Equal(*fatal) {
		t.Fatalf("%+v: fatal is %v, not %v", c, fatal, a.Fatal)
	}
	if !slices.EqualFunc(a.MayFail, may, setsys.NodeSet.Equal) {
		t.Fatalf("%+v: may fail %v, not %v", c, may, a.MayFail)
	}
}

// All families of up to three quorums on 3 nodes with all lists of up to two
// domains; and random ones, among them partitions.
func TestAgreesWithDefinitions(t *testing.T) {
	for q := uint32(1); q < 8; q++ {
		for r := uint32(1); r < 8; r++ {
			for d := uint32(1); d < 8; d++ {
				for e := uint32(1); e < 8; e++ {
					for _, quorums := range [][]uint32{{}, {q}, {q, r}, {q, r, 7&^q | 1}} {
						cluster{3, quorums, []uint32{d, e}}.check(t)
						cluster{3, quorums, []uint32{d}}.check(t)
					}
				}
			}
		}
	}
	rng := slow.Random(t, 2)
	for i := range 3000 {
		c := cluster{n: 2 + rng.IntN(9)}
		mask := func() uint32 { return 1 + rng.Uint32N(1<<c.n-1) }
		for range rng.IntN(12) {
			c.quorums = append(c.quorums, mask())
		}
		c.domains = make([]uint32, 1+rng.IntN(6))
		for v := range c.n {
			if d := rng.IntN(len(c.domains) + 1); d < len(c.domains) {
				c.domains[d] |= 1 << v
			}
		}
		for d := range c.domains {
			if c.domains[d] == 0 || i%2 == 0 && rng.IntN(2) == 0 {
				c.domains[d] |= mask()
			}
		}
		c.check(t)
	}
}

func TestErrors(t *testing.T) {
	one := []setsys.Domain{{Name: "a", Nodes: setsys.NewNodeSet(2, 0)}}
	if _, err := Analyze(t.Context(), setsys.NewFamily(2, setsys.NewNodeSet(2)), one); !errors.Is(err, availability.ErrEmptyQuorum) {
		t.Errorf("an empty quorum: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	if _, err := Analyze(ctx, setsys.NewFamily(2, setsys.NewNodeSet(2, 0)), one); !errors.Is(err, cause) {
		t.Errorf("cancelled: %v", err)
	}
}

// Confirm notices wrong results.
func TestConfirmNotices(t *testing.T) {
	f := setsys.NewFamily(3, setsys.NewNodeSet(3, 0, 1), setsys.NewNodeSet(3, 1, 2), setsys.NewNodeSet(3, 0, 2))
	var list []setsys.Domain
	for v := range 3 {
		list = append(list, setsys.Domain{Name: fmt.Sprint(v), Nodes: setsys.NewNodeSet(3, v)})
	}
	one, two := setsys.NewNodeSet(3, 0), setsys.NewNodeSet(3, 0, 1)
	for reason, a := range map[string]Analysis{
		"a set that is not fatal": {Survives: 0, Fatal: one},
		"another number":          {Survives: 0, Fatal: two},
		"a set that may not fail": {Survives: 1, Fatal: two, MayFail: []setsys.NodeSet{one, two}},
	} {
		if a.confirm(f, list) == nil {
			t.Errorf("%s is not noticed", reason)
		}
	}
	if a := (Analysis{Survives: 1, Fatal: two, MayFail: []setsys.NodeSet{one}}); a.confirm(f, list) != nil {
		t.Error("a right result is refused")
	}
}
