package availability

import (
	"fmt"
	"math/big"
	"slices"
	"sort"
)

// An Interval has the numbers from Lo to Hi, both included, except 0 and 1.
type Interval struct{ Lo, Hi Root }

// Has reports whether all numbers from lo to hi, except 0 and 1, are in the
// interval.
func (i Interval) Has(lo, hi *big.Rat) bool {
	return i.Lo.Compare(Rational(lo)) <= 0 && i.Hi.Compare(Rational(hi)) >= 0
}

func (i Interval) String() string {
	lo, hi := "[", "]"
	if i.Lo.Exact() && i.Lo.Lo.Sign() == 0 {
		lo = "("
	}
	if i.Hi.Exact() && i.Hi.Hi.Cmp(big.NewRat(1, 1)) == 0 {
		hi = ")"
	}
	return fmt.Sprintf("%s%s, %s%s", lo, i.Lo.short(), i.Hi.short(), hi)
}

// short returns the number with up to 7 digits after the point, or as a fraction
// where that is shorter.
func (r Root) short() string {
	const digits = 7
	text := r.Decimal(digits)
	if exact := r.Lo.RatString(); r.Exact() && len(exact) <= len(text) {
		return exact
	}
	return text
}

// Best returns where v has at least the availability of each of the others, as
// disjoint intervals, ascending, of the reliabilities p between 0 and 1. (At 0
// and at 1 all that have a quorum are alike.) An interval may be a single
// number.
//
// v is best where the difference to each other is not negative. The differences
// are polynomials, so between two neighbouring roots of any of them the answer
// is the same everywhere, and one sample decides; a root itself belongs to what
// is good beside it, or is good alone when those that are negative beside it are
// 0 there.
func Best(v Vector, others []Vector) []Interval {
	var differences []polynomial
	var roots [][]Root
	var all []Root
	seen := map[string]bool{}
	for _, w := range others {
		d := v.minus(w)
		key := fmt.Sprint([]*big.Int(d))
		if seen[key] || !slices.ContainsFunc(d, func(c *big.Int) bool { return c.Sign() < 0 }) {
			continue // v has as many sets of each size
		}
		seen[key] = true
		p := trimmed(d.Polynomial())
		differences = append(differences, p)
		r := rootsBetween0And1(p)
		roots = append(roots, r)
		all = append(all, r...)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Compare(all[j]) < 0 })
	all = slices.CompactFunc(all, func(r, s Root) bool { return r.Compare(s) == 0 })
	apart(all)

	sample := func(i int) *big.Rat { // below root i
		lo, hi := new(big.Rat), big.NewRat(1, 1)
		if i > 0 {
			lo = all[i-1].Hi
		}
		if i < len(all) {
			hi = all[i].Lo
		}
		x := new(big.Rat).Add(lo, hi)
		return x.Quo(x, big.NewRat(2, 1))
	}
	good := make([]bool, len(all)+1)
	for i := range good {
		x := sample(i)
		good[i] = !slices.ContainsFunc(differences, func(p polynomial) bool { return p.sign(x) < 0 })
	}
	// alone reports whether v is best at root i, though not beside it.
	alone := func(i int) bool {
		x := sample(i)
		for j, p := range differences {
			if p.sign(x) < 0 && !slices.ContainsFunc(roots[j], func(r Root) bool { return r.Compare(all[i]) == 0 }) {
				return false
			}
		}
		return true
	}
	var best []Interval
	end := func(i int) Root { // of the piece above root i-1
		switch {
		case i == 0:
			return Rational(new(big.Rat))
		case i == len(good):
			return Rational(big.NewRat(1, 1))
		}
		return all[i-1]
	}
	for i := 0; i < len(good); i++ {
		if !good[i] {
			if i < len(all) && !good[i+1] && alone(i) {
				best = append(best, Interval{all[i], all[i]})
			}
			continue
		}
		first := i
		for i+1 < len(good) && good[i+1] {
			i++
		}
		best = append(best, Interval{end(first), end(i + 1)})
	}
	return best
}

// apart narrows the bounds of ascending different roots between 0 and 1 until a
// number lies between each two of them, and between them and 0 and 1.
func apart(all []Root) {
	for i := range all {
		for all[i].Lo.Sign() <= 0 || i > 0 && all[i-1].Hi.Cmp(all[i].Lo) >= 0 {
			all[i] = all[i].half()
			if i > 0 && !all[i-1].Exact() {
				all[i-1] = all[i-1].half()
			}
		}
		for all[i].Hi.Cmp(big.NewRat(1, 1)) >= 0 {
			all[i] = all[i].half()
		}
	}
}
