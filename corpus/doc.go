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
// down in this package, never computed by the code that it is compared with.
// [Run] compares what it finds with what is pinned; that Claimed and Pinned
// differ is the finding that the entry is there for, not a failure.
//
// # Where the entries are
//
// What an entry says stands in testdata/entries, a file for each paper, and its
// cases in the files of Go that begin with the paper's name; definitions.go has the
// edge cases of the definitions, field.go the constructions from elsewhere. Entries
// on an algorithm are whole in testdata/runs, each in a file (see runs.go). The
// ledger of what the papers claim stands in testdata/claims (see ledger.go). The
// tables of what is violated in a grid stand in testdata/*.pins, one line a
// violation, the counted messages in testdata/*.messages, the worked examples in
// testdata/*.json, as structure files, what is printed of tables in testdata/tables,
// and what is simulated for figures in testdata/figures. Everything is embedded.
package corpus
