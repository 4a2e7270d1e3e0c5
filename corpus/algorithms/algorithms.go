// Package algorithms has what the papers claim of their algorithms, on instances small enough
// to be explored whole (testdata/runs), and on all instances of a range (testdata/sweeps). The
// claims of a variant that is not the printed one are those of the text that it reads, or
// repairs; of what is called lesser, which is a repair without a part of it, nobody claims
// anything.
package algorithms

import (
	"embed"

	"qcheck/corpus/entry"
)

//go:embed testdata
var files embed.FS

// Entries returns the entries, in listing order. Each is a file, see [entry.Explored] and
// [entry.Swept].
func Entries() []*entry.Entry {
	var all []*entry.Entry
	for _, name := range []string{
		"lamport/algorithm", "ricart-agrawala/algorithm", "carvalho-roucairol/algorithm", "carvalho-roucairol/lesser",
		"suzuki-kasami/algorithm", "suzuki-kasami/lesser", "naimi-trehel/algorithm", "naimi-trehel/lesser",
		"raymond-tree/algorithm", "raymond-tree/lesser", "lease/lock",
		"paxos/algorithm", "paxos/lesser", "raft/election", "raft/election-lesser", "abd/algorithm", "abd/lesser", "two-phase-commit/algorithm", "two-phase-commit/lesser", "networks/order", "agrawal-el-abbadi/algorithm", "agrawal-el-abbadi/lesser",
		"kakugawa/raymond-printed", "kakugawa/raymond-readings",
		"kakugawa/raymond-repaired", "kakugawa/raymond-stepwise", "maekawa/algorithm-printed",
		"maekawa/algorithm-readings", "maekawa/algorithm-lesser", "maekawa/algorithm-repaired",
		"maekawa/algorithm-stepwise", "kakugawa/straightforward", "kakugawa/algorithm-printed", "kakugawa/algorithm-ok-joins", "kakugawa/algorithm-readings",
		"kakugawa/algorithm-repaired", "kakugawa/algorithm-lesser", "kakugawa/algorithm-variations", "kakugawa/algorithm-variations-printed",
		"manabe-tajima/without-cancel", "manabe-tajima/algorithm-printed", "manabe-tajima/algorithm-readings", "manabe-tajima/algorithm-repaired",
		"jiang/algorithm-printed", "jiang/algorithm-readings", "jiang/algorithm-lesser", "jiang/algorithm-repaired", "jiang/faults", "manabe-tajima/faults",
		"baldoni/algorithm-printed", "baldoni/algorithm-queued", "baldoni/algorithm-readings", "baldoni/algorithm-lesser",
		"baldoni/algorithm-repaired", "baldoni/raynal", "baldoni/raynal-lesser", "kamei-kakugawa/mutin-printed",
		"kamei-kakugawa/mutin-readings", "kamei-kakugawa/mutin-repaired", "kamei-kakugawa/gcs-printed",
		"kamei-kakugawa/gcs-repaired", "kamei-kakugawa/complement",
	} {
		all = append(all, entry.Explored(files, name))
	}
	for _, name := range []string{
		"kakugawa/messages-swept", "manabe-tajima/messages-swept", "kamei-kakugawa/messages-swept", "baldoni/messages-swept",
		"kakugawa/printed-swept", "kakugawa/repaired-swept", "manabe-tajima/repaired-swept",
		"jiang/printed-swept", "jiang/repaired-swept", "baldoni/printed-swept", "baldoni/repaired-swept",
		"kamei-kakugawa/mutin-swept", "kamei-kakugawa/gcs-swept", "kamei-kakugawa/repaired-swept", "maekawa/repaired-swept",
	} {
		all = append(all, entry.Swept(files, name))
	}
	return all
}
