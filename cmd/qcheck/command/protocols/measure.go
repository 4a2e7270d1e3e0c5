package protocols

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample/values"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys/fault"
)

// measureProtocol is the command "qcheck protocol" with --measure.
func measureProtocol(ctx context.Context, s console.Streams, model *instance.Model, how check.Options, asJSON bool) (console.ExitCode, error) {
	m, err := check.Measure(ctx, model, how)
	if err != nil {
		return console.ExitHolds, err
	}
	code := console.ExitHolds
	if m.Stopped != "" {
		code = console.ExitUnknown
	}
	if asJSON {
		return code, console.WriteJSON(s.Out, m)
	}
	return code, writeMeasurement(s, m)
}

// writeMeasurement writes what was measured, beside what papers say, and the runs
// that these do not allow.
func writeMeasurement(s console.Streams, m *check.Measurement) error {
	writeInstance(s, m.Model, instanceFacts(m.Model, m.Instance, m.Broken))
	s.Out.WriteByte('\n')
	if len(m.Messages) == 0 && m.Stopped != "" {
		fmt.Fprintf(s.Out, "  unknown: %s\n", m.Stopped)
		return nil
	}
	s.Out.WriteString(console.Wrap(s.Style.Strong("messages")+" of one entry, over all interleavings: "+m.Rule+". "+waysText(m), s.Within(100), "  "))
	writeMeasured(s, m, m.Messages)
	s.Out.WriteByte('\n')
	s.Out.WriteString(console.Wrap(s.Style.Strong("delays")+" from a request until the process is in the critical section (inside) or, if the request is to leave, out of it (thinking): "+delaysText(m), s.Within(100), "  "))
	writeMeasured(s, m, m.Delays)
	for _, e := range m.Excesses {
		fmt.Fprintf(s.Out, "\n  %s by %s:\n", s.Style.Strong(string(e.Trace.Property)+" is "+breaks(e.Formula, e.Value)), e.Trace.Form())
		if err := writeRun(s, e.Trace, e.Run); err != nil {
			return &fault.Fault{Err: err}
		}
	}
	if len(m.Excesses) == 0 {
		s.Out.WriteString("\n  No run found is outside the formulas.\n")
	}
	return nil
}

func waysText(m *check.Measurement) string {
	if len(m.Ways) == 1 {
		return ""
	}
	return "A permission that is sent again, to a process that had to give it back, counts for the request that it is given to (by name), or for the one that it was taken back for (by cause)."
}

func delaysText(m *check.Measurement) string {
	text := "every message takes one unit, local steps and critical sections none"
	if !m.Instance.Queued {
		text += ", nor do messages to oneself (see --self-messages)"
	}
	return text + "; the others request at any time."
}

// breaks says how a number is none that the formula allows.
func breaks(f instance.Formula, n int) string {
	if f.Most != instance.None && n > f.Most {
		return "exceeded"
	}
	return "undercut"
}

// writeMeasured writes the rows as a table.
func writeMeasured(s console.Streams, m *check.Measurement, rows []check.Measured) {
	table := [][]string{{"", "process", "who requests", "least", "most", "formula"}}
	for _, r := range rows {
		who := "it alone"
		if !r.Alone {
			who = "others too"
		}
		if r.Counted != "" {
			who += ", " + r.Counted
		}
		if r.Until != "" {
			who += ", until " + r.Until
		}
		var names []string
		for _, p := range r.Processes {
			names = append(names, values.ProcessName(m.Instance, p-1))
		}
		row := []string{"", strings.Join(names, ","), who, "none", "none", ""}
		if r.Most != nil {
			row[3], row[4] = fmt.Sprint(*r.Least), fmt.Sprint(*r.Most)
		}
		if r.Stopped != "" {
			row[4] += " or more"
			row[3] += " or less"
		}
		for i, f := range r.Formulas {
			text := f.String()
			if at := slices.IndexFunc(r.Extremes(), func(n int) bool { return !f.Allows(n) }); at >= 0 {
				text += "; " + breaks(f.Formula, r.Extremes()[at])
			}
			if i == 0 {
				row[5] = text
				table = append(table, row)
			} else {
				table = append(table, []string{"", "", "", "", "", text})
			}
		}
		if len(r.Formulas) == 0 {
			table = append(table, row)
		}
		if r.Unserved {
			table = append(table, []string{"", "", "", "", "", "in some run it still waits when all others have finished"})
		}
		if r.Stopped != "" {
			table = append(table, []string{"", "", "", "", "", "not complete: " + r.Stopped})
		}
	}
	console.WriteAligned(s, table, "llllll")
}
