package tuples

import (
	"slices"

	"qcheck/explore"
)

// A stamp here has a place in an order, and who made it: stamps of two processes differ.
// The place is above the lowest ownerBits, and counts from 1; 0 is no stamp, as everywhere.
// A clock is the place of the last stamp that it has passed, with all of ownerBits set.
const (
	ownerBits = 5
	anyOwner  = 1<<ownerBits - 1
)

func at(place, owner explore.Stamp) explore.Stamp { return place<<ownerBits | owner }

func place(s explore.Stamp) explore.Stamp { return s >> ownerBits }

func owner(s explore.Stamp) explore.Stamp { return s & anyOwner }

// distinct returns the stamps but 0, ascending, each once.
func distinct(all []explore.Stamp) []explore.Stamp {
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) > 0 && all[0] == 0 {
		all = all[1:]
	}
	return all
}

// below returns how many of the ascending stamps are not above x.
func below(all []explore.Stamp, x explore.Stamp) explore.Stamp {
	n := explore.Stamp(0)
	for _, y := range all {
		if y <= x {
			n++
		}
	}
	return n
}

// among returns a stamp with its place among the ascending ones, of which it is one.
func among(all []explore.Stamp, s explore.Stamp) explore.Stamp {
	if s == 0 {
		return 0
	}
	return at(below(all, s), owner(s))
}
