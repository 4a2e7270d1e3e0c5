package construct

import (
	"fmt"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// wheel has a hub, node 1, and a rim: the hub with any rim node, or the whole
// rim (Holzman, Marcus and Peleg 1997). Claimed: a nondominated coterie. It is
// defined for n >= 3; with a single rim node, the rim would be within the spoke.
func wheel() *Construction {
	return &Construction{
		Name: "wheel", Kind: setsys.Coterie,
		Summary: "{1,i} for every other node i, and {2,...,n}",
		Source:  "Holzman, Marcus and Peleg, Load balancing in quorum systems, 1997",
		Claim:   "a nondominated coterie",
		Params: []Param{{Name: "n", Doc: "number of nodes, at least 3", Type: Int, Required: true,
			Min: 3, Max: setsys.MaxNodes}},
		build: func(a args) (*setsys.Structure, error) {
			n := a.int("n")
			if err := a.room(n); err != nil {
				return nil, err
			}
			return quorums(setsys.Coterie, 0, wall([]int{1, n - 1}))
		},
		formula: func(a args) (*setsys.Structure, error) {
			n := a.int("n")
			return a.unlisted(setsys.Coterie, 0, n, wallFormula([]int{1, n - 1}))
		},
	}
}

// crumblingWall is the family of Peleg and Wool (1997): nodes in rows of the
// given widths; a quorum is all nodes of one row and one node of every row below
// it. Claimed: any two quorums meet; a coterie when no row below the first has
// width 1, and a nondominated one when moreover the first has. With a row of
// width 1 further down, the quorums from above it are not minimal; they are
// listed all the same.
func crumblingWall() *Construction {
	return &Construction{
		Name: "crumbling-wall", Kind: setsys.Coterie,
		Summary: "in rows of the given widths, one full row and one node of every row below it",
		Source:  "Peleg and Wool, Crumbling walls, 1997",
		Claim:   "a coterie when no row but the first has width 1, nondominated when moreover the first has width 1",
		Params: []Param{{Name: "widths", Doc: "number of nodes of each row, from the top; at most 4096 in all", Type: Ints, Required: true,
			Min: 1, Max: setsys.MaxNodes}},
		build: func(a args) (*setsys.Structure, error) {
			widths := a.ints("widths")
			n, count, below := 0, 0, 1
			for i := len(widths) - 1; i >= 0; i-- {
				n += widths[i]
				if n > setsys.MaxNodes {
					return nil, fmt.Errorf("the sum of widths must be from 1 to %d", setsys.MaxNodes)
				}
				count = plus(count, below)
				below = times(below, widths[i])
			}
			if err := a.room(count); err != nil {
				return nil, err
			}
			return quorums(setsys.Coterie, 0, wall(widths))
		},
		formula: func(a args) (*setsys.Structure, error) {
			widths := a.ints("widths")
			n := 0
			for i, w := range widths {
				if n += w; n > setsys.MaxNodes {
					return nil, fmt.Errorf("the sum of widths must be from 1 to %d", setsys.MaxNodes)
				}
				if i > 0 && w == 1 { // the listed quorums are not minimal
					return nil, nil
				}
			}
			return a.unlisted(setsys.Coterie, 0, n, wallFormula(widths))
		},
	}
}

// wallFormula returns the formula of a wall, row by row: the whole row, or the
// quorums of the rows above with a node of it.
func wallFormula(widths []int) *setsys.Formula {
	var above *setsys.Formula
	n := 0
	for _, w := range widths {
		row := nodes(n, w)
		n += w
		if above == nil {
			above = setsys.All(row...)
		} else {
			above = setsys.Any(setsys.All(above, setsys.Any(row...)), setsys.All(row...))
		}
	}
	return above
}

// wall returns the quorums of a wall, which come in canonical order.
func wall(widths []int) setsys.Family {
	var rows [][]int
	n := 0
	for _, w := range widths {
		row := make([]int, w)
		for j := range row {
			row[j] = n + j
		}
		rows, n = append(rows, row), n+w
	}
	b := setsys.NewFamilyBuilder(n)
	for i, full := range rows {
		row := make([]uint64, words.Of(n))
		addAll(row, full)
		addChoices(b, row, rows[i+1:])
	}
	return b.Family()
}
