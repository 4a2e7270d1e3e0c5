// Package kameikakugawa has the claims of S. Kamei and H. Kakugawa, "Asynchronous
// message-passing distributed algorithm for the global critical section problem" (2019), on
// structures and numbers, in section 3.4, and on messages and delays.
package kameikakugawa

import (
	"embed"
	"fmt"

	"qcheck/corpus/entry"
	"qcheck/properties"
	"qcheck/properties/census"
	"qcheck/setsys"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order.
func Entries() []*entry.Entry { return paper.Entries() }

var paper = entry.Paper{
	Files:    files,
	Builders: map[string]entry.Builder{"all-halves": allHalves},
	Programs: map[string]entry.Program{
		"any-C1":                     anyHalves(true),
		"any-C1-without-complements": anyHalves(false),
	},
}

// allHalves is the coterie made from all sets of half the nodes.
func allHalves(x entry.Values) (*setsys.Structure, error) {
	n := x["n"]
	return split(n, census.SetsOf(n, n/2)).Structure(setsys.Coterie, 0), nil
}

// anyHalves states that every C1 gives a coterie, or every one without the complement of a
// member.
func anyHalves(complements bool) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, _ entry.Values) string {
		for n := 2; n <= 4; n += 2 {
			for sets := range census.EachAntichain(n) {
				f := entry.Masks{N: n, Sets: sets}
				least, most := entry.Extent(f.Family())
				if least != n/2 || most != n/2 || !complements && entry.DisjointWithin(sets, 1<<n-1, 2) {
					continue
				}
				c := split(n, f.Sets)
				if !a.Has(c.Structure(setsys.Coterie, 0), properties.Required(setsys.Coterie)...) {
					return fmt.Sprintf("n = %d, C1 = %v gives %v", n, f.Family(), c.Family())
				}
			}
		}
		return ""
	}
}

// split is C1 with all sets of n/2+1 nodes that contain none of C1.
func split(n int, c1 []uint64) entry.Masks {
	f := entry.Masks{N: n, Sets: append([]uint64(nil), c1...)}
	for _, set := range census.SetsOf(n, n/2+1) {
		if !entry.DisjointWithin(c1, set, 1) {
			f.Sets = append(f.Sets, set)
		}
	}
	return f
}
