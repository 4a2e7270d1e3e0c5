package fair

import (
	"sync/atomic"

	"qcheck/explore/internal/engine"
)

// A Sketch has the parts of a graph that workers made while they searched, as long as
// there are not too many edges.
type Sketch struct {
	labels *labels
	Parts  []*Graph
	Edges  atomic.Int64
}

// maxSketched is how many edges are kept while searching; if there are more, every state
// is expanded once more to make the graph.
const (
	maxSketched   = 1 << 24
	sketchedBytes = 22 // of an edge
)

// full reports whether there are too many edges.
func (k *Sketch) full() bool { return k.Edges.Load() > maxSketched }

// Drop makes it full, so that it is given up.
func (k *Sketch) Drop() {
	if k != nil {
		k.Edges.Store(maxSketched + 1)
	}
}

// NewSketch returns one without parts.
func NewSketch(e *engine.Engine) *Sketch {
	return &Sketch{labels: newLabels(e)}
}

// Kept reports whether there is a sketch, and it is not full.
func (k *Sketch) Kept() bool { return k != nil && !k.full() }

// Bytes returns how much memory the edges take.
func (k *Sketch) Bytes() int64 {
	if !k.Kept() {
		return 0
	}
	return k.Edges.Load() * sketchedBytes
}

// A Sketcher makes the parts of one worker, of states that it expands. Without a sketch, or
// with one that is full, it makes none.
type Sketcher struct {
	of    *Sketch
	known map[label]LabelID // of the parts
	parts []*Graph
	At    *Graph // the last of them, nil if no graph is made
	edges int    // it had when it was counted last
}

// Sketcher returns one for a worker.
func (k *Sketch) Sketcher() Sketcher { return Sketcher{of: k, known: map[label]LabelID{}} }

// Chunk says that the states from a place of a level on are expanded next.
func (x *Sketcher) Chunk(at int, e *engine.Engine, halted func() bool) {
	switch {
	case !x.of.Kept():
		x.parts, x.At = nil, nil
		return
	case x.At == nil || x.At.base+len(x.At.First) != at:
		x.At = newGraph(e, halted, x.of.labels)
		x.At.base, x.At.known = at, x.known
		x.parts = append(x.parts, x.At)
	}
	x.edges = len(x.At.edges)
}

// Count counts the edges of the chunk.
func (x *Sketcher) Count() {
	if x.At != nil {
		x.of.Edges.Add(int64(len(x.At.edges) - x.edges))
	}
}

// Join adds what workers made of a level whose first state has a number.
func (k *Sketch) Join(first int, workers ...*Sketcher) {
	if k == nil {
		return
	}
	for _, x := range workers {
		for _, p := range x.parts {
			p.base += first
		}
		k.Parts = append(k.Parts, x.parts...)
	}
	if k.full() {
		k.Parts = nil
	}
}
