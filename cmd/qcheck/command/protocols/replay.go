package protocols

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample"
	"qcheck/counterexample/trace"
	"qcheck/explore/obvious"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys/fault"
	"qcheck/setsys/input"
)

const replayHelp = `Takes the steps of a trace file, as "qcheck protocol --trace" writes it, one by
one on the protocol that the file names, by code independent of the search.
It checks that the run violates the property in the way that the file says, and
prints the run. "-" is standard input.

qcheck exits with 0 if the run is confirmed, and with 1 if it is not; then it
says what differs.`

func replayCommand(env *console.Env) *cobra.Command {
	var format, html string
	c := &cobra.Command{
		Use: "replay TRACE.json", Short: "run a recorded trace again, and confirm what it shows", Long: replayHelp, Args: console.Files("trace file", 1),
		RunE: env.Does(func(ctx context.Context, s console.Streams, args []string) (console.ExitCode, error) {
			if err := console.ValidPage(html); err != nil {
				return console.ExitUsage, err
			}
			return replayTrace(ctx, s, env.All, replayOptions{format, html, console.CommandLine(env.Args)}, args[0])
		}),
	}
	var forms []string
	for _, r := range counterexample.Renderers() {
		forms = append(forms, fmt.Sprintf("%s: %s", r.Name, r.Summary))
	}
	console.WordFlag(c.Flags(), &format, "format", "text", strings.Join(forms, "; "), formats()...)
	console.PageFlag(c.Flags(), &html, "the run, to step through")
	console.Suggest(c, "format", formats()...)
	return c
}

// replayOptions are what a run is printed as, and the command that was called.
type replayOptions struct{ format, html, command string }

func replayTrace(ctx context.Context, s console.Streams, all instance.Registry, o replayOptions, file string) (console.ExitCode, error) {
	data, err := console.ReadInput(ctx, s.In, file)
	if err != nil {
		return console.ExitHolds, err
	}
	t, m, err := decodeTrace(ctx, all, file, data)
	if err != nil {
		return console.ExitUsage, err
	}
	run, err := input.Await(ctx, "while its steps were taken", func() (*obvious.Run, error) { return t.Confirm(check.Replayer(m, t)) })
	if errors.As(err, new(*input.Interrupted)) {
		return console.ExitUnknown, fmt.Errorf("%s: %w", console.DisplayName(file), err)
	}
	if err != nil {
		// Not an error of usage: the file can be read, and is not true.
		s.Warn("%s: not confirmed: %v%s", console.DisplayName(file), err, console.WrittenBy(data))
		return console.ExitViolated, nil
	}
	var unwritten error // which does not stop the rest
	if o.html != "" {
		section, err := counterexample.RunPage(t, run, "run", "run.json")
		if err != nil {
			return console.ExitInternal, &fault.Fault{Err: err}
		}
		unwritten = console.WritePage(o.html, replayPage(t, m, section, o.command))
	}
	if o.format != "text" {
		r, _ := counterexample.LookupRenderer(o.format)
		if err := r.Render(s.Out, t, run); err != nil {
			return console.ExitInternal, &fault.Fault{Err: err}
		}
		return console.ExitHolds, unwritten
	}
	writeReplay(s, t, m)
	if err := counterexample.RenderTextWithin(s.Out, t, run, s.Width); err != nil {
		return console.ExitInternal, &fault.Fault{Err: err}
	}
	confirmed := "confirmed: the protocol has this run, and the run shows what the trace says"
	if t.Property == trace.Nothing {
		confirmed = "confirmed: the protocol has this run"
	}
	fmt.Fprintf(s.Out, "\n%s\n", s.Style.Strong(confirmed))
	return console.ExitHolds, unwritten
}

// decodeTrace returns what a trace file says, and its model.
func decodeTrace(ctx context.Context, all instance.Registry, file string, data []byte) (*trace.Trace, *instance.Model, error) {
	t, err := input.Await(ctx, "while it was read", func() (*trace.Trace, error) {
		return trace.Decode(console.DisplayName(file), data)
	})
	if err != nil {
		return nil, nil, cmp.Or(console.OtherKind(file, data, "trace"), fmt.Errorf("%w%s", err, console.WrittenBy(data)))
	}
	m, err := rebuild(ctx, all, t)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w%s", console.DisplayName(file), err, console.WrittenBy(data))
	}
	return t, m, nil
}

// rebuild returns the model that a trace names. A trace leaves nothing of its
// instance to defaults.
func rebuild(ctx context.Context, all instance.Registry, t *trace.Trace) (*instance.Model, error) {
	in := t.Instance
	in.Called = !in.Queued
	a, ok := all.Lookup(in.Algorithm)
	if ok && a.Outside == nil && len(in.Requests) != in.N {
		return nil, fmt.Errorf("there are %d bounds of requests for %d processes", len(in.Requests), in.N)
	}
	if !ok {
		return nil, fmt.Errorf("this program has no algorithm %q; the one that has it, and wrote the file, replays it: PROGRAM replay FILE", in.Algorithm)
	}
	m, err := awaitModel(ctx, all, in, nil)
	if err != nil {
		return nil, err
	}
	if n := m.Instance.Processes(); len(in.Requests) != n {
		return nil, fmt.Errorf("there are %d bounds of requests for %d processes", len(in.Requests), n)
	}
	t.Instance.Outside = m.Instance.Outside // which follows from the algorithm
	if err := m.Require(t.Property); err != nil {
		return nil, err
	}
	_, said := in.Params[instance.K]
	switch a := m.Algorithm; {
	case in.Quorums.Choice != "" && in.Quorums.Choice != m.Instance.Quorums.Choice || in.Quorums.Choice == "" && in.Quorums.Structure != nil:
		return nil, fmt.Errorf("quorumChoice is %q, where the structure asks for %q", in.Quorums.Choice, m.Instance.Quorums.Choice)
	case m.Setup.Has(instance.K) && !said:
		return nil, fmt.Errorf("algorithm %s needs k, and there is none", a.Name)
	case t.Property != trace.Nothing && !slices.Contains(m.Properties(), t.Property):
		return nil, fmt.Errorf("unknown property %q", t.Property)
	}
	return m, nil
}

// writeReplay says what the trace is a run of.
func writeReplay(s console.Streams, t *trace.Trace, m *instance.Model) {
	writeInstance(s, m, instanceFacts(m, m.Instance, nil))
	how := t.Form()
	if t.Shortest {
		how += " (said to be a shortest one)"
	}
	if t.Property == trace.Nothing {
		fmt.Fprintf(s.Out, "\n%s:\n", how)
		return
	}
	fmt.Fprintf(s.Out, "\n%s is violated by %s:\n", t.Property, how)
}
