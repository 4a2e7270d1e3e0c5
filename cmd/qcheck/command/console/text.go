package console

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"qcheck/counterexample/page"
	"qcheck/setsys"
	"qcheck/setsys/phrase"
)

// Sizes says how many sets a family has and of how many nodes.
func Sizes(f setsys.Family, noun string) string {
	if f.Len() == 0 {
		return "none"
	}
	least, most := f.Nodes(), 0
	for i := range f.Len() {
		n := f.At(i).Len()
		least, most = min(least, n), max(most, n)
	}
	return Count(f.Len(), noun) + " of " + Nodes(least, most)
}

// Nodes says how many nodes sets have.
func Nodes(least, most int) string {
	if least < most {
		return fmt.Sprintf("%d to %d nodes", least, most)
	}
	return Count(most, "node")
}

// Count returns a number and a noun, in the plural where it belongs there.
func Count(n int, noun string) string { return phrase.Count(n, noun) }

// WriteFacts writes rows of a short label and a text, in columns as wide as everywhere.
func WriteFacts(s Streams, rows [][2]string) {
	for _, f := range Said(rows) {
		fmt.Fprintf(s.Out, "  %-9s  %s", f[0], s.Hang(13, setsys.Printable(f[1])))
	}
}

// Counted is Count with commas in the number.
func Counted[N int | int64 | uint64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Thousands(n) + " " + noun + "s"
}

// Thousands writes a number with commas.
func Thousands[N int | int64 | uint64](n N) string { return phrase.Thousands(n) }

// Titled returns a name with what is said of it, which may be nothing.
func Titled(name, text string) string {
	if text == "" {
		return name
	}
	return name + ": " + text
}

// Said returns the rows that say something; authors may say nothing.
func Said(rows [][2]string) [][2]string {
	return slices.DeleteFunc(rows, func(r [2]string) bool { return r[1] == "" })
}

// WriteRows writes rows of a label and a text; the texts begin behind the longest label. One without a text is its label.
func WriteRows(s Streams, rows [][2]string) {
	width := 0
	for _, r := range rows {
		width = max(width, len(r[0]))
	}
	for _, r := range rows {
		fmt.Fprintln(s.Out, strings.TrimRight(fmt.Sprintf("  %-*s  %s", width, r[0], s.Hang(width+4, r[1])), " \n"))
	}
}

// WriteVerdicts writes verdicts on properties, with what is said of each below it. The meanings stand in one
// column, behind names of at least so many characters.
func WriteVerdicts(s Streams, width int, all []page.Verdict) {
	for _, v := range all {
		width = max(width, len(v.Property))
	}
	for _, v := range all {
		line := fmt.Sprintf("  %s  %-*s  %s", s.Style.Verdict(v.Verdict, fmt.Sprintf("%-8s", v.Verdict)), width, v.Property, s.Hang(width+14, v.Meaning))
		fmt.Fprintln(s.Out, strings.TrimRight(line, " \n")) // it may have no meaning
		for _, detail := range v.Details {
			if detail != "" {
				fmt.Fprintf(s.Out, "  %*s%s", width+12, "", s.Hang(width+14, detail))
			}
		}
	}
}

// Capital returns the text with a capital letter where it begins with a word.
func Capital(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if len(word) > 1 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz,") == "" || word == "a" {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}

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
