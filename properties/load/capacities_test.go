package load

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
	"qcheck/setsys/symmetry"
)

// randomCapacities returns capacities of n nodes with what a quorum takes of each, in
// units of 1/6.
func randomCapacities(rng *rand.Rand, n int) (capacities []*big.Rat, sixths []int64) {
	for range n {
		c := []*big.Rat{big.NewRat(1, 2), big.NewRat(1, 1), big.NewRat(2, 1), big.NewRat(3, 1), big.NewRat(6, 5)}[rng.IntN(5)]
		capacities = append(capacities, c)
		x := new(big.Rat).Quo(big.NewRat(6, 1), c)
		sixths = append(sixths, x.Num().Int64())
	}
	return capacities, sixths
}

var sixth = big.NewRat(1, 6)

// Random antichains with random capacities, one family or reads and writes: load and
// size are those of the linear programs, vertex by vertex. A node may have another
// capacity for reads than for writes.
func TestCapacities(t *testing.T) {
	rng := slow.Random(t, 61)
	var all [][][]uint32
	for n := range 5 {
		all = append(all, nil)
		antichains(n, func(sets []uint32) { all[n] = append(all[n], slices.Clone(sets)) })
	}
	different := 0
	for trial := range 600 {
		n := 2 + rng.IntN(3)
		shares, den := []int64{1}, int64(1)
		if trial%2 == 0 {
			pair := [][]int64{{1, 1}, {9, 1}, {3, 4}, {2, 1}}[rng.IntN(4)]
			shares, den = pair, pair[0]+pair[1]
		}
		var uses, even []Use
		var obvious []obviousUse
		quorums := 0
		for i, share := range shares {
			sets := all[n][rng.IntN(len(all[n]))]
			u := Use{Family: toFamily(n, sets), Share: big.NewRat(share, den)}
			o := obviousUse{sets: sets, share: share}
			even = append(even, u)
			if i == 0 || rng.IntN(4) > 0 {
				u.Capacities, o.cost = randomCapacities(rng, n)
			} else {
				o.cost = slices.Repeat([]int64{6}, n)
			}
			uses, obvious = append(uses, u), append(obvious, o)
			quorums += len(sets)
		}
		r := find(t, uses...)
		want := obviousLoad(n, obvious, den)
		if want.Mul(want, sixth).Cmp(r.Load) != 0 {
			t.Fatalf("%v: load %s, not %s", uses, r.Load.RatString(), want.RatString())
		}
		if r.Load.Cmp(find(t, even...).Load) != 0 {
			different++
		}
		if quorums > 7 {
			continue
		}
		if size := obviousSize(n, obvious, den, want.Mul(r.Load, big.NewRat(6, 1))); size.Cmp(r.Size) != 0 {
			t.Fatalf("%v: size %s, not %s", uses, r.Size.RatString(), size.RatString())
		}
	}
	if different < 400 {
		t.Errorf("capacities changed %d loads only", different)
	}
}

// Find confirms load and size of larger families, in which many strategies have the
// least load: so the sizes decide.
func TestSizesWithCapacities(t *testing.T) {
	rng := slow.Random(t, 64)
	for range 150 {
		n := 4 + rng.IntN(7)
		var uses []Use
		for range 2 {
			u := Use{Family: random(rng, n, 3+rng.IntN(12)), Share: big.NewRat(1, 2)}
			for range n {
				u.Capacities = append(u.Capacities, big.NewRat(1+rng.Int64N(3), 1))
			}
			uses = append(uses, u)
		}
		find(t, uses...)
		for i := range uses {
			uses[i].Family = unlisted(n, setsys.FormulaOf(uses[i].Family))
		}
		if _, err := Find(t.Context(), uses...); err != nil {
			t.Fatal(err)
		}
	}
}

