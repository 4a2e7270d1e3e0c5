package kakugawa

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"qcheck/corpus/entry"
	"qcheck/properties/availability"
	"qcheck/properties/census"
	"qcheck/properties/search"
	"qcheck/setsys"
)

// How the thesis is read on availability, where it can be read in more than one way:
//
//   - A k-coterie is what package properties calls one: fewer than k pairwise disjoint quorums leave
//     a further one. Definition 1 as printed asks that of any quorums, disjoint or not. On up to 6
//     nodes both say the same.
//   - "Maximum" and "best" allow for equals. At p = 0 and p = 1 all k-coteries are alike, so these are
//     left out.
//   - Theorems 4 to 6 speak of n and k such that k+1 divides n+1, whether or not n >= k^2, under which
//     Definition 2 says that the k-majority is defined: the tables' own k = 4, n = 14, and k = 5 and 6,
//     do not meet that.
//   - The statement of theorem 6 is damaged in the copy at hand. Its proof, and the words around table
//     2, give it: not the maximum for 0 < p < p_l.
//
// Compared are all k-coteries on up to 7 nodes, on 7 for those k for which k+1 divides 8, by the search
// of package search.

const (
	mostCompared   = 7
	mostContracted = 6 // nodes of the k-coteries whose contractions are judged
)

// A study is what was found of the k-coteries on few nodes, when the first program asks.
type study struct {
	bests    entry.Found[[]best]
	coteries [mostCompared + 1][mostCompared + 1]entry.Found[[]*setsys.Structure] // by n and k
}

// A best has the most available k-coteries on n nodes for every p, by the availability of r disjoint
// quorums.
type best struct {
	n, k, r int
	*search.Found
}

// kCoteries returns the k-coteries on n nodes, one of those that differ in the names of nodes.
func (s *study) kCoteries(a entry.Asked, n, k int) []*setsys.Structure {
	return s.coteries[n][k].By(a, func(a entry.Asked) []*setsys.Structure {
		return entry.Known(census.Structures(a, census.Class{Kind: setsys.KCoterie, N: n, K: k}))
	})
}

// all returns the most available k-coteries.
func (s *study) all(a entry.Asked) (all []best) {
	for n := 1; n <= mostCompared; n++ {
		for k := 1; k <= n; k++ {
			if n == mostCompared && !defined(n, k) {
				continue
			}
			var listed []*setsys.Structure
			if k > 1 {
				listed = s.kCoteries(a, n, k)
			} else { // any other one is dominated by one that is at least as available
				listed = entry.Known(census.Nondominated(a, n))
			}
			for r := 1; r <= k; r++ {
				x := entry.Known(search.BestOf(a, listed, search.Goal{R: r}))
				all = append(all, best{n, k, r, entry.Known(x, x.Cut)})
			}
		}
	}
	return all
}

// where returns where structures with so many sets of each size are the best.
func (b best) where(v availability.Vector) []availability.Interval {
	for _, r := range b.Ranges {
		if r.Counts.Equal(v) {
			return r.Where
		}
	}
	return nil
}

func (b best) majority() []availability.Interval {
	return b.where(availability.MajorityVector(b.n, b.k, b.r))
}

func (b best) singleton() []availability.Interval {
	return b.where(availability.SingletonVector(b.n, b.k, b.r))
}

// says begins with n, k and r.
func says(n, k, r int, text string) string {
	return fmt.Sprintf("n = %d, k = %d, r = %d: %s", n, k, r, text)
}

// first is the first of what is false, and how much more there is.
func first(not []string) string {
	if len(not) > 1 {
		return fmt.Sprintf("%s; and %d more", not[0], len(not)-1)
	}
	return strings.Join(not, "")
}

// wherever states something of all n, k and r that it speaks of.
func (s *study) wherever(applies, holds func(b best) bool, not func(b best) string) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, _ entry.Values) string {
		var all []string
		for _, b := range s.bests.By(a, s.all) {
			if applies(b) && !holds(b) {
				all = append(all, says(b.n, b.k, b.r, not(b)))
			}
		}
		return first(all)
	}
}

// majorityFrom states that the k-majority is the best from a reliability on.
func (s *study) majorityFrom(lo func(b best) *big.Rat, applies func(b best) bool) entry.Program {
	return s.wherever(applies, func(b best) bool { return from(b.majority(), lo(b)) }, majorityBest)
}

func half(best) *big.Rat { return big.NewRat(1, 2) }

