// Package manabetajima has the claims of Y. Manabe and N. Tajima, "(h,k)-arbiters for h-out
// of-k Mutual Exclusion Problem", on structures.
package manabetajima

import (
	"embed"

	"qcheck/corpus/entry"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order.
func Entries() []*entry.Entry { return paper.Entries() }

// mostUnits is the greatest k of the uniform (h,k)-arbiter in the grids.
const mostUnits = 8

var paper = entry.Paper{
	Files:    files,
	Builders: map[string]entry.Builder{"all-of-sizes": allOfSizes},
	Programs: map[string]entry.Program{
		"as-defined":        entry.Arithmetic(listedAsDefined),
		"sum-bound":         entry.Arithmetic(sumBound),
		"contains-critical": entry.Arithmetic(containsSome),

		"stuck-as-described": entry.Arithmetic(stuckAsDescribed),

		"common-node":         entry.On(commonNode),
		"all-units-coterie":   allUnitsCoterie,
		"no-larger-than-cube": noLargerThanCube,
		"cube-smaller":        cubeSmaller,

		"common-node-by-counting":      uniformCounted,
		"no-smaller-than-the-majority": entry.Arithmetic(allUnitsThreshold),
		"no-smaller-sizes":             entry.Arithmetic(noSmallerSizes),
		"enough-coordinates":           entry.Arithmetic(cubeCoordinates),
		"an-order":                     anOrder,
		"one-more-quorum-decides":      oneMoreQuorum,
	},
}
