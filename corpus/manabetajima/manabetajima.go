// Package manabetajima has the claims of Y. Manabe and N. Tajima, "(h,k)-arbiters for h-out
// of-k Mutual Exclusion Problem", on structures, and the searches of its algorithm on all small
// ones.
package manabetajima

import (
	"embed"

	"qcheck/corpus/entry"
	"qcheck/setsys"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order.
func Entries() []*entry.Entry { return paper.Entries() }

// mostUnits is the greatest k of the uniform (h,k)-arbiter in the grids.
const mostUnits = 8

var paper = entry.Paper{
	Files:    files,
	Builders: map[string]entry.Builder{"difference-set": differenceSet, "transposed-grid": transposedGrid},
	Forms:    map[string]entry.Form{"search": sweep},
	Programs: map[string]entry.Program{
		"conflicting-not-critical": worked([]int{2, 2, 3}, 4, false),
		"critical":                 worked([]int{1, 1, 1, 2}, 4, true),
		"as-defined":               entry.Arithmetic(listedAsDefined),
		"sum-bound":                entry.Arithmetic(sumBound),
		"converse":                 entry.Arithmetic(sumBoundConverse),
		"contains-critical":        entry.Arithmetic(containsSome),

		"stuck-as-described":                   entry.Arithmetic(stuckAsDescribed),
		"reached-from-k+2":                     entry.Arithmetic(stuckFromK2),
		"safe":                                 kArbiterSafety,
		"is-the-k-coterie's":                   oneUnit(setsys.KCoterie, "%v with k = %d: no k+1 quorums are disjoint, but some have no common node"),
		"is-the-k-arbiter's":                   oneUnit(setsys.KArbiter, "%v with k = %d"),
		"sufficient":                           safetyAgainst(true),
		"necessary":                            safetyAgainst(false),
		"Qk-is-a-coterie":                      allUnitsCoterie,
		"Q1-of-a-(h,2)-arbiter-is-a-2-arbiter": firstOfTwo,

		"no-smaller-than-the-grid":    noSmallerThanTheGrid,
		"at-most":                     atMost,
		"symmetric":                   entry.On(symmetricFamily),
		"at-most-k+1-times-the-bound": timesTheBound,
		"quorum-sizes":                unitsSizes(uniformSize),
		"cube-sizes":                  unitsSizes(cubeSize),
		"cube-bound":                  cubeBound,
		"no-larger-than-uniform":      noLargerThan("uniform-k-arbiter"),
		"no-larger-than-cube":         noLargerThan("cube-k-arbiter"),
		"all-units-need-a-majority":   entry.On(allUnitsNeedAMajority),
		"equal-sizes":                 entry.On(equalSizes),
		"all-units-size":              allUnitsSize,
		"cube-smaller":                cubeSmaller,
		"order-is-the-square-root":    entry.Arithmetic(cubeExponent),

		"common-node-by-counting":                uniformCounted,
		"no-smaller-than-the-majority":           entry.Arithmetic(allUnitsThreshold),
		"uniform-smaller":                        entry.Arithmetic(uniformSmaller),
		"no-smaller-sizes":                       entry.Arithmetic(noSmallerSizes),
		"enough-coordinates":                     entry.Arithmetic(cubeCoordinates),
		"smaller-than-uniform":                   smaller(thresholds{4, 3, 3}, "uniform (h,k)-arbiter"),
		"smaller-than-cube":                      smaller(thresholds{6, 5}, "cube (h,k)-arbiter"),
		"size-to-the-k+1-is-at-least-n-to-the-k": entry.Arithmetic(symmetricBound),
		"an-order":                               entry.Arithmetic(anOrder),
		"one-more-quorum-decides":                oneMoreQuorum,
	},
}
