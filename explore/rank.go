package explore

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"qcheck/explore/internal/table"
)

// Ranks of states, for certificates; package certify says what is asked of them, and why
// that proves that no fair run stays among the states that have one.
//
// They are made of the strongly connected parts of these states. A part's height is the
// length of a longest path of parts from it. Along an edge the height does not grow, and
// it stays only within a part. A part that no fair run stays in has a step that is enabled
// in all of its states and taken by none of its edges: its helpful step. Where there is
// none, it is for the integers alone that no run stays: then some edges of the part put
// fresh stamps below one that it keeps (see starvation.go), and the rank goes on with that
// stamp and with the ranks in what is left of the part without these edges.

// A rankWriter writes the ranks of one column.
type rankWriter struct {
	*graph
	steps  map[labelID]int // the numbers of fair steps
	in     []uint32        // by state: number of its part, 0 for none
	parts  uint32          // the last number given
	height []uint32
	text   []string // by state
}

// rank returns the ranks of all states, for each process that a property is about.
func (s *search) rank(x endless, c *Closure) [][]string {
	g := s.graph()
	var all [][]string
	steps := g.fairSteps(c)
	for _, p := range x.processes {
		w := &rankWriter{
			graph: g, steps: steps, in: make([]uint32, len(g.keys)+1), parts: 1,
			height: make([]uint32, len(g.keys)), text: slices.Repeat([]string{"-"}, len(g.keys)),
		}
		whole := component{staying: x.staying}
		clear(g.floor)
		for v := range g.keys {
			if x.within(g, p, table.StateID(v)) {
				w.in[v], w.text[v] = 1, ""
				whole.states = append(whole.states, table.StateID(v))
			}
		}
		w.write(whole)
		c.Ranks = append(c.Ranks, Rank{x.property, p})
		all = append(all, w.text)
	}
	return all
}

// write appends to the texts of a component's states their ranks within it.
func (w *rankWriter) write(c component) {
	parts := w.strong(c, w.in, true)
	const unknown = math.MaxUint32
	for _, v := range c.states {
		w.height[v] = unknown
	}
	for _, part := range parts { // those that edges lead to come first
		height := uint32(0)
		for _, v := range part {
			for _, e := range w.from(v) {
				if w.in[e.to] == w.in[v] && !w.drops(c, v, e) && w.height[e.to] != unknown {
					height = max(height, w.height[e.to]+1)
				}
			}
		}
		for _, v := range part {
			w.height[v] = height
		}
	}
	for _, part := range parts {
		w.parts++
		for _, v := range part {
			w.in[v] = w.parts
		}
		d := component{states: part, staying: c.staying}
		height := w.height[part[0]]
		if helpful := w.untaken(d, w.in); len(helpful) > 0 {
			text := fmt.Sprintf("%d/%d", height, slices.Min(slices.Collect(w.numbers(helpful))))
			for _, v := range part {
				w.text[v] += text
			}
			continue
		}
		if !w.raise(d, w.in) {
			panic("explore: a fair run stays among states that are to have ranks")
		}
		for _, v := range part {
			w.text[v] += fmt.Sprintf("%d:%d.", height, w.floor[v])
		}
		w.write(d)
	}
}

// numbers returns the numbers of fair steps.
func (w *rankWriter) numbers(ls labelSet) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for l := range ls {
			if !yield(w.steps[l]) {
				return
			}
		}
	}
}

// fairSteps numbers the fair steps of a graph from 1, in an order of their own, and lists
// them in the closure.
func (g *graph) fairSteps(c *Closure) map[labelID]int {
	steps := map[labelID]FairStep{}
	for i, l := range g.labels.all {
		step := FairStep{Process: int(l.process), From: int(l.from)}
		if l.from < 0 {
			step.Name = g.s.e.Steps.At(l.step)
		}
		steps[labelID(i+1)] = step
	}
	order := slices.SortedFunc(maps.Keys(steps), func(a, b labelID) int {
		x, y := steps[a], steps[b]
		return cmp.Or(cmp.Compare(x.Process, y.Process), cmp.Compare(x.From, y.From), cmp.Compare(x.Name, y.Name))
	})
	numbers := map[labelID]int{}
	c.Helpful = nil
	for i, id := range order {
		numbers[id] = i + 1
		c.Helpful = append(c.Helpful, steps[id])
	}
	return numbers
}
