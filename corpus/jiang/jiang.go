// Package jiang has the claims of J.-R. Jiang, "A Distributed Group k-Exclusion Algorithm
// using k-Write-Read Coterie", on structures, in section 2, and on messages and delays.
package jiang

import (
	"embed"
	"fmt"

	"qcheck/corpus/entry"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order.
func Entries() []*entry.Entry { return paper.Entries() }

var paper = entry.Paper{Files: files, Builders: map[string]entry.Builder{"torus-wr-literal": literalCovers}, Programs: map[string]entry.Program{
	"some-number-does":  someNumberDoes,
	"read-quorum-size":  readSize,
	"alone":             listed(func(q, both int) (int, []int) { return 2*q + 2*both + 1, []int{q, q, q, both, both, 1} }),
	"follower":          listed(func(q, _ int) (int, []int) { return 2*q + 4, []int{q, q, 1, 1, 1, 1} }),
	"worst":             listed(func(_, both int) (int, []int) { return 6*both + 2*both + 1, []int{both, 5 * both, both, both, 1} }), // n is |Q ∪ P| here
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

// someNumberDoes states that some number of following rows gives a k-coterie.
func someNumberDoes(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	for following := range x["rows"] {
		s := entry.Known(construct.Build("torus", entry.Args{"rows": x["rows"], "columns": 1, "k": x["k"], "following": following}, setsys.DefaultMaxSets))
		if a.Has(s, properties.Required(s.Kind)...) {
			return ""
		}
	}
	return fmt.Sprintf("no number of following rows from 0 to %d does", x["rows"]-1)
}

// readSize states that every read quorum has as many nodes as there are rows.
func readSize(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
	if least, most := entry.Extent(s.Read); least != x["rows"] || most != x["rows"] {
		return fmt.Sprintf("read quorums have %d to %d nodes, not %d", least, most, x["rows"])
	}
	return ""
}

// listed adds up the messages that section 5 lists for a scenario, with a quorum Q and a
// read quorum P, and compares them with the number that is printed.
func listed(scenario func(q, both int) (printed int, list []int)) entry.Program {
	return entry.Arithmetic(func(x entry.Values) string {
		printed, list := scenario(x["|Q|"], x["|Q∪P|"])
		total := 0
		for _, n := range list {
			total += n
		}
		if total != printed {
			return fmt.Sprintf("%d messages are listed, not %d", total, printed)
		}
		return ""
	})
}
