package construct

import (
	"fmt"

	"qcheck/setsys"
)

// tree is the tree coterie of Agrawal and El Abbadi (1991): the nodes are those
// of a complete tree; a quorum is a path from the root to a leaf, where a node
// that is not available may be replaced by such paths from each of its children.
// So a quorum of a tree is its root with a quorum of one child's subtree, or a
// quorum of every child's subtree. The paper has binary trees; with more
// children it is the tree coterie of Neilsen and Mizuno (1992), who claim that
// it is a nondominated coterie.
func tree() *Construction {
	return &Construction{
		Name: "tree", Kind: setsys.Coterie,
		Summary: "in a complete tree, the root with a quorum of one child's subtree, or a quorum of every child's subtree",
		Source:  "Agrawal and El Abbadi, 1991; for other degrees Neilsen and Mizuno, Coterie join algorithm, 1992",
		Claim:   "a nondominated coterie",
		Params: []Param{
			{Name: "depth", Doc: "number of levels below the root", Type: Int, Required: true, Min: 0, Max: 11},
			{Name: "degree", Doc: "number of children; at most 4096 nodes in all", Type: Int, Default: 2, Min: 2, Max: setsys.MaxNodes - 1},
		},
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			depth, degree := a.int("depth"), a.int("degree")
			n, level := 1, 1
			for range depth {
				level = times(level, degree)
				if n = plus(n, level); n > setsys.MaxNodes {
					return nil, fmt.Errorf("depth %d and degree %d give more than %d nodes", depth, degree, setsys.MaxNodes)
				}
			}
			return a.unlisted(setsys.Coterie, 0, n, treeFormula(n, degree, 0))
		},
	}
}

// treeFormula returns the formula of the subtree whose root is v: the root, whose
// weight is that of all children but one, with one of them; or all children.
func treeFormula(n, degree, v int) *setsys.Formula {
	root := setsys.OfNode(v)
	if degree*v+1 >= n {
		return root
	}
	members, weights := []*setsys.Formula{root}, []int{degree - 1}
	for i := range degree {
		members, weights = append(members, treeFormula(n, degree, degree*v+1+i)), append(weights, 1)
	}
	return setsys.Weighted(degree, members, weights)
}
