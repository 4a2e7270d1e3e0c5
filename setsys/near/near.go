// Package near finds the name that was probably meant.
package near

import (
	"fmt"
	"strings"
)

// Name returns the known name nearest to the wrong one, of several the first;
// "" when none is near. Near are names that up to two slips of the keyboard
// apart (a letter too many, too few, another, or two exchanged), but no more
// than one for three letters; case does not count.
func Name[S ~string](wrong string, known []S) string {
	best, least := "", min(2, len(wrong)/3)+1
	for _, n := range known {
		name := string(n)
		if d := distance(strings.ToLower(wrong), strings.ToLower(name), least); d < least {
			best, least = name, d
		}
	}
	return best
}

// Meant ends a message about a wrong name with the nearest known one, if any.
func Meant[S ~string](wrong string, known []S) string {
	if name := Name(wrong, known); name != "" {
		return fmt.Sprintf(": did you mean %q?", name)
	}
	return ""
}

// Hint is Meant with all known names, which are few.
func Hint[S ~string](wrong string, known []S) string {
	text, sep := Meant(wrong, known), " (known: "
	for _, name := range known {
		text += sep + string(name)
		sep = ", "
	}
	return text + ")"
}

// distance returns the number of slips between a and b, or some number of at
// least enough when there are so many.
func distance(a, b string, enough int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= enough {
		return enough
	}
	// The rows of the table of Damerau and Levenshtein for beginnings of a that
	// are one or two letters shorter, and for this one.
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
