package obvious

import (
	"errors"
	"sort"

	"qcheck/explore"
)

// A Walk is a run that is made step by step, and may go back.
type Walk struct {
	*Run
	Starts int // how many starts the protocol has
	world  *world
	states []State
	names  []naming
}

// NewWalk returns a walk of no steps yet.
func NewWalk[L, M comparable](p explore.Protocol[L, M], o Options) *Walk { return erased(p).Walk(o) }

// Walk is [NewWalk] of the protocol.
func (x Erased) Walk(o Options) *Walk {
	o.Start = max(0, o.Start)
	w, starts := begin(x, o)
	start := starts[min(o.Start, len(starts)-1)]
	var begun naming
	for i := range len(start.inUse()) - 1 {
		begun.names = append(begun.names, "0"+letters(i)) // from the start
	}
	begun.arrived = make(arrivals, w.N*w.N)
	for i, channel := range start.Channels {
		for _, k := range channel {
			begun.arrived[i] = append(begun.arrived[i], k.Msg)
		}
	}
	run := &Run{Configs: []Config{w.config(start, begun)}}
	for _, g := range w.Goals {
		run.Goals = append(run.Goals, g.Name)
	}
	return &Walk{run, len(starts), w, []State{start}, []naming{begun}}
}

// now returns the present state, and how its stamps are called.
func (w *Walk) now() (State, naming) { return w.states[len(w.states)-1], w.names[len(w.names)-1] }

// ended reports whether the last step is not defined, so that nothing can follow.
func (w *Walk) ended() bool { return len(w.Configs) == len(w.Moves) }

// Choices returns all moves that can be taken now, those of each process together,
// its local steps first. None is one that passes a bound of the model.
func (w *Walk) Choices() []Move {
	if w.ended() {
		return nil
	}
	return w.world.choices(w.now())
}

// Take takes a step.
func (w *Walk) Take(step explore.TraceStep) error {
	if w.ended() {
		return errors.New("nothing can follow a step that is not defined")
	}
	s, called := w.now()
	move, next, later, err := w.world.move(s, step, called)
	if err != nil {
		return err
	}
	if w.Moves = append(w.Moves, move); move.Undefined == "" {
		w.states, w.names = append(w.states, next), append(w.names, later)
		w.Configs = append(w.Configs, w.world.config(next, later))
	}
	return nil
}

// Back takes the last step back, and reports whether there was one.
func (w *Walk) Back() bool {
	if len(w.Moves) == 0 {
		return false
	}
	w.Moves = w.Moves[:len(w.Moves)-1]
	last := len(w.Moves) + 1
	w.Configs, w.states, w.names = w.Configs[:last], w.states[:last], w.names[:last]
	return true
}

// choices returns all moves that can be taken in a state.
func (w *world) choices(s State, names naming) []Move {
	var n alternatives
	var steps []explore.TraceStep
	w.steps(s, func(c course) {
		step := n.next(w, s, c)
		if c.spent || w.idle(s, c) {
			return
		}
		places := 1
		if c.fresh != 0 && !w.Integer && !c.equal && !c.undefined && c.overflow == "" {
			first, last := w.places(s, c)
			places, step.Place = last-first+1, first
		}
		for range places {
			steps = append(steps, step)
			step.Place++
		}
	})
	sort.SliceStable(steps, func(i, j int) bool { return steps[i].Process < steps[j].Process })
	var moves []Move
	for _, step := range steps {
		if m, _, _, err := w.move(s, step, names); err == nil {
			moves = append(moves, m)
		}
	}
	return moves
}
