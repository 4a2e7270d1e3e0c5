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
	Builders: map[string]entry.Builder{"star": star},
	Programs: map[string]entry.Program{
		"axiom-3":                entry.On(axiom3),
		"processes-1-to-4-enter": entry.On(processes1To4Enter),
		"inequality":             entry.On(inequality9),

		"none-smaller-of-one-size": noneSmallerOfOneSize,
		"half-of-the-others":       recovery("", func(n, _, least int) bool { return (least+n-1)/n == n/2 }), // both rounded up
		"at-most-all-others":       recovery("", func(n, _, least int) bool { return least <= n*(n-1) }),
		"grows-with-M":             recovery(", for M = M-1 as well", func(n, m, least int) bool { return least > fewestForRecovery(n, m-1) }),

		"above-minimal": entry.Arithmetic(aboveMinimal),
		"shared-out":    entry.Arithmetic(sharedOut),
		"worse-with-M":  entry.Arithmetic(worseWithM),
		"worse-for-N-1": entry.Arithmetic(worseForAll),
	},
}
