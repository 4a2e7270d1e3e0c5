package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/counterexample"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

const replayHelp = `Takes the steps of a trace file, as "qcheck protocol --trace" writes it, one by one
on the protocol that it names, by other code than that of the search, and checks
that the run violates the property in the way that the file says. Then it prints
the run. "-" is standard input.

qcheck exits with 0 when the trace does what it claims, and with 1 when not: then
it says what differs.`

// replayOptions are the flags of "qcheck replay".
type replayOptions struct{ format string }

func replayCommand(all instance.Registry) command {
	return command{
		name:    "replay",
		summary: "run a recorded trace again, and confirm what it shows",
		prepare: simple("qcheck replay TRACE.json [flags]", replayHelp, func(fs *pflag.FlagSet) action {
			var o replayOptions
			var forms []string
			for _, r := range counterexample.Renderers() {
				forms = append(forms, fmt.Sprintf("%s: %s", r.Name, r.Summary))
			}
			fs.StringVar(&o.format, "format", "text", strings.Join(forms, "; ")+" (default text)")
			setPlaceholder(fs, "format", "WORD")
			return func(ctx context.Context, s streams, args []string) (exitCode, error) {
				return replayTrace(ctx, s, all, o, args)
			}
		}),
	}
}

func replayTrace(ctx context.Context, s streams, all instance.Registry, o replayOptions, args []string) (exitCode, error) {
	if len(args) == 0 {
		return exitUsage, errors.New(`no trace file given ("-" is standard input); see "qcheck replay --help"`)
	}
	if err := noArguments("replay", args[1:]); err != nil {
		return exitUsage, err
	}
	renderer, ok := counterexample.LookupRenderer(o.format)
	if !ok {
		return exitUsage, fmt.Errorf("--format needs %s, not %q", formatNames(), o.format)
	}
	file := args[0]
	data, err := readInput(ctx, s.in, file)
	if err != nil {
		return exitHolds, fmt.Errorf("%s: %w", displayName(file), err)
	}
	t, err := counterexample.DecodeTrace(displayName(file), data)
	if err != nil {
		return exitUsage, err
	}
	m, err := rebuild(all, t)
	if err != nil {
		return exitUsage, fmt.Errorf("%s: %w", displayName(file), err)
	}
	run, err := t.Confirm(check.Replayer(m, t))
	if err != nil {
		// Not an error of usage: the file can be read, and is not true.
		s.warn("%s: not confirmed: %v", displayName(file), err)
		return exitViolated, nil
	}
	if o.format == "text" {
		writeReplay(s, t, m)
	}
	if o.format == "text" {
		err = counterexample.RenderTextWithin(s.out, t, run, s.width)
	} else {
		err = renderer.Render(s.out, t, run)
	}
	if err != nil {
		return exitInternal, &internalError{err}
	}
	if o.format == "text" {
		fmt.Fprintf(s.out, "\n%s\n", s.style.strong("confirmed: the protocol has this run, and it does what the trace says"))
	}
	return exitHolds, nil
}

// formatNames lists the forms of traces.
func formatNames() string {
	var names []string
	for _, r := range counterexample.Renderers() {
		names = append(names, r.Name)
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// rebuild returns the model that a trace names. A trace leaves nothing of its
// instance to defaults.
func rebuild(all instance.Registry, t *counterexample.Trace) (*instance.Model, error) {
	in := t.Instance
	if len(in.Requests) != in.N {
		return nil, fmt.Errorf("there are %d bounds of requests for %d processes", len(in.Requests), in.N)
	}
	m, err := all.Open(in, nil)
	if err != nil {
		return nil, err
	}
	_, said := in.Params[instance.K]
	switch a := m.Algorithm; {
	case in.Quorums.Choice != "" && in.Quorums.Choice != m.Instance.Quorums.Choice || in.Quorums.Choice == "" && in.Quorums.Structure != nil:
		return nil, fmt.Errorf("quorumChoice is %q, where the structure asks for %q", in.Quorums.Choice, m.Instance.Quorums.Choice)
	case m.Setup.Has(instance.K) && !said:
		return nil, fmt.Errorf("there is no k, which algorithm %s has", a.Name)
	case !slices.Contains(m.Properties(), t.Property):
		return nil, fmt.Errorf("unknown property %q", t.Property)
	}
	return m, nil
}

// writeReplay says what the trace is a run of.
func writeReplay(s streams, t *counterexample.Trace, m *instance.Model) {
	fmt.Fprintf(s.out, "%s: %s\n", s.style.strong(m.Label()), m.Algorithm.Summary)
	writeFacts(s, instanceFacts(m, m.Instance, nil))
	how := t.Form()
	if t.Shortest {
		how += " (said to be a shortest one)"
	}
	fmt.Fprintf(s.out, "\n%s is violated by %s:\n", t.Property, how)
}
