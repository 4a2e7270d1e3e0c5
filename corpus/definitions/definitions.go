// Package definitions has the edge cases of the definitions: what is said of empty
// families, empty and repeated quorums, few quorums, few nodes. The papers are
// mostly silent here; each case pins what this project makes of the definition.
package definitions

import (
	"embed"

	"qcheck/corpus/entry"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order.
func Entries() []*entry.Entry { return paper.Entries() }

var paper = entry.Paper{Files: files}
