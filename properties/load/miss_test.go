package load

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// Random families: how often a quorum misses one of another family, by the strategies of the
// load and when all quorums are alike, against all pairs.
func TestMiss(t *testing.T) {
	rng := slow.Random(t, 52)
	missed := 0
	for range 300 {
		n := 3 + rng.IntN(4)
		f, g := random(rng, n, 1+rng.IntN(8)).Minimal(), random(rng, n, 1+rng.IntN(8)).Minimal()
		a, b := find(t, one(f)).Strategies[0], find(t, one(g)).Strategies[0]
		evenly, chosen := new(big.Rat), new(big.Rat)
		for _, p := range f.All() {
			for _, q := range g.All() {
				if !p.Intersects(q) {
					evenly.Add(evenly, big.NewRat(1, int64(f.Len()*g.Len())))
					chosen.Add(chosen, new(big.Rat).Mul(probabilityOf(a, p), probabilityOf(b, q)))
				}
			}
		}
		got, err := Miss(context.Background(), a, b)
		if err != nil || got.Cmp(chosen) != 0 {
			t.Fatalf("%v and %v miss each other with %v, want %v: %v", f, g, got, chosen, err)
		}
		if got, err = MissEvenly(context.Background(), f, setsys.Unlisted(n, setsys.FormulaOf(g), 100)); err != nil || got.Cmp(evenly) != 0 {
			t.Fatalf("%v and %v miss each other with %v, want %v: %v", f, g, got, evenly, err)
		}
		if chosen.Sign() > 0 {
			missed++
		}
	}
	if missed < 50 {
		t.Errorf("%d with disjoint quorums", missed)
	}
}

// probabilityOf returns the probability with which a strategy chooses a quorum.
func probabilityOf(s Strategy, q setsys.NodeSet) *big.Rat {
	for _, g := range s.Groups {
		for _, x := range g.Quorums.All() {
			if x.Equal(q) {
				return g.Each
			}
		}
	}
	return new(big.Rat)
}

// Malkhi, Reiter and Wright, "Probabilistic Quorum Systems" (1997): 20 of 100 nodes, at random,
// miss each other with (80 choose 20)/(100 choose 20).
func TestMissOfRandomSets(t *testing.T) {
	nodes := make([]int, 100)
	for v := range nodes {
		nodes[v] = v
	}
	f := setsys.Unlisted(100, setsys.AtLeast(20, setsys.OfNodes(nodes...)...), 100)
	want := new(big.Rat).SetFrac(new(big.Int).Binomial(80, 20), new(big.Int).Binomial(100, 20))
	if got, err := MissEvenly(context.Background(), f, f); err != nil || got.Cmp(want) != 0 {
		t.Errorf("%v, want %v: %v", got, want, err)
	}
	ended, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("enough"))
	if _, err := MissEvenly(ended, f, f); err == nil || err.Error() != "enough" {
		t.Error(err)
	}
}
