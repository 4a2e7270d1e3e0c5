// Package jiang has the claims of J.-R. Jiang, "A Distributed Group k-Exclusion Algorithm
// using k-Write-Read Coterie", on structures, in section 2, and on messages and delays.
package jiang

import (
	"embed"

	"qcheck/corpus/entry"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order.
func Entries() []*entry.Entry { return paper.Entries() }

var paper = entry.Paper{Files: files, Builders: map[string]entry.Builder{"torus-wr-literal": literalCovers}}

// literalCovers is the construction torus-wr with every set that contains a node from every row for a
// row cover.
func literalCovers(x entry.Values) (*setsys.Structure, error) {
	s, err := construct.Build("torus-wr", entry.Args{"rows": x["rows"], "columns": x["columns"], "k": x["k"]}, setsys.DefaultMaxSets)
	if err != nil {
		return nil, err
	}
	columns := x["columns"]
	row := uint64(1)<<columns - 1
	f := entry.Masks{N: x["rows"] * columns}
	for set := range uint64(1) << f.N {
		every := true
		for i := range x["rows"] {
			every = every && set&(row<<(i*columns)) != 0
		}
		if every {
			f.Sets = append(f.Sets, set)
		}
	}
	s.Read = f.Family()
	return s, nil
}
