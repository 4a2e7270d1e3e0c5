package command

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/setsys"
)

// sizes says how many sets a family has and of how many nodes.
func sizes(f setsys.Family, noun string) string {
	if f.Len() == 0 {
		return "none"
	}
	least, most := f.Nodes(), 0
	for i := range f.Len() {
		n := f.At(i).Len()
		least, most = min(least, n), max(most, n)
	}
	of := count(most, "node")
	if least < most {
		of = fmt.Sprintf("%d to %d nodes", least, most)
	}
	return count(f.Len(), noun) + " of " + of
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func writeFacts(s streams, rows [][2]string) {
	for _, f := range rows {
		if f[1] == "" { // authors may say nothing
			continue
		}
		fmt.Fprintf(s.out, "  %-9s  %s", f[0], s.hang(13, setsys.Printable(f[1])))
	}
}

func counted(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// thousands writes a number with commas.
func thousands[N int | int64 | uint64](n N) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// titled returns a name with what is said of it, which may be nothing.
func titled(name, text string) string {
	if text == "" {
		return name
	}
	return name + ": " + text
}

// writeRows writes rows of a label and a text.
func writeRows(s streams, rows [][2]string) {
	rows = slices.DeleteFunc(rows, func(r [2]string) bool { return r[1] == "" }) // authors may say nothing
	width := 0
	for _, r := range rows {
		width = max(width, len(r[0]))
	}
	for _, r := range rows {
		fmt.Fprintf(s.out, "  %-*s  %s", width, r[0], s.hang(width+4, r[1]))
	}
}

// capital returns the text with a capital letter where it begins with a word.
func capital(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if len(word) > 1 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz,") == "" || word == "a" {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}
