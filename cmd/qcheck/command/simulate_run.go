package command

import (
	"context"
	"fmt"
	"math/big"
	"sync"
	"sync/atomic"

	"qcheck/explore"
	"qcheck/explore/simulate"
	"qcheck/protocols/instance"
)

// An experiment is what "qcheck simulate" prints.
type experiment struct {
	options simulateOptions
	at      []*big.Rat // the values of p
	models  []*instance.Model
	cells   [][]simulationCell // by p, then model
	cut     string             // why runs are missing
}

// A simulationCell has the runs of one algorithm for one p.
type simulationCell struct {
	runs  []*simulate.Run // nil where missing
	mean  *simulate.Mean  // nil when runs are missing
	wrong []wrongRun      // the first that violates each property, or passes a bound
}

// A wrongRun is a run that ended early.
type wrongRun struct {
	property explore.Property // empty when a bound of the model was passed
	detail   string
	count    int // how many runs end like this
	run      int // the number of the first of them, from 1
	unit     int // in which it ends
	steps    int64
	replayed bool
}

// schedule says how a run goes.
func (e *experiment) schedule(p, run int) simulate.Options {
	o := e.options
	chance, _ := e.at[p].Float64()
	return simulate.Options{P: chance, Units: o.units, Stay: o.stay, Delay: o.delay, Seed: o.seed, Stream: uint64(run)}
}

// run does all runs. A cell of which runs are missing counts as not done.
func (e *experiment) run(ctx context.Context) error {
	type job struct{ p, model, run int }
	var jobs []job
	e.cells = make([][]simulationCell, len(e.at))
	for p := range e.at {
		e.cells[p] = make([]simulationCell, len(e.models))
		for i := range e.models {
			e.cells[p][i].runs = make([]*simulate.Run, e.options.runs)
			for r := range e.options.runs {
				jobs = append(jobs, job{p, i, r})
			}
		}
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range e.options.workers {
		wait.Go(func() {
			for {
				at := int(next.Add(1)) - 1
				if at >= len(jobs) || ctx.Err() != nil {
					return
				}
				j := jobs[at]
				// The only errors are those of the end of ctx: options are valid.
				e.cells[j.p][j.model].runs[j.run], _ = e.models[j.model].Simulate(ctx, e.schedule(j.p, j.run))
			}
		})
	}
	wait.Wait()
	for p := range e.at {
		for i := range e.models {
			if err := e.conclude(ctx, p, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// conclude puts the runs of a cell together.
func (e *experiment) conclude(ctx context.Context, p, i int) error {
	c := &e.cells[p][i]
	complete := true
	for r, run := range c.runs {
		switch {
		case run == nil:
			e.cut = cutBy(ctx)
			complete = false
		case run.Violated != "" || run.Overflow != "":
			if err := e.note(ctx, p, i, r); err != nil {
				return err
			}
		}
	}
	if complete {
		mean := simulate.Average(c.runs)
		c.mean = &mean
	}
	return nil
}

// maxReplayed is how many steps of a run that violates something are replayed.
const maxReplayed = 2000

// note remembers a run that ended early, and has other code confirm the first of
// a kind.
func (e *experiment) note(ctx context.Context, p, i, r int) error {
	c := &e.cells[p][i]
	run := c.runs[r]
	for j := range c.wrong {
		if c.wrong[j].property == run.Violated {
			c.wrong[j].count++
			return nil
		}
	}
	w := wrongRun{property: run.Violated, detail: run.Detail, count: 1, run: r + 1, unit: run.Units, steps: run.Steps}
	if run.Overflow != "" {
		w.detail = run.Overflow
	} else if run.Steps <= maxReplayed && ctx.Err() == nil {
		o := e.schedule(p, r)
		o.Record = true
		again, err := e.models[i].Simulate(ctx, o)
		if err != nil {
			return nil // ctx ended; it remains unconfirmed
		}
		if err := confirmRun(e.models[i], again); err != nil {
			return &internalError{fmt.Errorf("run %d for p = %v: %w", r+1, e.at[p], err)}
		}
		w.replayed = true
	}
	c.wrong = append(c.wrong, w)
	return nil
}

// confirmRun replays a run that violates something on the protocol itself.
func confirmRun(m *instance.Model, run *simulate.Run) error {
	in := m.Instance
	in.Requests = instance.Each(in.N, explore.Unbounded)
	replayed, err := m.Replay(in.ReplayOptions(), run.Trace)
	if err != nil {
		return fmt.Errorf("the run does not replay: %w", err)
	}
	last := replayed.Configs[len(replayed.Configs)-1]
	confirmed := false
	switch run.Violated {
	case explore.Safety:
		confirmed = last.Unsafe != ""
	case explore.WellDefined:
		confirmed = len(replayed.Moves) > 0 && replayed.Moves[len(replayed.Moves)-1].Undefined != ""
	case explore.DeadlockFreedom:
		confirmed = len(last.Enabled) == 0
	}
	if !confirmed {
		return fmt.Errorf("the run, replayed, does not violate %s", run.Violated)
	}
	return nil
}

// code is the exit code.
func (e *experiment) code() exitCode {
	code := exitHolds
	if e.cut != "" {
		code = exitUnknown
	}
	for _, line := range e.cells {
		for _, c := range line {
			for _, w := range c.wrong {
				if w.property == "" {
					code = code.and(exitUnknown)
				} else {
					code = code.and(exitViolated)
				}
			}
		}
	}
	return code
}
