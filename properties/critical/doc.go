// Package critical says how close a structure is to breaking: which single edits
// violate a property that it has, and how few edits do.
//
// An edit is what an operator does to a configuration. A family is edited in the form that it
// has: by the thresholds of its formula, if its file gives it so or its quorums are all sets
// of t of m nodes, t < m; else by its list. Request sets are a list.
//
//	drop    a threshold loses a member, a server or a group. It needs as much as
//	        before, or all of the rest if that is less. A set of a list loses a node
//	lower   a threshold that needs more than 1 needs 1 less
//	remove  a server leaves the universe, if it is not the only one, and every
//	        threshold that has it, which then needs as much as before, or all of
//	        the rest. A threshold without members of weight goes, too; if that is a
//	        whole family, there is no such edit. Each set of a list that has the
//	        server loses it. Of request sets, its own goes
//	add     a server joins the universe and a group: the thresholds of all families
//	        with the same members, of which one is a server, that do not need all
//	        of them. It has weight 1. Lists stay as they are
//
// The quorums of a formula are its minimal sets, so no edits of it violate nonempty or
// minimality.
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
// up to the order of their quorums, are judged once; those of formulas and trust graphs
// alone also up to renaming, where that is noticed. The number of edits is least
// because every shorter sequence was tried (for nonempty, because an edit takes at
// most one node from a smallest quorum); a search that was cut gives the number
// that it takes at least.
package critical
