// Package importer reads the configurations of other systems as structures: what
// decides there which servers are a quorum, and nothing else.
//
// It has two halves. A form is a way to write: JSON, what shells print, YAML, TOML, properties,
// an environment, lines of words, tables, sections, CQL. Its reader makes one tree of values of
// a file's bytes, each with its place, and knows nothing of systems. A system is a [Kind]: the
// forms that it has, by the first of which a file is read, and what the tree means. Where the
// servers stand in a list, a roster says under which keys they have a name, an address and a
// vote, and the rule is a majority; other systems read their trees by rules of their own. What
// they find goes into a draft, which all systems have alike: nodes by name, hosts and other
// failure domains, sentences, guesses.
//
// Who sees that something is wrong refuses it, which ends the reading: a reader of a form what
// is no such text, a value (through value.bad, value.wrong and its other methods) what is not
// wanted in its place, a system what it would not start with. The error has the place of the
// key or the value. What is not an error but no part of the structure, or a guess, is said in
// the description by the system that knows it.
//
// Each system's file has a comment that says what the configuration means as a structure and
// where that is written. All of them follow these rules:
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
