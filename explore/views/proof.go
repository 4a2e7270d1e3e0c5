package views

import (
	"context"
	"time"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/views/certify/sets"
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
	// Sets are what views of processes are closed, for package sets, where that was asked for.
	Sets *sets.Sets
	// Confirmed reports whether package certify, or sets, has checked all that is proved; Unconfirmed says why not, if that was
	// to be done.
	Confirmed   bool
	Unconfirmed string
	// Contradiction is what package certify has against the proof, which has no results then.
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

// Prove closes the views of a protocol, and decides the properties by them.
func Prove[R, M, A, B comparable](ctx context.Context, typed roles.Protocol[R, M, A, B], limits Limits) *Proof {
	p, refused := erase(typed)
	if refused != "" {
		return &Proof{Refused: refused}
	}
	return prove(ctx, newClosure(p, limits))
}

func prove(ctx context.Context, c *closure) *Proof {
	look := func(i int) { c.look(ctx, i) }
	c.Doing = "local views are closed"
	if _, ok := c.Attempt(func() { c.run(ctx) }); ok {
		c.Decide(c.questions(look))
		if c.Proved(roles.TheBooks) {
			c.Afterwards("shapes of views are compared", func() { c.Shapes = c.shapes(look) })
		}
		for _, lead := range c.leads {
			c.Afterwards("guides to what is not excluded are made", func() { c.Guides = append(c.Guides, lead(look)) })
		}
		if c.Limits.Certify && c.Results != nil && c.p.N <= mostRenamed {
			c.Afterwards("a certificate is written", func() { c.Certificate = c.lines(c.Proved) })
		}
	}
	return c.Ended(len(c.views), len(c.halves))
}

// questions lists the properties that are asked for.
func (c *closure) questions(look func(i int)) []Question {
	all := []Question{
		{explore.Safety, "requesters that may be inside together are looked for", func() string { return c.safe(look) }},
		c.Defined(func() bool { return c.messagesWithoutEnd(look) }),
		{explore.DeadlockFreedom, "requesters that may wait together are looked for", func() string { return c.live(look) }},
	}
	if !c.Limits.Brief {
		all = append(all, Question{explore.StarvationFreedom, "views that may be met without end are looked for", func() string {
			if !c.Proved(explore.WellDefined) || !c.Proved(explore.DeadlockFreedom) {
				return "it is looked into where well-definedness and freedom of deadlock are proved"
			}
			return c.starve(look)
		}})
	}
	if c.Limits.Books {
		all = append(all, Question{roles.TheBooks, "permissions are counted", func() string { return c.unkept(look) }})
	}
	return all
}

// look ends the closure at a limit; i is a count of what is done, so that clocks are looked
// at now and then.
func (c *closure) look(ctx context.Context, i int) {
	if c.Limits.Views > 0 && len(c.views) > c.Limits.Views {
		c.Limit("there are more than %d local views", c.Limits.Views)
	}
	if i%256 == 0 {
		c.Look(ctx, len(c.views))
	}
}
