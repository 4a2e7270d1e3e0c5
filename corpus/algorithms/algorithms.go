// Package algorithms has what the papers claim of their algorithms, on instances small enough
// to be explored whole (testdata/runs), and on all instances of a range (testdata/sweeps). The
// claims of a variant that is not the printed one are those of the text that it reads, or
// repairs; of what is called lesser, which is a repair without a part of it, nobody claims
// anything.
package algorithms

import (
	"embed"

	"qcheck/corpus/entry"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, each of which is a file (see [entry.Explored] and [entry.Swept]): runs,
// then sweeps, each by name.
func Entries() []*entry.Entry {
	return append(entry.Explored(files, "testdata/runs"), entry.Swept(files, "testdata/sweeps")...)
}
