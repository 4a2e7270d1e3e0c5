// Package kakugawa has the claims of H. Kakugawa, "A Study on the Distributed k-Mutual
// Exclusion Problem" (master's thesis, Hiroshima University, 1992), sections 1, 2, 4.5 and 5.
package kakugawa

import (
	"embed"
	"math/big"

	"qcheck/corpus/entry"
	"qcheck/properties/availability"
	"qcheck/setsys"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order.
func Entries() []*entry.Entry { return paper().Entries() }

// paper has a study of its own, which is made when the first claim on availability is judged.
func paper() entry.Paper {
	s := &study{}
	return entry.Paper{
		Files:    files,
		Builders: map[string]entry.Builder{"shrunk-majority": shrunkMajority, "all-with-votes": allWithVotes},
		Programs: map[string]entry.Program{
			"same-for-k-1":         sameForOne,
			"contracts":            s.contractions(4, contracts),
			"literally-contracted": literallyContracted,
			"same-characteristic-function": func(a entry.Asked, of *setsys.Structure, x entry.Values) string {
				return sameCharacteristic(a, of, contraction(of, x["r"]), x["r"])
			},

			"best-coterie":   s.majorityFrom(half, isCoterie),
			"best-for-odd-n": s.majorityFrom(half, func(b best) bool { return isCoterie(b) && b.n%2 == 1 }),
			"best-with-the-tie-broken": s.wherever(isCoterie, func(b best) bool { return from(b.tieBroken(), half(b)) },
				func(b best) string { return "it is best " + interval(b.tieBroken()) }),
			"property-1":                            s.contractions(mostContracted, contracts),
			"property-1-as-printed":                 s.contractions(mostContracted, contractsAsPrinted),
			"property-2":                            s.contractions(mostContracted, sameCharacteristic),
			"best-from-p_u":                         s.majorityFrom(func(b best) *big.Rat { return upper(b.n, b.k, b.r) }, isDefined),
			"best-from-p_u-for-r=k":                 s.majorityFrom(func(b best) *big.Rat { return upper(b.n, b.k, b.k) }, isDefined),
			"best-contraction":                      s.majorityFrom(half, func(b best) bool { return isDefined(b) && 2*b.r == b.k+1 }),
			"not-best-below-p_l":                    s.belowLower(isDefined),
			"not-best-below-p_l-for-larger-quorums": s.belowLower(func(b best) bool { return isDefined(b) && availability.Quorum(b.n, b.k) > 1 }),
			"gains-and-losses":                      replaced(gains),
			"better-above-p_l":                      betterBetween(false),
			"better-below-p_l":                      betterBetween(true),
			"best-from-0":                           s.singletonFrom0(),

			"availability-is-p":    availabilityIsP,
			"some-set-lacks-them":  s.each(lacks),
			"fewer-sets":           s.each(fewerSets),
			"at-most-as-available": s.each(largeQuorums),
			"grows":                entry.Arithmetic(boundGrows),
			"more-available":       entry.Arithmetic(againstOneNode),

			"p_u":   printed("p_u n=N k=K", ofR, func(n, k, r int, _ *big.Rat) *big.Rat { return upper(n, k, r) }),
			"p_l":   printed("p_l n=N k=K", ofR, func(n, k, r int, _ *big.Rat) *big.Rat { return lower(n, k, r) }),
			"maj_k": printed("maj_k n=N k=K r=R", ofP, majorityAt),
			"sgl_k": printed("sgl_k n=N k=K r=R", ofP, singletonAt),

			"grows-with-p":                   compared(func(x, y simulated) bool { return x.figure == y.figure && x.p < y.p }, grows),
			"grows-with-n":                   compared(func(x, y simulated) bool { return x.k == y.k && x.n < y.n && x.p == y.p }, grows),
			"fewer-than-raymond-for-small-p": fewer(0.05),
			"falls-with-k-for-small-p":       compared(func(x, y simulated) bool { return x.k == 2 && x.n == 5 && y.k == 4 && x.p == y.p && x.p <= 0.1 }, falls),
			"fewer-than-raymond":             fewer(1),
		},
	}
}
