package load

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

func one(f setsys.Family) Use { return Use{Family: f, Share: big.NewRat(1, 1)} }

func find(t *testing.T, uses ...Use) *Result {
	t.Helper()
	r, err := Find(t.Context(), uses...)
	if err != nil {
		t.Fatalf("%v: %v", uses, err)
	}
	slackness(t, r, uses)
	return r
}

// slackness checks what optimal solutions of a linear program and its dual have
// in common (complementary slackness): a node with weight is a busiest one, and a
// quorum that is chosen is a lightest of its family. It reads the sets node by
// node, and shares nothing with Result.Confirm.
func slackness(t *testing.T, r *Result, uses []Use) {
	t.Helper()
	n := uses[0].Family.Nodes()
	busy := make([]*big.Rat, n)
	for v := range busy {
		busy[v] = new(big.Rat)
	}
	for i, u := range uses {
		if u.Share.Sign() == 0 {
			continue
		}
		taken := func(v int, x *big.Rat) *big.Rat { // of what node v can do
			if u.Capacities == nil {
				return x
			}
			return new(big.Rat).Quo(x, u.Capacities[v])
		}
		weight := func(q setsys.NodeSet) *big.Rat {
			sum := new(big.Rat)
			for v := range n {
				if q.Has(v) {
					sum.Add(sum, taken(v, r.Weights[v]))
				}
			}
			return sum
		}
		var lightest *big.Rat
		for _, q := range u.Family.All() {
			if w := weight(q); lightest == nil || w.Cmp(lightest) < 0 {
				lightest = w
			}
		}
		chance := new(big.Rat)
		for _, g := range r.Strategies[i].Groups {
			for _, q := range g.Quorums.All() {
				if weight(q).Cmp(lightest) != 0 {
					t.Errorf("%s is chosen and weighs %s, not %s", q, weight(q), lightest)
				}
				chance.Add(chance, g.Each)
				for v := range q.All() {
					busy[v].Add(busy[v], taken(v, new(big.Rat).Mul(g.Each, u.Share)))
				}
			}
		}
		if chance.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("the probabilities are %s together", chance)
		}
	}
	for v := range n {
		if busy[v].Cmp(r.Load) > 0 || r.Weights[v].Sign() < 0 || r.Weights[v].Sign() > 0 && busy[v].Cmp(r.Load) != 0 {
			t.Errorf("node %d has the load %s of %s and weighs %s", v, busy[v], r.Load, r.Weights[v])
		}
	}
}

// Load and size agree with the definitions: for all antichains on up to 4 nodes,
// and the load for all on 5 up to renaming.
func TestAllAntichains(t *testing.T) {
	families := 0
	for n := 1; n <= 5; n++ {
		antichains(n, func(sets []uint32) {
			if n == 5 && !firstOfOrbit(n, sets) {
				return
			}
			families++
			r := find(t, one(toFamily(n, sets)))
			if want := obviousLoad(n, []obviousUse{{sets: sets, share: 1}}, 1); r.Load.Cmp(want) != 0 {
				t.Fatalf("%b has the load %s, not %s", sets, want.RatString(), r.Load.RatString())
			}
			if n == 5 {
				return
			}
			if want := obviousSize(n, []obviousUse{{sets: sets, share: 1}}, 1, r.Load); r.Size.Cmp(want) != 0 {
				t.Fatalf("%b has quorums of %s nodes, not %s", sets, want.RatString(), r.Size.RatString())
			}
		})
	}
	// The numbers of Dedekind, and for n = 5 of the classes, less the family
	// without sets and that of the empty set.
	if want := 1 + 4 + 18 + 166 + 208; families != want {
		t.Errorf("%d families, not %d", families, want)
	}
}

