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

// Properties returns the properties that views can decide.
func Properties() []explore.Property {
	return []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom, explore.StarvationFreedom}
}
