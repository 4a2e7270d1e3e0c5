package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

const simulateHelp = `Runs algorithms along random schedules, and prints the average number of messages
for each entry into the critical section against p. It decides nothing; "qcheck
protocol" does.

Time goes by in units. At every unit, a process that asks for nothing asks with
probability p, and one that has been inside for --stay units leaves. A message
arrives in the unit in which it was sent (or --delay units later), and what can be
done within a unit happens in any order, at random. Quorums are selected at random
(--quorum-choice fixed: process i takes the i-th, cyclically). Clocks are integers.

The average is the messages of all runs over the entries of all runs. The error is its standard error, from how the runs differ. The same
flags give the same numbers. A run that violates safety, takes a step that is not
defined or cannot go on ends there: then qcheck says so, and exits with 1.`

// simulateOptions are the flags of "qcheck simulate": what is run, and how.
type simulateOptions struct {
	what        *instance.Flags
	p           string
	units, runs int
	stay, delay int
	seed        uint64
	json        bool
	timeout     time.Duration
	workers     int

	instance   instance.Instance // with the names of several algorithms
	algorithms []*instance.Algorithm
}

func simulateCommand(all instance.Registry) command {
	return command{
		name:    "simulate",
		summary: "count the messages for each entry along random schedules",
		prepare: simple("qcheck simulate [flags]", simulateHelp, func(fs *pflag.FlagSet) action {
			var o simulateOptions
			o.define(fs, all)
			return func(ctx context.Context, s streams, args []string) (exitCode, error) {
				if err := noArguments("simulate", args); err != nil {
					return exitUsage, err
				}
				return simulateAlgorithms(ctx, s, all, o)
			}
		}),
	}
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

func (o *simulateOptions) define(fs *pflag.FlagSet, all instance.Registry) {
	number := func(p *int, name string, value int, usage string) {
		fs.IntVar(p, name, value, usage)
		setPlaceholder(fs, name, "N")
	}
	o.what = instance.Define(fs, simulated(all))
	fs.StringVar(&o.p, "p", "0.01,0.05,0.1:1:0.1", "the probabilities to ask, also as ranges FROM:TO:STEP (default 0.01,0.05,0.1:1:0.1)")
	setPlaceholder(fs, "p", "LIST")
	number(&o.units, "length", 500, "how many units of time a run has (default 500)")
	number(&o.runs, "runs", 5, "how many runs there are for each p (default 5)")
	number(&o.stay, "stay", 1, "how many units a process remains inside (default 1)")
	number(&o.delay, "delay", 0, "how many units a message takes (default 0: it arrives within the unit)")
	fs.Uint64Var(&o.seed, "seed", 1, "other random numbers (default 1)")
	setPlaceholder(fs, "seed", "N")
	fs.BoolVar(&o.json, "json", false, "print one JSON document")
	timeoutFlag(fs, &o.timeout)
	number(&o.workers, "workers", runtime.GOMAXPROCS(0), "how many cores are used; no result depends on it (default all)")
}

// simulateAlgorithms is the command.
func simulateAlgorithms(ctx context.Context, s streams, all instance.Registry, o simulateOptions) (exitCode, error) {
	at, err := reliabilities(o.p)
	if err := errors.Join(err, o.read(all)); err != nil {
		return exitUsage, err
	}
	ctx, cancel := withTimeout(ctx, o.timeout)
	defer cancel()
	e := &experiment{options: o, at: at}
	if e.models, err = o.models(ctx, s, all); err != nil {
		return exitHolds, err
	}
	if err := e.run(ctx); err != nil {
		return exitHolds, err
	}
	if o.json {
		return e.code(), writeSimulationJSON(s.out, e)
	}
	writeSimulation(s, e)
	return e.code(), nil
}

// read reads what is run, and checks how.
func (o *simulateOptions) read(all instance.Registry) (err error) {
	if o.instance, err = o.what.Instance(); err != nil {
		return err
	}
	names := cmp.Or(o.instance.Algorithm, all[0].Name)
	for name := range strings.SplitSeq(names, ",") {
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
	for _, c := range []struct {
		flag         string
		value, least int
		most         int
	}{
		{"length", o.units, 1, 1_000_000_000}, {"runs", o.runs, 1, 1_000_000},
		{"stay", o.stay, 1, 1_000_000}, {"delay", o.delay, 0, 1_000_000},
	} {
		if c.value < c.least || c.value > c.most {
			return fmt.Errorf("--%s needs a number from %d to %d, not %d", c.flag, c.least, c.most, c.value)
		}
	}
	if o.workers < 1 {
		return fmt.Errorf("--workers needs a number of at least 1, not %d", o.workers)
	}
	return validTimeout(o.timeout)
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
