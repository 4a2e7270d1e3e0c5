package load

import (
	"math/big"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// obviousWait is the probability that a request waits no longer than t, quorum by
// quorum and node by node.
func obviousWait(s Strategy, times []*big.Rat, t *big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, g := range s.Groups {
		for _, q := range g.Quorums.All() {
			inTime := true
			for v := range q.All() {
				inTime = inTime && times[v].Cmp(t) <= 0
			}
			if inTime {
				sum.Add(sum, g.Each)
			}
		}
	}
	return sum
}

func TestLatency(t *testing.T) {
	rng := slow.Random(t, 18)
	for range 300 {
		n := 2 + rng.IntN(12)
		f := random(rng, n, 2+rng.IntN(12))
		times := make([]*big.Rat, n)
		for v := range times {
			times[v] = big.NewRat(rng.Int64N(8), 2)
		}
		s := find(t, one(f)).Strategies[0]
		l := s.Latency(times)
		mean, before := new(big.Rat), new(big.Rat)
		for i, step := range l.Steps {
			if want := obviousWait(s, times, step.Time); step.AtMost.Cmp(want) != 0 || step.AtMost.Cmp(before) <= 0 {
				t.Fatalf("at most %s with probability %s, not %s", step.Time, want, step.AtMost)
			}
			if i > 0 && step.Time.Cmp(l.Steps[i-1].Time) <= 0 {
				t.Fatalf("%s after %s", step.Time, l.Steps[i-1].Time)
			}
			p := new(big.Rat).Sub(step.AtMost, before)
			mean.Add(mean, p.Mul(p, step.Time))
			before = step.AtMost
		}
		if before.Cmp(big.NewRat(1, 1)) != 0 || mean.Cmp(l.Mean) != 0 {
			t.Fatalf("%s in all, mean %s, not %s", before, mean, l.Mean)
		}
		// The least time with enough probability: half units are the only times.
		for _, p := range []*big.Rat{new(big.Rat), big.NewRat(1, 2), big.NewRat(9, 10), big.NewRat(1, 1)} {
			var want *big.Rat
			for half := int64(0); want == nil; half++ {
				if x := big.NewRat(half, 2); obviousWait(s, times, x).Cmp(p) >= 0 && (p.Sign() > 0 || obviousWait(s, times, x).Sign() > 0) {
					want = x
				}
			}
			if got := l.Quantile(p); got.Cmp(want) != 0 {
				t.Fatalf("quantile %s is %s, not %s", p, want, got)
			}
		}
		quorum, least := Fastest(f, times)
		slowest := func(q setsys.NodeSet) *big.Rat {
			x := new(big.Rat)
			for v := range q.All() {
				if times[v].Cmp(x) > 0 {
					x = times[v]
				}
			}
			return x
		}
		if slowest(quorum).Cmp(least) != 0 {
			t.Fatalf("%s takes %s, not %s", quorum, slowest(quorum), least)
		}
		found := false
		for _, q := range f.All() {
			c := slowest(q).Cmp(least)
			if c < 0 || c == 0 && q.Compare(quorum) < 0 {
				t.Fatalf("%s takes %s, and %s %s", q, slowest(q), quorum, least)
			}
			found = found || q.Equal(quorum)
		}
		if !found {
			t.Fatalf("%s is no quorum", quorum)
		}
	}
}
