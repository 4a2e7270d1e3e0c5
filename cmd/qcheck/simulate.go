package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/protocols"
)

const simulateHelp = `Runs algorithms along random schedules, as section 4.3 of Kakugawa's thesis (1992)
has processes behave, and prints the average number of messages for each entry
into the critical section against p. It decides nothing; "qcheck protocol" does.

Time goes by in units. At every unit, a process that asks for nothing asks with
probability p, and one that has been inside for --stay units leaves. A message
arrives in the unit in which it was sent (or --delay units later), and what can be
done within a unit happens in any order, at random. Quorums are selected at random
(--quorum-choice fixed: process i takes the i-th, cyclically). Clocks are integers.

Without --n, --structure and --construct, the five k and n of the figures of the
thesis are run, and its remarks on the figures, which are missing from the copy at
hand, are compared with what is seen.

The average is that of section 4.5: the messages of all runs over the entries of
all runs. The error is its standard error, from how the runs differ. The same
flags give the same numbers. A run that violates safety, takes a step that is not
defined or cannot go on ends there: then qcheck says so, and exits with 1.`

// simulateOptions are the flags of "qcheck simulate".
type simulateOptions struct {
	protocolOptions // those that say what is run
	algorithms      []string
	p               string
	units, runs     int
	stay, delay     int
	seed            uint64
}

func simulateCommand() command {
	return command{
		name:    "simulate",
		summary: "count the messages for each entry along random schedules",
		prepare: simple("qcheck simulate [flags]", simulateHelp, func(fs *pflag.FlagSet) action {
			var o simulateOptions
			o.define(fs)
			return func(ctx context.Context, s streams, args []string) (exitCode, error) {
				return simulateAlgorithms(ctx, s, o, args)
			}
		}),
	}
}

func (o *simulateOptions) define(fs *pflag.FlagSet) {
	text := func(p *string, name, value, placeholder, usage string) {
		fs.StringVar(p, name, value, usage)
		setPlaceholder(fs, name, placeholder)
	}
	number := func(p *int, name string, value int, usage string) {
		fs.IntVar(p, name, value, usage)
		setPlaceholder(fs, name, "N")
	}
	text(&o.algorithm, "algorithm", "kakugawa,raymond", "LIST", "the algorithms, separated by commas (default kakugawa,raymond)")
	text(&o.variant, "variant", "", "NAME", "the variant, with one algorithm (default as \"qcheck list protocols\" says)")
	number(&o.n, "n", 0, "number of processes (default: the five k and n of the figures)")
	number(&o.k, "k", 0, "how many processes may be inside at a time, for algorithms with a k")
	text(&o.structure, "structure", "", "FILE", "a structure file with the quorums; \"-\" is standard input")
	text(&o.construct, "construct", "", "NAME", "a construction of the quorums, see \"qcheck list constructions\"")
	fs.StringArrayVar(&o.params, "param", nil, "a parameter of the construction other than n and k; may be repeated")
	setPlaceholder(fs, "param", "NAME=VALUE")
	text(&o.quorumChoice, "quorum-choice", "", "WORD", "any or fixed (default any)")
	o.settings = protocols.Settings{}
	for _, p := range protocols.Parameters() {
		fs.Var(&setting{o.settings, p}, p.Name, p.Doc)
		if p.Value == "" {
			fs.Lookup(p.Name).NoOptDefVal = "true"
		} else {
			setPlaceholder(fs, p.Name, p.Value)
		}
	}
	text(&o.p, "p", "0.01,0.05,0.1:1:0.1", "LIST", "the probabilities to ask, also as ranges FROM:TO:STEP (default 0.01,0.05,0.1:1:0.1)")
	number(&o.units, "length", 500, "how many units of time a run has (default 500, as in the thesis)")
	number(&o.runs, "runs", 5, "how many runs there are for each p (default 5)")
	number(&o.stay, "stay", 1, "how many units a process remains inside (default 1)")
	number(&o.delay, "delay", 0, "how many units a message takes (default 0: it arrives within the unit)")
	fs.Uint64Var(&o.seed, "seed", 1, "other random numbers (default 1)")
	setPlaceholder(fs, "seed", "N")
	fs.BoolVar(&o.json, "json", false, "print one JSON document")
	timeoutFlag(fs, &o.timeout)
	number(&o.workers, "workers", runtime.GOMAXPROCS(0), "how many cores are used; no result depends on it (default all)")
	// What "qcheck protocol" can choose, and this cannot.
	o.clock, o.selfMessages, o.por = "causal", "call", "on"
}

