// Package phrase writes numbers and lists as English has them.
package phrase

import (
	"fmt"
	"strings"
)

// Count writes a number with a noun: "1 node", "3 nodes".
func Count(n int, noun string) string { return fmt.Sprintf("%d %s", n, Noun(n, noun)) }

// Noun is the noun for so many things.
func Noun(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// Thousands writes a number with commas: "1,234".
func Thousands[N int | int64 | uint64](n N) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// List joins with commas and a last "and".
func List(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

// Clause is a list with its verb, one for one subject and another for many: "a holds", "a and b hold".
func Clause(subjects []string, one, many string) string {
	if len(subjects) == 1 {
		return subjects[0] + " " + one
	}
	return List(subjects) + " " + many
}
