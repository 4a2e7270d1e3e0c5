package explore

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
	"qcheck/explore/verdict"
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
	Helpful []FairStep
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

// A FairStep is what must be taken when it stays enabled.
type FairStep = fair.FairStep

// closure returns the closure of a search that ended.
func (s *search) closure(r *Result) *Closure {
	c := &Closure{Closed: r.Complete, Depth: r.Within, Transitions: r.Transitions}
	if !c.Closed && c.Depth > 0 {
		c.Transitions = s.through[c.Depth-1]
	} else if !c.Closed {
		c.Transitions = 0
	}
	c.Local, c.Message = s.e.Binding.Layout()
	var ranks [][]string // by column and state
	if c.Closed {
		ranks = s.ranks(r, c)
	}
	var ends []int // of the levels, in states
	for _, level := range s.Levels[:c.Depth+1] {
		c.States += level.Len()
		ends = append(ends, c.States)
	}
	n, v := s.e.N, s.e.NewVector()
	blocks := make([]engine.BlockID, 0, n*c.States) // of each state; their texts would take much more
	texts := map[engine.BlockID]string{}            // with the mark behind them
	for _, level := range s.Levels[:c.Depth+1] {
		for _, key := range s.AllKeys(level) {
			s.e.Codec.Decode(key, v)
			blocks = append(blocks, v.Blocks...)
			for _, block := range v.Blocks {
				if _, ok := texts[block]; !ok {
					texts[block] = s.e.Binding.Plain(block) + "|"
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

// closing returns how much memory the closure of the states so far takes, with one rank for each
// process; 0 where none is asked for.
func (s *search) closing() int64 {
	if s.o.Closure == nil {
		return 0
	}
	perState := int64(4 + 4*s.e.N)
	if slices.Contains(s.o.Check, protocol.StarvationFreedom) {
		perState += 24 * int64(s.e.N)
	}
	return s.seen.Len() * perState
}

// ranks returns the ranks of all states for the properties of runs without end that
// hold, and notes in the closure what they are about.
func (s *search) ranks(r *Result, c *Closure) [][]string {
	var all [][]string
	for _, pr := range r.Properties {
		if pr.Verdict != verdict.Holds {
			continue
		}
		switch need := slices.IndexFunc(s.requirements, func(r engine.Requirement) bool { return r.Name == pr.Property }); {
		case pr.Property == protocol.StarvationFreedom:
			all = append(all, s.rank(s.starving(), c)...)
		case need >= 0 && s.requirements[need].Leads != nil:
			all = append(all, s.rank(s.owed(s.requirements[need]), c)...)
		case need < 0 && !slices.Contains(protocol.Properties(), pr.Property):
			all = append(all, s.rank(s.unmet(pr.Property), c)...)
		}
	}
	return all
}

// owed returns the property that no run stays for ever in states in which what a
// requirement of kind LeadsTo demands is still to come.
func (s *search) owed(r engine.Requirement) endless {
	g, w := s.graph(), engine.NewWalker(s.e)
	open, owes := make([]bool, len(g.Keys)), make([]bool, len(g.Keys))
	var next []table.StateID
	for v, key := range g.Keys {
		w.Load(key)
		from, to := r.Leads(w.State.Blocks)
		open[v], owes[v] = !to, from && !to
		if owes[v] {
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
	return endless{
		property: r.Name, processes: []int{-1},
		within: func(_ *fair.Graph, _ int, v table.StateID) bool { return owes[v] },
	}
}

// rank returns the ranks of all states, for each process that a property is about.
func (s *search) rank(x endless, c *Closure) (all [][]string) {
	g := s.graph()
	list, steps := g.FairSteps()
	c.Helpful = list
	for _, p := range x.processes {
		all = append(all, g.Rank(steps, x.staying, func(v table.StateID) bool { return x.within(g, p, v) }))
		c.Ranks = append(c.Ranks, Rank{x.property, p})
	}
	return all
}
