package protocols

import (
	"context"
	"fmt"
	"slices"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

// estimateProtocol is the command "qcheck protocol" with --estimate.
func estimateProtocol(ctx context.Context, s console.Streams, model *instance.Model, how check.Options, asJSON bool) (console.ExitCode, error) {
	x, err := check.Estimate(ctx, model, how)
	switch {
	case err != nil && ctx.Err() != nil:
		s.Warn("no estimate: %s", err)
		return console.ExitUnknown, nil
	case err != nil:
		return console.ExitHolds, err
	case asJSON:
		return console.ExitHolds, console.WriteJSON(s.Out, x)
	}
	writeEstimation(s, x)
	return console.ExitHolds, nil
}

// writeEstimation writes about how many states each search has.
func writeEstimation(s console.Streams, x *check.Estimation) {
	facts := slices.DeleteFunc(instanceFacts(x.Model, x.Searches[0].Instance, x.Broken), func(f [2]string) bool { return f[0] == "requests" })
	if x.Note != "" {
		facts = append(facts, [2]string{"note", x.Note})
	}
	writeInstance(s, x.Model, facts)
	s.Out.WriteByte('\n')
	s.Out.WriteString(console.Wrap(s.Style.Strong("states")+" of the searches, estimated from samples; nothing was verified. A search that finds everything violated ends with fewer, and so does one for which a reduction is derived while it goes on.", s.Within(100), "  "))
	rows := [][]string{{"search", "states", "kept"}}
	for _, e := range x.Searches {
		kept := between(e.LeastKept, e.MostKept, e.Exact)
		if e.Symmetry == 1 {
			kept = "all"
		}
		if e.Most == 0 {
			kept += fmt.Sprintf("; seen to depth %d, and not to the end", e.Depth)
		}
		rows = append(rows, []string{e.What, between(e.Least, e.Most, e.Exact), kept})
	}
	s.Out.WriteByte('\n')
	console.WriteAligned(s, rows, "lll")
}

// between says how many there are, with two figures where that is estimated.
func between(least, most int64, exact bool) string {
	switch {
	case exact:
		return console.Thousands(least) + ", exactly"
	case most == 0:
		return "at least about " + console.Thousands(twoFigures(least))
	}
	return console.Thousands(twoFigures(least)) + " to " + console.Thousands(twoFigures(most))
}

// twoFigures rounds down to two figures.
func twoFigures(n int64) int64 {
	unit := int64(1)
	for n/unit >= 100 {
		unit *= 10
	}
	return n / unit * unit
}
