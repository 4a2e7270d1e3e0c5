package decide

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A Closure is what a search hands out for a certificate: all states that it judged,
// written out. What a line means is said in package certify, which reads it and shares
// no code with this.
type Closure struct {
	// Closed says that these are all states that can be reached. Otherwise they are
	// all that can be reached within Depth steps.
	Closed bool
	// Depth is the largest number of steps that one of them needs.
	Depth int
	// Transitions is the number of those from all states if Closed, otherwise from those
	// that less than Depth steps reach.
	Transitions int64
	// Ranks says what the ranks in a line are about, in their order.
	Ranks []Rank
	// Helpful has the steps that ranks name by their number, from 1.
	Helpful []fair.FairStep
	// Local and Message name the numbers of which a local state and a message consist.
	Local, Message []string
	// Lines yields a line for each of so many states, in the order of their bytes.
	Lines  iter.Seq[string]
	States int
}

// A Rank says of which property of runs without end a rank is, and of which process;
// -1 where it is about none.
type Rank struct {
	Property protocol.Property
	Process  int
}

// Closure returns the closure of a search that ended: all states that so many steps reach, from
// which there are so many transitions, and, if these are all, ranks for the properties that hold.
func (s *Findings) Closure(closed bool, depth int, transitions int64, hold []protocol.Property) *Closure {
	c := &Closure{Closed: closed, Depth: depth, Transitions: transitions}
	c.Local, c.Message = s.Engine.Binding.Layout()
	var ranks [][]string // by column and state
	if c.Closed {
		ranks = s.ranks(hold, c)
	}
	var ends []int // of the levels, in states
	for _, level := range s.Levels[:c.Depth+1] {
		c.States += level.Len()
		ends = append(ends, c.States)
	}
	n, v := s.Engine.Width, s.Engine.NewVector()
	blocks := make([]engine.BlockID, 0, n*c.States) // of each state; their texts would take much more
	texts := map[engine.BlockID]string{}            // with the mark behind them
	for _, level := range s.Levels[:c.Depth+1] {
		for _, key := range s.AllKeys(level) {
			s.Engine.Codec.Decode(key, v)
			blocks = append(blocks, v.Blocks...)
			for _, block := range v.Blocks {
				if _, ok := texts[block]; !ok {
					texts[block] = s.Engine.Binding.Plain(block) + "|"
				}
			}
		}
	}
	order := make([]int32, c.States)
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		a, b := blocks[int(i)*n:][:n], blocks[int(j)*n:][:n]
		p := 0
		for p < n-1 && a[p] == b[p] {
			p++
		}
		if x, y := texts[a[p]], texts[b[p]]; p < n-1 {
			return strings.Compare(x, y)
		} else { // a tab is there instead of the mark, and comes before all others
			return strings.Compare(x[:len(x)-1], y[:len(y)-1])
		}
	})
	c.Lines = func(yield func(string) bool) {
		var line []byte
		for _, i := range order {
			line = line[:0]
			for _, block := range blocks[int(i)*n:][:n] {
				line = append(line, texts[block]...)
			}
			line[len(line)-1] = '\t'
			depth, _ := slices.BinarySearch(ends, int(i)+1)
			line = strconv.AppendInt(line, int64(depth), 10)
			for at, column := range ranks {
				line = append(append(line, "\t "[min(at, 1)]), column[i]...)
			}
			if !yield(string(line)) {
				return
			}
		}
	}
	return c
}

// ranks returns the ranks of all states for the properties of runs without end that
// hold, and notes in the closure what they are about.
func (s *Findings) ranks(hold []protocol.Property, c *Closure) [][]string {
	var all [][]string
	if s.Engine.Network != protocol.FIFO { // the helpful step of a rank is the delivery of a channel
		return nil
	}
	for _, p := range hold {
		switch need := slices.IndexFunc(s.Requirements, func(r engine.Requirement) bool { return r.Name == p }); {
		case p == protocol.StarvationFreedom:
			all = append(all, s.rank(s.starving(), c)...)
		case need >= 0 && s.Requirements[need].Leads != nil:
			all = append(all, s.rank(s.owed(s.Requirements[need]), c)...)
		case need < 0 && !slices.Contains(protocol.Properties(), p):
			all = append(all, s.rank(s.unmet(p), c)...)
		}
	}
	return all
}

// owed returns the property that no run stays for ever in states in which what a
// requirement of kind LeadsTo demands is still to come.
func (s *Findings) owed(r engine.Requirement) liveness {
	g := s.Graph()
	open, owes := s.leading(g, r)
	var next []table.StateID
	for v, is := range owes {
		if is {
			next = append(next, table.StateID(v))
		}
	}
	for ; len(next) > 0; next = next[1:] {
		for _, e := range g.From(next[0]) {
			if open[e.To] && !owes[e.To] {
				owes[e.To] = true
				next = append(next, e.To)
			}
		}
	}
	return liveness{
		property: r.Name, processes: []int{-1},
		within: func(_ *fair.Graph, _ int, v table.StateID) bool { return owes[v] },
	}
}

// rank returns the ranks of all states, for each process that a property is about.
func (s *Findings) rank(x liveness, c *Closure) (all [][]string) {
	g := s.Graph()
	list, steps := g.FairSteps()
	c.Helpful = list
	for _, p := range x.processes {
		all = append(all, g.Rank(steps, x.staying, func(v table.StateID) bool { return x.within(g, p, v) }))
		c.Ranks = append(c.Ranks, Rank{x.property, p})
	}
	return all
}
