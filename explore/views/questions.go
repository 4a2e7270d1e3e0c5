package views

import (
	"qcheck/explore"
	"qcheck/explore/views/certify"
)

func (c *closure) prove() *Proof {
	c.Doing = "local views are closed"
	if _, ok := c.Attempt(c.run); ok {
		c.Decide((&decision{closure: c}).questions())
		if c.Limits.Certify && c.Results != nil && c.p.N <= certify.MostProcesses {
			c.Afterwards("a certificate is written", func() { c.Certificate = c.lines(c.Proved) })
		}
	}
	return c.Ended(len(c.views), len(c.halves))
}

// questions lists the properties that are asked for.
func (c *decision) questions() []Question {
	all := []Question{
		{explore.Safety, "requesters that may be inside together are looked for", c.safe},
		c.Defined(c.messagesWithoutEnd),
		{explore.DeadlockFreedom, "requesters that may wait together are looked for", c.live},
	}
	if !c.Limits.Brief {
		all = append(all, Question{explore.StarvationFreedom, "views that may be met without end are looked for", func() string {
			if !c.Proved(explore.WellDefined) || !c.Proved(explore.DeadlockFreedom) {
				return "it is looked into where well-definedness and freedom of deadlock are proved"
			}
			return c.starve()
		}})
	}
	return all
}

// look ends the closure at a limit; i is a count of what is done, so that clocks are looked
// at now and then.
func (c *closure) look(i int) {
	if c.Limits.Views > 0 && len(c.views) > c.Limits.Views {
		c.Limit("there are more than %d local views", c.Limits.Views)
	}
	if i%256 == 0 {
		c.Look(len(c.views))
	}
}
