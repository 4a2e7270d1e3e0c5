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
// # Formulas
//
// Where the quorums of a family are not listed, or its file gives thresholds of thresholds,
// the edits are those of the
// thresholds of its formula, wherever they stand:
//
//	drop    a threshold loses a member, a server or a group. It needs as much as
//	        before, or all of the rest if that is less
//	lower   a threshold that needs more than 1 needs 1 less
//	remove  a server leaves the universe, if it is not the only one, and every
//	        threshold that has it, which then needs as much as before, or all of
//	        the rest. A threshold without members of weight goes, too; if that is a
//	        whole family, there is no such edit
//	add     a server joins the universe and a group: the thresholds of all families
//	        with the same members, of which one is a server, that do not need all
//	        of them. It has weight 1
//
// A family that is listed, beside one that is not, is edited as a threshold if it
// is one, and otherwise as the formula "one of its quorums". What is left is always
// a formula, so no edits violate nonempty or minimality. That a node is left out of
// one quorum is not among the edits: it cannot be counted without a list.
//
// Edits that a symmetry of the formulas (package symmetry) takes to each other are
// judged once, and counted as many. Structures that are met twice up to renaming
// are judged once, where that is noticed.
//
// # Trust graphs
//
// An organisation edits its own quorum set, and no other one's:
//
//	drop    a threshold of the quorum set loses a member, as in a formula
//	lower   a threshold that needs more than 1 needs 1 less
//	remove  an organisation leaves the graph, and every quorum set loses its nodes, as when
//	        a server is removed from a formula. A node whose quorum set is gone has none
//
// Organisations are the failure domains; a node in none edits alone, and is removed alone.
// An organisation has one edit for each quorum set that nodes of it have, for all of these.
// No servers are added: nobody would trust them.
//
// # Search
//
// The search is by the number of edits, over all sequences of them, which may pass
// through structures that lack other properties. Structures that are met twice,
// up to the order of their quorums, are judged once. The number of edits is least
// because every shorter sequence was tried (for nonempty, because an edit takes at
// most one node from a smallest quorum); a search that was cut gives the number
// that it takes at least.
package critical
