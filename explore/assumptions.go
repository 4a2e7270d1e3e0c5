package explore

import "qcheck/explore/internal/engine"

// assumptions are what a search takes for granted. One that proves wrong makes it
// begin anew.
type assumptions struct {
	packed bool // blocks fit into packed keys

	renamings []engine.Renaming // keep runs runs; nil for all candidates (see symmetry.go of the engine)
	sampling  bool              // renamings are compared, and not taken for granted
}

// An ending says how a search ended.
type ending int

const (
	ended      ending = iota
	spilled           // blocks do not fit into packed keys
	asymmetric        // not all renamings keep runs runs
)

// firstAssumptions are those of the first search.
func firstAssumptions() assumptions { return assumptions{packed: true} }
