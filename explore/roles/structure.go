package roles

import (
	"slices"

	"qcheck/explore"
)

// A Structure is the quorums of which a requester may ask one, for handlers that ask for another one later: what they may know of it. It
// compares quorums with each other, and counts their members, so that they need not.
type Structure struct {
	quorums []explore.Set
	members explore.Set // of all quorums
	fixed   bool
	stays   bool
	// Oracle answers in place of the quorums, other than where these are asked at first: in proofs for every structure.
	oracle Oracle
}

// NewStructure returns the structure of quorums that are not empty. If it is fixed, a process has no choice: it takes the first one, in an order of its own.
// If it stays, a process asks no other quorum than the first one.
func NewStructure(quorums []explore.Set, fixed, stays bool) *Structure {
	x := &Structure{quorums: quorums, fixed: fixed, stays: stays}
	for _, q := range quorums {
		x.members |= q
	}
	return x
}

// An Oracle answers for a structure of which nothing is known.
type Oracle interface {
	// Says answers whether something is so; Enough whether a set has a quorum in it.
	Says() bool
	Enough(k explore.Set) bool
	// Others returns sets of members, which are not empty, and have none of those given.
	Others(but explore.Set) []explore.Set
}

// Ask has an oracle answer for the structure.
func (x *Structure) Ask(o Oracle) { x.oracle = o }

// Choices are sets of members of which a process may ask one.
type Choices struct{ sets []explore.Set }

// None reports whether there is none, and Sets returns them.
func (c Choices) None() bool          { return len(c.sets) == 0 }
func (c Choices) Sets() []explore.Set { return c.sets }

// First returns the quorums that a process may ask.
func (x *Structure) First(process int) Choices {
	return Choices{x.chosen(process, func(explore.Set) bool { return true })}
}

// chosen returns the quorums that a process may choose among those that are possible.
func (x *Structure) chosen(process int, will func(explore.Set) bool) (chosen []explore.Set) {
	for i := range x.quorums {
		q := x.quorums[(process+i)%len(x.quorums)]
		if !will(q) {
			continue
		}
		if chosen = append(chosen, q); x.fixed {
			break
		}
	}
	return chosen
}

// Enough reports whether a set has a quorum in it.
func (x *Structure) Enough(k explore.Set) bool {
	if x.oracle != nil {
		return x.oracle.Enough(k)
	}
	return slices.ContainsFunc(x.quorums, k.Contains)
}

// All reports whether a set has all members that a process may ask, as far as it is known.
func (x *Structure) All(asked explore.Set) bool {
	if x.oracle != nil {
		return x.oracle.Says()
	}
	return x.stays || asked.Contains(x.members)
}

// Is reports whether a set is a quorum, and Within whether it is part of one.
func (x *Structure) Is(k explore.Set) bool {
	if x.oracle != nil {
		return x.oracle.Says()
	}
	return slices.Contains(x.quorums, k)
}

func (x *Structure) Within(k explore.Set) bool {
	if x.oracle != nil {
		return x.oracle.Says()
	}
	return slices.ContainsFunc(x.quorums, func(q explore.Set) bool { return q.Contains(k) })
}

// A Retry says which quorums may be asked besides those that were: they have a member that was not asked, and none to avoid; of them, those with the most
// members outside of Held, or the fewest. Of such a quorum those are asked that are not in But.
type Retry struct {
	Asked, Held, Avoid, But explore.Set
	Fewest                  bool
}

// Others returns what a process may ask besides: of each of these quorums the members that are to be asked, each set once.
func (x *Structure) Others(process int, r Retry) Choices {
	if x.oracle != nil {
		return Choices{x.oracle.Others(r.But)}
	}
	if x.stays {
		return Choices{}
	}
	open := func(q explore.Set) bool { return q&r.Avoid == 0 && !r.Asked.Contains(q) }
	best := -1
	for _, q := range x.quorums {
		if n := (q &^ r.Held).Len(); open(q) && (best < 0 || n != best && n < best == r.Fewest) {
			best = n
		}
	}
	var c Choices
	for _, q := range x.chosen(process, func(q explore.Set) bool { return open(q) && (q&^r.Held).Len() == best }) {
		if to := q &^ r.But; to != 0 && !slices.Contains(c.sets, to) {
			c.sets = append(c.sets, to)
		}
	}
	return c
}
