package command

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/protocols/instance"
)

// writeMeasurement writes what was measured, beside what papers say, and the runs
// that these do not allow.
func writeMeasurement(s streams, m *measurement) error {
	fmt.Fprintf(s.out, "%s: %s\n", s.style.strong(m.model.Label()), m.model.Algorithm.Summary)
	writeFacts(s, instanceFacts(m.model, m.in, m.broken))
	s.out.WriteByte('\n')
	s.out.WriteString(wrap(s.style.strong("messages")+" of one entry, over all interleavings: "+m.of.Rule+". "+m.waysText(), s.within(100), "  "))
	writeMeasured(s, m, m.messages, true)
	s.out.WriteByte('\n')
	s.out.WriteString(wrap(s.style.strong("delays")+" from asking to entering (or leaving, where that is what is asked for): "+m.delayText(), s.within(100), "  "))
	writeMeasured(s, m, m.delays, false)
	for _, e := range m.excesses {
		fmt.Fprintf(s.out, "\n  %s by %s:\n", s.style.strong(string(e.trace.Property)+" is "+breaks(e.formula, e.value)), e.trace.Form())
		if err := s.writeRun(e.trace, e.run); err != nil {
			return &internalError{err}
		}
	}
	if len(m.excesses) == 0 {
		s.out.WriteString("\n  No run found is outside the formulas.\n")
	}
	return nil
}

func (m *measurement) waysText() string {
	if len(m.of.Ways) == 1 {
		return ""
	}
	return "A permission that is sent again, to somebody who had to give it back, counts for the request that it is given to (by name), or for the one that it was taken back for (by cause)."
}

func (m *measurement) delayText() string {
	text := "every message takes one unit, local steps and critical sections none"
	if !m.in.Queued {
		text += ", nor do messages to oneself (see --self-messages)"
	}
	return text + "; the others ask at any time."
}

// breaks says how a number is none that the formula allows.
func breaks(f instance.Formula, n int) string {
	if f.Most != instance.None && n > f.Most {
		return "exceeded"
	}
	return "undercut"
}

// writeMeasured writes the rows as a table.
func writeMeasured(s streams, m *measurement, rows []measured, messages bool) {
	table := [][]string{{"process", "who asks", "least", "most", "formula"}}
	for _, r := range rows {
		who := "it alone"
		if !r.alone {
			who = "others too"
		}
		if messages && len(m.of.Ways) > 1 {
			who += ", " + r.way.String()
		}
		if !messages && r.found {
			who += ", until " + r.end.String()
		}
		row := []string{numbers(r.processes), who, "none", "none", ""}
		if r.found {
			row[2], row[3] = fmt.Sprint(r.least), fmt.Sprint(r.most)
		}
		if r.stopped != "" {
			row[3] += " or more"
			row[2] += " or less"
		}
		first := true
		for _, f := range r.formulas {
			text := f.String()
			for _, n := range extremes(r) {
				if !f.Allows(n) {
					text += "; " + breaks(f, n)
					break
				}
			}
			row[4] = text
			if first {
				table = append(table, row)
			} else {
				table = append(table, []string{"", "", "", "", text})
			}
			first = false
			row = slices.Clone(row)
		}
		if first {
			table = append(table, row)
		}
		if r.unserved {
			table = append(table, []string{"", "in some run it waits when all others are through", "", "", ""})
		}
		if r.stopped != "" {
			table = append(table, []string{"", "not complete: " + r.stopped, "", "", ""})
		}
	}
	widths := make([]int, len(table[0]))
	for _, row := range table {
		for i, cell := range row {
			if i > 0 && row[0] == "" && i < 4 {
				continue // remarks run over
			}
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	for _, row := range table {
		text := ""
		for i, cell := range row {
			text += "  " + cell + strings.Repeat(" ", max(0, widths[i]-len([]rune(cell))))
		}
		s.out.WriteString("  " + strings.TrimRight(text, " ") + "\n")
	}
}
