package counterexample

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// RenderChanges writes only what changes: for each step what happens, then the fields
// of the local state that differ, with what they were, the messages that came into a
// channel or left it, and who entered or left the critical section or began to wait.
func RenderChanges(w io.Writer, t *Trace, run *obvious.Run) error {
	r := newRendering(t, run)
	var b strings.Builder
	b.WriteString("what changes, step by step\n")
	if legend := r.processes.legend(processes(run)); legend != "" {
		fmt.Fprintln(&b, legend)
	}
	for i := range run.Moves {
		if i == t.Loop {
			b.WriteString("from here on, again and again:\n")
		}
		fmt.Fprintf(&b, "%d  %s\n", i+1, r.happens(i))
		rows := r.differences(i)
		width := 0
		for _, row := range rows {
			width = max(width, utf8.RuneCountInString(row[0]))
		}
		for _, row := range rows {
			fmt.Fprintf(&b, "   %s%s  %s\n", row[0], strings.Repeat(" ", width-utf8.RuneCountInString(row[0])), row[1])
		}
	}
	for _, line := range r.conclusion() {
		fmt.Fprintln(&b, line)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// differences returns what move i changed, each with where.
func (r *rendering) differences(i int) [][2]string {
	m := r.run.Moves[i]
	if m.Undefined != "" {
		return [][2]string{{r.processes.of(m.Process), "not defined"}}
	}
	var rows [][2]string
	for _, c := range r.changes(i) {
		rows = append(rows, [2]string{r.processes.of(m.Process), fmt.Sprintf("%s is %s, was %s", c.name, c.now, c.was)})
	}
	channel := func(from, to int) string {
		if from == to {
			return r.processes.of(from) + " to itself"
		}
		return r.processes.of(from) + " to " + r.processes.of(to)
	}
	if m.From >= 0 {
		rows = append(rows, [2]string{channel(m.From, m.Process), r.before(i).show(m.Received) + " is gone"})
	}
	for _, own := range r.own(i, "") {
		rows = append(rows, [2]string{channel(m.Process, m.Process), own})
	}
	for _, s := range m.Sent {
		rows = append(rows, [2]string{channel(m.Process, s.To), r.after(i).show(s.Msg) + " is new"})
	}
	for p, o := range after(r.run, i).Observations {
		was := r.run.Configs[i].Observations[p].Phase
		switch {
		case o.Phase == was:
		case o.Phase == explore.Inside:
			rows = append(rows, [2]string{r.processes.of(p), "enters the critical section"})
		case was == explore.Inside:
			rows = append(rows, [2]string{r.processes.of(p), "leaves the critical section"})
		case o.Phase == explore.Waiting:
			rows = append(rows, [2]string{r.processes.of(p), "begins to wait"})
		default:
			rows = append(rows, [2]string{r.processes.of(p), "waits no longer"})
		}
	}
	return rows
}

// conclusion returns the lines that follow the steps of a run.
func (r *rendering) conclusion() []string {
	var lines []string
	if r.trace.Loop >= 0 {
		lines = append(lines, fmt.Sprintf("and on with step %d, from the same state as before it", r.trace.Loop+1))
	} else if way := r.onTheWay(); len(way) > 0 && r.trace.Property != explore.WellDefined {
		lines = append(lines, "still on the way: "+strings.Join(way, "; "))
	}
	lines = append(lines, r.violation())
	for _, sentence := range r.trace.Why(r.run).Sentences {
		lines = append(lines, "why: "+sentence)
	}
	return lines
}
