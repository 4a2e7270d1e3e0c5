// Package kakugawa has the claims of H. Kakugawa, "A Study on the Distributed k-Mutual
// Exclusion Problem" (master's thesis, Hiroshima University, 1992), sections 1, 2, 4.5 and 5.
package kakugawa

import (
	"embed"

	"qcheck/corpus/entry"
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
		Builders: map[string]entry.Builder{"shrunk-majority": shrunkMajority},
		Programs: map[string]entry.Program{
			"k-coteries-fit-the-words": implies(isKCoterie, hasExactlyK,
				"%v is a k-coterie for k = %d, but the most disjoint quorums are not k"),
			"words-give-k-coteries": implies(hasExactlyK, isKCoterie,
				"%v has k = %d disjoint quorums and no more, but some fewer cannot be extended"),
			"printed-condition-is-intersection": printedCondition2,
			"same-for-k-1":                      sameForOne,
			"contracts":                         contracts,
			"literally-contracted":              literallyContracted,
			"same-characteristic-function":      sameCharacteristic,

			"best-coterie":                          s.claim("section 1, after [4]"),
			"best-for-odd-n":                        s.claim("section 1, after [4], n odd"),
			"best-with-the-tie-broken":              s.claim("section 1, after [4], tie broken"),
			"property-1":                            s.claim("property 1"),
			"property-1-as-printed":                 s.claim("property 1, as printed"),
			"property-2":                            s.claim("property 2"),
			"best-from-p_u":                         s.claim("theorem 4"),
			"best-from-p_u-for-r=k":                 s.claim("corollary 1"),
			"best-contraction":                      s.claim("theorem 5"),
			"not-best-below-p_l":                    s.claim("theorem 6"),
			"not-best-below-p_l-for-larger-quorums": s.claim("theorem 6, W > 1"),
			"gains-and-losses":                      s.claim("theorem 6, proof"),
			"better-above-p_l":                      s.claim("theorem 6, proof, last line"),
			"better-below-p_l":                      s.claim("theorem 6, proof, last line reversed"),
			"best-from-0":                           s.claim("theorem 7"),

			"availability-is-p":    availabilityIsP,
			"some-set-lacks-them":  s.theorem4Step,
			"fewer-sets":           s.theorem7Step,
			"grows":                entry.Arithmetic(corollary1),
			"at-most-as-available": s.theorem4LargeQuorums,
			"more-available":       entry.Arithmetic(againstOneNode),
			"fewer":                entry.Arithmetic(fewerThanRaymond),

			"grows-with-p":                   compared(func(x, y simulated) bool { return x.figure == y.figure && x.p < y.p }, grows),
			"grows-with-n":                   compared(func(x, y simulated) bool { return x.k == y.k && x.n < y.n && x.p == y.p }, grows),
			"fewer-than-raymond-for-small-p": fewer(0.05),
			"falls-with-k-for-small-p":       compared(func(x, y simulated) bool { return x.k == 2 && x.n == 5 && y.k == 4 && x.p == y.p && x.p <= 0.1 }, falls),
			"fewer-than-raymond":             fewer(1),
		},
		Cases: map[string]func() []entry.Case{
			"weighted-voting": votingPrinted, "weighted-voting-minimal": votingMinimal,
			"table-1": printedTable(1), "table-2": printedTable(2), "table-3": printedTable(3),
		},
	}
}
