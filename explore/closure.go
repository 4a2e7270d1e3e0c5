package explore

import (
	"fmt"
	"slices"
	"strings"

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
	// Lines has a line for each state, in the order of their bytes.
	Lines []string
}

// A Rank says of which property of runs without end a rank is, and of which process;
// -1 where it is about none.
type Rank struct {
	Property Property
	Process  int
}

// A FairStep is what must be taken when it stays enabled: the delivery from a process,
// or the local steps of one name, then From is -1.
type FairStep struct {
	Process, From int
	Name          string
}

// closure returns the closure of a search that ended.
func (s *search) closure(r *Result) *Closure {
	c := &Closure{Closed: r.Complete, Depth: r.Within, Transitions: r.Transitions}
	if !c.Closed && c.Depth > 0 {
		c.Transitions = s.through[c.Depth-1]
	} else if !c.Closed {
		c.Transitions = 0
	}
	c.Local, c.Message = s.e.binding.layout()
	var ranks [][]string // by column and state
	if c.Closed {
		ranks = s.ranks(r, c)
	}
	texts := map[blockID]string{}
	v, number := s.e.newVector(), 0
	for depth, level := range s.levels[:c.Depth+1] {
		for _, key := range s.allKeys(level) {
			var line strings.Builder
			s.e.codec.decode(key, v)
			for p, block := range v.blocks {
				if _, ok := texts[block]; !ok {
					texts[block] = s.e.binding.plain(block)
				}
				if p > 0 {
					line.WriteByte('|')
				}
				line.WriteString(texts[block])
			}
			fmt.Fprintf(&line, "\t%d", depth)
			for i, column := range ranks {
				line.WriteByte("\t "[min(i, 1)])
				line.WriteString(column[number])
			}
			c.Lines = append(c.Lines, line.String())
			number++
		}
	}
	slices.Sort(c.Lines)
	return c
}

// ranks returns the ranks of all states for the properties of runs without end that
// hold, and notes in the closure what they are about.
func (s *search) ranks(r *Result, c *Closure) [][]string {
	var all [][]string
	for _, pr := range r.Properties {
		if pr.Verdict != verdict.Holds {
			continue
		}
		switch need := slices.IndexFunc(s.requirements, func(r requirement) bool { return r.name == pr.Property }); {
		case pr.Property == StarvationFreedom:
			all = append(all, s.rank(s.starving(), c)...)
		case need >= 0 && s.requirements[need].leads != nil:
			all = append(all, s.rank(s.owed(s.requirements[need]), c)...)
		case need < 0 && !slices.Contains(Properties(), pr.Property):
			all = append(all, s.rank(s.unmet(pr.Property), c)...)
		}
	}
	return all
}

// owed returns the property that no run stays for ever in states in which what a
// requirement of kind LeadsTo demands is still to come.
func (s *search) owed(r requirement) endless {
	g, w := s.graph(), newWalker(s.e)
	open, owes := make([]bool, len(g.keys)), make([]bool, len(g.keys))
	var next []stateID
	for v, key := range g.keys {
		w.load(key)
		from, to := r.leads(w.state.blocks)
		open[v], owes[v] = !to, from && !to
		if owes[v] {
			next = append(next, stateID(v))
		}
	}
	for ; len(next) > 0; next = next[1:] {
		for _, e := range g.from(next[0]) {
			if open[e.to] && !owes[e.to] {
				owes[e.to] = true
				next = append(next, e.to)
			}
		}
	}
	return endless{
		property: r.name, processes: []int{-1},
		within: func(_ *graph, _ int, v stateID) bool { return owes[v] },
	}
}