// Formulas with capacities against their lists: symmetries only exchange nodes of one
// capacity, and the strategies, written out, load each node as is said.
func TestCapacitiesOfFormulas(t *testing.T) {
	rng := slow.Random(t, 62)
	symmetric := 0
	for trial := range 400 {
		n := 2 + rng.IntN(5)
		reads := big.NewRat(int64(rng.IntN(5)), 4)
		uses := []Use{
			{Family: unlisted(n, randomFormula(rng, n, 3)), Share: new(big.Rat).Sub(big.NewRat(1, 1), reads)},
			{Family: unlisted(n, randomFormula(rng, n, 2)), Share: reads},
		}
		var lists []Use
		for i := range uses {
			if rng.IntN(2) > 0 {
				uses[i].Capacities, _ = randomCapacities(rng, n)
			}
			lists = append(lists, uses[i])
			lists[i].Family = listed(t, uses[i].Family)
		}
		r, err := Find(t.Context(), uses...)
		if err != nil {
			t.Fatal(err)
		}
		want := find(t, lists...)
		if r.Load.Cmp(want.Load) != 0 || r.Size.Cmp(want.Size) != 0 {
			t.Fatalf("trial %d: load %s and size %s, not %s and %s", trial, r.Load, r.Size, want.Load, want.Size)
		}
		if len(r.Symmetries) > 0 {
			symmetric++
		}
		for _, g := range r.Symmetries {
			for v, image := range g {
				for _, u := range uses {
					if u.Share.Sign() > 0 && u.Capacities != nil && u.Capacities[v].Cmp(u.Capacities[image]) != 0 {
						t.Fatalf("trial %d: %v takes node %d to %d, which has another capacity", trial, g, v, image)
					}
				}
			}
		}
		for v, loads := 0, writtenOut(n, uses, r); v < n; v++ {
			if loads[v].Cmp(r.Nodes[v]) != 0 || loads[v].Cmp(r.Load) > 0 {
				t.Fatalf("trial %d: node %d has the load %s, not %s", trial, v, loads[v], r.Nodes[v])
			}
		}
	}
	if symmetric < 40 {
		t.Errorf("only %d formulas had symmetries", symmetric)
	}
}

// writtenOut returns the loads of the nodes by the orbits of the strategies, symmetry
// by symmetry.
func writtenOut(n int, uses []Use, r *Result) []*big.Rat {
	loads := make([]*big.Rat, n)
	for v := range loads {
		loads[v] = new(big.Rat)
	}
	for i, s := range r.Strategies {
		for _, o := range s.Orbits {
			times, sets, order := images(n, r.Symmetries, o.Quorum)
			for _, q := range sets {
				p := big.NewRat(int64(times[q.String()]), int64(order))
				p.Mul(p, o.Together).Mul(p, uses[i].Share)
				for v := range q.All() {
					x := p
					if c := uses[i].Capacities; c != nil {
						x = new(big.Rat).Quo(p, c[v])
					}
					loads[v].Add(loads[v], x)
				}
			}
		}
	}
	return loads
}

// Capacities that are all 1 change nothing at all, and those that are all c make the
// load 1/c of it.
func TestEqualCapacities(t *testing.T) {
	rng := slow.Random(t, 63)
	text := func(r *Result, load *big.Rat) string {
		return fmt.Sprint(load, r.Size, r.Weights, r.Strategies, r.Symmetries)
	}
	for range 60 {
		n := 3 + rng.IntN(8)
		f := random(rng, n, 2+rng.IntN(12))
		for _, family := range []setsys.Family{f, unlisted(n, setsys.FormulaOf(f))} {
			plain, err := Find(t.Context(), one(family))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range []*big.Rat{big.NewRat(1, 1), big.NewRat(7, 3)} {
				r, err := Find(t.Context(), Use{Family: family, Share: big.NewRat(1, 1), Capacities: slices.Repeat([]*big.Rat{c}, n)})
				if err != nil {
					t.Fatal(err)
				}
				if c.IsInt() && text(r, r.Load) != text(plain, plain.Load) {
					t.Fatalf("%s: %s, not %s", f, text(r, r.Load), text(plain, plain.Load))
				}
				if load := new(big.Rat).Mul(c, r.Load); load.Cmp(plain.Load) != 0 || r.Size.Cmp(plain.Size) != 0 {
					t.Fatalf("%s: load %s and size %s, not %s and %s", f, load, r.Size, plain.Load, plain.Size)
				}
			}
		}
	}
}

