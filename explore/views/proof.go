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
	proof := &Proof{Refused: refused}
	start := time.Now()
	if proof.Refused == "" {
		c := newClosure(p)
		c.watch = Watch{Limits: limits, Start: start}
		c.doing("local views are closed")
		if _, ok := c.attempt(func() { c.run(ctx) }); ok {
			proof.Results = c.verdicts(ctx)
			if proof.Proved(roles.TheBooks) {
				if _, ok := c.attempt(func() { proof.Shapes = c.shapes(func(i int) { c.look(ctx, i) }) }); !ok {
					c.stopped = ""
				}
			}
			proof.Guides = c.makeGuides(func(i int) { c.look(ctx, i) })
			if limits.Certify && proof.Results != nil && p.N <= mostRenamed {
				c.doing("a certificate is written")
				if _, ok := c.attempt(func() { proof.Certificate = c.lines(proof.Proved) }); !ok {
					c.stopped = "" // the verdicts are there
				}
			}
		}
		proof.Refused, proof.Stopped, proof.Views, proof.Halves = c.refused, c.stopped, len(c.views), len(c.halves)
	}
	proof.Elapsed = time.Since(start)
	return proof
}

// attempt calls f, and reports whether it came to its end. Otherwise it says why not.
func (c *closure) attempt(f func()) (why string, ok bool) {
	defer func() {
		if x := recover(); x == (stop{}) {
			why = c.refused + c.stopped
		} else if x != nil {
			panic(x)
		}
	}()
	f()
	return "", true
}

// verdicts decides the properties, each within what is left of the limits.
func (c *closure) verdicts(ctx context.Context) []Result {
	look := func(i int) { c.look(ctx, i) }
	var all []Result
	type question struct {
		property explore.Property
		doing    string
		why      func() string
	}
	questions := []question{
		{explore.Safety, "requesters that may be inside together are looked for", func() string { return c.safe(look) }},
		{explore.WellDefined, "messages to oneself are followed", func() string {
			switch {
			case c.undefined != "":
				return "the views do not exclude a step that is not defined: " + c.undefined
			case c.messagesWithoutEnd(look):
				return "the views do not exclude that a process sends itself messages without end"
			}
			return ""
		}},
		{explore.DeadlockFreedom, "requesters that may wait together are looked for", func() string { return c.live(look) }},
		{explore.StarvationFreedom, "views that may be met without end are looked for", func() string {
			if !all[1].Proved || !all[2].Proved {
				return "it is looked into where well-definedness and freedom of deadlock are proved"
			}
			return c.starve(look)
		}},
	}
	if c.watch.Limits.Brief {
		questions = questions[:len(questions)-1]
	}
	if c.watch.Limits.Books {
		questions = append(questions, question{roles.TheBooks, "permissions are counted", func() string { return c.unkept(look) }})
	}
	for _, x := range questions {
		c.doing(x.doing)
		r := Result{Property: x.property}
		var why string
		if cut, ok := c.attempt(func() { why = x.why() }); !ok {
			why = cut
			c.stopped = ""
			if c.refused != "" {
				return nil // nothing of it can be trusted
			}
		}
		r.Why, r.Proved = why, why == ""
		all = append(all, r)
	}
	return all
}

// look ends the closure at a limit; i is a count of what is done, so that clocks are looked
// at now and then.
func (c *closure) look(ctx context.Context, i int) {
	if c.watch.Limits.Views > 0 && len(c.views) > c.watch.Limits.Views {
		c.limit("there are more than %d local views", c.watch.Limits.Views)
	}
	if i%256 != 0 {
		return
	}
	if why := c.watch.Over(ctx, len(c.views), len(c.halves)); why != "" {
		c.limit("%s", why)
	}
}

func (c *closure) doing(what string) { c.watch.Doing = what }
