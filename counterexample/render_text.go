package counterexample

import (
	"fmt"
	"io"
	"strings"

	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/explore/obvious"
)

// RenderText writes one line for each step: its number, the event, the messages
// sent, the changes of the local state, and the processes that are in the
// critical section or wait afterwards. Then follow the messages on the way at the
// end, the violation that the run shows, and why (see Why). Messages to oneself that are taken
// within the step come first among those that are sent, each with what came of
// it.
func RenderText(w io.Writer, t *trace.Trace, run *obvious.Run) error {
	return RenderTextWithin(w, t, run, 0)
}

// RenderTextWithin is RenderText for lines of at most so many characters, for
// which it breaks the text of a column into several lines. A width of 0 is no
// limit, and a very small one is exceeded.
func RenderTextWithin(w io.Writer, t *trace.Trace, run *obvious.Run, width int) error {
	r := telling.Read(t, run)
	lines := []any{[]string{"step", "what happens", "sends", "becomes", "then"}} // []string: a row; string: a remark
	if len(run.Moves) == 0 {
		lines = []any{[]string{""}, "no step is taken: this is the initial state"}
	}
	if legend := r.Processes.Legend(telling.Processes(run)); legend != "" {
		lines = append(lines, legend)
	}
	if standing := r.Standing(run.Configs[0]); standing != "" {
		lines = append(lines, "at the start: "+standing)
	}
	for i, m := range run.Moves {
		if i == t.Loop {
			lines = append(lines, "from here on, again and again:")
		}
		row := []string{fmt.Sprint(i + 1), r.Happens(i), r.Sends(i), r.Becomes(i), r.Standing(telling.After(run, i))}
		if m.Undefined != "" {
			row[3], row[4] = "not defined", ""
		}
		lines = append(lines, row)
	}
	for _, line := range r.Conclusion() {
		lines = append(lines, line)
	}
	_, err := io.WriteString(w, strings.TrimPrefix(layOut(lines, width), "\n"))
	return err
}
