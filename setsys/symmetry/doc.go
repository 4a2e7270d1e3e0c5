// Package symmetry finds permutations of the nodes under which formulas stay the
// formulas that they are, up to the order of their members. They take quorums to
// quorums, so what one node is to the quorums, every node of its orbit is.
//
// # Method
//
// Colour refinement tells nodes and thresholds apart that no symmetry exchanges: a
// threshold by what it needs and the colours and weights of its members, and each
// of them by the thresholds that it is in. For two nodes of one colour, one copy of
// the formulas marks the one, and a second copy the other; both are refined, and
// nodes of equal colours in the two copies are paired. That is a guess: [Group] has
// a permutation only if the formulas with their nodes permuted are, vertex by
// vertex, those that there were. A symmetry that is not found makes orbits smaller
// than they could be, and nothing wrong.
package symmetry
