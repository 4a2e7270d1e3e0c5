package counterexample

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/explore/obvious"
)

// RenderChanges writes only what changes: for each step what happens, then the fields
// of the local state that differ, with what they were, the messages that came into a
// channel or left it, and who entered or left the critical section or began to wait.
func RenderChanges(w io.Writer, t *trace.Trace, run *obvious.Run) error {
	r := telling.Read(t, run)
	var b strings.Builder
	b.WriteString("what changes, step by step\n")
	if legend := r.Processes.Legend(telling.Processes(run)); legend != "" {
		fmt.Fprintln(&b, legend)
	}
	for i := range run.Moves {
		if i == t.Loop {
			b.WriteString("from here on, again and again:\n")
		}
		fmt.Fprintf(&b, "%d  %s\n", i+1, r.Happens(i))
		rows := r.Differences(i)
		width := 0
		for _, row := range rows {
			width = max(width, utf8.RuneCountInString(row[0]))
		}
		for _, row := range rows {
			fmt.Fprintf(&b, "   %s%s  %s\n", row[0], strings.Repeat(" ", width-utf8.RuneCountInString(row[0])), row[1])
		}
	}
	for _, line := range r.Conclusion() {
		fmt.Fprintln(&b, line)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
