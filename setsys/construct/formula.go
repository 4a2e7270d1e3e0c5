package construct

import "qcheck/setsys"

// unlisted is quorums for the minimal sets of a formula over n nodes.
func (a args) unlisted(kind setsys.Kind, k, n int, f *setsys.Formula) (*setsys.Structure, error) {
	return quorums(kind, k, setsys.Unlisted(n, f, a.limit))
}

// uniform returns the formula of all sets of size nodes.
func uniform(n, size int) *setsys.Formula { return setsys.AtLeast(size, nodes(n)...) }

// nodes returns the formulas of n nodes.
func nodes(n int) []*setsys.Formula {
	list := make([]*setsys.Formula, n)
	for i := range list {
		list[i] = setsys.OfNode(i)
	}
	return list
}
