// Package critical says which single edits of a structure violate a property that it has.
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
package critical
