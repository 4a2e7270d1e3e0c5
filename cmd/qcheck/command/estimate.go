package command

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

//go:embed estimate.schema.json
var estimateSchemaFile []byte

// estimateProtocol is the command "qcheck protocol" with --estimate.
func estimateProtocol(ctx context.Context, s streams, model *instance.Model, how check.Options, asJSON bool) (exitCode, error) {
	x, err := check.Estimate(ctx, model, how)
	switch {
	case err != nil && ctx.Err() != nil:
		s.warn("no estimate: %s", err)
		return exitUnknown, nil
	case err != nil:
		return exitHolds, err
	case asJSON:
		return exitHolds, writeJSON(s.out, x)
	}
	writeEstimation(s, x)
	return exitHolds, nil
}

// writeEstimation writes about how many states each search has.
func writeEstimation(s streams, x *check.Estimation) {
	fmt.Fprintln(s.out, titled(s.style.strong(x.Model.Label()), x.Model.Algorithm.Summary))
	facts := slices.DeleteFunc(instanceFacts(x.Model, x.Searches[0].Instance, x.Broken), func(f [2]string) bool { return f[0] == "requests" })
	if x.Note != "" {
		facts = append(facts, [2]string{"note", x.Note})
	}
	writeFacts(s, facts)
	s.out.WriteByte('\n')
	s.out.WriteString(wrap(s.style.strong("states")+" of the searches, estimated from samples; nothing was verified. A search that finds everything violated ends with fewer, and so does one for which a reduction is derived while it goes on.", s.within(100), "  "))
	rows := [][]string{{"search", "states", "kept"}}
	for _, e := range x.Searches {
		kept := between(e.LeastKept, e.MostKept, e.Exact)
		if e.Symmetry == 1 {
			kept = "all"
		}
		what := e.What
		if e.Reduced {
			what += ", reduced"
		}
		if e.Most == 0 {
			kept += fmt.Sprintf("; seen to depth %d, and not to the end", e.Depth)
		}
		rows = append(rows, []string{what, between(e.Least, e.Most, e.Exact), kept})
	}
	widths := make([]int, 2)
	for _, row := range rows {
		for i := range widths {
			widths[i] = max(widths[i], len(row[i]))
		}
	}
	s.out.WriteByte('\n')
	for _, row := range rows {
		fmt.Fprintf(s.out, "  %-*s  %-*s  %s\n", widths[0], row[0], widths[1], row[1], row[2])
	}
}

// between says how many there are, with two figures where that is estimated.
func between(least, most int64, exact bool) string {
	switch {
	case exact:
		return thousands(least) + ", exactly"
	case most == 0:
		return "at least about " + thousands(twoFigures(least))
	}
	return thousands(twoFigures(least)) + " to " + thousands(twoFigures(most))
}

// twoFigures rounds down to two figures.
func twoFigures(n int64) int64 {
	unit := int64(1)
	for n/unit >= 100 {
		unit *= 10
	}
	return n / unit * unit
}
