package thesis

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"qcheck/properties/availability"
)

// A Claim is what the thesis says of availability, and on what it was tried.
type Claim struct {
	Name string // where it stands
	Says string
	On   string   // what it was tried on
	Not  []string // where it is false, a sentence each; none: confirmed
}

// Confirmed reports whether the claim is true wherever it was tried.
func (c Claim) Confirmed() bool { return len(c.Not) == 0 }

// maxUndercut is the largest number of nodes on which the structure of the
// proof of theorem 6 is looked at.
const maxUndercut = 14

// A Comparison is one of all k-coteries, with p_l and p_u of theorems 6 and 4
// where they are defined: K+1 divides N+1.
type Comparison struct {
	availability.Comparison
	Lower, Upper *big.Rat
}

// Study compares all k-coteries on up to most nodes, at most availability.MaxNodes, for every
// k, and says what that makes of the claims of section 5 of the thesis, and of
// what its introduction quotes. It takes milliseconds for 5 nodes, seconds for 7.
func Study(ctx context.Context, most int) ([]Comparison, []Claim, error) {
	var all []Comparison
	var contractions []availability.Contraction
	for n := 1; n <= most; n++ {
		compared, err := availability.Compare(ctx, n)
		if err != nil {
			return nil, nil, err
		}
		for _, c := range compared {
			with := Comparison{Comparison: c}
			if Defined(c.N, c.K) {
				with.Lower, with.Upper = Lower(c.N, c.K, c.R), Upper(c.N, c.K, c.R)
			}
			all = append(all, with)
		}
		if n < availability.MaxNodes {
			contracted, err := availability.Contractions(ctx, n)
			if err != nil {
				return nil, nil, err
			}
			contractions = append(contractions, contracted...)
		}
	}
	proof, err := undercutClaims(ctx)
	if err != nil {
		return nil, nil, err
	}
	claims := contractionClaims(contractions)
	claims = append(claims, theorems(all)...)
	return all, append(claims, proof...), nil
}

func contractionClaims(all []availability.Contraction) []Claim {
	coterie := Claim{Name: "property 1", Says: "the r-contraction of a k-coterie is a floor(k/r)-coterie"}
	strong := Claim{Name: "property 1, as printed", Says: "the same with non-intersection as definition 1 is printed: for any quorums, disjoint or not"}
	available := Claim{Name: "property 2", Says: "a set contains r disjoint quorums of a k-coterie if and only if it contains a quorum of its r-contraction"}
	pairs, strongPairs, most := 0, 0, 0
	for _, x := range all {
		pairs += x.Coteries
		strongPairs += x.Strong
		most = max(most, x.N)
		at := fmt.Sprintf("n = %d, k = %d, r = %d: ", x.N, x.K, x.R)
		if f := x.NotCoterie; f.Len() > 0 {
			coterie.Not = append(coterie.Not, at+f.String())
		}
		if f := x.NotStrong; f.Len() > 0 {
			strong.Not = append(strong.Not, at+f.String())
		}
		if f := x.NotAvailable; f.Len() > 0 {
			available.Not = append(available.Not, at+f.String())
		}
	}
	coterie.On = fmt.Sprintf("all k-coteries on up to %d nodes, all k and r: %d pairs of a k-coterie and an r", most, pairs)
	available.On = coterie.On
	strong.On = fmt.Sprintf("all that satisfy definition 1 as printed on up to %d nodes, all k and r: %d pairs", most, strongPairs)
	return []Claim{coterie, strong, available}
}

