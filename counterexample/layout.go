package counterexample

import (
	"strings"
	"unicode/utf8"

	"qcheck/counterexample/drawing"
)

// gap is between columns.
const gap = 2

// leastWidth is how narrow a column may become.
const leastWidth = 8

// layOut aligns the rows, the first column to the right, and indents the remarks
// to the second column. Columns that are empty except for their heading are left
// out. Lines have at most the given width, if it is not 0.
func layOut(lines []any, width int) string {
	widths := columnWidths(lines)
	narrow(widths, width)
	indent, rest := widths[0]+gap, 0
	if width > 0 {
		rest = max(width-indent, leastWidth)
	}
	var b strings.Builder
	put := func(line string) { b.WriteString(strings.TrimRight(line, " ") + "\n") }
	for _, line := range lines {
		row, ok := line.([]string)
		if !ok {
			for _, part := range broken(line.(string), rest) {
				put(strings.Repeat(" ", indent) + part)
			}
			continue
		}
		cells, height := make([][]string, len(row)), 0
		for i, cell := range row {
			cells[i] = broken(cell, widths[i])
			height = max(height, len(cells[i]))
		}
		for at := range height {
			text := ""
			for i, cell := range cells {
				if widths[i] == 0 {
					continue
				}
				part := ""
				if at < len(cell) {
					part = cell[at]
				}
				pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(part))
				if i == 0 {
					text = pad + part
				} else {
					text += strings.Repeat(" ", gap) + part + pad
				}
			}
			put(text)
		}
	}
	return b.String()
}

// columnWidths returns how wide the columns of the rows are, 0 for one that has
// nothing below its heading.
func columnWidths(lines []any) []int {
	widths := make([]int, len(lines[0].([]string)))
	used := map[int]bool{0: true}
	for at, line := range lines {
		row, _ := line.([]string)
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
			used[i] = used[i] || at > 0 && cell != ""
		}
	}
	for i := range widths {
		if !used[i] {
			widths[i] = 0
		}
	}
	return widths
}

// narrow takes from the widest columns, but the first, until they fit into the
// width, if it is not 0.
func narrow(widths []int, width int) {
	for width > 0 {
		total, widest := -gap, 0
		for i, w := range widths {
			if w > 0 {
				total += w + gap
			}
			if i > 0 && (widest == 0 || w >= widths[widest]) {
				widest = i
			}
		}
		if total <= width || widest == 0 || widths[widest] <= leastWidth {
			return
		}
		widths[widest]--
	}
}

// broken breaks a text into lines of at most the given width: behind each
// semicolon, and where that is not enough between words, or behind a comma in a
// word, if it can; 0 is no limit.
func broken(text string, width int) []string {
	if width <= 0 || utf8.RuneCountInString(text) <= width {
		return []string{text}
	}
	var lines []string
	for part := range strings.SplitAfterSeq(strings.TrimSpace(text), "; ") {
		lines = append(lines, drawing.Break(part, width)...)
	}
	return lines
}
