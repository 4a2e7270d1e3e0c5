package obvious

import (
	"context"
	"fmt"
	"slices"

	"qcheck/explore"
)

// Rounds explores the runs in which every message takes one unit of time, and
// says how long a process waits: messages sent at one time are taken at the next,
// in any order that the channels allow. Local steps take no time and are taken
// at once, leaving included; asking happens at any time, or never. A message that
// is not taken when it comes is when it can be. With messages to oneself handled at
// once, these take no time.
//
// What a process does at a time cannot be seen by others before the next, so they
// take their turns in a fixed order. Time does not pass when nothing is on its way.
func (x Erased) Rounds(ctx context.Context, o Options, process, maxStates int) Waits {
	semantics := x.Semantics(o)
	w, r := semantics.w, Waits{}
	var all []moment
	seen := map[string]bool{}
	add := func(m moment, parent int, step explore.TraceStep) {
		if key := fmt.Sprint(m.state.Key(), m.turn, m.age, m.due); !seen[key] {
			seen[key] = true
			m.parent, m.step = parent, step
			all = append(all, m)
		}
	}
	phase := func(s State) explore.Phase { return w.seen(s, process).Phase }
	add(moment{state: semantics.starts[0], due: make([]int, w.N*w.N)}, -1, explore.TraceStep{})
	for at := 0; at < len(all); at++ {
		if at%1024 == 0 && ctx.Err() != nil {
			r.Stopped = context.Cause(ctx).Error()
			break
		}
		if maxStates > 0 && len(all) > maxStates {
			r.Stopped = fmt.Sprintf("the limit of %d states was reached", maxStates)
			break
		}
		m := all[at]
		rests := true // the process whose turn it is has nothing that it must do
		semantics.Outcomes(m.state, func(o Outcome) {
			c := o.c
			channel := c.from*w.N + c.p
			if c.p != m.turn || c.spent || c.from >= 0 && c.at >= m.due[channel] { // it comes later
				return
			}
			if c.first.Kind != explore.Ask && c.first.Kind != explore.May {
				rests = false
			}
			switch overflow := o.Overflow(); {
			case overflow != "":
				r.Stopped = overflow
				return
			case o.Undefined():
				r.Undefined = true
				return
			case o.Beyond():
				r.Stopped = fmt.Sprintf("the clock of process %d passes %d", c.p+1, w.ClockMax)
				return
			}
			for _, t := range o.After() {
				next := moment{state: t.State, turn: m.turn, due: m.due, age: m.age}
				if c.from >= 0 {
					next.due = slices.Clone(m.due)
					next.due[channel]--
				}
				step := t.TraceStep()
				before, after := phase(m.state), phase(t.State)
				switch {
				case before == explore.Waiting && after != explore.Waiting, c.p == process && c.first.Kind == explore.Ask && after != explore.Waiting:
					next.age = 0
					add(next, at, step)
					r.note(Wait{Time: m.age, End: after}, func() []explore.TraceStep { return append(path(all, at), step) })
					continue
				case before != explore.Waiting:
					next.age = 0
				}
				add(next, at, step)
			}
		})
		if !rests {
			continue
		}
		next := m
		if next.turn++; next.turn == w.N {
			next.turn, next.due = 0, make([]int, w.N*w.N)
			moving := false
			for i, channel := range m.state.Channels {
				next.due[i] = len(channel)
				moving = moving || len(channel) > 0
			}
			if phase(m.state) == explore.Waiting {
				if !moving {
					r.Unserved = true
					continue
				}
				next.age++
			}
		}
		add(next, at, explore.TraceStep{Process: -1})
	}
	r.States = len(all)
	return r
}

// A moment is a state within a round: whose turn it is, how many messages of each
// channel have come, and for how long the process has waited.
type moment struct {
	state     State
	turn, age int
	due       []int

	parent int
	step   explore.TraceStep // of process -1 where there was none
}

// path returns the steps that lead to a moment.
func path(all []moment, at int) []explore.TraceStep {
	if at < 0 {
		return nil
	}
	steps := path(all, all[at].parent)
	if all[at].parent >= 0 && all[at].step.Process >= 0 {
		steps = append(steps, all[at].step)
	}
	return steps
}

// Waits says how long a process waits.
type Waits struct {
	// Least and Most have the shortest and the longest waits, one of each for each
	// phase in which waiting ends.
	Least, Most []Wait
	// Unserved says that in some run the process waits while nothing is on its way;
	// Undefined that some step is not defined, so that some runs end early.
	Unserved, Undefined bool
	States              int
	// Stopped says why not all runs were explored, if so.
	Stopped string
}

// A Wait is a time that the process waits, the phase in which it is then, and a
// run that ends so.
type Wait struct {
	Time  int
	End   explore.Phase
	Steps []explore.TraceStep
}

func (r *Waits) note(x Wait, steps func() []explore.TraceStep) {
	keep := func(list *[]Wait, better func(int) bool) {
		at := slices.IndexFunc(*list, func(y Wait) bool { return y.End == x.End })
		if at < 0 {
			at, *list = len(*list), append(*list, x)
		} else if !better((*list)[at].Time) {
			return
		}
		x.Steps = steps()
		(*list)[at] = x
	}
	keep(&r.Least, func(t int) bool { return x.Time < t })
	keep(&r.Most, func(t int) bool { return x.Time > t })
}