// Two families, of which a part of the requests take a quorum of either: all
// pairs of antichains on up to 3 nodes, and random ones on 4.
func TestTwoFamilies(t *testing.T) {
	shares := [][3]int64{{1, 1, 2}, {9, 1, 10}, {1, 0, 1}, {0, 1, 1}, {3, 4, 7}}
	check := func(n int, a, b []uint32, share [3]int64) {
		r := find(t, Use{Family: toFamily(n, a), Share: big.NewRat(share[0], share[2])}, Use{Family: toFamily(n, b), Share: big.NewRat(share[1], share[2])})
		if want := obviousLoad(n, []obviousUse{{sets: a, share: share[0]}, {sets: b, share: share[1]}}, share[2]); r.Load.Cmp(want) != 0 {
			t.Fatalf("%b and %b, %v, have the load %s, not %s", a, b, share, want.RatString(), r.Load.RatString())
		}
	}
	for n := 1; n <= 4; n++ {
		var all [][]uint32
		antichains(n, func(sets []uint32) { all = append(all, slices.Clone(sets)) })
		if n == 4 {
			rng := slow.Random(t, 6)
			for range 300 {
				check(n, all[rng.IntN(len(all))], all[rng.IntN(len(all))], shares[rng.IntN(len(shares))])
			}
			break
		}
		for _, a := range all {
			for _, b := range all {
				for _, share := range shares {
					check(n, a, b, share)
				}
			}
		}
	}
}

// The same family twice is used as it would be once.
func TestSharesOfOneFamily(t *testing.T) {
	rng := slow.Random(t, 8)
	for range 50 {
		f := random(rng, 8, 12)
		r := find(t, one(f))
		s := find(t, Use{Family: f, Share: big.NewRat(2, 3)}, Use{Family: f, Share: big.NewRat(1, 4)}, Use{Family: f, Share: big.NewRat(1, 12)})
		if r.Load.Cmp(s.Load) != 0 || r.Size.Cmp(s.Size) != 0 {
			t.Errorf("%s: load %s and %s, size %s and %s", f, r.Load, s.Load, r.Size, s.Size)
		}
	}
}

func random(rng *rand.Rand, n, quorums int) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for range quorums {
		nodes := []int{rng.IntN(n)}
		for v := range n {
			if v != nodes[0] && rng.IntN(3) == 0 {
				nodes = append(nodes, v)
			}
		}
		b.Add(setsys.NewNodeSet(n, nodes...))
	}
	return b.Family()
}

// The order and the names of nodes and quorums change nothing, nor do quorums
// that contain others or come twice, nor nodes that no quorum has.
func TestSameLoad(t *testing.T) {
	rng := slow.Random(t, 10)
	rounds := 100
	if !slow.Tests() {
		rounds = 40
	}
	for range rounds {
		n := 4 + rng.IntN(60)
		f := random(rng, n, 3+rng.IntN(2*n))
		r := find(t, one(f))
		to := rng.Perm(n + 2)
		b := setsys.NewFamilyBuilder(n + 2)
		for _, i := range rng.Perm(2 * f.Len()) {
			var nodes []int
			for v := range f.At(i % f.Len()).All() {
				nodes = append(nodes, to[v])
			}
			if i >= f.Len() && rng.IntN(2) == 0 && !slices.Contains(nodes, to[n]) {
				nodes = append(nodes, to[n])
			}
			b.Add(setsys.NewNodeSet(n+2, nodes...))
		}
		s := find(t, one(b.Family()))
		if r.Load.Cmp(s.Load) != 0 || r.Size.Cmp(s.Size) != 0 {
			t.Fatalf("load %s and %s, size %s and %s", r.Load.RatString(), s.Load.RatString(), r.Size.RatString(), s.Size.RatString())
		}
	}
}

