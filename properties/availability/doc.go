// Package availability counts how often a quorum structure still works when
// nodes fail: its (k,r)-availability, after section 5 of Kakugawa's thesis
// (1992).
//
// # Definitions
//
// A set S of nodes is r-available when it contains r pairwise disjoint quorums.
// When every node is up with probability p, independently of the others, the
// (k,r)-availability is the probability that the nodes that are up are
// r-available (Definition 5, the network being complete):
//
//	R(p) = sum over s of c(s) p^s (1-p)^(n-s)
//
// where c(s) is the number of r-available sets of s nodes. [Analyze] finds these
// integers, a [Vector], for every r; [Vector.At] is R(p), an exact fraction for
// a fraction p. Nothing here is computed in floating point.
//
// A set that is r-available stays so when nodes are added. Therefore c determines
// how many nodes may fail, whichever they are, with r disjoint quorums left.
//
// # Which of two is better
//
// R of one structure less that of another is an integer polynomial in p.
// [Best] finds where it is not negative for all others: the intervals have exact
// ends, a fraction or the only root of a polynomial between two fractions.
//
// "Best" allows for equals. At p = 0 and p = 1 all k-coteries are equally
// available, so these are left out.
package availability
