package construct

import (
	"fmt"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// grid is the family of the crosses of a square grid: for each node, its row
// and its column (Maekawa 1985; Manabe and Tajima, section 2.3, example 2; Kamei
// and Kakugawa, Example 2). Claimed: a coterie; every quorum has 2√n-1 nodes.
// It is defined for square n.
//
// As request sets, process i has the cross through i.
func grid() *Construction {
	crosses := func(a args) (setsys.Family, error) {
		n := a.int("n")
		side := 1
		for side*side < n {
			side++
		}
		if side*side != n {
			return setsys.Family{}, outside("n", fmt.Sprintf("a square from 1 to %d", setsys.MaxNodes), n)
		}
		if err := a.room(n); err != nil {
			return setsys.Family{}, err
		}
		return crosses(side, side), nil
	}
	return &Construction{
		Name: "grid", Kind: setsys.Coterie,
		Summary: "in a square grid, the row and the column of each node",
		Source:  "Manabe and Tajima, section 2.3, example 2, and Kamei and Kakugawa, Example 2, after Maekawa",
		Claim:   "a coterie of quorums of 2√n-1 nodes",
		Params:  []Param{number("n", "number of nodes, a square")},
		build: func(a args) (*setsys.Structure, error) {
			f, err := crosses(a)
			if err != nil {
				return nil, err
			}
			return quorums(setsys.Coterie, 0, f)
		},
		requests: func(a args) (*setsys.Structure, error) {
			f, err := crosses(a)
			if err != nil {
				return nil, err
			}
			return requestSets(1, f)
		},
	}
}

// crosses returns for each node of an array its row and its column.
func crosses(rows, columns int) setsys.Family {
	across, down := rowsOf(rows, columns), columnsOf(rows, columns)
	b := setsys.NewFamilyBuilder(rows * columns)
	for i := range rows {
		for j := range columns {
			row := make([]uint64, words.Of(rows*columns))
			addAll(row, across[i])
			addAll(row, down[j])
			b.AddWords(row)
		}
	}
	return b.Family()
}

// columnCover is the family of the write quorums of the grid protocol (Cheung,
// Ammar and Ahamad 1992): all nodes of one column and one node of every other
// column. Claimed: a coterie.
//
// As request sets, process i has its column and its row, which covers the other
// columns.
func columnCover() *Construction {
	return &Construction{
		Name: "column-cover", Kind: setsys.Coterie,
		Summary:    "in an array, one full column and one node of every other column",
		Source:     "Cheung, Ammar and Ahamad, The grid protocol, 1992",
		Claim:      "a coterie",
		Params:     []Param{number("rows", "number of rows"), number("columns", "number of columns; at most 4096 nodes in all")},
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			rows, columns, err := a.array()
			if err != nil {
				return nil, err
			}
			down := columnsOf(rows, columns)
			if a.formulas {
				var full, covers []*setsys.Formula
				for _, column := range down {
					full = append(full, setsys.All(setsys.OfNodes(column...)...))
					covers = append(covers, setsys.Any(setsys.OfNodes(column...)...))
				}
				return a.unlisted(setsys.Coterie, 0, rows*columns, setsys.All(append(covers, setsys.Any(full...))...))
			}
			full := columns
			if rows == 1 { // then a cover is full, and all columns give the same set
				full = 1
			}
			if err := a.room(times(full, power(rows, columns-1))); err != nil {
				return nil, err
			}
			b := setsys.NewFamilyBuilder(rows * columns)
			for j := range full {
				row := make([]uint64, words.Of(rows*columns))
				addAll(row, down[j])
				addChoices(b, row, append(append([][]int{}, down[:j]...), down[j+1:]...))
			}
			return quorums(setsys.Coterie, 0, b.Family())
		},
		requests: func(a args) (*setsys.Structure, error) {
			rows, columns, err := a.array()
			if err != nil {
				return nil, err
			}
			if err := a.room(rows * columns); err != nil {
				return nil, err
			}
			return requestSets(1, crosses(rows, columns))
		},
	}
}
