// Package algorithms has what the papers claim of their algorithms, on instances small enough
// to be explored whole (testdata/runs), and on all instances of a range (testdata/sweeps). The
// claims of a variant that is not the printed one are those of the text that it reads, or
// repairs; of what is called lesser, which is a repair without a part of it, nobody claims
// anything.
package algorithms

import (
	"embed"
	"slices"
	"strings"

	"qcheck/corpus/entry"
	"qcheck/protocols"
	"qcheck/protocols/instance"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, each of which is a file (see [entry.Explored] and [entry.Swept]): runs,
// then sweeps, each in the order of the algorithms that they are about.
func Entries() []*entry.Entry {
	return append(ordered(entry.Explored(files, "testdata/runs")), ordered(entry.Swept(files, "testdata/sweeps"))...)
}

// ordered sorts entries by the algorithm of their first case.
func ordered(entries []*entry.Entry) []*entry.Entry {
	place := func(e *entry.Entry) int {
		return slices.IndexFunc(protocols.All(), func(a *instance.Algorithm) bool {
			return len(e.Cases) > 0 && strings.Contains(e.Cases[0].Name, "--algorithm "+a.Name+" ")
		})
	}
	slices.SortStableFunc(entries, func(a, b *entry.Entry) int { return place(a) - place(b) })
	return entries
}
