// Package importer reads the configurations of other systems as structures: what
// decides there which servers are a quorum, and nothing else.
//
// Each kind of file has a Go file, whose comment says what the configuration means
// as a structure and where that is written. All of them follow these rules:
//
//   - A node is a server that votes, or a replica. Its name is the one that the configuration
//     gives it. Servers that do not vote are no nodes; the description of the
//     structure names them.
//   - The quorums are a formula ([setsys.Formula]): thresholds with weights as the
//     system counts them, not a list, unless the system has no such form.
//   - A voter that weighs nothing stays a node, and stays in the formula with the
//     weight 0.
//   - A name that is unknown or given twice, and a value that the system would not
//     read, is an error with its place, even where the system itself goes on. Keys
//     that have nothing to do with quorums are passed over only where the kind says so.
//
// The structures claim to be coteries, or read-write quorum systems, because that is
// what these systems need to be safe. That they are is for package properties to
// decide.
package importer
