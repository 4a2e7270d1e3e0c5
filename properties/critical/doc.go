// Package critical says how close a structure is to breaking: which single edits
// violate a property that it has, and how few edits do.
//
// An edit is one of four things that happen to configurations:
//
//	drop    one node is left out of one quorum of a family, or out of one request
//	        set
//	lower   a threshold family of t of m nodes, t > 1, becomes that of t-1 of m
//	remove  a server leaves the universe, if it is not the only one. A threshold
//	        family of t of m nodes that has it becomes that of t of the m-1 others.
//	        In every other family each quorum that has it loses it. Of request sets,
//	        its own goes.
//	add     a server joins the universe, and each threshold family: t of m nodes
//	        become t of m+1. The other families stay as they are. Without a
//	        threshold family there is nothing to add to.
//
// A threshold family of t of m nodes, t < m, has each set of t of them once and
// nothing else, however its file gives it. Request sets are no threshold family.
//
// After an edit of the servers the nodes have their numbers as names.
//
// The search is by the number of edits, over all sequences of them, which may pass
// through structures that lack other properties. Structures that are met twice,
// up to the order of their quorums, are judged once. The number of edits is least
// because every shorter sequence was tried (for nonempty, because an edit takes at
// most one node from a smallest quorum); a search that was cut gives the number
// that it takes at least.
package critical
