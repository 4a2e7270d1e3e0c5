// Package construct builds the quorum structures of the literature by name:
//
//	s, err := construct.Build("torus", map[string]any{"rows": 6, "columns": 2, "k": 3}, limit)
//
// [All] lists the constructions with their parameters, ranges, sources and
// claims. A construction is built whenever it is defined, even if the claim about
// it is known to be false or needs a side condition that the parameters do not
// meet: package properties judges it. A parameter for which it is not defined is
// an error that states the range.
//
// # Numbering and order
//
// Nodes are numbered 1..n. The nodes of an array of rows and columns are
// numbered row by row: node (i,j), counted from 1, is (i-1)·columns+j. A tree is
// numbered from the root downwards, level by level.
//
// Quorums are in the order of the definition's indices if it has them (grid,
// plane, cube, torus, column cover, and all request sets), otherwise in canonical
// order. No construction lists a set twice, except when a structure that it was
// given does.
//
// # Size
//
// Families are listed in full. Where the number of quorums follows from the
// parameters, a family that would exceed the limit is refused before anything
// is listed.
package construct
