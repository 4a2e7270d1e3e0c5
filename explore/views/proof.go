package views

import (
	"time"

	"qcheck/explore"
)

// A Result is what is proved of a property.
type Result struct {
	Property explore.Property
	Proved   bool
	// Why says why it is not proved.
	Why string
}

// A Proof is what local views decide of a protocol, for requests without bound and so for
// any number of them. What is not proved may hold as well.
type Proof struct {
	Results []Result
	// Refused says why the protocol is none that the argument is about; empty if it is.
	Refused string
	// Stopped says why the views are not all; empty if they are.
	Stopped string
	// Processes is of how many processes each view is (package tuples); 0 for one of a requester
	// and a member.
	Processes int
	// Views is how many there are, Halves how many states of requesters, or of processes.
	Views, Halves int
	Elapsed       time.Duration
	// Guides lead to what is not excluded, one for each property of which that is a row of
	// requesters.
	Guides []*Guide
	// Shapes has the shapes of the views, sorted, if the books are kept (see shapes.go).
	Shapes []string
	// Certificate has lines that package certify checks, where they were asked for; nil if
	// there was no time for them.
	Certificate []string
	// Confirmed reports whether a second checker has checked all that is proved; Unconfirmed says why not, if that was
	// to be done.
	Confirmed   bool
	Unconfirmed string
	// Contradiction is what that has against the proof, which has no results then.
	Contradiction error
}

// Second says in a clause whether a second checker has confirmed what is proved; nothing if that was not to be done.
func (p *Proof) Second() string {
	switch {
	case p.Confirmed:
		return "; confirmed by the second checker"
	case p.Unconfirmed != "":
		return "; not confirmed by the second checker: " + p.Unconfirmed
	}
	return ""
}

// Proved reports whether a property is proved. No proof proves nothing.
func (p *Proof) Proved(property explore.Property) bool {
	if p == nil {
		return false
	}
	for _, r := range p.Results {
		if r.Property == property {
			return r.Proved
		}
	}
	return false
}

// Properties returns the properties that views can decide, except for roles.TheBooks, which they decide on
// request.
func Properties() []explore.Property {
	return []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom, explore.StarvationFreedom}
}

// A guide leads a search of states to rows of requesters that the views do not exclude: to a
// deadlock, or to too many that are inside. It says of a state how many steps of views are
// between its views and those of such a row. That is a guess: views leave out what a step
// needs elsewhere, and one step of the protocol may be a step of many views. So what is
// found by it has a run, and where nothing is found, nothing follows.
type Guide struct {
	// Property is what such a row would violate.
	Property explore.Property
	// Targets is how many rows the guide has.
	Targets int
	// Distance says about how far a state is from a row; Unreachable if the views exclude the row from
	// then on. ok is false if the state is not made of the views at all, which is not to be.
	Distance func(target int, s *Halves) (far int, ok bool)
}

// Unreachable is the distance of a state from which the views exclude a row.
const Unreachable = 1 << 30

// Halves has the halves of the processes in a state, of the types of the protocol, and by requester and member, at
// requester*n+member, the messages on their way between these two.
type Halves struct {
	Requesters []any
	Stamps     []explore.Stamp // of their requests
	Members    []any
	Up         [][]Letter
	Down       [][]any
}

// A Letter is a message to a member with the stamp that it brings along.
type Letter struct {
	Msg   any
	Stamp explore.Stamp
}
