package explore

import (
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/protocol"
)

// assumptions are what a search takes for granted. One that proves wrong makes it
// begin anew.
type assumptions struct {
	acyclic bool // the reduced graph has no cycle
	packed  bool // blocks fit into packed keys

	renamings []engine.Renaming // keep runs runs; nil for all candidates (see symmetry.go of the engine)
	sampling  bool              // renamings are compared, and not taken for granted
}

// An ending says how a search ended.
type ending int

const (
	ended      ending = iota
	cyclic            // the graph was assumed to have no cycle, and has one
	spilled           // blocks do not fit into packed keys
	asymmetric        // not all renamings keep runs runs
)

// firstAssumptions are those of the first search.
func firstAssumptions(o Options) assumptions {
	return assumptions{acyclic: !slices.Contains(o.Requests, Unbounded), packed: true}
}

// entering is a property of its own: whether some process ever enters.
const entering protocol.Property = "entering"