// figures are the instances of the thesis's experiment, by figure from 1.
func figures() []figure {
	return []figure{{n: 5, k: 2}, {n: 8, k: 2}, {n: 11, k: 2}, {n: 7, k: 3}, {n: 9, k: 4}}
}

type figure struct{ n, k int }

// simulateAlgorithms is the command.
func simulateAlgorithms(ctx context.Context, s streams, o simulateOptions, args []string) (exitCode, error) {
	if err := noArguments("simulate", args); err != nil {
		return exitUsage, err
	}
	o.algorithms = strings.Split(o.algorithm, ",")
	at, err := reliabilities(o.p)
	if err := errors.Join(err, o.valid()); err != nil {
		return exitUsage, err
	}
	ctx, cancel := withTimeout(ctx, o.timeout)
	defer cancel()
	e := &experiment{options: o, at: at}
	instances := []figure{{o.n, o.k}}
	if e.figures = o.n == 0 && o.structure == "" && o.construct == ""; e.figures {
		instances = figures()
	}
	for _, in := range instances {
		block, err := o.block(ctx, s, in)
		if err != nil {
			return codeOfError(err), err
		}
		e.blocks = append(e.blocks, block)
	}
	if err := e.run(ctx); err != nil {
		return codeOfError(err), err
	}
	if o.json {
		return e.code(), writeSimulationJSON(s.out, e)
	}
	writeSimulation(s, e)
	return e.code(), nil
}

// valid checks what "qcheck protocol" does not.
func (o *simulateOptions) valid() error {
	if len(o.algorithms) > 1 && o.variant != "" {
		return errors.New("--variant needs --algorithm with one algorithm")
	}
	for i, name := range o.algorithms {
		o.algorithm = name
		if err := o.validate(); err != nil {
			return err
		}
		if slices.Contains(o.algorithms[:i], name) {
			return fmt.Errorf("--algorithm names %s twice", name)
		}
	}
	for name := range o.settings {
		if !slices.ContainsFunc(o.algorithms, func(a string) bool { return parameterOf(a, name) }) {
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
	if o.k > 0 && o.n == 0 && o.structure == "" && o.construct == "" {
		return errors.New("--k needs --n")
	}
	return validTimeout(o.timeout)
}

func parameterOf(algorithm, name string) bool {
	a, ok := protocols.Lookup(algorithm)
	return ok && slices.Contains(a.Parameters, name)
}

// block builds the instances of all algorithms for one n and k. With several
// algorithms, flags go to those that have a use for them.
func (o simulateOptions) block(ctx context.Context, s streams, in figure) (*simulationBlock, error) {
	b := &simulationBlock{}
	for _, name := range o.algorithms {
		each := o.protocolOptions
		each.algorithm, each.n, each.k = name, in.n, in.k
		a, _ := protocols.Lookup(name)
		if several := len(o.algorithms) > 1; several {
			if each.settings = (protocols.Settings{}); len(a.Kinds) == 0 {
				each.quorumChoice = ""
			}
			for key, value := range o.settings {
				if parameterOf(name, key) {
					each.settings[key] = value
				}
			}
		}
		x, err := each.exploration(ctx, s)
		if err != nil {
			return nil, err
		}
		b.instances = append(b.instances, x.instance)
	}
	b.n, b.k = b.instances[0].Params.N, b.instances[0].Params.K
	return b, nil
}

// cutBy says why a simulation ended early.
func cutBy(ctx context.Context) string {
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err.Error()
	}
	return "it was interrupted"
}
