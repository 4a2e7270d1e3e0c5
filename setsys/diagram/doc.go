// Package diagram has monotone families of node sets, those that stay in the
// family when nodes are added, as decision diagrams: of formulas, and of what the
// questions about quorums make of them. No quorum is listed.
//
// # Types
//
// A [Diagram] holds the vertices of all its families. A [Family] is a vertex: a
// reduced ordered binary decision diagram, so equal families are equal vertices.
// The family of a formula is that of all sets that satisfy it, so its minimal sets
// are the quorums. [Sets] are families that need not be monotone, the minimal
// sets themselves, as a zero-suppressed diagram.
//
// # Order
//
// The diagrams ask about the nodes in the order in which a walk through the
// formulas first meets them. For formulas in which each node stands once, what the
// nodes before one leave open is a state of the thresholds around it only. In
// another order, such as that of the levels of a tree, it is a state of all
// thresholds at once, and the diagram grows exponentially.
//
// # Operations
//
// With f, g for the families, S, X, Y for node sets and ~S for the complement:
//
//	Union(f, g)   the S in f or g
//	Join(f, g)    the S that are X and Y, disjoint, with X in f and Y in g: there
//	              is a quorum of each within S, and these are disjoint
//	Meet(f, g)    the S that contain X ∩ Y, with X in f and Y in g: there is a
//	              quorum of each such that their common nodes are in S
//	Dual(f)       the S with ~S not in f: those that meet every quorum
//	Divide        whether a set can be divided such that one part is in f and the
//	              other in g; the question behind intersection
//
// Join and Meet differ only in where a node of S, and one that is not in S, go:
// to one of the two or to both. Each walks the two diagrams together, and meets
// each pair of vertices once.
//
// # Limits
//
// Methods end with a panic of type [TooLarge] when the diagram would take more
// than its limit; [Try] turns it into an error. They call the function step that
// was given to [New] often, which may panic to end them.
package diagram
