package requirement_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties/availability"
	"qcheck/properties/domains"
	"qcheck/properties/load"
	"qcheck/properties/requirement"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// A cluster has quorums and domains as masks of n nodes.
type cluster struct {
	n                int
	quorums, domains []uint32
}

func set(n int, mask uint32) setsys.NodeSet { return setsys.FromWords(n, []uint64{uint64(mask)}) }

func (c cluster) facts(t *testing.T) requirement.Facts {
	t.Helper()
	u, err := setsys.Numbered(c.n)
	if err != nil {
		t.Fatal(err)
	}
	b := setsys.NewFamilyBuilder(c.n)
	for _, q := range c.quorums {
		b.Add(set(c.n, q))
	}
	f := requirement.Facts{Universe: u, Role: setsys.QuorumsRole, Family: b.Family()}
	for i, d := range c.domains {
		f.Domains = append(f.Domains, setsys.Domain{Name: fmt.Sprint("d", i), Nodes: set(c.n, d)})
	}
	f.Availability, f.AvailabilityErr = availability.Analyze(t.Context(), f.Family, availability.Options{})
	if f.Proof, f.LoadErr = load.Find(t.Context(), load.Use{Family: f.Family, Share: big.NewRat(1, 1)}); f.LoadErr == nil {
		f.Loads = f.Proof.Nodes
	}
	f.Spread, f.DomainsErr = domains.Analyze(t.Context(), f.Family, f.Domains)
	return f
}

// quorumWithout reports whether a quorum is left when the nodes fail.
func (c cluster) quorumWithout(failed uint32) bool {
	for _, q := range c.quorums {
		if q&failed == 0 {
			return true
		}
	}
	return false
}

// worst is how many of the groups of nodes may fail, whichever they are.
func (c cluster) worst(groups []uint32) int {
	survives := len(groups)
	for down := range uint32(1) << len(groups) {
		var failed uint32
		for i, g := range groups {
			if down>>i&1 != 0 {
				failed |= g
			}
		}
		if !c.quorumWithout(failed) {
			survives = min(survives, bits.OnesCount32(down)-1)
		}
	}
	return survives
}

