// Package properties decides, exhaustively and with a witness, whether a
// quorum structure is what it claims to be.
//
// [Check] judges a structure by a list of properties; [Required] and
// [Optional] give the lists of a kind. Each property has one file that states
// its definition, the search that decides it, and that search's worst case.
// The searches stand on [setsys.Index]; none of them loops over all tuples of
// quorums: a partial choice is extended, equal partial choices are met once,
// and a choice is cut where no completion can exist.
//
// [CriticalPatterns] enumerates the critical conflicting request patterns of
// the h-out of-k mutual exclusion problem.
package properties
