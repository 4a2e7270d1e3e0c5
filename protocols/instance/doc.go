// Package instance describes what is explored: an algorithm with its parameters,
// the quorums, how often processes ask, and the properties to check.
//
// An [Instance] is that as data. A [Registry] has the algorithms. They determine
// the fields and flags of an instance (Fields, Define), how it is read from and
// written as a command line (Parse, Format), and its errors (Open). Open makes a
// [Model] of an instance, which can be explored, replayed, measured and
// simulated.
//
// An [Algorithm] is one value with all that the project knows about an algorithm.
// Package protocols lists those of the project; programs may add their own.
package instance
