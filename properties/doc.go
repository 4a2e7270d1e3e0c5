// Package properties decides, exhaustively and with a witness, whether a
// quorum structure is what it claims to be.
//
// [Check] judges a structure by a list of properties; [Required] and [Optional]
// give the lists of a kind. The definitions are records of package property; this
// package has the searches, each with the definition that it decides and its
// worst case. Most searches use [setsys.Index]; those for request sets use the
// sets themselves. None loops over all tuples of quorums: a partial choice is
// extended, equal partial choices are extended once, and a choice without a
// possible completion is cut.
//
// [CriticalPatterns] enumerates the critical conflicting request patterns of
// the h-out of-k mutual exclusion problem.
package properties
