package check

import (
	"context"
	"errors"
	"math/big"
	"sync"
	"sync/atomic"

	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/simulate"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
)

// SimulateOptions say how a model is run along random schedules: for each P so many
// runs of so many units of time, with stays and delays in units.
type SimulateOptions struct {
	P           []*big.Rat
	Runs, Units int
	Stay, Delay int
	// Chance is the probability with which something goes wrong where it may, or a message comes again (see
	// simulate.Options); nil for none.
	Chance  *big.Rat
	Seed    uint64
	Workers int // 0 means one
	// Progress, when not nil, is called before each run with how many there were
	// and will be; by several goroutines.
	Progress func(done, all int)
}

// A Simulation has the results of runs along random schedules.
type Simulation struct {
	Options SimulateOptions
	Model   *instance.Model
	Cells   []SimulationCell // by P
	Stopped string           // why runs are missing
}

// A SimulationCell has the runs for one p.
type SimulationCell struct {
	Runs  []*simulate.Run // nil where missing
	Mean  *simulate.Mean  // nil when runs are missing
	Ended []EndedRun      // the first that violates each property, or exceeds a bound
}

// An EndedRun is a run that ended early.
type EndedRun struct {
	Property explore.Property `json:"violated,omitempty"` // empty when a bound of the model was exceeded
	Detail   string           `json:"detail"`
	Count    int              `json:"runs"`  // how many runs end like this
	Run      int              `json:"first"` // the number of the first of them, from 1
	Unit     int              `json:"unit"`  // in which it ends
	Steps    int64            `json:"steps"`
	Replayed bool             `json:"replayed"` // other code confirms it
}

// Simulate runs a model, whose structure it verifies first, along random schedules.
// When ctx ends, the result is what was done by then.
func Simulate(ctx context.Context, m *instance.Model, o SimulateOptions) (*Simulation, error) {
	if _, _, err := Structure(ctx, m); err != nil {
		return nil, err
	}
	e := &Simulation{Options: o, Model: m}
	return e, e.run(ctx)
}

// Verdict is violated when some run violates a property, and unknown when runs are
// missing or exceed a bound. It is not about runs that were not made.
func (e *Simulation) Verdict() verdict.Verdict {
	all := []verdict.Verdict{verdict.Holds}
	if e.Stopped != "" {
		all = append(all, verdict.Unknown)
	}
	for _, c := range e.Cells {
		for _, w := range c.Ended {
			if w.Property == "" {
				all = append(all, verdict.Unknown)
			} else {
				all = append(all, verdict.Violated)
			}
		}
	}
	return verdict.All(all...)
}

// stoppedBy says why a simulation ended early.
func stoppedBy(ctx context.Context) string {
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err.Error()
	}
	return "it was interrupted"
}

// schedule says how a run goes.
func (e *Simulation) schedule(p, run int) simulate.Options {
	o := e.Options
	chance, _ := o.P[p].Float64()
	wrong := 0.0
	if o.Chance != nil {
		wrong, _ = o.Chance.Float64()
	}
	return simulate.Options{P: chance, Units: o.Units, Stay: o.Stay, Delay: o.Delay, Chance: wrong, Seed: o.Seed, Stream: uint64(run)}
}

// run does all runs. A cell of which runs are missing counts as not done.
func (e *Simulation) run(ctx context.Context) error {
	o := e.Options
	e.Cells = make([]SimulationCell, len(o.P))
	for p := range e.Cells {
		e.Cells[p].Runs = make([]*simulate.Run, o.Runs)
	}
	errs := make([]error, len(o.P)*o.Runs)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range max(o.Workers, 1) {
		wait.Go(func() {
			for {
				at := int(next.Add(1)) - 1
				if at >= len(errs) || ctx.Err() != nil {
					return
				}
				if o.Progress != nil {
					o.Progress(at, len(errs))
				}
				p, r := at/o.Runs, at%o.Runs
				e.Cells[p].Runs[r], errs[at] = e.Model.Simulate(ctx, e.schedule(p, r))
			}
		})
	}
	wait.Wait()
	for _, err := range errs { // others are those of the end of ctx: options are valid
		if m := new(explore.Mistake); errors.As(err, &m) {
			return m
		}
	}
	for p := range e.Cells {
		if err := e.conclude(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// conclude puts the runs of a cell together.
func (e *Simulation) conclude(ctx context.Context, p int) error {
	c := &e.Cells[p]
	complete := true
	for r, run := range c.Runs {
		switch {
		case run == nil:
			e.Stopped = stoppedBy(ctx)
			complete = false
		case run.Violated != "" || run.Overflow != "":
			if err := e.note(ctx, p, r); err != nil {
				return err
			}
		}
	}
	if complete {
		mean := simulate.Average(c.Runs)
		c.Mean = &mean
	}
	return nil
}

// maxReplayed is how many steps of a run that violates something are replayed.
const maxReplayed = 2000

// note remembers a run that ended early, and has other code confirm the first of
// a kind.
func (e *Simulation) note(ctx context.Context, p, r int) error {
	c := &e.Cells[p]
	run := c.Runs[r]
	for j := range c.Ended {
		if c.Ended[j].Property == run.Violated {
			c.Ended[j].Count++
			return nil
		}
	}
	w := EndedRun{Property: run.Violated, Detail: run.Detail, Count: 1, Run: r + 1, Unit: run.Units, Steps: run.Steps}
	if run.Overflow != "" {
		w.Detail = run.Overflow
	} else if run.Steps <= maxReplayed && ctx.Err() == nil {
		o := e.schedule(p, r)
		o.Record = true
		again, err := e.Model.Simulate(ctx, o)
		if err != nil {
			return nil // ctx ended; it remains unconfirmed
		}
		if w.Replayed, err = confirmRun(e.Model, again); err != nil {
			return faulty("run %d for p = %v: %w", r+1, e.Options.P[p], err)
		}
	}
	c.Ended = append(c.Ended, w)
	return nil
}

// confirmRun takes the steps of a run that violates something as a search does, unless they pass its bounds, and judges where they lead.
func confirmRun(m *instance.Model, run *simulate.Run) (bool, error) {
	if beyond, err := explore.Follow(m, run.Start, run.Trace); beyond != "" || err != nil {
		return false, err
	}
	t := &trace.Trace{Instance: m.Instance, Property: run.Violated, Process: -1, Start: run.Start, Steps: run.Trace, Loop: -1}
	t.Instance.Requests = m.Instance.Each(explore.Unbounded)
	_, err := t.Confirm(Replayer(m, t))
	return err == nil, err
}
