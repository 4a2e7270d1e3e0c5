package trace

import (
	"errors"
	"fmt"
	"slices"

	"qcheck/counterexample/values"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/setsys/phrase"
)

// A Trace is a run of a protocol that violates a property, as data: which
// instance it is a run of, the steps, and what they show. Everything else is
// made from it by replaying the steps on the protocol (see Confirm), so a
// trace cannot show what the protocol does not do.
type Trace struct {
	// Version is that of the program that saved the run in a file, empty where it is
	// not known. Nothing depends on it.
	Version  string
	Instance instance.Instance // complete
	Property explore.Property
	// Detail says what is wrong; Confirm fills it in when it is empty.
	Detail string
	// Process is the one that waits for ever (starvation-freedom) or waits at
	// the end (deadlock-freedom, for which it may be left out), otherwise -1.
	Process int
	// Shortest says that no shorter run violates the property. It is what the
	// search says: to replay a run does not show it.
	Shortest bool
	// Start is in which of the protocol's starts the run begins, from 0.
	Start int
	// Steps are taken from the start; those from number Loop on, counted from
	// 0, are a cycle. Loop is -1 without one.
	Steps []explore.TraceStep
	Loop  int
}

// Nothing is the property of a trace that is said to show nothing: a run as somebody
// chose it.
const Nothing explore.Property = "none"

// New returns the trace of a violation that a search found. It is to be
// confirmed.
func New(in instance.Instance, r explore.PropertyResult) *Trace {
	t := &Trace{Instance: in, Property: r.Property, Process: -1, Shortest: r.Trace.Shortest, Start: r.Trace.Start, Steps: r.Trace.Steps, Loop: r.Trace.Loop}
	if r.Property == explore.StarvationFreedom {
		t.Process = r.Trace.Process
	}
	return t
}

// A Replayer runs steps on the protocol that an instance names.
type Replayer func(steps []explore.TraceStep) (*obvious.Run, error)

// Confirm replays the trace and checks that it shows what it claims: the steps
// can be taken, and the run violates the property in the way that Detail,
// Process and Loop say. It returns the run also when the check fails, as far as
// it went; the error says what differs. The code that replays shares nothing
// with the search that found the trace.
func (t *Trace) Confirm(replay Replayer) (*obvious.Run, error) {
	run, err := replay(t.Steps)
	if err != nil {
		return run, err
	}
	detail, err := t.finding(run)
	if err != nil {
		return run, err
	}
	named := values.NamesOf(t.Instance).In(detail)
	if t.Detail == "" || t.Detail == detail { // trace files may have numbers where there are names
		t.Detail = named
	}
	if t.Detail != named {
		return run, fmt.Errorf("the trace says that %s, but it shows that %s", t.Detail, named)
	}
	return run, nil
}

// finding returns what a run of the trace's steps shows against the property.
func (t *Trace) finding(run *obvious.Run) (string, error) {
	last := run.Configs[len(run.Configs)-1]
	undefined := ""
	if n := len(run.Moves); n > 0 && run.Moves[n-1].Undefined != "" {
		undefined = fmt.Sprintf("process %d: %s", run.Moves[n-1].Process+1, run.Moves[n-1].Undefined)
	}
	switch about := t.Property == explore.StarvationFreedom || t.Property == explore.DeadlockFreedom; {
	case t.Process < -1 || t.Process >= len(last.Locals):
		return "", fmt.Errorf("there is no process %d", t.Process+1)
	case t.Process >= 0 && !about:
		return "", fmt.Errorf("%s is not about one process", t.Property)
	case t.Process < 0 && t.Property == explore.StarvationFreedom:
		return "", errors.New("the trace does not name the process that starves")
	case t.Loop >= 0 && t.Property != explore.StarvationFreedom && (t.Property == Nothing || slices.Contains(explore.Properties(), t.Property)):
		return "", fmt.Errorf("a cycle does not violate %s", t.Property)
	case t.Loop >= 0 && t.Shortest:
		return "", errors.New("nothing says that the cycle is a shortest one")
	case undefined != "" && t.Property != explore.WellDefined:
		return "", fmt.Errorf("the last step is not defined (%s), which does not violate %s", undefined, t.Property)
	}
	switch t.Property {
	case Nothing:
		if t.Shortest || t.Process >= 0 {
			return "", errors.New("a run that shows nothing is neither a shortest one nor about a process")
		}
		return "no property is named for this run", nil
	case explore.Safety:
		return last.Unsafe, t.first(run, func(c obvious.Config) error {
			if c.Unsafe == "" {
				return errors.New("the last state is safe")
			}
			return nil
		})
	case explore.WellDefined:
		if undefined == "" {
			return "", errors.New("every step is defined")
		}
		return undefined, nil
	case explore.DeadlockFreedom:
		return deadlocked(last), t.first(run, func(c obvious.Config) error { return stuck(c, t.Process) })
	case explore.StarvationFreedom:
		if t.Loop < 0 {
			return deadlocked(last), t.first(run, func(c obvious.Config) error { return stuck(c, t.Process) })
		}
		return fmt.Sprintf("process %d waits for ever, in a run in which every step that stays enabled is taken", t.Process+1), t.cycles(run)
	}
	if slices.Contains(run.Goals, t.Property) {
		return t.unmet(run)
	}
	if r, ok := last.Required[t.Property]; ok {
		return t.required(run, r.Kind)
	}
	return "", fmt.Errorf("unknown property %q", t.Property)
}

