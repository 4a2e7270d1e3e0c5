package tuples

import (
	"context"
	"fmt"
	"slices"
	"time"

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
	proof := &views.Proof{Processes: size}
	if rule := p.Clock; rule.Attach != explore.NoMessage && !rule.TickOnFresh && !rule.TickOnReceive {
		proof.Refused = "its clocks never tick, so that a fresh stamp may be earlier than one that its process knows"
		return proof
	}
	if p.Network != explore.FIFO || p.Faults.Any() || p.Starts != nil {
		proof.Refused = views.Elsewhere
		return proof
	}
	start := time.Now()
	c := newClosure(within(p, requests), queued, size)
	c.watch = views.Watch{Limits: limits, Start: start, Doing: fmt.Sprintf("local views of %d processes are closed", size)}
	if c.attempt(func() { c.run(ctx) }) {
		proof.Results = c.verdicts(ctx)
		if limits.Confirm {
			proof.Sets = c.sets(requests)
		}
	}
	proof.Refused, proof.Stopped, proof.Views, proof.Halves, proof.Elapsed = c.refused, c.stopped, c.count, c.total(), time.Since(start)
	return proof
}

// attempt calls f, and reports whether it came to its end.
func (c *closure) attempt(f func()) (ok bool) {
	defer func() {
		switch x := recover().(type) {
		case nil, stop:
		case *explore.Mistake:
			c.refused, ok = x.Error(), false
		default:
			panic(x)
		}
	}()
	f()
	return true
}

func (c *closure) verdicts(ctx context.Context) []views.Result {
	var all []views.Result
	for _, x := range []struct {
		property explore.Property
		why      func() string
	}{
		{explore.Safety, func() string { return c.safe(ctx) }},
		{explore.WellDefined, func() string {
			switch {
			case c.undefined != "":
				return "the views do not exclude a step that is not defined: " + c.undefined
			case c.messagesWithoutEnd():
				return "the views do not exclude that a process sends itself messages without end"
			}
			return ""
		}},
		{explore.DeadlockFreedom, func() string { return c.live(ctx) }},
	} {
		r := views.Result{Property: x.property}
		if !c.attempt(func() { r.Why = x.why() }) {
			r.Why, c.stopped = c.refused+c.stopped, ""
			if c.refused != "" {
				return nil
			}
		}
		r.Proved = r.Why == ""
		all = append(all, r)
	}
	return all
}

// look ends the closure at a limit.
func (c *closure) look(ctx context.Context) {
	halves := c.total()
	if most := c.watch.Limits.Views; most > 0 && c.count+halves > most {
		c.limit("there are more than %d local views and states of processes", most)
	}
	if why := c.watch.Over(ctx, c.count, halves); why != "" {
		c.limit("%s", why)
	}
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