func TestUndefined(t *testing.T) {
	for _, sets := range [][]uint32{{}, {0}, {1, 0}} {
		if _, err := Find(t.Context(), one(toFamily(3, sets))); !errors.Is(err, ErrUndefined) {
			t.Errorf("%v: %v", sets, err)
		}
	}
	f := toFamily(3, []uint32{3})
	for _, shares := range [][]*big.Rat{
		{big.NewRat(1, 2)}, {big.NewRat(3, 2)}, {}, {big.NewRat(3, 2), big.NewRat(-1, 2)}, {big.NewRat(1, 1<<40), big.NewRat(1<<40-1, 1<<40)},
	} {
		uses := []Use{}
		for _, s := range shares {
			uses = append(uses, Use{Family: f, Share: s})
		}
		if r, err := Find(t.Context(), uses...); err == nil {
			t.Errorf("shares %v: load %s", shares, r.Load)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	if _, err := Find(ctx, one(toFamily(3, []uint32{3}))); !errors.Is(err, cause) {
		t.Errorf("error %v", err)
	}
}

// A path of 1,000 nodes, whose ends make all nodes differ but for the reflection,
// is solved; 2,000 are refused.
func TestManyClasses(t *testing.T) {
	path := func(n int) setsys.Family {
		b := setsys.NewFamilyBuilder(n)
		for v := range n - 1 {
			b.Add(setsys.NewNodeSet(n, v, v+1))
		}
		return b.Family()
	}
	if r := find(t, one(path(100))); r.Load.Cmp(big.NewRat(1, 50)) != 0 {
		t.Errorf("load %s", r.Load)
	}
	if _, err := Find(t.Context(), one(path(2000))); !errors.As(err, new(errTooLarge)) {
		t.Errorf("error %v", err)
	}
}

// Confirm notices each change of a result.
func TestConfirmNotices(t *testing.T) {
	f := toFamily(4, []uint32{0b0011, 0b0101, 0b1110})
	fresh := func() *Result { return find(t, one(f)) }
	if err := fresh().Confirm(); err != nil {
		t.Fatal(err)
	}
	add := func(x *big.Rat, num, den int64) { x.Add(x, big.NewRat(num, den)) }
	for reason, change := range map[string]func(r *Result){
		"another load":               func(r *Result) { add(r.Load, 1, 100) },
		"another size":               func(r *Result) { add(r.Size, 1, 100) },
		"another size of a strategy": func(r *Result) { add(r.Strategies[0].Size, 1, 100) },
		"another load of a node":     func(r *Result) { add(r.Nodes[0], 1, 100) },
		"another weight":             func(r *Result) { add(r.Weights[0], 1, 100) },
		"other weights":              func(r *Result) { add(r.Weights[0], 1, 100); add(r.Weights[1], -1, 100) },
		"a weight less than 0":       func(r *Result) { add(r.Weights[3], -1, 1); add(r.Weights[0], 1, 1) },
		"another probability":        func(r *Result) { add(r.Strategies[0].Groups[0].Each, 1, 100) },
		"no probability":             func(r *Result) { r.Strategies[0].Groups[0].Each.SetInt64(0) },
		"a group less":               func(r *Result) { r.Strategies[0].Groups = r.Strategies[0].Groups[1:] },
		"a group twice": func(r *Result) {
			for i := range r.Strategies[0].Groups {
				r.Strategies[0].Groups[i].Each.Quo(r.Strategies[0].Groups[i].Each, big.NewRat(2, 1))
			}
			r.Strategies[0].Groups = append(r.Strategies[0].Groups, r.Strategies[0].Groups...)
		},
		"another quorum": func(r *Result) {
			q := setsys.NewNodeSet(4, 2, 3)
			r.Strategies[0].Groups[0].Quorums = setsys.NewFamily(4, q, r.Strategies[0].Groups[0].Quorums.At(1))
		},
		"a group without quorums": func(r *Result) {
			r.Strategies[0].Groups = append(r.Strategies[0].Groups, Group{big.NewRat(1, 2), setsys.NewFamily(4)})
		},
	} {
		r := fresh()
		change(r)
		if r.Confirm() == nil {
			t.Errorf("%s is not noticed", reason)
		}
	}
}

// What each check of Confirm alone can notice.
func TestConfirmNoticesConsistentLies(t *testing.T) {
	add := func(x *big.Rat, num, den int64) { x.Add(x, big.NewRat(num, den)) }
	majority := toFamily(3, []uint32{0b011, 0b101, 0b110})
	uneven := toFamily(5, []uint32{0b0011, 0b0101, 0b1110}) // the last node is in no quorum
	for _, c := range []struct {
		reason string
		r      *Result
		change func(r *Result)
	}{
		{"strategies with a greater load", find(t, one(majority)), func(r *Result) {
			r.Strategies[0].Groups = []Group{{big.NewRat(1, 1), setsys.NewFamily(3, setsys.NewNodeSet(3, 0, 1))}}
			r.Nodes = nodeLoads(r.uses, r.Strategies, r.Symmetries)
		}},
		{"a weight less than 0 that no quorum has", find(t, one(uneven)), func(r *Result) {
			add(r.Weights[4], -1, 1)
			add(r.Weights[3], 1, 1)
		}},
		{"weights of 2 together", find(t, one(toFamily(2, []uint32{0b01}))), func(r *Result) { add(r.Weights[1], 1, 1) }},
		{"a chosen set that is no quorum", find(t, one(majority)), func(r *Result) {
			r.uses = []Use{one(toFamily(3, []uint32{0b011, 0b101}))}
		}},
		{"a size that the strategies do not have", find(t, one(uneven)), func(r *Result) {
			r.Size.SetInt64(2)
		}},
		{"sizes of two strategies, exchanged", find(t, Use{Family: majority, Share: big.NewRat(1, 2)}, Use{Family: majority, Share: big.NewRat(1, 2)}), func(r *Result) {
			add(r.Strategies[0].Size, 1, 2)
			add(r.Strategies[1].Size, -1, 2)
		}},
		{"a quorum that is never chosen", find(t, one(toFamily(3, []uint32{0b011, 0b111}))), func(r *Result) {
			r.Strategies[0].Groups = append(r.Strategies[0].Groups, Group{new(big.Rat), setsys.NewFamily(3, setsys.NewNodeSet(3, 0, 1, 2))})
		}},
		{"two sizes in a group", find(t, one(toFamily(4, []uint32{0b0001, 0b0110, 0b1010, 0b1100}))), func(r *Result) {
			for i := range r.Strategies[0].Groups {
				if g := &r.Strategies[0].Groups[i]; g.Quorums.Len() == 3 {
					g.Quorums = setsys.NewFamily(4, g.Quorums.At(0), g.Quorums.At(1), setsys.NewNodeSet(4, 0))
				}
			}
		}},
		{"a larger quorum in a group of small ones", find(t, one(toFamily(4, []uint32{0b0011, 0b1101}))), func(r *Result) {
			r.Strategies[0].Groups = []Group{{big.NewRat(1, 2), setsys.NewFamily(4, setsys.NewNodeSet(4, 0, 1), setsys.NewNodeSet(4, 0, 2, 3))}}
			r.Nodes = nodeLoads(r.uses, r.Strategies, r.Symmetries)
		}},
	} {
		if err := c.r.Confirm(); err != nil {
			t.Fatal(err)
		}
		if c.change(c.r); c.r.Confirm() == nil {
			t.Errorf("%s: not noticed", c.reason)
		}
	}
}

// A family of which no request takes a quorum has no strategy, and may be empty.
func TestShareOfNothing(t *testing.T) {
	r := find(t, Use{Family: toFamily(2, nil), Share: new(big.Rat)}, one(toFamily(2, []uint32{0b11})))
	if len(r.Strategies[0].Groups) != 0 || len(r.Strategies[1].Groups) != 1 || r.Load.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("load %s, strategies %v", r.Load, r.Strategies)
	}
}

func TestEven(t *testing.T) {
	f := setsys.NewFamily(3, setsys.NewNodeSet(3, 0, 1), setsys.NewNodeSet(3, 0), setsys.NewNodeSet(3, 0, 1), setsys.NewNodeSet(3, 2))
	capacities := []*big.Rat{big.NewRat(3, 2), big.NewRat(10, 1), big.NewRat(1, 1)}
	for v, want := range []string{"3/4", "1/2", "1/4"} {
		if got := Even(f, nil)[v].RatString(); got != want {
			t.Errorf("node %d: %s, not %s", v, got, want)
		}
		of := Even(f, capacities)[v]
		if got := of.Mul(of, capacities[v]).RatString(); got != want {
			t.Errorf("node %d: %s of its capacity, not %s", v, got, want)
		}
	}
}
