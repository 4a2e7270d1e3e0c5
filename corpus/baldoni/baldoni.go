// Package baldoni has the claims of R. Baldoni, "An O(N^(M/(M+1))) distributed algorithm for
// the k-out of-M resources allocation problem", on structures and numbers.
package baldoni

import (
	"embed"

	"qcheck/corpus/entry"
	p "qcheck/properties"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order.
func Entries() []*entry.Entry { return paper.Entries() }

var paper = entry.Paper{
	Files:    files,
	Builders: map[string]entry.Builder{"star": star, "plane-for-two": planeForTwo, "punctured": punctured},
	Programs: map[string]entry.Program{
		"axiom-1": entry.On(axiom1), "axiom-2": entry.On(axiom2), "axiom-3": entry.On(axiom3),
		"lines-of-a-point": linesOfAPoint, "points-and-lines": pointsAndLines,
		"processes-1-to-4-enter": entry.On(processes1To4Enter),
		"no-two-sets-share-two":  entry.On(noTwoShareTwo),
		"against-axiom-1":        sharingTwo(axiom1),
		"against-axiom-2":        sharingTwo(axiom2),

		"as-many-as-points": entry.Arithmetic(hyperplanes),
		"inequality":        entry.On(inequality9),

		"sufficient":                       arbitrated(true),
		"necessary":                        arbitrated(false),
		"(iii)-implies-(ii)":               implication(4, 3, []p.ID{p.Arbitration}, p.PairwiseIntersection),
		"(iii)-is-(ii)":                    equivalent(p.Arbitration, p.PairwiseIntersection),
		"(vi)-is-(v)":                      equivalent(p.LocalRecoveryExact, p.Singhal),
		"(v)-implies-(ii)":                 implication(4, 1, []p.ID{p.Singhal}, p.PairwiseIntersection),
		"(vi)-implies-(iii)":               implication(4, 3, []p.ID{p.LocalRecoveryExact}, p.Arbitration),
		"(vii)-implies-(vi)":               implication(4, 3, []p.ID{p.FullSets}, p.LocalRecoveryExact),
		"singhal-satisfiable":              exists(p.Singhal),
		"recovery-satisfiable":             exists(p.LocalRecoveryExact),
		"average-at-least-half":            averageAtLeastHalf,
		"(v)-with-contains-implies-(ii)":   implication(4, 1, []p.ID{p.LocalRecovery}, p.PairwiseIntersection),
		"(vi)-with-contains-implies-(iii)": implication(4, 3, []p.ID{p.LocalRecovery}, p.Arbitration),
		"(vii)-implies-(vi)-with-contains": implication(4, 3, []p.ID{p.FullSets}, p.LocalRecovery),

		"none-smaller":             noneSmaller,
		"none-smaller-of-one-size": noneSmallerOfOneSize,
		"tuples":                   entry.Arithmetic(tuples),
		"half-of-the-others":       halfOfTheOthers,
		"at-most-all-others":       atMostAllOthers,
		"grows-with-M":             growsWithM,

		"at-most-the-root-and-M": entry.Arithmetic(sizeOrder),
		"above-minimal":          entry.Arithmetic(aboveMinimal),
		"shared-out":             entry.Arithmetic(sharedOut),
		"shared-out-for-M+2":     entry.Arithmetic(sharedOutOnce),
		"better-for-one":         betterThanRaynal(betterForOne),
		"worse-with-M":           betterThanRaynal(worseWithM),
		"worse-for-N-1":          betterThanRaynal(worseForAll),
	},
}