// theorems judges theorems 4 to 7 by the comparisons. W is the size of the
// quorums of the k-majority. Where it is 1, n = k and there is just one
// k-coterie.
func theorems(all []Comparison) []Claim {
	half, one := big.NewRat(1, 2), big.NewRat(1, 1)
	from := func(in []availability.Interval, lo *big.Rat) bool {
		return slices.ContainsFunc(in, func(i availability.Interval) bool { return i.Has(lo, one) })
	}
	// A test has a claim, where it applies, and what to say where it is false.
	type test struct {
		claim   Claim
		applies func(Comparison) bool
		holds   func(Comparison) bool
		not     func(Comparison) string
	}
	defined := func(c Comparison) bool { return c.Upper != nil }
	best := func(c Comparison) string {
		return fmt.Sprintf("the %d-majority is best %s", c.K, where(c.Majority))
	}
	onlyOne := func(c Comparison) string {
		text := best(c) + fmt.Sprintf(", and p_l = %s", c.Lower.RatString())
		if c.Coteries == 1 {
			text = fmt.Sprintf("the %d-majority is the only %d-coterie, and p_l = %s", c.K, c.K, c.Lower.RatString())
		}
		return text
	}
	theorem6 := func(c Comparison) bool {
		return !slices.ContainsFunc(c.Majority, func(i availability.Interval) bool { return i.Lo.Compare(availability.Rational(c.Lower)) < 0 })
	}
	tests := []test{
		{
			Claim{Name: "theorem 4", Says: "where k+1 divides n+1, the k-majority has the greatest (k,r)-availability of all k-coteries from p_u(n,k,r) on"},
			defined, func(c Comparison) bool { return from(c.Majority, c.Upper) }, best,
		},
		{
			Claim{Name: "corollary 1", Says: "it has so from p_u(n,k,k) on for every r"},
			defined, func(c Comparison) bool { return from(c.Majority, Upper(c.N, c.K, c.K)) }, best,
		},
		{
			Claim{Name: "theorem 5", Says: "where 2(m+1) divides n+1, the (2m+1)-majority has the greatest (2m+1,m+1)-availability from 1/2 on"},
			func(c Comparison) bool { return defined(c) && c.K%2 == 1 && 2*c.R == c.K+1 },
			func(c Comparison) bool { return from(c.Majority, half) }, best,
		},
		{
			Claim{Name: "theorem 6", Says: "where k+1 divides n+1, the k-majority has not the greatest (k,r)-availability below p_l(n,k,r)"},
			defined, theorem6, onlyOne,
		},
		{
			Claim{Name: "theorem 6, W > 1", Says: "the same where the quorums of the k-majority have more than one node"},
			func(c Comparison) bool { return defined(c) && availability.Quorum(c.N, c.K) > 1 }, theorem6, onlyOne,
		},
		{
			Claim{Name: "theorem 7", Says: "from 0 on up to some reliability, the k-singleton has the greatest (k,r)-availability of all k-coteries"},
			func(Comparison) bool { return true },
			func(c Comparison) bool { return len(c.Singleton) > 0 && c.Singleton[0].Lo.Lo.Sign() == 0 },
			func(c Comparison) string { return fmt.Sprintf("the %d-singleton is best %s", c.K, where(c.Singleton)) },
		},
		{
			Claim{Name: "section 1, after [4]", Says: "the majority has the greatest availability of all coteries when p > 1/2"},
			func(c Comparison) bool { return c.K == 1 },
			func(c Comparison) bool { return from(c.Majority, half) }, best,
		},
		{
			Claim{Name: "section 1, after [4], n odd", Says: "the same for an odd number of nodes"},
			func(c Comparison) bool { return c.K == 1 && c.N%2 == 1 },
			func(c Comparison) bool { return from(c.Majority, half) }, best,
		},
		{
			Claim{Name: "section 1, after [4], tie broken", Says: "the same for any number, where half of an even number of nodes suffices if node 1 is one of them"},
			func(c Comparison) bool { return c.K == 1 },
			func(c Comparison) bool { return from(c.TieBroken, half) },
			func(c Comparison) string { return "it is best " + where(c.TieBroken) },
		},
	}
	var claims []Claim
	for _, t := range tests {
		cases, most, apart := 0, 0, 0
		for _, c := range all {
			if !t.applies(c) {
				continue
			}
			cases++
			most = max(most, c.N)
			if availability.Quorum(c.N, c.K) > 1 {
				apart++
			}
			if !t.holds(c) {
				t.claim.Not = append(t.claim.Not, fmt.Sprintf("n = %d, k = %d, r = %d: %s", c.N, c.K, c.R, t.not(c)))
			}
		}
		t.claim.On = fmt.Sprintf("all k-coteries, %d (n,k,r) with n up to %d, %d of them with W > 1", cases, most, apart)
		claims = append(claims, t.claim)
	}
	return claims
}

// where says in words where something is best.
func where(in []availability.Interval) string {
	if len(in) == 0 {
		return "nowhere"
	}
	text := "just on "
	for i, x := range in {
		if i > 0 {
			text += " and "
		}
		text += x.String()
	}
	return text
}

// undercutClaims judges the proof of theorem 6.
func undercutClaims(ctx context.Context) ([]Claim, error) {
	proof := Claim{
		Name: "theorem 6, proof",
		Says: "its structure is a k-coterie, r-available for C(kW-1,(r-1)W) more sets of rW-1 nodes and C(kW-1,rW-1) fewer sets of rW nodes than the k-majority, and for the same numbers of other sizes",
	}
	printed := Claim{Name: "theorem 6, proof, last line", Says: "that structure is more available than the k-majority if and only if p > p_l"}
	reversed := Claim{Name: "theorem 6, proof, last line reversed", Says: "that structure is more available than the k-majority if and only if p < p_l"}
	structures, cases := 0, 0
	for n := 1; n <= maxUndercut; n++ {
		for k := 1; k <= n; k++ {
			if !Defined(n, k) || availability.Quorum(n, k) < 2 {
				continue
			}
			structures++
			better, err := undercuts(ctx, n, k)
			if isEnd(ctx, err) {
				return nil, err
			} else if err != nil {
				proof.Not = append(proof.Not, err.Error())
			}
			for i, in := range better {
				cases++
				bound, one := availability.Rational(Lower(n, k, i+1)), availability.Rational(big.NewRat(1, 1))
				is := func(lo, hi availability.Root) bool {
					return len(in) == 1 && in[0].Lo.Compare(lo) == 0 && in[0].Hi.Compare(hi) == 0
				}
				not := fmt.Sprintf("n = %d, k = %d, r = %d: it is as available or more %s", n, k, i+1, where(in))
				if !is(bound, one) {
					printed.Not = append(printed.Not, not)
				}
				if !is(availability.Rational(new(big.Rat)), bound) {
					reversed.Not = append(reversed.Not, not)
				}
			}
		}
	}
	proof.On = fmt.Sprintf("all (n,k) with n up to %d where k+1 divides n+1 and W > 1, all r: %d structures", maxUndercut, structures)
	printed.On = fmt.Sprintf("the same structures: %d (n,k,r)", cases)
	reversed.On = printed.On
	return []Claim{proof, printed, reversed}, nil
}
