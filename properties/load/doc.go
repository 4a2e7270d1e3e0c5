// Package load computes the load of quorum systems, after Naor and Wool, The
// load, capacity, and availability of quorum systems (SIAM Journal on Computing
// 27, 1998), as exact fractions.
//
// # Definitions
//
// A strategy chooses each quorum with some probability. The load of a node under
// it is the probability that the chosen quorum has the node; the load of the
// strategy is that of the busiest node; the load L of a family of quorums is the
// least load of a strategy. The capacity is 1/L: when each
// node can serve one request in a unit of time, the family serves so many.
//
// Where quorums of several families are used, one for reads and one for writes,
// each has a share of the requests, and a strategy; the load of a node is the sum
// of share times load over the families. [Find] takes any number of families with
// their shares. Of all strategies with the least load it returns one with the
// least expected number of nodes in a quorum.
//
// Nodes may have capacities, one for each family (see [Use]). The load of a node is
// then the sum of share times probability divided by capacity, that is, the time
// which a request takes of the node, and 1/L is how many requests are served in the
// unit of time of the capacities. The definition is that of Whittaker, Charapko,
// Hellerstein, Howard and Stoica, Read-Write Quorum Systems Made Practical (2021);
// without capacities each is 1.
//
// # Proof
//
// By the duality of linear programs, L is also the
// greatest T for which there are weights of the nodes, 0 or more and 1 together,
// such that every quorum has a weight of T or more: whatever the strategy, the
// average load of the nodes by these weights is then T or more. (With capacities, a
// node of a quorum weighs its weight divided by its capacity for the family.) A
// [Result] has the strategies and such weights. Result.Confirm adds both up, quorum by quorum,
// and compares; it shares nothing with the search. Find returns nothing that
// Confirm has not passed. That no strategies with this load have smaller quorums is the second
// objective of the linear program, and has no such proof.
//
// # Method
//
// The linear program has a row a node, which may be thousands, and a column a
// quorum, which may be millions. Three things make that bearable:
//
//   - Nodes with the same capacities, and quorums, that colour refinement does not
//     tell apart are put together (classes.go). Among the optimal strategies of a linear program one
//     gives equal probability to the quorums of a class, and equal weight to the
//     nodes of a class; see Grohe, Kersting, Mladenov and Selman, Dimension
//     reduction via colour refinement (2014). All quorums of a majority, and all
//     lines of a projective plane, are one class; the strategies found are the
//     symmetric ones of the literature.
//   - Columns are made when they are needed: a lightest quorum for given weights
//     of the nodes is a shortest path of the diagram of the family (paths.go).
//   - The simplex method is carried out in integers, on the inverse of the basis
//     times its determinant (program.go). It needs no tolerance, and gives the
//     same strategy on every machine. Solvers in floating point, such as that of
//     gonum, return neither the basis nor the dual solution, and both are needed
//     for the proof; the tests compare with it.
//
// # Formulas
//
// Families that are formulas are not listed. The classes of nodes are the orbits
// of the symmetries that package symmetry finds; a column is the orbit of a
// quorum, of which only how many nodes it has of each class matters; and a
// lightest quorum is a shortest path of the decision diagram of the formula. The
// strategies name one quorum of each orbit, see [Orbit]. Result.Confirm checks
// that the symmetries take the formulas to themselves, that the quorums are minimal
// sets of the formulas, and, on a diagram of its own, what the quorums weigh.
package load
