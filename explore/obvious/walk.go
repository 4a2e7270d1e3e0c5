package obvious

import (
	"errors"
	"sort"

	"qcheck/explore"
)

// A Walk is a run that is made step by step, and may go back.
type Walk struct {
	*Run
	Starts  int // how many starts the protocol has
	choices func() []Move
	take    func(explore.TraceStep) error
	back    func()
}

// NewWalk returns a walk of no steps yet.
func NewWalk[L, M comparable](p explore.Protocol[L, M], o Options) *Walk { return erased(p).Walk(o) }

// Walk is [NewWalk] of the protocol.
func (x Erased) Walk(o Options) *Walk {
	o.Start = max(0, o.Start)
	w, starts := begin(x, o)
	walk := w.walk(starts[min(o.Start, len(starts)-1)])
	walk.Starts = len(starts)
	return walk
}

func (w *world) walk(start State) *Walk {
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
	states, names := []State{start}, []naming{begun}
	run := &Run{Configs: []Config{w.config(start, begun)}}
	for _, g := range w.Goals {
		run.Goals = append(run.Goals, g.Name)
	}
	now := func() (State, naming) { return states[len(states)-1], names[len(names)-1] }
	return &Walk{
		Run:     run,
		choices: func() []Move { return w.choices(now()) },
		take: func(step explore.TraceStep) error {
			s, called := now()
			move, next, later, err := w.move(s, step, called)
			if err != nil {
				return err
			}
			run.Moves = append(run.Moves, move)
			if move.Undefined == "" {
				states, names = append(states, next), append(names, later)
				run.Configs = append(run.Configs, w.config(next, later))
			}
			return nil
		},
		back: func() {
			run.Moves = run.Moves[:len(run.Moves)-1]
			for len(run.Configs) > len(run.Moves)+1 {
				run.Configs = run.Configs[:len(run.Configs)-1]
				states, names = states[:len(states)-1], names[:len(names)-1]
			}
		},
	}
}

// ended reports whether the last step is not defined, so that nothing can follow.
func (w *Walk) ended() bool { return len(w.Configs) == len(w.Moves) }

// Choices returns all moves that can be taken now, those of each process together,
// its local steps first. None is one that passes a bound of the model.
func (w *Walk) Choices() []Move {
	if w.ended() {
		return nil
	}
	return w.choices()
}

// Take takes a step.
func (w *Walk) Take(step explore.TraceStep) error {
	if w.ended() {
		return errors.New("nothing can follow a step that is not defined")
	}
	return w.take(step)
}

// Back takes the last step back, and reports whether there was one.
func (w *Walk) Back() bool {
	if len(w.Moves) == 0 {
		return false
	}
	w.back()
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
