// Package corpus holds structures with known verdicts, and the claims that
// papers make about them: what is claimed, what is found, and where the two
// differ, the witness.
//
// # Entries
//
// An [Entry] is one claim. It says where the claim stands ([Source]), why it
// is here, and which reading was taken where the text has several. Its cases
// are the structures, or the statements without a structure, that it is judged
// on: one worked example, or a construction over a grid of parameters. Each
// case asks questions: a property of package properties, or a [Statement],
// which is a small program that decides one sentence of the text, such as the
// size of a quorum.
//
// Each question carries two verdicts that must not be mixed up. Claimed is what
// the text says, and is missing where it says nothing. Pinned is what is known
// to be found, with the witness when that is a violation; it is data, written
// down in text, never computed by the code that it is compared with.
// [Run] compares what it finds with what is pinned; that Claimed and Pinned
// differ is the finding that the entry is there for, not a failure.
//
// # Where the entries are
//
// Each paper is a package below this one, such as corpus/baldoni. Its entries, what they say
// and their cases, stand in its testdata/*.entries, the tables of what is violated in a grid
// in testdata/*.pins. What is
// stated of numbers, of sizes of quorums, of messages and delays, or of all small structures is text,
// too; what takes more, such as a search, is a program, in its files of Go. The form is
// that of [qcheck/corpus/entry.Paper]. Entries on an algorithm are in corpus/algorithms, each in
// a file.
//
// The ledger of what the papers claim stands in testdata/claims (see ledger.go), the structure
// files that instances name in testdata. Everything is embedded.
package corpus
