package fair

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
// fresh stamps below one that it keeps (see package fair), and the rank goes on with that
// stamp and with the ranks in what is left of the part without these edges.

// A rankWriter writes the ranks of one column.
type rankWriter struct {
	*Graph
	steps  map[LabelID]int // the numbers of fair steps
	in     []uint32        // by state: number of its part, 0 for none
	parts  uint32          // the last number given
	height []uint32
	text   []string // by state
}

// Rank returns the ranks of all states, in a run that stays in those that are within.
func (g *Graph) Rank(steps map[LabelID]int, staying bool, within func(v table.StateID) bool) []string {
	w := &rankWriter{
		Graph: g, steps: steps, in: make([]uint32, len(g.Keys)+1), parts: 1,
		height: make([]uint32, len(g.Keys)), text: slices.Repeat([]string{"-"}, len(g.Keys)),
	}
	whole := Component{Staying: staying}
	clear(g.floor)
	for v := range g.Keys {
		if within(table.StateID(v)) {
			w.in[v], w.text[v] = 1, ""
			whole.States = append(whole.States, table.StateID(v))
		}
	}
	w.write(whole)
	return w.text
}

// write appends to the texts of a component's states their ranks within it.
func (w *rankWriter) write(c Component) {
	parts := w.strong(c, w.in, true)
	const unknown = math.MaxUint32
	for _, v := range c.States {
		w.height[v] = unknown
	}
	for _, part := range parts { // those that edges lead to come first
		height := uint32(0)
		for _, v := range part {
			for _, e := range w.From(v) {
				if w.in[e.To] == w.in[v] && !w.drops(c, v, e) && w.height[e.To] != unknown {
					height = max(height, w.height[e.To]+1)
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
		d := Component{States: part, Staying: c.Staying}
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

// A FairStep is what must be taken when it stays enabled: the delivery from a process,
// or the local steps of one name, then From is -1.
type FairStep struct {
	Process, From int
	Name          string
}

// FairSteps lists the fair steps of a graph in an order of their own, and numbers them from 1.
func (g *Graph) FairSteps() (list []FairStep, numbers map[LabelID]int) {
	steps := map[LabelID]FairStep{}
	for i, l := range g.Labels.all {
		step := FairStep{Process: int(l.process), From: int(l.from)}
		if l.from < 0 {
			step.Name = g.e.Steps.At(l.step)
		}
		steps[LabelID(i+1)] = step
	}
	order := slices.SortedFunc(maps.Keys(steps), func(a, b LabelID) int {
		x, y := steps[a], steps[b]
		return cmp.Or(cmp.Compare(x.Process, y.Process), cmp.Compare(x.From, y.From), cmp.Compare(x.Name, y.Name))
	})
	numbers = map[LabelID]int{}
	for i, id := range order {
		numbers[id] = i + 1
		list = append(list, steps[id])
	}
	return list, numbers
}
