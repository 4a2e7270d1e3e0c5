package counterexample

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// RenderText writes a line a step: its number, what happens, what is sent, what
// becomes of the local state, and who is inside and who waits afterwards; then
// what is on the way at the end, and what the run shows.
func RenderText(w io.Writer, t *Trace, run *obvious.Run) error {
	var lines []any // []string: a row; string: a remark
	lines = append(lines, []string{"step", "what happens", "sends", "becomes", "then"})
	for i, m := range run.Moves {
		if i == t.Loop {
			lines = append(lines, "from here on, again and again:")
		}
		row := []string{fmt.Sprint(i + 1), happens(run, i), sends(run, i), becomes(run, i), standing(after(run, i))}
		if m.Undefined != "" {
			row[3], row[4] = "not defined", ""
		}
		lines = append(lines, row)
	}
	if t.Loop >= 0 {
		lines = append(lines, fmt.Sprintf("and on with step %d, from the same state as before it", t.Loop+1))
	} else if way := onTheWay(run.Configs[len(run.Configs)-1]); len(way) > 0 && t.Property != explore.WellDefined {
		lines = append(lines, "still on the way: "+strings.Join(way, "; "))
	}
	lines = append(lines, fmt.Sprintf("%s is violated: %s", t.Property, strings.ReplaceAll(t.Detail, "\n", " ")))
	_, err := io.WriteString(w, layOut(lines))
	return err
}

// becomes says what move i changed at its process.
func becomes(run *obvious.Run, i int) string {
	p := run.Moves[i].Process
	a, b := run.Configs[i], after(run, i)
	text := changes(a, b, a.Locals[p], b.Locals[p])
	if len(b.Clocks) > 0 && a.Clocks[p] != b.Clocks[p] {
		text = strings.TrimSpace(fmt.Sprintf("%s clock=%d", text, b.Clocks[p]))
	}
	return text
}

// layOut aligns the rows, the first column to the right, and indents the
// remarks to the second column. Columns that are empty but for their heading
// are left out.
func layOut(lines []any) string {
	var widths []int
	used := map[int]bool{}
	for at, line := range lines {
		row, _ := line.([]string)
		for i, cell := range row {
			for len(widths) <= i {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
			used[i] = used[i] || at > 0 && cell != ""
		}
	}
	var b strings.Builder
	for _, line := range lines {
		row, ok := line.([]string)
		if !ok {
			row = []string{"", line.(string)}
		}
		text := ""
		for i, cell := range row {
			pad := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell)))
			switch {
			case i == 0:
				text += pad + cell
			case used[i] || !ok:
				text += "  " + cell + pad
			}
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	return b.String()
}
