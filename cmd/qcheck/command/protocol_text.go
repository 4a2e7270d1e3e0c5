package command

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

// writeExploration writes what was checked, over what, what came out, the runs
// that violate something, and a paragraph that says it all.
func writeExploration(s streams, r *check.Report) error {
	fmt.Fprintf(s.out, "%s: %s\n", s.style.strong(r.Model.Label()), r.Model.Algorithm.Summary)
	writeFacts(s, append(instanceFacts(r.Model, r.Instance, r.Broken), searchFacts(r)...))
	s.out.WriteByte('\n')
	width := len("well-defined")
	for _, f := range r.Findings {
		width = max(width, len(f.Property))
	}
	for _, f := range r.Findings {
		v := s.style.verdict(f.Verdict, fmt.Sprintf("%-8s", f.Verdict))
		fmt.Fprintf(s.out, "  %s  %-*s  %s", v, width, f.Property, s.hang(width+14, propertyMeaning(f.Property, r.Model)))
		if f.Detail != "" {
			fmt.Fprintf(s.out, "  %*s%s", width+12, "", s.hang(width+14, f.Detail))
		}
	}
	for i, f := range r.Findings {
		if f.Verdict == verdict.Violated && f.Trace != nil {
			s.out.WriteByte('\n')
			if err := writeFinding(s, r.Findings[:i], f); err != nil {
				return &internalError{err}
			}
		}
	}
	fmt.Fprintf(s.out, "\n%s", wrap(s.style.verdict(r.Verdict(), r.Verdict().String())+": "+r.Summary(), s.within(100), "  "))
	return nil
}

func writeFacts(s streams, rows [][2]string) {
	for _, f := range rows {
		fmt.Fprintf(s.out, "  %-9s  %s", f[0], s.hang(13, f[1]))
	}
}

// searchFacts returns how far the search went.
func searchFacts(report *check.Report) [][2]string {
	r := report.Result
	text := fmt.Sprintf("%s, %s, depth %d", counted(r.States, "state"), counted(r.Transitions, "transition"), r.Depth)
	if r.Reduced {
		text += ", reduced by stubborn sets"
	}
	if !r.Complete {
		text += ", not complete"
	}
	rows := [][2]string{{"search", text}}
	if r.Beyond > 0 {
		rows = append(rows, [2]string{"", counted(r.Beyond, "transition") + " beyond the bound of the clocks not taken"})
	}
	if len(r.NeverRan) > 0 {
		text := strings.Join(r.NeverRan, ", ")
		if !r.Complete {
			text += " (so far)"
		}
		rows = append(rows, [2]string{"never ran", text})
	}
	if report.Options.Stats {
		rows = append(rows, statsFacts(report)...)
	}
	return rows
}

func counted(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

func statsFacts(r *check.Report) [][2]string {
	doc := r.Costs()
	rows := [][2]string{
		{"speed", fmt.Sprintf("%.2f s with %d workers, %s states/s", doc.Seconds, doc.Workers, thousands(doc.StatesPerSecond))},
		{"memory", fmt.Sprintf("%s bytes, %.1f a state", thousands(doc.Bytes), doc.BytesPerState)},
		{"handlers", counted(doc.HandlerCalls, "call")},
	}
	if r.Result.Reduced {
		rows = append(rows, [2]string{"saved", counted(doc.Saved, "event") + " that were enabled and not taken"})
	}
	for i, c := range doc.Steps {
		label := ""
		if i == 0 {
			label = "steps"
		}
		rows = append(rows, [2]string{label, fmt.Sprintf("%12s  %s", thousands(c.Count), c.Name)})
	}
	return rows
}

// propertyMeaning says what a property demands.
func propertyMeaning(p explore.Property, m *instance.Model) string {
	switch p {
	case explore.WellDefined:
		return "every step that can be taken is defined by the algorithm"
	case explore.DeadlockFreedom:
		return "there is no state in which a process waits and nothing but asking can happen"
	case explore.StarvationFreedom:
		return "no process waits for ever while every step that stays enabled is taken"
	}
	return m.Meaning(p)
}

// writeFinding writes the run against a property, unless it is that against an
// earlier one.
func writeFinding(s streams, earlier []check.Finding, f check.Finding) error {
	how := f.Trace.Form()
	if f.Trace.Shortest {
		how += " (a shortest one)"
	} else if f.Trace.Loop < 0 {
		how += " (which may not be a shortest one)"
	}
	title := fmt.Sprintf("%s by %s", s.style.strong(string(f.Property)+" is violated"), how)
	if f.IntegerNote != "" {
		title += "; " + f.IntegerNote
	}
	s.out.WriteString("  " + s.hang(2, title+":"))
	for _, g := range earlier {
		if g.Trace != nil && slices.Equal(g.Trace.Steps, f.Trace.Steps) && g.Trace.Loop == f.Trace.Loop {
			fmt.Fprintf(s.out, "  the run against %s, above\n", g.Property)
			return nil
		}
	}
	return s.writeRun(f.Trace, f.Run)
}

func writeProtocolJSON(w *bufio.Writer, r *check.Report) error {
	data, err := r.MarshalJSON()
	if err != nil {
		return &internalError{err}
	}
	w.Write(append(data, '\n'))
	return nil
}
