package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qcheck/counterexample"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

const replayHelp = `Takes the steps of a trace file, as "qcheck protocol --trace" writes it, one by one
on the protocol that it names, by other code than that of the search, and checks
that the run violates the property in the way that the file says. Then it prints
the run. "-" is standard input.

qcheck exits with 0 when the trace does what it claims, and with 1 when not: then
it says what differs.`

// replayOptions are the flags of "qcheck replay".
type replayOptions struct{ format string }

func replayCommand() command {
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
				return replayTrace(ctx, s, o, args)
			}
		}),
	}
}

func replayTrace(ctx context.Context, s streams, o replayOptions, args []string) (exitCode, error) {
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
		err = fmt.Errorf("%s: %w", displayName(file), err)
		return codeOfError(err), err
	}
	t, err := counterexample.DecodeTrace(displayName(file), data)
	if err != nil {
		return exitUsage, err
	}
	instance, err := rebuild(displayName(file), t)
	if err != nil {
		return exitUsage, err
	}
	run, err := t.Confirm(func(steps []explore.TraceStep) (*obvious.Run, error) {
		return instance.Replay(t.Instance.ReplayOptions(), steps)
	})
	if err != nil {
		// Not an error of usage: the file can be read, and is not true.
		s.warn("%s: not confirmed: %v", displayName(file), err)
		return exitViolated, nil
	}
	if o.format == "text" {
		writeReplay(s, t, instance)
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

// rebuild returns the instance that a trace names.
func rebuild(file string, t *counterexample.Trace) (*protocols.Instance, error) {
	in := t.Instance
	fail := func(format string, args ...any) (*protocols.Instance, error) {
		return nil, fmt.Errorf("%s: "+format, append([]any{file}, args...)...)
	}
	a, ok := protocols.Lookup(in.Algorithm)
	if !ok {
		return fail("unknown algorithm %q", in.Algorithm)
	}
	params := protocols.Params{N: in.N, K: in.K, Variant: in.Variant, Fixed: in.QuorumChoice == "fixed", Settings: in.Parameters}
	if in.Structure != nil {
		var err error
		params.Structure, err = setsys.Decode(file, in.Structure, setsys.DecodeOptions{MaxSets: setsys.DefaultMaxSets, Construct: construct.Build})
		if err != nil {
			return nil, err
		}
	}
	if choice := quorumChoiceOf(params); in.QuorumChoice != choice {
		return fail("quorumChoice is %q, where the structure asks for %q", in.QuorumChoice, choice)
	}
	instance, err := a.Build(params)
	switch {
	case err != nil:
		return fail("%w", err)
	case a.HasK && in.K == 0:
		return fail("there is no k, which algorithm %s has", a.Name)
	case !a.HasK && in.K != 0:
		return fail("there is a k, which algorithm %s has not", a.Name)
	case !slices.Contains(append(explore.Properties(), instance.Model.Goals()...), t.Property):
		return fail("unknown property %q", t.Property)
	case len(in.Requests) != in.N:
		return fail("there are %d bounds of requests for %d processes", len(in.Requests), in.N)
	case slices.Max(in.Requests) > maxRequests:
		return fail("a process asks at most %d times, or without bound", maxRequests)
	case in.ClockMax > 0 && in.Clock != explore.Integer:
		return fail("clockMax is for integer clocks")
	}
	return instance, nil
}

// writeReplay says what the trace is a run of.
func writeReplay(s streams, t *counterexample.Trace, instance *protocols.Instance) {
	a, p := instance.Algorithm, instance.Params
	fmt.Fprintf(s.out, "%s: %s\n", s.style.strong(a.Name+" ("+p.Variant+")"), a.Summary)
	writeFacts(s, workload{instance, nil, "the structure of the trace", t.Instance.Requests, t.Instance.Clock, t.Instance.ClockMax, t.Instance.Queued}.facts())
	how := t.Form()
	if t.Shortest {
		how += " (said to be a shortest one)"
	}
	fmt.Fprintf(s.out, "\n%s is violated by %s:\n", t.Property, how)
}
