package tuples

import (
	"context"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/graph"
	"qcheck/explore/internal/table"
	"qcheck/explore/views"
)

// Prove closes the views of so many processes, two or three, of a protocol, and decides the properties
// by them, for processes that ask at most so often; nil is for requests without bound. Messages of
// a process to itself are handled at once, or queued.
func Prove(ctx context.Context, m explore.Model, size int, requests []int, queued bool, limits views.Limits) *views.Proof {
	p := explore.PlainOf(m)
	if rule := p.Clock; rule.Attach != explore.NoMessage && !rule.TickOnFresh && !rule.TickOnReceive {
		return &views.Proof{Processes: size, Refused: "its clocks never tick, so that a fresh stamp may be earlier than one that its process knows"}
	}
	if p.Network != explore.FIFO || p.Faults.Any() || p.Starts != nil {
		return &views.Proof{Processes: size, Refused: views.Elsewhere}
	}
	c := newClosure(within(p, requests), queued, size, limits)
	c.Processes, c.Doing = size, fmt.Sprintf("local views of %d processes are closed", size)
	if _, ok := c.Attempt(func() { c.run(ctx) }); ok {
		c.Decide(c.questions(ctx))
		if limits.Confirm {
			c.Sets = c.sets(requests)
		}
	}
	return c.Ended(c.count, c.total())
}

func (c *closure) questions(ctx context.Context) []views.Question {
	return []views.Question{
		{Property: explore.Safety, Doing: "processes that may be inside together are looked for", Why: func() string { return c.safe(ctx) }},
		c.Defined(c.messagesWithoutEnd),
		{Property: explore.DeadlockFreedom, Doing: "processes that may wait together are looked for", Why: func() string { return c.live(ctx) }},
	}
}

// look ends the closure at a limit.
func (c *closure) look(ctx context.Context) {
	if most := c.Limits.Views; most > 0 && c.count+c.total() > most {
		c.Limit("there are more than %d local views and states of processes", most)
	}
	c.Look(ctx, c.count)
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
func (c *closure) messagesWithoutEnd() bool {
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
