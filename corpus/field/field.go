// Package field has the constructions that come from elsewhere than the papers,
// each judged by the claim that is made of it.
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