// A read takes less of a node than a write: three nodes that are alike, of which two
// are in each quorum.
func TestReadsAreCheaper(t *testing.T) {
	f := toFamily(3, []uint32{3, 5, 6})
	reads, writes := big.NewRat(200, 1), big.NewRat(50, 1)
	part := big.NewRat(3, 4)
	r := find(t,
		Use{Family: f, Share: big.NewRat(1, 4), Capacities: slices.Repeat([]*big.Rat{writes}, 3)},
		Use{Family: f, Share: part, Capacities: slices.Repeat([]*big.Rat{reads}, 3)})
	// 2/3 of the nodes are in a quorum: 2/3 (1/4/50 + 3/4/200).
	if want := big.NewRat(7, 1200); r.Load.Cmp(want) != 0 {
		t.Errorf("load %s, not %s", r.Load, want)
	}
}

func TestWrongCapacities(t *testing.T) {
	for _, capacities := range [][]*big.Rat{
		{}, {big.NewRat(1, 1)}, {big.NewRat(1, 1), new(big.Rat)}, {big.NewRat(-1, 1), big.NewRat(1, 1)},
	} {
		for _, f := range []setsys.Family{toFamily(2, []uint32{3}), unlisted(2, setsys.All(setsys.OfNodes(0, 1)...))} {
			if r, err := Find(t.Context(), Use{Family: f, Share: big.NewRat(1, 1), Capacities: capacities}); err == nil {
				t.Errorf("%v: load %s", capacities, r.Load)
			}
		}
	}
}

// Confirm divides by the capacities: results are wrong by others.
func TestConfirmNoticesCapacities(t *testing.T) {
	capacities := []*big.Rat{big.NewRat(1, 1), big.NewRat(2, 1), big.NewRat(2, 1), big.NewRat(4, 1)}
	sets := []uint32{0b0011, 0b0101, 0b1110}
	for _, f := range []setsys.Family{toFamily(4, sets), unlisted(4, setsys.FormulaOf(toFamily(4, sets)))} {
		for v := range capacities {
			r, err := Find(t.Context(), Use{Family: f, Share: big.NewRat(1, 1), Capacities: slices.Clone(capacities)})
			if err != nil || r.Confirm() != nil {
				t.Fatal(r, err)
			}
			r.uses[0].Capacities[v] = big.NewRat(3, 1)
			if r.Confirm() == nil {
				t.Errorf("another capacity of node %d is not noticed", v)
			}
		}
		r, err := Find(t.Context(), Use{Family: f, Share: big.NewRat(1, 1), Capacities: capacities})
		if err != nil {
			t.Fatal(err)
		}
		r.uses[0].Capacities = nil
		if r.Confirm() == nil {
			t.Error("that there are no capacities is not noticed")
		}
	}
}

// Nodes that are alike in all but their capacity are in no class together.
func TestCapacitiesTellApart(t *testing.T) {
	f := unlisted(4, setsys.AtLeast(3, setsys.OfNodes(0, 1, 2, 3)...))
	one, two := big.NewRat(1, 1), big.NewRat(2, 1)
	u := Use{Family: f, Share: one, Capacities: []*big.Rat{one, two, one, two}}
	r, err := Find(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	if orbits := len(symmetry.Generated(4, r.Symmetries).Sizes); orbits != 2 {
		t.Errorf("%d orbits, not 2", orbits)
	}
}

// Capacities of twenty digits each, all different.
func TestLongCapacities(t *testing.T) {
	rng := slow.Random(t, 66)
	const n = 40
	u := Use{Family: random(rng, n, 4*n), Share: big.NewRat(1, 1)}
	for range n {
		u.Capacities = append(u.Capacities, new(big.Rat).SetFrac(new(big.Int).SetUint64(rng.Uint64()|1<<63), big.NewInt(10_000_000_000)))
	}
	find(t, u)
}
