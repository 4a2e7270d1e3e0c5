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
	"qcheck/explore/simulate"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

const simulateHelp = `Runs an algorithm along random schedules, and prints the average number of
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
}

func simulateCommand(env *console.Env) *cobra.Command {
	var o simulateOptions
	c := &cobra.Command{
		Use: "simulate", Short: "count the messages for each entry along random schedules", Long: simulateHelp, Args: console.NoArguments,
		RunE: env.Does(func(ctx context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
			return simulateAlgorithm(ctx, s, env.All, o)
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
	return slices.DeleteFunc(all.Fields(), func(f instance.Field) bool {
		return slices.Contains([]string{"allow-broken-structure", "requests", "clock", "clock-max", "self-messages", "check"}, f.Name)
	})
}

// simulateAlgorithm is the command.
func simulateAlgorithm(ctx context.Context, s console.Streams, all instance.Registry, o simulateOptions) (console.ExitCode, error) {
	in, err := o.what.Instance()
	if err != nil {
		return console.ExitUsage, err
	}
	ctx, cancel := console.WithTimeout(ctx, o.timeout)
	defer cancel()
	m, err := openInstance(ctx, s, all, in)
	if err != nil {
		return console.ExitHolds, err
	}
	if o.how.Delay > 0 && m.Network() == explore.Instant {
		return console.ExitUsage, fmt.Errorf("--delay %d: on the network %s messages are taken at once", o.how.Delay, explore.Instant)
	}
	if err := o.readChance(m); err != nil {
		return console.ExitUsage, err
	}
	o.how.P = o.p.At
	progress := console.NewProgress(s.Err)
	defer progress.End()
	progress.Begin("simulation")
	o.how.Progress = progress.Count("runs")
	e, err := check.Simulate(ctx, m, o.how)
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

// usualChance is the probability of what goes wrong, where it may.
const usualChance = "0.01"

// readChance reads with which probability something goes wrong, if it may, or messages come again.
func (o *simulateOptions) readChance(m *instance.Model) error {
	if !m.Faults().Any() && m.Network() != explore.Duplicating {
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

// writeSimulation writes the instance, and a table with a line for each p.
func writeSimulation(s console.Streams, e *check.Simulation) {
	o, m := e.Options, e.Model
	fmt.Fprintf(s.Out, "Messages for each entry: %s of %s for each p, seed %d; a stay takes %s, a message %s\n",
		console.Count(o.Runs, "run"), console.Count(o.Units, "unit"), o.Seed, console.Count(o.Stay, "unit"), delayText(o.Delay))
	legend := "  error: standard error; others: without messages to oneself; entries: in a unit"
	if o.Chance != nil {
		legend += "; faults: of all runs"
		var what []string
		if m.Faults().Any() {
			what = append(what, "what may go wrong does so")
		}
		if m.Network() == explore.Duplicating {
			what = append(what, "a message that has arrived comes again in a unit")
		}
		fmt.Fprintf(s.Out, "  %s with probability %s\n", strings.Join(what, ", and "), console.ProbabilityText(o.Chance, 4))
	}
	fmt.Fprintln(s.Out, legend)
	title := fmt.Sprintf("n = %d", m.Instance.N)
	if k := m.Setup.Int(instance.K); k > 0 {
		title = fmt.Sprintf("k = %d, %s", k, title)
	}
	fmt.Fprintf(s.Out, "\n%s\n  %s\n", s.Style.Strong(title), simulatedText(m))
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

// simulatedText names an instance, with the number and the sizes of its quorums.
func simulatedText(m *instance.Model) string {
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
	cells := [][]string{{"p", e.Model.Algorithm.Name, "error", "others", "entries"}}
	if e.Options.Chance != nil {
		cells[0] = append(cells[0], "faults")
	}
	for p, c := range e.Cells {
		row := []string{console.ProbabilityText(e.Options.P[p], 4)}
		if m := c.Mean; m == nil {
			row = append(row, slices.Repeat([]string{"-"}, len(cells[0])-1)...)
		} else {
			perUnit := float64(m.Entries) / float64(m.Units)
			row = append(row, decimal(m.PerEntry), decimal(m.Error), decimal(m.Others), decimal(&perUnit))
			if e.Options.Chance != nil {
				row = append(row, strconv.FormatInt(m.Faults, 10))
			}
		}
		cells = append(cells, row)
	}
	return cells
}

func decimal(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.2f", *x)
}

// writeWrong says which runs ended early.
func writeWrong(s console.Streams, e *check.Simulation) {
	for p, c := range e.Cells {
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
				console.ProbabilityText(e.Options.P[p], 4), e.Model.Algorithm.Name, s.Style.Paint("31", what),
				console.Count(w.Count, "run"), len(c.Runs), w.Run, w.Unit, w.Steps, strings.TrimSpace(w.Detail), confirmed)
		}
	}
}

// A simulationJSON is what "qcheck simulate --json" prints; the order of the fields is the order of the keys.
type simulationJSON struct {
	Schema    string      `json:"schema"`
	Algorithm string      `json:"algorithm"`
	Variant   string      `json:"variant"`
	N         int         `json:"n"`
	K         int         `json:"k,omitempty"`
	Network   string      `json:"network,omitempty"` // unless messages keep their order
	Faults    string      `json:"faults,omitempty"`  // as --faults takes them
	Runs      int         `json:"runs"`
	Units     int         `json:"units"`
	Stay      int         `json:"stay"`
	Delay     int         `json:"delay"`
	Chance    string      `json:"faultChance,omitempty"` // where something may go wrong, or messages come again
	Seed      uint64      `json:"seed"`
	Points    []pointJSON `json:"points"` // those that were finished
	Unknown   string      `json:"unknown,omitempty"`
}

type pointJSON struct {
	P string `json:"p"`
	*simulate.Mean
	Ended []check.EndedRun `json:"ended,omitempty"`
}

func simulationDocument(e *check.Simulation) simulationJSON {
	o, m := e.Options, e.Model
	doc := simulationJSON{
		Schema: "qcheck/simulation/v3", Algorithm: m.Algorithm.Name, Variant: m.Instance.Variant, N: m.Instance.N, K: m.Setup.Int(instance.K),
		Faults: instance.FaultsText(m.Faults()),
		Runs:   o.Runs, Units: o.Units, Stay: o.Stay, Delay: o.Delay, Seed: o.Seed, Points: []pointJSON{}, Unknown: e.Stopped,
	}
	if n := m.Network(); n != explore.FIFO {
		doc.Network = n.String()
	}
	if o.Chance != nil {
		doc.Chance = console.ProbabilityText(o.Chance, 20)
	}
	for p, c := range e.Cells {
		if c.Mean != nil {
			doc.Points = append(doc.Points, pointJSON{console.ProbabilityText(o.P[p], 20), c.Mean, c.Ended})
		}
	}
	return doc
}