// required returns what a run shows of a requirement of the protocol.
func (t *Trace) required(run *obvious.Run, kind string) (string, error) {
	at := func(c obvious.Config) obvious.Required { return c.Required[t.Property] }
	last := run.Configs[len(run.Configs)-1]
	switch {
	case t.Loop >= 0 && kind != "leads-to":
		return "", fmt.Errorf("a cycle does not violate %s", t.Property)
	case kind == "always":
		return at(last).Wrong, t.first(run, func(c obvious.Config) error {
			if at(c).Wrong == "" {
				return fmt.Errorf("the last state shows nothing against %s", t.Property)
			}
			return nil
		})
	case kind == "sometimes":
		return "such a state is reached", t.first(run, func(c obvious.Config) error {
			if !at(c).Happens {
				return fmt.Errorf("the last state is none of those that %s asks for", t.Property)
			}
			return nil
		})
	}
	owes := false
	for _, c := range run.Configs {
		r := at(c)
		owes = !r.To && (owes || r.From)
	}
	switch {
	case !owes:
		return "", fmt.Errorf("along the run, %s is as it must be", t.Property)
	case t.Loop < 0 && len(last.Enabled) > 0:
		return "", fmt.Errorf("the run may go on: %s can be taken", last.Enabled[0])
	case t.Loop >= 0:
		return explore.NeverLeads, t.cycles(run)
	}
	return explore.EndsBefore, nil
}

// unmet returns what is unmet for ever, if the property is a goal: in the last
// state, when nothing more happens unless a process leaves, or all along a cycle
// without leaving.
func (t *Trace) unmet(run *obvious.Run) (string, error) {
	quiet := func(c obvious.Config) error {
		if c.Unmet[t.Property] == "" {
			return fmt.Errorf("the last state does not violate %s", t.Property)
		}
		for _, label := range c.Enabled {
			if !slices.Contains(c.Leaving, label) {
				return fmt.Errorf("the run may leave its last state: %s can be taken", label)
			}
		}
		return nil
	}
	at, check := len(run.Configs)-1, func() error { return t.first(run, quiet) }
	if t.Loop >= 0 {
		at, check = t.Loop, func() error { return t.cycles(run) }
	}
	if at >= len(run.Configs) {
		return "", fmt.Errorf("the cycle begins with step %d of %d", t.Loop+1, len(run.Moves))
	}
	return run.Configs[at].Unmet[t.Property] + ", and this lasts as long as no process leaves", check()
}

// first checks that the last state of the run is a violation, and when the
// trace is said to be a shortest one, that no earlier state is.
func (t *Trace) first(run *obvious.Run, violation func(obvious.Config) error) error {
	end := len(run.Configs) - 1
	if err := violation(run.Configs[end]); err != nil {
		return err
	}
	for i, c := range run.Configs[:end] {
		if t.Shortest && violation(c) == nil {
			return fmt.Errorf("the trace is not a shortest one: its first %d steps suffice", i)
		}
	}
	return nil
}

// stuck checks that no step except asking is enabled and that the process, or
// some process for -1, waits.
func stuck(c obvious.Config, process int) error {
	if len(c.Enabled) > 0 {
		return fmt.Errorf("the last state is no deadlock: %s can be taken", c.Enabled[0])
	}
	for p, o := range c.Observations {
		if o.Phase == explore.Waiting && (process < 0 || process == p) {
			return nil
		}
	}
	if process >= 0 {
		return fmt.Errorf("process %d does not wait in the last state", process+1)
	}
	return errors.New("no process waits in the last state")
}

