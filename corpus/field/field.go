// Package field has the constructions that come from elsewhere than the papers,
// each judged by the claim that is made of it.
package field

import (
	"embed"

	"qcheck/corpus/entry"
	"qcheck/setsys"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order.
func Entries() []*entry.Entry { return paper.Entries() }

var paper = entry.Paper{Files: files, Builders: map[string]entry.Builder{ // small coteries to compose
	"majority-3": part("majority", entry.Args{"n": 3}), "majority-4": part("majority", entry.Args{"n": 4}),
	"wheel-4": part("wheel", entry.Args{"n": 4}), "plane-2": part("plane", entry.Args{"order": 2}), "grid-4": part("grid", entry.Args{"n": 4}),
	"all-of-2": func(entry.Values) (*setsys.Structure, error) {
		return entry.Masks{N: 2, Sets: []uint{3}}.Structure(setsys.Coterie, 0), nil
	},
}}

func part(name string, args entry.Args) entry.Builder {
	return func(entry.Values) (*setsys.Structure, error) { return entry.Construction(name, args)() }
}