func isCoterie(b best) bool { return b.k == 1 }

// from reports whether an interval has all numbers from lo on.
func from(in []availability.Interval, lo *big.Rat) bool {
	return slices.ContainsFunc(in, func(i availability.Interval) bool { return i.Has(lo, big.NewRat(1, 1)) })
}

func majorityBest(b best) string {
	return fmt.Sprintf("the %d-majority is best %s", b.k, interval(b.majority()))
}

// interval says in words where something is best.
func interval(in []availability.Interval) string {
	if len(in) == 0 {
		return "nowhere"
	}
	var parts []string
	for _, i := range in {
		parts = append(parts, i.String())
	}
	return "just on " + strings.Join(parts, " and ")
}

// tieBroken returns where the majority with a tie broken by one node is the best: half of an even number
// of nodes are enough with that one.
func (b best) tieBroken() []availability.Interval {
	v := availability.MajorityVector(b.n, 1, 1)
	if b.n%2 == 0 {
		v[b.n/2].Binomial(int64(b.n-1), int64(b.n/2-1))
	}
	return b.where(v)
}

// belowLower is theorem 6.
func (s *study) belowLower(applies func(b best) bool) entry.Program {
	holds := func(b best) bool {
		p := availability.Rational(lower(b.n, b.k, b.r))
		return !slices.ContainsFunc(b.majority(), func(i availability.Interval) bool { return i.Lo.Compare(p) < 0 })
	}
	return s.wherever(applies, holds, func(b best) string {
		text := majorityBest(b)
		if b.Among.Labelled == 1 {
			text = fmt.Sprintf("the %d-majority is the only %d-coterie", b.k, b.k)
		}
		return text + ", and p_l = " + lower(b.n, b.k, b.r).RatString()
	})
}

// singletonFrom0 is theorem 7.
func (s *study) singletonFrom0() entry.Program {
	holds := func(b best) bool { in := b.singleton(); return len(in) > 0 && in[0].Lo.Lo.Sign() == 0 }
	return s.wherever(func(best) bool { return true }, holds, func(b best) string {
		return fmt.Sprintf("the %d-singleton is best %s", b.k, interval(b.singleton()))
	})
}

// replaced states something of the structure of the proof of theorem 6 for up to 14 nodes, by the sets of
// each size in which it has r disjoint quorums.
func replaced(wrong func(n, k, r int, sets availability.Vector) string) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, _ entry.Values) string {
		var all []string
		for n := 1; n <= 14; n++ {
			for k := 1; k <= n; k++ {
				if !defined(n, k) || availability.Quorum(n, k) < 2 {
					continue
				}
				f := entry.Known(shrunkMajority(entry.Values{"n": n, "k": k})).Quorums
				for _, row := range entry.Known(availability.Analyze(a, f, availability.Options{Rows: k})).Rows {
					if text := wrong(n, k, row.R, row.Counts); text != "" {
						all = append(all, says(n, k, row.R, text))
					}
				}
			}
		}
		return first(all)
	}
}

// gains: with W the size of a quorum, it has C(kW-1,(r-1)W) more sets of rW-1 nodes, and C(kW-1,rW-1)
// fewer of rW.
func gains(n, k, r int, sets availability.Vector) string {
	want, w := availability.MajorityVector(n, k, r), availability.Quorum(n, k)
	want[r*w-1].Add(want[r*w-1], new(big.Int).Binomial(int64(k*w-1), int64((r-1)*w)))
	want[r*w].Sub(want[r*w], new(big.Int).Binomial(int64(k*w-1), int64(r*w-1)))
	if !sets.Equal(want) {
		return fmt.Sprintf("the numbers of sets by size are %v, not %v", sets, want)
	}
	return ""
}

// betterBetween states that it is as available as the k-majority from p_l on, or below.
func betterBetween(below bool) entry.Program {
	return replaced(func(n, k, r int, sets availability.Vector) string {
		in := availability.Best(sets, []availability.Vector{availability.MajorityVector(n, k, r)})
		lo, hi := lower(n, k, r), big.NewRat(1, 1)
		if below {
			lo, hi = new(big.Rat), lo
		}
		if len(in) == 1 && in[0].Lo.Compare(availability.Rational(lo)) == 0 && in[0].Hi.Compare(availability.Rational(hi)) == 0 {
			return ""
		}
		return "it is as available or more " + interval(in)
	})
}

