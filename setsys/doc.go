// Package setsys holds the set systems that qcheck verifies: a universe of
// nodes, node sets, families of node sets (quorums), and the structures built
// from them: coterie, k-coterie, k-arbiter, (h,k)-arbiter, k-write-read
// coterie and request sets.
//
// # Types
//
// A [Universe] gives each node an index 0..n-1 and a name: the numbers 1..n, or
// strings. A [NodeSet] is a set of node indices; it is stored as a
// bits-and-blooms bitset. A [Family] is a list of node sets over one universe, in
// the order given, with repeats: nothing that a user wrote is dropped here,
// because package properties judges it. A [Structure] is the content of a file: a
// universe, one or more families, the kind that it claims to be, and the kind's
// parameters.
//
// An [Index] is the searchable form of a family: its sets as a reduced
// decision diagram, which answers "is there a quorum within S?" without
// looking at every quorum. The checks of quorums in package properties use it.
//
// # Why this way
//
// A family is stored flat, one row of 64-bit words for each set, because families
// have up to a million members and a pair test on words is an order of magnitude
// faster than on two bitsets. [Family] has no exported fields, so that a
// representation that does not list its quorums can be added without changing its
// users.
//
// Package setsys judges nothing and knows no files' names; the JSON format is
// read by [Decode] and written by [Encode].
package setsys
