// Package directed searches the states of a protocol of roles for what local views do not
// exclude (package views): a deadlock, or too many that are inside. It takes the states first
// whose views are nearest to those of such a row, by the guide that a proof made, on the
// semantics of package obvious.
//
// It is for violations that lie deep: a search level by level meets all states that are
// less deep, and this one goes where the views say that something may be wrong. What it finds is
// a run, and not always a shortest one. What it does not find may be there all the same: it has
// no verdict but violated.
package directed

import (
	"container/heap"
	"context"
	"errors"
	"slices"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/roles"
	"qcheck/explore/views"
	"qcheck/explore/yield"
)

// weight is how much more a step of views that is still to be taken counts than a step that was
// taken: so much that the nearest state comes first, and of these one that is not deep.
const weight = 50

// A Found is what a search met.
type Found struct {
	// Steps is a run to a state that violates the property; nil if none was found.
	Steps []explore.TraceStep
	// Targets is how many targets were tried, States how many states were met.
	Targets, States int
	// Stopped says why no more were tried; empty if all were, or a run was found.
	Stopped string
}

// Search looks for a run to what a guide leads to: to each of its targets by itself, and for each
// up to a number of states. The protocol is composed of roles.
func Search(ctx context.Context, composed obvious.Erased, apart roles.Apart, o obvious.Options, g *views.Guide, most int) (Found, error) {
	semantics := composed.Semantics(o)
	var all Found
	for target := range g.Targets {
		s := &search{semantics: semantics, property: g.Property, known: map[string]bool{}}
		s.far = func(t obvious.State) (int, bool) {
			return g.Distance(target, halvesOf(composed.N, apart, t))
		}
		run, err := s.run(ctx, most)
		all.States += len(s.known)
		all.Targets++
		if why := context.Cause(ctx); why != nil {
			all.Stopped = why.Error()
		}
		if all.Steps = run; err != nil || run != nil || all.Stopped != "" {
			return all, err
		}
	}
	return all, nil
}

// run returns a run to a state that violates the property, nil if it found none.
func (s *search) run(ctx context.Context, most int) ([]explore.TraceStep, error) {
	if err := s.add(s.semantics.Starts()[0], nil, explore.TraceStep{}); err != nil {
		return nil, err
	}
	for len(s.open) > 0 && len(s.known) < most && ctx.Err() == nil {
		yield.Now()
		x := heap.Pop(&s.open).(*met)
		if s.violated(x.state) {
			return append([]explore.TraceStep{}, x.steps()...), nil
		}
		if err := s.expand(x); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// halvesOf takes a state apart.
func halvesOf(n int, apart roles.Apart, t obvious.State) *views.Halves {
	h := &views.Halves{Up: make([][]views.Letter, n*n), Down: make([][]any, n*n)}
	for _, l := range t.Local {
		r, s, m := apart.Local(l)
		h.Requesters, h.Stamps, h.Members = append(h.Requesters, r), append(h.Stamps, s), append(h.Members, m)
	}
	for from := range n {
		for to := range n {
			for _, k := range t.Channels[from*n+to] {
				if msg, s, up := apart.Message(k.Msg); up {
					h.Up[from*n+to] = append(h.Up[from*n+to], views.Letter{Msg: msg, Stamp: s})
				} else {
					h.Down[to*n+from] = append(h.Down[to*n+from], msg)
				}
			}
		}
	}
	return h
}

// A met state is one with how it was met.
type met struct {
	state obvious.State
	from  *met
	by    explore.TraceStep
	depth int
	far   int
	order int
}

// steps returns the run to a state.
func (x *met) steps() (all []explore.TraceStep) {
	for ; x.from != nil; x = x.from {
		all = append(all, x.by)
	}
	slices.Reverse(all)
	return all
}

type search struct {
	semantics obvious.Semantics
	property  explore.Property
	far       func(obvious.State) (int, bool)
	known     map[string]bool
	open      queue
}

// add adds a state, unless it is known, or the views exclude what is looked for from there on.
func (s *search) add(t obvious.State, from *met, by explore.TraceStep) error {
	key := t.Key()
	if s.known[key] {
		return nil
	}
	s.known[key] = true
	far, ok := s.far(t)
	switch {
	case !ok:
		return errors.New("a state is not made of the local views: " + key)
	case far == views.Unreachable:
		return nil
	}
	x := &met{state: t, from: from, by: by, far: far, order: len(s.known)}
	if from != nil {
		x.depth = from.depth + 1
	}
	heap.Push(&s.open, x)
	return nil
}

// expand adds what follows from a state.
func (s *search) expand(x *met) (err error) {
	s.semantics.Outcomes(x.state, func(o obvious.Outcome) {
		if err != nil || o.Overflow() != "" || o.Undefined() || o.Spent() || o.Beyond() {
			return
		}
		for _, t := range o.After() {
			if err == nil {
				err = s.add(t.State, x, t.TraceStep())
			}
		}
	})
	return err
}

// violated reports whether a state violates the property.
func (s *search) violated(t obvious.State) bool {
	all := s.semantics.Observe(t)
	switch s.property {
	case explore.Safety:
		return s.semantics.Protocol().Safe(all) != ""
	case explore.DeadlockFreedom:
		if !slices.ContainsFunc(all, func(o explore.Observation) bool { return o.Phase == explore.Waiting }) {
			return false
		}
		stuck := true
		s.semantics.Outcomes(t, func(o obvious.Outcome) { stuck = stuck && !o.Fair() })
		return stuck
	}
	return false
}

// A queue has the states that are to be expanded, the most promising first: of those, the last one
// met.
type queue []*met

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q queue) Less(i, j int) bool {
	x, y := q[i], q[j]
	if a, b := x.depth+weight*x.far, y.depth+weight*y.far; a != b {
		return a < b
	}
	if x.far != y.far {
		return x.far < y.far
	}
	return x.order > y.order
}

func (q *queue) Push(x any) { *q = append(*q, x.(*met)) }

func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}
