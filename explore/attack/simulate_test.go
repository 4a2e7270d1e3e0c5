package attack

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/simulate"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// Each step of a random run is a transition of the search's engine, on every network and with faults, from an initial state of it
// on: the states of the run are among those of a full search. The counts of the run, and the property that it violates, are
// those of the run that is made of these steps.
func TestSimulated(t *testing.T) {
	met, steps := tally{}, 0
	fresh := 22_000_000 + int(slow.Seed(t)%1_000)*1_000
	for seed := range simulatedSeeds(fresh, func() bool { return met["protocols"] < scale(350, 20_000) }) {
		x := draw(uint64(seed))
		d := newDice(uint64(seed) ^ 0xabcdef)
		if d.chance(85) {
			x.surround(d)
		}
		p := x.protocol
		actions := p.Actions
		p.Actions = func(q int, l local) []explore.Step[local, letter] {
			all := actions(q, l)
			for i := range all { // of which one leads to the next, without end in a unit
				if all[i].Kind == explore.Plain && all[i].Name != "enter" {
					all[i].Kind = explore.May
				}
			}
			return all
		}
		if p.Clock.Attach != explore.NoMessage && !p.Clock.TickOnFresh && !p.Clock.TickOnReceive {
			continue // it has no causal stamps
		}
		if d := newDice(uint64(seed) ^ 0xdef); d.chance(12) {
			deliver := p.Deliver
			p.Deliver = func(q int, l local, from int, m letter) []explore.Step[local, letter] {
				all := deliver(q, l, from, m)
				for i := range all {
					if all[i].Next.Node == 2 {
						all[i].Undefined = "nothing is said of that"
					}
				}
				return all
			}
		}
		o := simulate.Options{P: 0.5, Units: 12, Chance: 0.3, Delay: d.IntN(3), Seed: uint64(seed), Record: true}
		if p.Network == explore.Instant {
			o.Delay = 0
		}
		run, err := simulate.Simulate(&patience{t.Context(), 2 * o.Units}, p, o)
		if errors.Is(err, context.Canceled) {
			met["messages never stop"]++
			continue
		} else if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		met["protocols"]++
		met[p.Network.String()]++
		why := unlike(p, run, met)
		if why == "" {
			why = unexplored(t, p, run, met)
		}
		if why == "" {
			why = unreached(t, p, run, met)
		}
		if why != "" {
			t.Errorf("seed %d, %s, %s: %s", seed, p.Network, p.Faults.Sentence(), why)
		}
		steps += len(run.Trace)
	}
	t.Log(steps, met)
	for _, what := range []string{explore.Crashes, explore.Restarts, explore.Loses, explore.Copies, explore.Drops, "told", "fifo", "unordered", "duplicating", "instant",
		"another start", "again", "same place", "safety", "deadlock-freedom", "well-defined", "the first is not the last for long"} {
		slow.Reached(t, what, met[what], met["protocols"], 5)
	}
	slow.Reached(t, "steps that the search knows", met["transitions"], steps, steps*9/10)
	slow.Reached(t, "states in a full search", met["states"], steps, steps/20)
	if steps < 8*met["protocols"] {
		t.Errorf("%d steps of %d protocols", steps, met["protocols"])
	}
}

// simulatedSeeds yields seeds as long as more are wanted: first those of which each showed a fault, or something, that few others
// show, then fixed ones and fresh ones in turn.
func simulatedSeeds(fresh int, more func() bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, seed := range []int{21_000_662, 21_005_822, 21_006_296, 21_007_320, 21_019_081, 21_020_460, 22_079_413, 22_079_735} {
			if !yield(seed) {
				return
			}
		}
		for i := 0; more() && yield(21_000_000+i) && yield(fresh+i); i++ {
		}
	}
}

// A patience is a context that ends when it was asked so often: a unit without end asks again and again.
type patience struct {
	context.Context
	left int
}

