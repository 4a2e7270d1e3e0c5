package counterexample

import (
	"qcheck/setsys"
)

// A Witness shows that a structure violates a property: the members of the
// structure that break it, and what a reader needs to check that by hand. It
// is minimal (no member can be dropped), and the first one in a fixed order:
// fewest members first, then members in canonical order.
//
// A Witness is data. Text says it in a sentence, JSON writes it for programs,
// and Confirm checks it against the structure with code that shares nothing
// with the search that found it.
type Witness struct {
	Property  string // the property id
	Structure *setsys.Structure

	// Members are the quorums (or request sets) that break the property. What
	// they break follows from the property; see Text.
	Members []Member

	// Pattern is the critical conflicting request pattern of an hk-arbiter
	// witness: Pattern[i] is the number of units of Members[i].
	Pattern []int

	// Added is the witness of a nondomination: these quorums, put into the
	// family named and with their supersets dropped, give a structure of the
	// same kind that dominates this one.
	Added []Member

	// Violates is set in a witness of nondomination when the structure is not
	// of its kind: the required property that the members break.
	Violates string
}

// A Member is one set of a structure, and where it stands there.
type Member struct {
	Role    setsys.Role // its family
	Units   int         // hk-arbiter: the h of its Q_h, otherwise 0
	Process int         // request-sets: the index of the process it belongs to, otherwise -1
	Set     setsys.NodeSet
}
