// Package instance says what is run: which algorithm, with which parameters, on
// which quorums, how often processes ask, and what is checked.
//
// An [Instance] is that as data. A [Registry] has the algorithms; from them
// follows which fields and flags there are (Fields, Define), how an instance is
// read from a command line and written as one (Parse, Format), and what is
// wrong with it (Open). Open makes a [Model] of an instance, which can be
// explored, replayed, measured and simulated.
//
// An [Algorithm] is one value that has all that the project knows of it. Package
// protocols lists those of the project; programs may add their own.
package instance
