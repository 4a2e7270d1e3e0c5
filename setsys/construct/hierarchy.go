package construct

import (
	"fmt"

	"qcheck/setsys"
)

// hierarchy is hierarchical quorum consensus (Kumar 1991): the nodes are the
// leaves of a tree of groups; each group of a level has the same number of
// members, given by widths from the top, and a quorum of it is made of quorums
// of as many members as the level's threshold says. Claimed: a coterie when at
// every level twice the threshold exceeds the width.
func hierarchy() *Construction {
	return &Construction{
		Name: "hierarchy", Kind: setsys.Coterie,
		Summary: "in a tree of groups whose leaves are the nodes, quorums of as many members of the group as the level's threshold says",
		Source:  "Kumar, Hierarchical quorum consensus, 1991",
		Claim:   "a coterie when 2·threshold exceeds the width at every level",
		Params: []Param{
			{Name: "widths", Doc: "number of members of a group of each level, from the top; their product is the number of nodes, at most 4096",
				Type: Ints, Required: true, Min: 1, Max: setsys.MaxNodes},
			{Name: "thresholds", Doc: "number of members needed at each level, at most its width; by default floor(width/2)+1",
				Type: Ints, Min: 1, Max: setsys.MaxNodes},
		},
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			n, widths, thresholds, err := a.levels()
			if err != nil {
				return nil, err
			}
			return a.unlisted(setsys.Coterie, 0, n, hierarchyFormula(0, n, widths, thresholds))
		},
	}
}

// levels returns the number of nodes, and the width and the threshold of each
// level, or an error about them.
func (a args) levels() (n int, widths, thresholds []int, err error) {
	widths, thresholds = a.ints("widths"), make([]int, len(a.ints("widths")))
	for i, w := range widths {
		thresholds[i] = w/2 + 1
	}
	if a.has("thresholds") {
		if thresholds = a.ints("thresholds"); len(thresholds) != len(widths) {
			return 0, nil, nil, fmt.Errorf("parameter thresholds must have %d integers, one for each of widths, not %d", len(widths), len(thresholds))
		}
	}
	n = 1
	for i := len(widths) - 1; i >= 0; i-- {
		w, t := widths[i], thresholds[i]
		if t > w {
			return 0, nil, nil, outside(fmt.Sprintf("thresholds at level %d", i+1), fmt.Sprintf("an integer from 1 to its width %d", w), t)
		}
		if n = times(n, w); n > setsys.MaxNodes {
			return 0, nil, nil, fmt.Errorf("the product of widths must be from 1 to %d", setsys.MaxNodes)
		}
	}
	return n, widths, thresholds, nil
}

// hierarchyFormula returns the formula of the group of the nodes from first to
// first+size-1.
func hierarchyFormula(first, size int, widths, thresholds []int) *setsys.Formula {
	if len(widths) == 0 {
		return setsys.OfNode(first)
	}
	size /= widths[0]
	members := make([]*setsys.Formula, widths[0])
	for i := range members {
		members[i] = hierarchyFormula(first+i*size, size, widths[1:], thresholds[1:])
	}
	return setsys.AtLeast(thresholds[0], members...)
}
