package console

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// WriteColumns writes rows of cells under headings, each column as wide as its
// widest cell. A column of sets or text stands left, one of numbers right.
func WriteColumns(s Streams, table [][]string) {
	sides := bytes.Repeat([]byte("r"), len(table[0]))
	for _, line := range table[1:] {
		for j, cell := range line {
			if strings.ContainsAny(cell, " {") {
				sides[j] = 'l'
			}
		}
	}
	WriteAligned(s, table, string(sides))
}

// WriteAligned writes rows of cells under headings; sides has l or r for each
// column.
func WriteAligned(s Streams, table [][]string, sides string) {
	width := make([]int, len(sides))
	for _, line := range table {
		for j, cell := range line {
			width[j] = max(width[j], utf8.RuneCountInString(cell))
		}
	}
	for _, line := range table {
		text := ""
		for j, cell := range line {
			if sides[j] == 'l' {
				text += fmt.Sprintf("  %-*s", width[j], cell)
			} else {
				text += fmt.Sprintf("  %*s", width[j], cell)
			}
		}
		fmt.Fprintln(s.Out, strings.TrimRight(text, " "))
	}
}