func (c *patience) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// unlike says in what a random run differs from the same steps of the obvious semantics.
func unlike(p explore.Protocol[local, letter], run *simulate.Run, met tally) string {
	w := obvious.NewWalk(p, obvious.Options{Requests: slices.Repeat([]int{explore.Unbounded}, p.N), Start: run.Start})
	if run.Start > 0 {
		met["another start"]++
	}
	var got simulate.Run
	for i, step := range run.Trace {
		if i == len(run.Trace)-1 && run.Overflow != "" {
			met["overflow"]++
			return "" // it leads nowhere
		}
		listed := slices.ContainsFunc(w.Choices(), func(m obvious.Move) bool { return m.TraceStep == step })
		if err := w.Take(step); err != nil {
			return err.Error()
		}
		if !listed {
			return "step " + step.Name + " is none that can be taken"
		}
		m := w.Moves[i]
		met[step.Name]++
		if got.Steps++; m.Undefined != "" {
			got.Violated = explore.WellDefined
			break
		}
		got.Messages += int64(len(m.Sent) + len(m.Own))
		got.SelfSent += int64(len(m.Own))
		for _, s := range m.Sent {
			if s.To == m.Process {
				got.SelfSent++
			}
		}
		switch {
		case m.Fault != "" && m.Fault != explore.Drops:
			got.Faults++
		case m.Kept:
			met["again"]++
		}
		before, after := w.Configs[i].Observations, w.Configs[i+1].Observations
		for q := range p.N {
			if before[q].Phase != explore.Inside && after[q].Phase == explore.Inside {
				got.Entries++
			}
		}
	}
	for i, c := range w.Configs {
		wrong := explore.Property("")
		for _, r := range p.Requires {
			if c.Required[r.Name].Wrong != "" && wrong == "" {
				wrong = r.Name
			}
		}
		if c.Unsafe != "" {
			wrong = explore.Safety
		}
		if wrong != "" && i < len(w.Configs)-1 {
			return "a state before the last one violates " + string(wrong)
		}
		if wrong != "" {
			got.Violated = wrong
		}
	}
	last := w.Configs[len(w.Configs)-1]
	waits := slices.ContainsFunc(last.Observations, func(o explore.Observation) bool { return o.Phase == explore.Waiting })
	if run.Violated == explore.DeadlockFreedom && waits && len(last.Enabled) == 0 && got.Violated == "" {
		got.Violated = run.Violated
	}
	met[string(run.Violated)]++
	if got.Violated != run.Violated || got.Steps != run.Steps || got.Messages != run.Messages || got.SelfSent != run.SelfSent || got.Faults != run.Faults || got.Entries != run.Entries {
		return "other counts: " + text(*run) + ", and along its steps " + text(got)
	}
	return ""
}

// unexplored says which step of a run is no transition of the search.
func unexplored(t *testing.T, p explore.Protocol[local, letter], run *simulate.Run, met tally) string {
	t.Helper()
	p.Capacity = 255
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	steps := run.Trace
	if run.Overflow != "" {
		steps = steps[:len(steps)-1] // it leads nowhere
	}
	if beyond, err := explore.Follow(m, run.Start, steps); err != nil {
		return err.Error()
	} else if beyond != "" {
		met["beyond the search"]++
		return ""
	}
	met["transitions"] += len(steps)
	for _, step := range steps {
		if step.Place == explore.SamePlace {
			met["same place"]++
		}
	}
	if len(steps) > 0 { // steps that there are not
		wrong := slices.Clone(steps)
		wrong[len(wrong)-1].Outcome += 1000
		if beyond, err := explore.Follow(m, run.Start, wrong); beyond == "" && err == nil {
			return "an alternative that there is not is taken"
		}
	}
	return ""
}

// unreached says which state of a run is none of a full search, if there is one of a moderate number of states, and in what else
// they differ.
func unreached(t *testing.T, p explore.Protocol[local, letter], run *simulate.Run, met tally) string {
	t.Helper()
	requests := slices.Repeat([]int{explore.Unbounded}, p.N)
	s := seal(t, p, explore.Options{Requests: requests}, 600)
	if s == nil || !s.header.Closed {
		return ""
	}
	met["full searches"]++
	all := map[string]bool{}
	for _, e := range s.entries {
		all[e.State] = true
	}
	semantics := obvious.New(p, obvious.Options{Requests: requests})
	at := semantics.Starts()[run.Start]
	for i, step := range run.Trace {
		next := at
		semantics.Outcomes(at, func(o obvious.Outcome) {
			if o.Overflow() == "" && !o.Undefined() {
				for _, x := range o.After() {
					if x.TraceStep() == step {
						next = x.State
					}
				}
			}
		})
		if at = next; !all[at.Text()] {
			return fmt.Sprintf("the state after %d steps is none of a full search: %s", i+1, at.Text())
		}
		met["states"]++
	}
	for _, x := range s.result.Properties {
		if x.Property == run.Violated && x.Verdict == verdict.Holds {
			return fmt.Sprintf("a full search finds that %s holds", x.Property)
		}
	}
	return ""
}

func text(r simulate.Run) string {
	return fmt.Sprintf("%d steps, %d messages, %d to oneself, %d faults, %d entries, %q", r.Steps, r.Messages, r.SelfSent, r.Faults, r.Entries, r.Violated)
}
