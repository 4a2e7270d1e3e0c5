package protocols

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
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

With --faults, what may go wrong does so with probability --fault-chance, while
the budgets last: a process that may crash crashes at its turn in a unit, one
that has crashed goes on at its turn, and a message is lost or copied when it is
to arrive for the first time. With --network duplicating, a message that has
arrived comes again in a unit with that probability. A run begins in any start
of the protocol, each as likely as others.

The average is the messages of all runs divided by the entries of all runs. The
error is its standard error over the runs. The same flags give the same numbers.
A run that violates safety or what else is required of all states, takes a step
that is not defined or cannot go on ends there; qcheck reports it, and exits
with 1.`

// simulateOptions are the flags of "qcheck simulate": what is run, and how.
type simulateOptions struct {
	what    *instance.Flags
	p       console.Probabilities
	how     check.SimulateOptions
	chance  string
	json    bool
	timeout time.Duration

	instance   instance.Instance // with the names of several algorithms
	algorithms []*instance.Algorithm
}

func simulateCommand(env *console.Env) *cobra.Command {
	var o simulateOptions
	c := &cobra.Command{
		Use: "simulate", Short: "count the messages for each entry along random schedules", Long: simulateHelp, Args: console.NoArguments,
		RunE: env.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
			return simulateAlgorithms(ctx, s, env.All, o)
		}),
	}
	fs := c.Flags()
	o.what = instance.Define(fs, simulated(env.All))
	o.p.Define(fs, "p", "0.01,0.05,0.1:1:0.1", "the probabilities of a request, also as ranges FROM:TO:STEP")
	console.NumberFlag(fs, &o.how.Units, "length", 500, 1, 1_000_000_000, "how many units of time a run has")
	console.NumberFlag(fs, &o.how.Runs, "runs", 5, 1, 1_000_000, "how many runs there are for each p")
	console.NumberFlag(fs, &o.how.Stay, "stay", 1, 1, 1_000_000, "how many units a process remains in the critical section")
	console.NumberFlag(fs, &o.how.Delay, "delay", 0, 0, 1_000_000, "how many units a message takes (default 0: it arrives within the unit)")
	console.TextFlag(fs, &o.chance, "fault-chance", "R", "", "the probability with which something goes wrong, where it may (default "+usualChance+")")
	console.NumberFlag(fs, &o.how.Seed, "seed", 1, 0, math.MaxInt64, "the seed of the random numbers")
	console.JSONFlag(fs, &o.json)
	console.TimeoutFlag(fs, &o.timeout)
	console.WorkersFlag(fs, &o.how.Workers)
	completeInstances(c, env.All)
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
			f.Doc = "the variant, with one algorithm (default as \"qcheck explain NAME\" says)"
		case "allow-broken-structure", "requests", "clock", "clock-max", "self-messages", "check":
			continue
		}
		fields = append(fields, f)
	}
	return fields
}

// simulateAlgorithms is the command.
func simulateAlgorithms(ctx context.Context, s console.Streams, all instance.Registry, o simulateOptions) (console.ExitCode, error) {
	if err := o.read(all); err != nil {
		return console.ExitUsage, err
	}
	ctx, cancel := console.WithTimeout(ctx, o.timeout)
	defer cancel()
	models, err := o.models(ctx, s, all)
	if err != nil {
		return console.ExitHolds, err
	}
	if o.how.Delay > 0 && slices.ContainsFunc(models, func(m *instance.Model) bool { return m.Network() == explore.Instant }) {
		return console.ExitUsage, fmt.Errorf("--delay %d: on the network %s messages are taken at once", o.how.Delay, explore.Instant)
	}
	if err := o.readChance(models); err != nil {
		return console.ExitUsage, err
	}
	o.how.P = o.p.At
	progress := console.NewProgress(s.Err)
	defer progress.End()
	progress.Begin("simulation")
	o.how.Progress = progress.Count("runs")
	e, err := check.Simulate(ctx, models, o.how)
	if err != nil {
		return console.ExitHolds, err
	}
	progress.End()
	if o.json {
		return console.CodeOf(e.Verdict()), console.WriteJSON(s.Out, simulationDocument(e))
	}
	writeSimulation(s, e)
	return console.CodeOf(e.Verdict()), nil
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

// usualChance is the probability of what goes wrong, where it may.
const usualChance = "0.01"

// readChance reads with which probability something goes wrong, if it may.
func (o *simulateOptions) readChance(models []*instance.Model) error {
	if !slices.ContainsFunc(models, chancy) {
		if o.chance != "" {
			return errors.New("--fault-chance needs --faults, or --network duplicating")
		}
		return nil
	}
	p, ok := console.Fraction(cmp.Or(o.chance, usualChance))
	if !ok || p.Cmp(big.NewRat(1, 1)) > 0 {
		return fmt.Errorf("--fault-chance needs a number from 0 to 1, such as 0.1 or 1/10, not %q", o.chance)
	}
	o.how.Chance = p
	return nil
}

// chancy reports whether something may go wrong with a model, or messages come again.
func chancy(m *instance.Model) bool {
	return m.Faults().Any() || m.Network() == explore.Duplicating
}

// models makes the models of all algorithms. With several algorithms, flags go to
// those that have a use for them.
func (o *simulateOptions) models(ctx context.Context, s console.Streams, all instance.Registry) ([]*instance.Model, error) {
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
		models = append(models, m)
	}
	return models, nil
}

// writeSimulation writes the instances, and a table with a line for each p.
func writeSimulation(s console.Streams, e *check.Simulation) {
	o := e.Options
	fmt.Fprintf(s.Out, "Messages for each entry: %s of %s for each p, seed %d; a stay takes %s, a message %s\n",
		console.Count(o.Runs, "run"), console.Count(o.Units, "unit"), o.Seed, console.Count(o.Stay, "unit"), delayText(o.Delay))
	legend := "  error: standard error; others: without messages to oneself; entries: in a unit"
	if o.Chance != nil {
		legend += "; faults: of all runs"
		var what []string
		if slices.ContainsFunc(e.Models, func(m *instance.Model) bool { return m.Faults().Any() }) {
			what = append(what, "what may go wrong does so")
		}
		if slices.ContainsFunc(e.Models, func(m *instance.Model) bool { return m.Network() == explore.Duplicating }) {
			what = append(what, "a message that has arrived comes again in a unit")
		}
		fmt.Fprintf(s.Out, "  %s with probability %s\n", strings.Join(what, ", and "), console.ProbabilityText(o.Chance, 4))
	}
	fmt.Fprintln(s.Out, legend)
	title := fmt.Sprintf("n = %d", e.Models[0].Instance.N)
	if k := e.Models[0].Setup.Int(instance.K); k > 0 {
		title = fmt.Sprintf("k = %d, %s", k, title)
	}
	fmt.Fprintf(s.Out, "\n%s\n", s.Style.Strong(title))
	for _, in := range e.Models {
		fmt.Fprintf(s.Out, "  %s\n", instanceText(in))
	}
	console.WriteColumns(s, simulationCells(e))
	writeWrong(s, e)
	if e.Stopped != "" {
		fmt.Fprintf(s.Out, "\nunknown: the cells without a number were not finished: %s\n", e.Stopped)
	}
}

func delayText(units int) string {
	if units == 0 {
		return "no time"
	}
	return console.Count(units, "unit")
}

// instanceText names an instance, with the number and the sizes of its quorums.
func instanceText(m *instance.Model) string {
	parts := []string{m.Label()}
	if st := m.Instance.Quorums.Structure; st != nil {
		for _, f := range st.Families() {
			sizes, _, _ := strings.Cut(console.Sizes(f.Family, "quorum"), " node")
			parts = append(parts, sizes)
		}
	}
	if m.Instance.Quorums.Choice == instance.Fixed {
		parts = append(parts, "fixed")
	}
	return strings.Join(append(parts, m.Surroundings()...), ", ")
}

// simulationCells lays the table out.
func simulationCells(e *check.Simulation) [][]string {
	head := []string{"p"}
	for _, in := range e.Models {
		head = append(head, in.Algorithm.Name, "error", "others", "entries")
		if e.Options.Chance != nil {
			head = append(head, "faults")
		}
	}
	cells := [][]string{head}
	for p, line := range e.Cells {
		row := []string{console.ProbabilityText(e.Options.P[p], 4)}
		for _, c := range line {
			if c.Mean == nil {
				row = append(row, slices.Repeat([]string{"-"}, (len(head)-1)/len(e.Models))...)
				continue
			}
			m := c.Mean
			row = append(row, decimal(m.Mu), decimal(m.Error), decimal(m.MuOthers), decimal(float64(m.Entries)/float64(m.Units)))
			if e.Options.Chance != nil {
				row = append(row, strconv.FormatInt(m.Faults, 10))
			}
		}
		cells = append(cells, row)
	}
	return cells
}

func decimal(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.2f", x)
}

// writeWrong says which runs ended early.
func writeWrong(s console.Streams, e *check.Simulation) {
	for p, line := range e.Cells {
		for i, c := range line {
			for _, w := range c.Ended {
				what := string(w.Property) + " is violated"
				if w.Property == "" {
					what = "a bound of the model is passed"
				}
				confirmed := ""
				if w.Replayed {
					confirmed = "; replayed"
				}
				fmt.Fprintf(s.Out, "  p = %s, %s: %s in %s of %d\n    first in run %d, unit %d, after %d steps: %s%s\n",
					console.ProbabilityText(e.Options.P[p], 4), e.Models[i].Algorithm.Name, s.Style.Paint("31", what),
					console.Count(w.Count, "run"), len(c.Runs), w.Run, w.Unit, w.Steps, strings.TrimSpace(w.Detail), confirmed)
			}
		}
	}
}
