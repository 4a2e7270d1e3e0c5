package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

const simulateHelp = `Runs algorithms along random schedules, and prints the average number of
messages for each entry into the critical section against p. It decides nothing;
"qcheck protocol" does.

Time passes in units. In each unit, an idle process requests with probability p,
and a process that has been in the critical section for --stay units leaves. A
message arrives in the unit in which it was sent (or --delay units later); the
order within a unit is random. Quorums are chosen at random (--quorum-choice
fixed: process i takes the i-th, cyclically). Clocks are integers.

The average is the messages of all runs divided by the entries of all runs. The
error is its standard error over the runs. The same flags give the same numbers.
A run that violates safety, takes a step that is not defined or cannot go on
ends there; qcheck reports it, and exits with 1.`

// simulateOptions are the flags of "qcheck simulate": what is run, and how.
type simulateOptions struct {
	what        *instance.Flags
	p           probabilities
	units, runs int
	stay, delay int
	seed        uint64
	json        bool
	timeout     time.Duration
	workers     int

	instance   instance.Instance // with the names of several algorithms
	algorithms []*instance.Algorithm
}

func simulateCommand(r *runner) *cobra.Command {
	var o simulateOptions
	c := &cobra.Command{
		Use: "simulate", Short: "count the messages for each entry along random schedules", Long: simulateHelp, Args: noArguments,
		RunE: r.does(func(ctx context.Context, s streams, _ []string) (exitCode, error) {
			return simulateAlgorithms(ctx, s, r.all, o)
		}),
	}
	fs := c.Flags()
	o.what = instance.Define(fs, simulated(r.all))
	o.p.define(fs, "0.01,0.05,0.1:1:0.1", "the probabilities to ask, also as ranges FROM:TO:STEP")
	number(fs, &o.units, "length", 500, 1, 1_000_000_000, "how many units of time a run has")
	number(fs, &o.runs, "runs", 5, 1, 1_000_000, "how many runs there are for each p")
	number(fs, &o.stay, "stay", 1, 1, 1_000_000, "how many units a process remains in the critical section")
	number(fs, &o.delay, "delay", 0, 0, 1_000_000, "how many units a message takes (default 0: it arrives within the unit)")
	number(fs, &o.seed, "seed", 1, 0, math.MaxInt64, "the seed of the random numbers")
	jsonFlag(fs, &o.json)
	timeoutFlag(fs, &o.timeout)
	workersFlag(fs, &o.workers)
	completeInstances(c, r.all)
	return c
}

// simulated are the fields that make sense of a simulation: it has integer
// clocks, messages to oneself within the step, and as many requests as there are.
func simulated(all instance.Registry) []instance.Field {
	var fields []instance.Field
	for _, f := range all.Fields() {
		switch f.Name {
		case "algorithm":
			f.Value, f.Doc = "LIST", "the algorithms, separated by commas (default "+all[0].Name+")"
		case "variant":
			f.Doc = "the variant, with one algorithm (default as \"qcheck list protocols\" says)"
		case "allow-broken-structure", "requests", "clock", "clock-max", "self-messages", "check":
			continue
		}
		fields = append(fields, f)
	}
	return fields
}

// simulateAlgorithms is the command.
func simulateAlgorithms(ctx context.Context, s streams, all instance.Registry, o simulateOptions) (exitCode, error) {
	if err := o.read(all); err != nil {
		return exitUsage, err
	}
	ctx, cancel := withTimeout(ctx, o.timeout)
	defer cancel()
	models, err := o.models(ctx, s, all)
	if err != nil {
		return exitHolds, err
	}
	e := &experiment{options: o, at: o.p.at, models: models}
	if err := e.run(ctx); err != nil {
		return exitHolds, err
	}
	if o.json {
		return e.code(), writeJSON(s.out, simulationDocument(e))
	}
	writeSimulation(s, e)
	return e.code(), nil
}

// read reads what is run, and checks how.
func (o *simulateOptions) read(all instance.Registry) (err error) {
	if o.instance, err = o.what.Instance(); err != nil {
		return err
	}
	for name := range strings.SplitSeq(cmp.Or(o.instance.Algorithm, all[0].Name), ",") {
		a, ok := all.Lookup(name)
		switch {
		case !ok || name == "":
			return all.Unknown(name)
		case slices.Contains(o.algorithms, a):
			return fmt.Errorf("--algorithm names %s twice", name)
		}
		o.algorithms = append(o.algorithms, a)
	}
	if len(o.algorithms) > 1 && o.instance.Variant != "" {
		return errors.New("--variant needs --algorithm with one algorithm")
	}
	for name := range o.instance.Params {
		if !slices.ContainsFunc(o.algorithms, func(a *instance.Algorithm) bool { _, ok := a.Param(name); return ok }) {
			return fmt.Errorf("none of the algorithms has --%s", name)
		}
	}
	return nil
}

// models makes the models of all algorithms. With several algorithms, flags go to
// those that have a use for them.
func (o *simulateOptions) models(ctx context.Context, s streams, all instance.Registry) ([]*instance.Model, error) {
	var models []*instance.Model
	for _, a := range o.algorithms {
		in := o.instance
		in.Algorithm = a.Name
		if len(o.algorithms) > 1 {
			in.Params = map[string]string{}
			for name, text := range o.instance.Params {
				if _, ok := a.Param(name); ok {
					in.Params[name] = text
				}
			}
			if a.Quorums == nil {
				in.Quorums.Choice = ""
			}
		}
		m, err := openInstance(ctx, s, all, in)
		if err != nil {
			return nil, err
		}
		if _, _, err := check.Structure(ctx, m); err != nil {
			return nil, err
		}
		models = append(models, m)
	}
	return models, nil
}

// cutBy says why a simulation ended early.
func cutBy(ctx context.Context) string {
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err.Error()
	}
	return "it was interrupted"
}
