package counterexample

import (
	"fmt"
	"io"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// RenderMermaid writes a Mermaid sequence diagram: a message is drawn where it
// is taken, a process is activated while it is inside, the steps of a cycle are
// in a loop. Messages still on their way at the end, and what the run shows,
// are notes. The numbers are those of the steps.
func RenderMermaid(w io.Writer, t *Trace, run *obvious.Run) error {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("sequenceDiagram")
	n := processes(run)
	for p := range n {
		line("  participant p%d as process %d", p+1, p+1)
	}
	for i, m := range run.Moves {
		if i == t.Loop {
			line("  loop for ever")
		}
		what := m.Name
		if m.From >= 0 {
			received := show(run.Configs[i], m.Received)
			line("  p%d-)p%d: %d. %s", m.From+1, m.Process+1, i+1, mermaid(received))
			what = strings.TrimPrefix(outcome(m.Name, received), ": ")
		} else {
			what = fmt.Sprintf("%d. %s", i+1, what)
		}
		if stamp := stamped(run, i); stamp != "" {
			what = strings.TrimPrefix(what+", "+stamp, ", ")
		}
		if m.Undefined != "" {
			what = strings.TrimPrefix(what+", not defined", ", ")
		}
		if what != "" {
			line("  Note over p%d: %s", m.Process+1, mermaid(what))
		}
		before, now := run.Configs[i].Observations[m.Process].Phase, after(run, i).Observations[m.Process].Phase
		switch {
		case before != explore.Inside && now == explore.Inside:
			line("  activate p%d", m.Process+1)
		case before == explore.Inside && now != explore.Inside:
			line("  deactivate p%d", m.Process+1)
		}
	}
	if t.Loop >= 0 {
		line("  end")
	} else if t.Property != explore.WellDefined {
		for _, way := range onTheWay(run.Configs[len(run.Configs)-1]) {
			line("  Note over p1,p%d: on the way: %s", n, mermaid(way))
		}
	}
	line("  Note over p1,p%d: %s is violated: %s", n, t.Property, mermaid(t.Detail))
	_, err := io.WriteString(w, b.String())
	return err
}

// mermaid writes a text with entities for what Mermaid takes for syntax.
func mermaid(s string) string {
	return strings.NewReplacer("#", "#35;", ";", "#59;", "<", "#lt;", ">", "#gt;", "\n", " ").Replace(s)
}
