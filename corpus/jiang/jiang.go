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

var paper = entry.Paper{Files: files, Builders: map[string]entry.Builder{"torus-wr-literal": literalCovers}, Programs: map[string]entry.Program{
	"waits-alone":       waits("1,0,0", 5, 5),
	"waits-as-follower": waits("1,1,1", 3, 1000),
	// |Q ∪ P| + 3 is 4 with one resource, and 5 with two.
	"waits-for-one": entry.Waits(printed+"wr-1-of-2.json --resource 1", 0, 0, 4),
	"waits-for-two": entry.Waits(printed+"wr-12-of-2.json", 0, 0, 5),
}}

const printed = "--algorithm jiang --variant printed --self-messages queued --requests 1 --structure corpus/testdata/"

// waits states how long process 1 waits at least and at most, with these requests.
func waits(requests string, least, most int) entry.Program {
	const flags = "--algorithm jiang --structure corpus/testdata/wr-majority-of-3.json --quorum-choice fixed --resource 1,2,1 --self-messages queued --requests "
	return entry.Waits(flags+requests, 0, least, most)
}

// literalCovers is the construction torus-wr with every set that contains a node from every row for a
// row cover.
func literalCovers(x entry.Values) (*setsys.Structure, error) {
	s, err := construct.Build("torus-wr", entry.Args{"rows": x["rows"], "columns": x["columns"], "k": x["k"]}, setsys.DefaultMaxSets)
	if err != nil {
		return nil, err
	}
	columns := x["columns"]
	row := uint(1)<<columns - 1
	f := entry.Masks{N: x["rows"] * columns}
	for set := range uint(1) << f.N {
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
