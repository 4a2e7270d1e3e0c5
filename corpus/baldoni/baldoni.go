// Package baldoni has the claims of R. Baldoni, "An O(N^(M/(M+1))) distributed algorithm for
// the k-out of-M resources allocation problem", on structures and numbers.
package baldoni

import (
	"embed"

	"qcheck/corpus/entry"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order.
func Entries() []*entry.Entry { return paper.Entries() }

var paper = entry.Paper{
	Files:    files,
	Builders: map[string]entry.Builder{"star": star, "punctured": punctured},
	Programs: map[string]entry.Program{
		"axiom-1": entry.On(axiom1), "axiom-2": entry.On(axiom2), "axiom-3": entry.On(axiom3),
		"processes-1-to-4-enter": entry.On(processes1To4Enter),
		"no-two-sets-share-two":  entry.On(noTwoShareTwo),
		"inequality":             entry.On(inequality9),

		"allocated-safely":         entry.On(allocatedSafely),
		"none-smaller-of-one-size": noneSmallerOfOneSize,
		"half-of-the-others":       halfOfTheOthers,
		"at-most-all-others":       atMostAllOthers,
		"grows-with-M":             growsWithM,

		"above-minimal": entry.Arithmetic(aboveMinimal),
		"shared-out":    entry.Arithmetic(sharedOut),
		"worse-with-M":  entry.Arithmetic(worseWithM),
		"worse-for-N-1": entry.Arithmetic(worseForAll),
	},
}