// defined reports whether theorems 4 and 6 speak of k and n: k+1 divides n+1.
func defined(n, k int) bool { return (n+1)%(k+1) == 0 }

func isDefined(b best) bool { return defined(b.n, b.k) }

// upper returns p_u(n,k,r) of theorem 4: c/(c+1), where c is the number of sets of fewer than rW nodes.
func upper(n, k, r int) *big.Rat {
	c := new(big.Int)
	for i := range r * availability.Quorum(n, k) {
		c.Add(c, new(big.Int).Binomial(int64(n), int64(i)))
	}
	return new(big.Rat).SetFrac(c, new(big.Int).Add(c, big.NewInt(1)))
}

// lower returns p_l(n,k,r) of theorem 6: g/(g+l), where g is the number of sets that the structure of its
// proof gains, and l of those that it loses.
func lower(n, k, r int) *big.Rat {
	w := int64(availability.Quorum(n, k))
	gained := new(big.Int).Binomial(int64(k)*w-1, int64(r-1)*w)
	lost := new(big.Int).Binomial(int64(k)*w-1, int64(r)*w-1)
	return new(big.Rat).SetFrac(gained, lost.Add(lost, gained))
}

// availabilityIsP: the availability of a single site is p, the sum of C(n-1,s-1) p^s (1-p)^(n-s).
func availabilityIsP(a entry.Asked, s *setsys.Structure, x entry.Values) string {
	found := entry.Known(availability.Analyze(a, s.Quorums, availability.Options{Rows: 1})).Rows[0].Counts
	if !found.Equal(availability.SingletonVector(x["n"], 1, 1)) {
		return fmt.Sprintf("so many sets are available, by size: %v", found)
	}
	return ""
}

// A step of a proof speaks of r and a k-coterie on n nodes, whose quorums have least to most nodes; w is
// the size of the quorums of the k-majority.
type step struct {
	n, k, w, r, least, most int
	quorums                 []uint64
}

// each states a step for every r and every k-coterie.
func (s *study) each(wrong func(x step) bool) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
		for _, c := range s.kCoteries(a, x["n"], x["k"]) {
			for r := 1; r <= c.K; r++ {
				least, most := entry.Extent(c.Quorums)
				if wrong(step{x["n"], c.K, availability.Quorum(x["n"], c.K), r, least, most, entry.ToMasks(c.Quorums).Sets}) {
					return fmt.Sprintf("%v, r = %d", c.Quorums, r)
				}
			}
		}
		return ""
	}
}

// lacks: some set of rW nodes lacks r disjoint quorums if there are smaller quorums than W.
func lacks(x step) bool {
	has := func(set uint64) bool { return entry.DisjointWithin(x.quorums, set, x.r) }
	return x.least < x.w && !slices.ContainsFunc(census.SetsOf(x.n, x.r*x.w), func(set uint64) bool { return !has(set) })
}

// fewerSets: fewer sets of r nodes are available than of the k-singleton.
func fewerSets(x step) bool {
	available := slices.DeleteFunc(census.SetsOf(x.n, x.r), func(set uint64) bool { return !entry.DisjointWithin(x.quorums, set, x.r) })
	return x.most > 1 && len(available) >= entry.Choose(x.k, x.r)
}

// largeQuorums: k-coteries without smaller quorums than W are at most as available as the k-majority, set
// by set.
func largeQuorums(x step) bool {
	majority := census.SetsOf(x.n, x.w)
	for set := uint64(0); x.least >= x.w && set < 1<<x.n; set++ {
		if entry.DisjointWithin(x.quorums, set, x.r) && !entry.DisjointWithin(majority, set, x.r) {
			return true
		}
	}
	return false
}

// againstOneNode: the majority is more available than one node above 1/2.
func againstOneNode(x entry.Values) string {
	n := x["n"]
	one := []availability.Vector{availability.SingletonVector(n, 1, 1)}
	if from(availability.Best(availability.MajorityVector(n, 1, 1), one), big.NewRat(1, 2)) {
		return ""
	}
	return "at some p above 1/2 the majority is less available than one node"
}

// boundGrows: p_u grows with r.
func boundGrows(x entry.Values) string {
	for r := 1; r < x["k"]; r++ {
		if upper(x["n"], x["k"], r).Cmp(upper(x["n"], x["k"], r+1)) >= 0 {
			return fmt.Sprintf("r = %d", r)
		}
	}
	return ""
}
