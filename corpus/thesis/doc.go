// Package thesis judges the claims of section 5 of Kakugawa's thesis (1992) on
// (k,r)-availability; see package availability for the definitions.
//
// [ReadTables] reads tables 1 to 3, entry by entry, with the computed value
// beside the printed one. [Study] compares all small k-coteries, which decides
// theorems 4 to 7 there and properties 1 and 2, and gives the verdicts on the
// claims.
//
// How the text is read, where it can be read in more than one way:
//
//   - A k-coterie is what package properties calls one: fewer than k pairwise
//     disjoint quorums leave a further one. Definition 1 as printed asks that of
//     any quorums, disjoint or not. On up to 6 nodes both say the same.
//   - "Maximum" and "best" allow for equals. At p = 0 and p = 1 all k-coteries are
//     alike, so these are left out.
//   - Theorems 4 to 6 speak of n and k such that k+1 divides n+1, whether or not
//     n >= k^2, under which Definition 2 says that the k-majority is defined: the
//     tables' own k = 4, n = 14, and k = 5 and 6, do not meet that.
//   - The statement of theorem 6 is damaged in the copy at hand. Its proof, and the
//     words around table 2, give it: not the maximum for 0 < p < p_l.
//
// What does not hold, and why it is not the copy's fault:
//
//   - Theorem 6 for n = k. The quorums have W = 1 node; the k-majority is then
//     the only k-coterie, and best for every p, but p_l = 1/2. The proof takes a
//     quorum without one of its nodes for a quorum, which here is empty. With n
//     >= k^2, n = k = 1 is left. For W > 1 nothing is found against it.
//   - The last line of that proof says p > p_l where p < p_l is meant: the
//     inequality before it gives the latter, and the theorem says it.
//   - Table 2, k = 5, r = 4 repeats the entry for r = 5, and k = 6, r = 2 is a tenth
//     of what it should be, rounded as a tenth is rounded. Opposite entries (r and
//     k+1-r) add up to 1 everywhere else in the table.
//   - Table 3 has, in five places, the availability for a reliability that is 0.05
//     less than the column says, right to all four digits.
//   - Section 1 says, quoting Barbara and Garcia-Molina, that no coterie is more
//     available than the majority where p > 1/2. The majority of Definition 2 is
//     so for an odd number of nodes. For an even one it is best nowhere, but the
//     majority with ties broken by one node is the best.
package thesis
