package tuples

import (
	"context"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/graph"
	"qcheck/explore/internal/table"
	"qcheck/explore/obvious"
	"qcheck/explore/views"
	"qcheck/explore/views/certify/sets"
)

// Of returns the prover by views of so many processes, two or three, for processes that ask at most so often; nil is for requests without
// bound. Messages of a process to itself are handled at once, or queued. What is proved is confirmed on p, the protocol as the search has it not.
func Of(m explore.Model, p obvious.Erased, size int, requests []int, queued bool) views.Prover {
	return views.Proving(func(ctx context.Context, limits views.Limits) *views.Proof {
		c := prove(ctx, m, size, requests, queued, limits)
		if limits.Confirm {
			c.Confirm("", func(properties []explore.Property) error { return sets.Check(ctx, p, c.sets(requests), properties) })
		}
		return c.Proof
	})
}

// prove closes the views, and decides the properties by them.
func prove(ctx context.Context, m explore.Model, size int, requests []int, queued bool, limits views.Limits) *closure {
	p := explore.PlainOf(m)
	c := newClosure(ctx, within(p, requests), queued, size, limits)
	c.Processes, c.Doing = size, fmt.Sprintf("local views of %d processes are closed", size)
	if rule := p.Clock; rule.Attach != explore.NoMessage && !rule.TickOnFresh && !rule.TickOnReceive {
		c.Refused = "its clocks never tick, so that a fresh stamp may be earlier than one that its process knows"
	} else if p.Network != explore.FIFO || p.Faults.Any() || p.Starts != nil {
		c.Refused = views.Elsewhere
	} else if _, ok := c.Attempt(c.run); ok {
		c.Decide(decision{c}.questions())
	}
	c.Ended(c.count, c.total())
	return c
}

// A decision is on properties, by views that are closed.
type decision struct{ *closure }

func (c decision) questions() []views.Question {
	return []views.Question{
		{Property: explore.Safety, Doing: "processes that may be inside together are looked for", Why: c.safe},
		c.Defined(c.messagesWithoutEnd),
		{Property: explore.DeadlockFreedom, Doing: "processes that may wait together are looked for", Why: c.live},
	}
}

// look ends the closure at a limit.
func (c *closure) look() {
	if most := c.Limits.Views; most > 0 && c.count+c.total() > most {
		c.Limit("there are more than %d local views and states of processes", most)
	}
	c.Look(c.count)
}

// total returns how many halves there are.
func (c *closure) total() int {
	n := 0
	for _, all := range c.whole {
		n += len(all)
	}
	return n
}

// messagesWithoutEnd reports whether messages of a process to itself may follow each other without end.
func (c decision) messagesWithoutEnd() bool {
	var halves table.Numbers[[2]int32] // by process
	var edges [][2]int32
	for at, list := range c.loops {
		for _, to := range list {
			edges = append(edges, [2]int32{halves.Of(at), halves.Of([2]int32{at[0], to})})
		}
	}
	in := graph.Components(len(halves.All), func(edge func(from, to int32)) {
		for _, e := range edges {
			edge(e[0], e[1])
		}
	})
	return slices.ContainsFunc(edges, func(e [2]int32) bool { return in[e[0]] == in[e[1]] })
}
