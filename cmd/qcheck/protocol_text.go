package main

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// writeExploration writes what was checked, over what, what came out, the runs
// that violate something, and a paragraph that says it all.
func writeExploration(s streams, x *exploration) error {
	a := x.instance.Algorithm
	fmt.Fprintf(s.out, "%s: %s\n", s.style.strong(x.label()), a.Summary)
	writeFacts(s, append(x.workload().facts(), searchFacts(x)...))
	s.out.WriteByte('\n')
	width := len("well-defined")
	for _, f := range x.findings {
		width = max(width, len(f.Property))
	}
	for _, f := range x.findings {
		v := s.style.verdict(f.Verdict, fmt.Sprintf("%-8s", f.Verdict))
		fmt.Fprintf(s.out, "  %s  %-*s  %s", v, width, f.Property, s.hang(width+14, propertyMeaning(f.Property, x)))
		if f.Verdict != verdict.Holds {
			fmt.Fprintf(s.out, "  %*s%s", width+12, "", s.hang(width+14, f.Detail))
		}
	}
	for i, f := range x.findings {
		if f.Verdict == verdict.Violated {
			s.out.WriteByte('\n')
			if err := writeFinding(s, x.findings[:i], f); err != nil {
				return &internalError{err}
			}
		}
	}
	fmt.Fprintf(s.out, "\n%s", wrap(s.style.verdict(x.verdict(), x.verdict().String())+": "+x.summary(), s.within(100), "  "))
	return nil
}

func writeFacts(s streams, rows [][2]string) {
	for _, f := range rows {
		fmt.Fprintf(s.out, "  %-9s  %s", f[0], s.hang(13, f[1]))
	}
}

// searchFacts returns how far the search went.
func searchFacts(x *exploration) [][2]string {
	r := x.result
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
	if x.options.stats {
		rows = append(rows, statsFacts(x)...)
	}
	return rows
}

func counted(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

func statsFacts(x *exploration) [][2]string {
	doc := statsDocument(x)
	rows := [][2]string{
		{"speed", fmt.Sprintf("%.2f s with %d workers, %s states/s", doc.Seconds, doc.Workers, thousands(doc.StatesPerSecond))},
		{"memory", fmt.Sprintf("%s bytes, %.1f a state", thousands(doc.Bytes), doc.BytesPerState)},
		{"handlers", counted(doc.HandlerCalls, "call")},
	}
	if x.result.Reduced {
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
func propertyMeaning(p explore.Property, x *exploration) string {
	switch p {
	case explore.WellDefined:
		return "every step that can be taken is defined by the algorithm"
	case explore.Deadlock:
		return "there is no state in which a process waits and nothing but asking can happen"
	case explore.Starvation:
		return "no process waits for ever while every step that stays enabled is taken"
	}
	return x.instance.Meaning(p)
}

// writeFinding writes the run against a property, unless it is that against an
// earlier one.
func writeFinding(s streams, earlier []finding, f finding) error {
	how := f.trace.Form()
	if f.trace.Shortest {
		how += " (a shortest one)"
	} else if f.trace.Loop < 0 {
		how += " (which may not be a shortest one)"
	}
	title := fmt.Sprintf("%s by %s", s.style.strong(string(f.Property)+" is violated"), how)
	if f.integerNote != "" {
		title += "; " + f.integerNote
	}
	s.out.WriteString("  " + s.hang(2, title+":"))
	for _, g := range earlier {
		if g.trace != nil && slices.Equal(g.trace.Steps, f.trace.Steps) && g.trace.Loop == f.trace.Loop {
			fmt.Fprintf(s.out, "  the run against %s, above\n", g.Property)
			return nil
		}
	}
	return s.writeRun(f.trace, f.run)
}