// deadlocked describes a deadlock.
func deadlocked(c obvious.Config) string {
	var waiting []string
	for _, p := range InPhase(c, explore.Waiting) {
		waiting = append(waiting, fmt.Sprint(p+1))
	}
	what := "nothing can happen any more"
	if len(c.May) > 0 {
		what = "nothing has to happen any more"
	}
	if len(waiting) == 1 {
		return what + ", and process " + waiting[0] + " waits"
	}
	return what + ", and processes " + phrase.List(waiting) + " wait"
}

// cycles checks that the loop is one, and in the way that the property is about:
// that the process waits all along it, or that no process leaves and the goal is
// unmet; that it is fair: what is enabled all along is taken; and that its stamps
// can be integers (see ordered).
func (t *Trace) cycles(run *obvious.Run) error {
	if t.Loop >= len(run.Moves) {
		return fmt.Errorf("the cycle begins with step %d of %d", t.Loop+1, len(run.Moves))
	}
	loop := run.Configs[t.Loop:]
	if loop[0].Key != loop[len(loop)-1].Key {
		return fmt.Errorf("the steps from number %d on do not lead back", t.Loop+1)
	}
	return t.round(loop, run.Moves[t.Loop:], t.Loop)
}

// round checks the conditions of cycles on the loop, except that it leads back.
// Its first move is number at of the run, counted from 0.
func (t *Trace) round(loop []obvious.Config, moves []obvious.Move, at int) error {
	_, required := loop[0].Required[t.Property]
	goal := t.Property != explore.StarvationFreedom && !required
	switch {
	case required:
		if slices.ContainsFunc(loop, func(c obvious.Config) bool { return c.Required[t.Property].To }) {
			return fmt.Errorf("along the cycle, %s is as it must be", t.Property)
		}
	case !goal:
		if slices.ContainsFunc(loop, func(c obvious.Config) bool { return c.Observations[t.Process].Phase != explore.Waiting }) {
			return fmt.Errorf("process %d does not wait all along", t.Process+1)
		}
	case slices.ContainsFunc(loop, func(c obvious.Config) bool { return c.Unmet[t.Property] == "" }):
		return fmt.Errorf("the cycle does not violate %s", t.Property)
	case slices.ContainsFunc(moves, func(m obvious.Move) bool { return m.Kind == explore.Leave }):
		return errors.New("a process leaves along the cycle")
	}
	for _, label := range loop[0].Enabled {
		if goal && slices.Contains(loop[0].Leaving, label) {
			continue
		}
		enabled := !slices.ContainsFunc(loop, func(c obvious.Config) bool { return !slices.Contains(c.Enabled, label) })
		taken := slices.ContainsFunc(moves, func(m obvious.Move) bool {
			return obvious.Label(m.Process, m.From, m.Name) == label
		})
		if enabled && !taken {
			return fmt.Errorf("the cycle is not fair: %s can be taken all along and never is", label)
		}
	}
	return ordered(loop, moves, at)
}

// ordered checks that the stamps of a cycle can be integers: that no stamp which
// stays in use for ever, round after round, has a fresh one put below it. A round
// keeps the order of the stamps that are in use at its beginning and at its end,
// so those that stay for ever are where they were: were one of them elsewhere
// after a round, it would move on the same way in each, until there is no room.
func ordered(loop []obvious.Config, moves []obvious.Move, at int) error {
	last := loop[len(loop)-1]
	for stamp := explore.Stamp(1); int(stamp) <= len(loop[0].Stamps); stamp++ {
		name := loop[0].Stamps[stamp]
		if last.Stamps[stamp] != name {
			continue
		}
		for i, m := range moves {
			for place, other := range loop[i].Stamps {
				if other == name && m.Place > 0 && m.Place <= int(place) {
					return fmt.Errorf("step %d puts a fresh stamp below %s, which stays in use for ever: no clock with integer values does that", at+i+1, name)
				}
			}
		}
	}
	return nil
}

// Form describes the form of the trace, for titles: "a run of 7 steps".
func (t *Trace) Form() string {
	if t.Loop >= 0 {
		return fmt.Sprintf("a run of %s into a cycle of %s", phrase.Count(t.Loop, "step"), phrase.Count(len(t.Steps)-t.Loop, "step"))
	}
	return "a run of " + phrase.Count(len(t.Steps), "step")
}

// InPhase returns the processes that are in a phase.
func InPhase(c obvious.Config, phase explore.Phase) []int {
	var ps []int
	for p, o := range c.Observations {
		if o.Phase == phase {
			ps = append(ps, p)
		}
	}
	return ps
}
