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
		HasFormula: true,
		build:      func(a args) (*setsys.Structure, error) { return a.wall([]int{1, a.int("n") - 1}) },
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
		HasFormula: true,
		build:      func(a args) (*setsys.Structure, error) { return a.wall(a.ints("widths")) },
	}
}

// wall returns the structure of rows of the widths. Its quorums come in canonical order.
func (a args) wall(widths []int) (*setsys.Structure, error) {
	n, count := 0, 0
	var rows [][]int
	for _, w := range widths {
		if n+w > setsys.MaxNodes {
			return nil, fmt.Errorf("the sum of widths must be from 1 to %d", setsys.MaxNodes)
		}
		row := make([]int, w)
		for j := range row {
			row[j] = n + j
		}
		rows, n, count = append(rows, row), n+w, plus(times(count, w), 1)
	}
	if a.formulas {
		f, err := wallFormula(rows)
		if err != nil {
			return nil, err
		}
		return a.unlisted(setsys.Coterie, 0, n, f)
	}
	if err := a.room(count); err != nil {
		return nil, err
	}
	b := setsys.NewFamilyBuilder(n)
	for i, full := range rows {
		row := make([]uint64, words.Of(n))
		addAll(row, full)
		addChoices(b, row, rows[i+1:])
	}
	return quorums(setsys.Coterie, 0, b.Family())
}

// wallFormula returns the formula of a wall, row by row: the whole row, or the
// quorums of the rows above with a node of it.
func wallFormula(rows [][]int) (above *setsys.Formula, err error) {
	for _, row := range rows {
		nodes := setsys.OfNodes(row...)
		full := setsys.All(nodes...)
		switch {
		case above == nil:
			above = full
		case len(row) == 1: // the quorums are not minimal
			return nil, errNoFormula
		default:
			above = setsys.Any(setsys.All(above, setsys.Any(nodes...)), full)
		}
	}
	return above, nil
}
