package counterexample

import (
	"fmt"
	"io"
	"strings"

	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
)

// RenderMermaid writes a Mermaid sequence diagram: a message is drawn where it
// is taken, with the step that sent it if steps lie between, and then with a dashed
// line; a process is activated while it is in the critical section, the
// steps of a cycle are in a loop. A message to oneself that is taken in the step
// in which it is sent is an arrow below that step. Messages still on their way
// at the end, and what the run shows, are notes. The numbers are those of the
// steps.
func RenderMermaid(w io.Writer, t *trace.Trace, run *obvious.Run) error {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "  "+format+"\n", args...) }
	b.WriteString("sequenceDiagram\n")
	r, n := telling.Read(t, run), telling.Processes(run)
	for p := range n {
		line("participant p%d as %s", p+1, mermaid(r.Participant(p)))
	}
	for _, p := range trace.InPhase(run.Configs[0], explore.Inside) {
		line("Note over p%d: begins in the critical section", p+1)
		line("activate p%d", p+1)
	}
	taken := map[int]telling.Message{}
	for _, m := range r.Messages() {
		taken[m.Taken] = m
	}
	for i, m := range run.Moves {
		if i == t.Loop {
			line("loop for ever")
		}
		what := m.Name
		switch {
		case m.Fault == explore.Copies:
			what = fmt.Sprintf("%d. %s from %s %s", i+1, r.Before(i).Show(m.Received), r.Processes.Of(m.From), m.Name)
		case m.Told > 0:
			what = fmt.Sprintf("%d. is told that %s has crashed: %s", i+1, r.Processes.Of(m.Told-1), m.Name)
		case m.From >= 0:
			received := r.Before(i).Show(m.Received)
			arrow, since := "-)", ""
			if msg := taken[i]; msg.Late() {
				arrow, since = "--)", fmt.Sprintf(", sent in step %d", msg.Sent+1)
				if msg.Again != msg.Sent {
					since += fmt.Sprintf(", in later rounds in step %d", msg.Again+1)
				}
			}
			if m.Fault != "" { // the arrow ends with a cross
				arrow = strings.TrimSuffix(arrow, ")") + "x"
			}
			line("p%d%sp%d: %d. %s%s", m.From+1, arrow, m.Process+1, i+1, mermaid(received), since)
			what = strings.TrimPrefix(telling.Outcome(m.Name, received), ": ")
			if m.Fault == explore.Drops {
				what = "is dropped: " + r.Processes.Of(m.Process) + " has crashed"
			}
		default:
			what = fmt.Sprintf("%d. %s", i+1, what)
		}
		if stamp := r.Stamped(i); stamp != "" {
			what = strings.TrimPrefix(what+", "+stamp, ", ")
		}
		if m.Undefined != "" && len(m.Own) == 0 {
			what = strings.TrimPrefix(what+", not defined", ", ")
		}
		if what != "" {
			line("Note over p%d: %s", m.Process+1, mermaid(what))
		}
		for j, own := range r.Own(i, "") {
			if m.Undefined != "" && j == len(m.Own)-1 {
				own += ", not defined"
			}
			line("p%d-)p%d: %s", m.Process+1, m.Process+1, mermaid(own))
		}
		before, now := run.Configs[i].Observations[m.Process].Phase, telling.After(run, i).Observations[m.Process].Phase
		switch {
		case before != explore.Inside && now == explore.Inside:
			line("activate p%d", m.Process+1)
		case before == explore.Inside && now != explore.Inside:
			line("deactivate p%d", m.Process+1)
		}
	}
	if t.Loop >= 0 {
		line("end")
	} else if t.Property != explore.WellDefined {
		for _, way := range r.OnTheWay() {
			line("Note over p1,p%d: on the way: %s", n, mermaid(way))
		}
	}
	line("Note over p1,p%d: %s", n, mermaid(r.Violation()))
	for _, p := range trace.InPhase(run.Configs[len(run.Configs)-1], explore.Inside) {
		line("deactivate p%d", p+1) // Mermaid draws no bar that is not closed
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// mermaid writes a text with entities for what Mermaid takes for syntax.
func mermaid(s string) string {
	return strings.NewReplacer("%", "#37;", "$", "#36;", "#", "#35;", ";", "#59;", "<", "#lt;", ">", "#gt;", "\n", " ").Replace(s)
}
