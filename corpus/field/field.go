// Package field has what comes from elsewhere than the papers: the edge cases of the
// definitions (what is said of empty families, empty and repeated quorums, few quorums, few
// nodes; the papers are mostly silent here, and each case pins what this project makes of the
// definition), and constructions, each judged by the claim that is made of it.
package field

import (
	"embed"

	"qcheck/corpus/entry"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order.
func Entries() []*entry.Entry { return paper.Entries() }

var paper = entry.Paper{Files: files}
