// Package search answers questions about all structures of a kind on few nodes: how
// many there are, and which is the best of them.
//
// TakeCensus counts structures, and those that no other dominates. Best finds a
// structure with the least load, or the greatest availability, of those that
// survive a given number of failures. Nothing is sampled: each answer is about all
// structures of the class, as package census lists them, of each class under
// renaming one. An answer that was cut says so, and is then about those listed.
//
// UniformSizes and RegularSizes find sizes of quorums that cannot be lowered, each by
// a search of its own.
//
// The best coterie is looked for among the nondominated ones. Let C dominate D: each
// quorum of D contains one of C. Then a set of nodes that contains a quorum of D
// contains one of C, so C survives as many failures and is at least as available.
// And a strategy for D becomes one for C when each quorum is replaced by one within
// it, which loads no node more, nor takes more nodes on average. Every dominated
// coterie is dominated by a nondominated one. For k-coteries and k-arbiters all
// are tried.
package search