func judge(t *testing.T, r requirement.Requirement, f requirement.Facts) requirement.Judgement {
	t.Helper()
	if err := r.Check([]requirement.Facts{f}); err != nil {
		t.Fatal(err)
	}
	j, err := r.Judge(f)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func verdictOf(met bool) verdict.Verdict {
	if met {
		return verdict.Holds
	}
	return verdict.Violated
}

// Judgements on random families and domains agree with the definitions, and the
// witnesses are ones.
func TestJudgements(t *testing.T) {
	rng := slow.Random(t, 2)
	for range 400 {
		c := cluster{n: 2 + rng.IntN(6)}
		for range 1 + rng.IntN(8) {
			c.quorums = append(c.quorums, 1+rng.Uint32N(1<<c.n-1))
		}
		for range 1 + rng.IntN(4) {
			c.domains = append(c.domains, 1+rng.Uint32N(1<<c.n-1))
		}
		f := c.facts(t)
		var nodes []uint32
		for v := range c.n {
			nodes = append(nodes, 1<<v)
		}
		for bound := range c.n + 2 {
			j := judge(t, requirement.Requirement{Metric: requirement.Failures, Bound: big.NewRat(int64(bound), 1)}, f)
			if j.Verdict != verdictOf(c.worst(nodes) >= bound) || j.Value.Cmp(big.NewRat(int64(c.worst(nodes)), 1)) != 0 {
				t.Fatalf("%+v: failures>=%d is %s, where %d may fail", c, bound, j.Verdict, c.worst(nodes))
			}
			if j.Verdict == verdict.Violated && (j.Down.Len() > bound || c.quorumWithout(uint32(j.Down.Words()[0]))) {
				t.Fatalf("%+v: failures>=%d with witness %s", c, bound, j.Down)
			}
		}
		for bound := range len(c.domains) + 1 {
			j := judge(t, requirement.Requirement{Metric: requirement.Domains, Bound: big.NewRat(int64(bound), 1)}, f)
			if j.Verdict != verdictOf(c.worst(c.domains) >= bound) {
				t.Fatalf("%+v: domains>=%d is %s, where %d may go down", c, bound, j.Verdict, c.worst(c.domains))
			}
			if j.Verdict == verdict.Violated {
				var failed uint32
				for _, name := range j.DownDomains {
					failed |= c.domains[slices.IndexFunc(f.Domains, func(d setsys.Domain) bool { return d.Name == name })]
				}
				if len(j.DownDomains) > bound || c.quorumWithout(failed) {
					t.Fatalf("%+v: domains>=%d with witness %s", c, bound, j.DownDomains)
				}
			}
		}
		p := big.NewRat(rng.Int64N(11), 10)
		up := new(big.Rat)
		for alive := range uint32(1) << c.n {
			if !c.quorumWithout(^alive & (1<<c.n - 1)) {
				continue
			}
			x := big.NewRat(1, 1)
			for v := range c.n {
				if alive>>v&1 != 0 {
					x.Mul(x, p)
				} else {
					x.Mul(x, new(big.Rat).Sub(big.NewRat(1, 1), p))
				}
			}
			up.Add(up, x)
		}
		for _, bound := range []*big.Rat{up, new(big.Rat).Add(up, big.NewRat(1, 1000)), new(big.Rat).Sub(up, big.NewRat(1, 1000))} {
			j := judge(t, requirement.Requirement{Metric: requirement.Availability, P: p, Bound: bound}, f)
			if j.Verdict != verdictOf(up.Cmp(bound) >= 0) || j.Value.Cmp(up) != 0 {
				t.Fatalf("%+v: availability(%s)>=%s is %s: %s", c, p, bound, j.Verdict, j.Reason)
			}
		}
		for _, step := range []int64{-1, 0, 1} {
			bound := new(big.Rat).Add(f.Proof.Load, big.NewRat(step, 1000))
			if j := judge(t, requirement.Requirement{Metric: requirement.Load, Bound: bound}, f); j.Verdict != verdictOf(step >= 0) || j.Value.Cmp(f.Proof.Load) != 0 {
				t.Fatalf("%+v: load<=%s is %s: %s", c, bound, j.Verdict, j.Reason)
			}
			bound = new(big.Rat).Add(f.Proof.Capacity(), big.NewRat(step, 1000))
			if j := judge(t, requirement.Requirement{Metric: requirement.Capacity, Bound: bound}, f); j.Verdict != verdictOf(step <= 0) || j.Value.Cmp(f.Proof.Capacity()) != 0 {
				t.Fatalf("%+v: capacity>=%s is %s: %s", c, bound, j.Verdict, j.Reason)
			}
		}
	}
}

func TestReasons(t *testing.T) {
	majority := cluster{3, []uint32{3, 5, 6}, []uint32{1, 6}}
	whole := cluster{3, []uint32{7}, []uint32{1, 6}}
	for _, c := range []struct {
		of     cluster
		metric requirement.Metric
		bound  *big.Rat
		want   string
	}{
		{majority, requirement.Failures, big.NewRat(2, 1), "violated 1: without {1,2} no quorum is left"},
		{majority, requirement.Failures, big.NewRat(1, 1), "holds 1: any node may fail with a quorum left"},
		{majority, requirement.Domains, big.NewRat(1, 1), "violated 0: without the domain d1 no quorum is left"},
		{majority, requirement.Domains, big.NewRat(0, 1), "holds 0: no domain may go down, but a quorum is there"},
		{whole, requirement.Domains, big.NewRat(2, 1), "violated 0: without the domain d0 no quorum is left"},
		{cluster{3, []uint32{3, 5, 6}, []uint32{1, 2, 4}}, requirement.Domains, big.NewRat(2, 1), "violated 1: without the domains {d0,d1} no quorum is left"},
		{majority, requirement.Load, big.NewRat(1, 2), "violated 2/3: the load is 2/3: with the weight 1/3 on each node, no quorum weighs less than 2/3"},
		{majority, requirement.Load, big.NewRat(2, 3), "holds 2/3: the load is 2/3"},
		{majority, requirement.Capacity, big.NewRat(2, 1), "violated 3/2: the capacity is 3/2: with the weight 1/3 on each node, no quorum weighs less than 2/3"},
		{cluster{4, []uint32{3, 5, 9, 14}, []uint32{1}}, requirement.Load, big.NewRat(1, 2), "violated 3/5: the load is 3/5: with the weights 2/5 on {1} and 1/5 on each of {2,3,4}, no quorum weighs less than 3/5"},
		{cluster{3, nil, []uint32{1}}, requirement.Failures, new(big.Rat), "violated -1: there is no quorum even when all nodes are up"},
		{cluster{3, nil, []uint32{1}}, requirement.Domains, new(big.Rat), "violated -1: there is no quorum even when all domains are up"},
		{cluster{3, nil, []uint32{1}}, requirement.Load, big.NewRat(1, 1), "violated -: the load is not defined: the family has no quorum, or an empty one"},
		{cluster{3, []uint32{0}, []uint32{1}}, requirement.Failures, new(big.Rat), "violated -: the number of failures is not defined: the family has no quorum, or an empty one"},
	} {
		j := judge(t, requirement.Requirement{Metric: c.metric, Bound: c.bound}, c.of.facts(t))
		value := "-"
		if j.Value != nil {
			value = j.Value.RatString()
		}
		if got := fmt.Sprintf("%s %s: %s", j.Verdict, value, j.Reason); got != c.want {
			t.Errorf("%s\n want %s", got, c.want)
		}
	}
	sets := requirement.Facts{Universe: majority.facts(t).Universe, Family: majority.facts(t).Family, Loads: []*big.Rat{big.NewRat(1, 3), big.NewRat(1, 1), big.NewRat(2, 3)}}
	sets.Family = setsys.NewFamily(3, setsys.NewNodeSet(3, 0, 1), setsys.NewNodeSet(3, 1, 2), setsys.NewNodeSet(3, 1, 2))
	if j := judge(t, requirement.Requirement{Metric: requirement.Load, Bound: big.NewRat(1, 2)}, sets); j.Reason != "the load is 1: node 2 is in 1 of the sets" {
		t.Errorf("request sets: %s", j.Reason)
	}
	sets.Loads, sets.Capacities = []*big.Rat{big.NewRat(1, 3), big.NewRat(1, 10), big.NewRat(2, 3)}, true
	if j := judge(t, requirement.Requirement{Metric: requirement.Load, Bound: big.NewRat(1, 2)}, sets); j.Reason != "the load is 2/3: node 3 is in 2/3 of the sets and has the capacity 1" {
		t.Errorf("request sets: %s", j.Reason)
	}
}

// With capacities the weights of a reason count divided by these, and a load can be
// more than 1.
func TestReasonsWithCapacities(t *testing.T) {
	f := cluster{3, []uint32{3, 5, 6}, nil}.facts(t)
	r, err := load.Find(t.Context(), load.Use{
		Family: f.Family, Share: big.NewRat(1, 1), Capacities: []*big.Rat{big.NewRat(1, 2), big.NewRat(1, 2), big.NewRat(1, 4)},
	})
	if err != nil {
		t.Fatal(err)
	}
	f.Proof, f.Loads, f.Capacities = r, r.Nodes, true
	proof := ": with the weights 2/5 on each of {1,2} and 1/5 on {3}, divided by the capacity of the node, no quorum weighs less than 8/5"
	for _, c := range []struct {
		metric requirement.Metric
		bound  *big.Rat
		want   verdict.Verdict
		reason string
	}{
		{requirement.Load, big.NewRat(8, 5), verdict.Holds, "the load is 8/5"},
		{requirement.Load, big.NewRat(1, 1), verdict.Violated, "the load is 8/5" + proof},
		{requirement.Capacity, big.NewRat(1, 1), verdict.Violated, "the capacity is 5/8" + proof},
	} {
		if j := judge(t, requirement.Requirement{Metric: c.metric, Bound: c.bound}, f); j.Verdict != c.want || j.Reason != c.reason {
			t.Errorf("%s %s: %s: %q, not %s: %q", c.metric, c.bound, j.Verdict, j.Reason, c.want, c.reason)
		}
	}
}

// What is not known makes a requirement unknown.
func TestUnknown(t *testing.T) {
	f := cluster{3, []uint32{3}, []uint32{1}}.facts(t)
	cause := errors.New("the time limit was reached")
	f.AvailabilityErr, f.LoadErr, f.DomainsErr = cause, cause, cause
	f.Availability, f.Proof, f.Loads, f.Spread = nil, nil, nil, nil
	for _, m := range requirement.Metrics() {
		r := requirement.Requirement{Metric: m, Bound: big.NewRat(1, 1)}
		if m == requirement.Availability {
			r.P = big.NewRat(1, 2)
		}
		if j := judge(t, r, f); j.Verdict != verdict.Unknown || j.Reason != cause.Error() || j.Value != nil {
			t.Errorf("%s: %s, %s", m, j.Verdict, j.Reason)
		}
	}
}

func TestCheck(t *testing.T) {
	f := cluster{3, []uint32{3}, []uint32{1}}.facts(t)
	none := f
	none.Domains = nil
	for _, c := range []struct {
		r    requirement.Requirement
		f    requirement.Facts
		want string
	}{
		{requirement.Requirement{Metric: requirement.Failures, Family: "read", Bound: new(big.Rat)}, f, `no family "read" (it has quorums)`},
		{requirement.Requirement{Metric: requirement.Domains, Bound: big.NewRat(2, 1)}, f, "only 1 failure domain"},
		{requirement.Requirement{Metric: requirement.Domains, Bound: big.NewRat(1, 1)}, none, "no failure domains"},
		{requirement.Requirement{Metric: requirement.Load, P: new(big.Rat), Bound: big.NewRat(1, 1)}, f, "no read and write quorums"},
	} {
		if err := c.r.Check([]requirement.Facts{c.f}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// The load of two families together has a reason of its own, and is not asked of
// one of them.
func TestLoadOfBoth(t *testing.T) {
	f := cluster{3, []uint32{3, 5, 6}, []uint32{1}}.facts(t)
	both := requirement.Requirement{Metric: requirement.Load, P: big.NewRat(1, 2), Bound: big.NewRat(1, 2)}
	j, err := both.Judge(f)
	if want := "the load is 2/3: with the weight 1/3 on each node, no quorums weigh less than 2/3 on average"; err != nil || j.Reason != want {
		t.Errorf("%v, %q", err, j.Reason)
	}
	families := []requirement.Facts{{Role: setsys.WriteRole}, {Role: setsys.ReadRole}}
	if err := both.Check(families); err != nil {
		t.Error(err)
	}
	both.Family = string(setsys.ReadRole)
	if both.Check(families) == nil {
		t.Error("the load of both families is asked of one")
	}
	if (requirement.Requirement{Metric: requirement.Availability, P: big.NewRat(1, 2)}).OfBoth() {
		t.Error("an availability is of both families")
	}
}

// A witness that is none is a fault.
func TestWrongFacts(t *testing.T) {
	f := cluster{3, []uint32{3, 5, 6}, []uint32{1, 2}}.facts(t)
	f.Availability.Rows[0].Fatal = setsys.NewNodeSet(3, 0)
	if _, err := (requirement.Requirement{Metric: requirement.Failures, Bound: big.NewRat(2, 1)}).Judge(f); err == nil {
		t.Error("nodes that are not fatal are shown")
	}
	f.Spread.Fatal = setsys.NewNodeSet(2, 1)
	if _, err := (requirement.Requirement{Metric: requirement.Domains, Bound: big.NewRat(2, 1)}).Judge(f); err == nil {
		t.Error("domains that are not fatal are shown")
	}
}
