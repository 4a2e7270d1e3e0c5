// Package sets checks sets of views of two or of three processes: that they are closed, and what follows from them. It
// shares no code with package tuples, which finds them, and believes none of it: a set that lacks something does not pass. One that
// has more than can be passes, if that is closed as well.
//
// What is checked is what the theorem of package tuples needs. Everything here is on lines: the stamps of a half, of a half
// with a message, or of a view have places on one. A step is tried on each half, with each message that a view offers, in all
// orders of their stamps; what it does is laid onto each view with that half in all orders again. Handlers are called
// twice, with stamps of other numbers, and must do the same. What is trusted is that theorem, the code of the protocol, and this package.
package sets

// The code: lines.go has values and lines, steps.go takes steps, closed.go tries all on all views, rows.go decides, outlines.go has
// the outlines.

import (
	"context"
	"slices"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/views/certify"
)

// A Half is a process as a set has it: its state and its messages to itself; of whom it took a message by a step that counts;
// how often it may still ask, explore.Unbounded for always; the stamp that it made last, if it may make it again; and how many of the stamps
// around it its clock has passed. Values are of the protocol's types. A stamp in them is a place, from 1, above ownerBits bits of its owner,
// from 1.
type Half struct {
	Local any
	Own   []any
	Seen  explore.Set
	Left  int
	Last  explore.Stamp
	Clock int
}

// ownerBits is how many bits of a stamp are its owner.
const ownerBits = 5

// A View has the half of each process of a tuple, and the messages from the first to each, from the second to each, and so on; all as
// numbers.
type View struct {
	Halves []int
	Msgs   [][]int
}

// Sets are whole halves, by process, and views, by tuple.
type Sets struct {
	Halves []Half
	Msgs   []any
	Whole  [][]int
	Tuples []explore.Set
	Views  [][]View

	Requests []int // how often processes ask; nil for no bound
	Queued   bool  // messages to oneself
	Counts   []string
}

type checker struct {
	certify.Judge
	p    obvious.Erased
	sets *Sets

	shapes   map[any]int
	values   []any // by shape
	cuts     map[cutting]slimmed
	calls    map[string][]outcome
	keys     map[string]int
	whole    [][]half // by process
	isWhole  []map[int]bool
	local    []map[int]*can // by process and half
	tuples   []*tuple
	at       map[explore.Set]int
	needs    map[[4]int]bool // see agreed
	byKey    []map[int]half  // whole halves
	first    []int           // by process
	cores    map[[2]int]core
	moved    []map[move]bool // by process, what steps do
	own      [][2]int        // halves that follow each other by messages to oneself
	missing  string          // a step that is not defined
	blocked  string          // a message that is not taken
	outlined bool            // moves are noted
}

// can is what local steps a half has.
type can struct{ asks, moves bool }

// Check checks that sets prove properties of a protocol. An error is a [certify.Refutation], or the end of the context.
func Check(ctx context.Context, p obvious.Erased, x *Sets, properties []explore.Property) error {
	c := &checker{
		Judge: certify.NewJudge(ctx), p: p, sets: x, shapes: map[any]int{}, cuts: map[cutting]slimmed{}, calls: map[string][]outcome{}, keys: map[string]int{},
		at: map[explore.Set]int{}, needs: map[[4]int]bool{}, cores: map[[2]int]core{},
	}
	return c.Try(func() { c.check(properties) })
}

func (c *checker) check(properties []explore.Property) {
	p, rule := c.p, c.p.Clock
	if rule.Attach != explore.NoMessage && !rule.TickOnFresh && !rule.TickOnReceive || p.Network != explore.FIFO || p.Faults.Any() || p.Starts != nil {
		c.Fail("sets of views are of other protocols")
	}
	c.outlined = slices.Contains(properties, explore.Safety) && p.Safe != nil
	c.read()
	c.begins()
	c.closed()
	for _, property := range properties {
		switch property {
		case explore.WellDefined:
			if c.missing != "" {
				c.Fail("a step is not defined: %s", c.missing)
			}
			c.ends()
		case explore.Safety:
			c.safe()
		case explore.DeadlockFreedom:
			c.live()
		default:
			c.Fail("sets of views do not prove %s", property)
		}
	}
}
