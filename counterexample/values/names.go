package values

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys/phrase"
)

// Names has the names that a structure file gives its nodes, which are the
// processes, in order. It is empty where the nodes are numbers: then processes
// are called p1, p2 and so on, so that they are not taken for counts.
type Names []string

// NamesOf returns the names of the processes of an instance.
func NamesOf(in instance.Instance) Names {
	names := Names(in.Names())
	for p := range names {
		names[p] = legible(names[p])
	}
	return names
}

// ProcessName is what tables call process p of an instance: its name in the
// structure file, or its number.
func ProcessName(in instance.Instance, p int) string {
	if names := NamesOf(in); names != nil {
		return names[p]
	}
	return strconv.Itoa(p + 1)
}

// Named returns a sentence about the processes of an instance with the names that
// its structure file gives them in place of their numbers.
func Named(in instance.Instance, sentence string) string { return NamesOf(in).In(sentence) }

// legible returns a name as it can be printed: in quotes when it is a number,
// which is not that of the process, or has characters that cannot be seen.
func legible(name string) string {
	_, err := strconv.Atoi(name)
	if err == nil || name == "" || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// Of returns what process p is called.
func (names Names) Of(p int) string {
	if p < len(names) {
		return names[p]
	}
	return fmt.Sprintf("p%d", p+1)
}

// All returns what the processes are called.
func (names Names) All(ps []int) []string {
	var parts []string
	for _, p := range ps {
		parts = append(parts, names.Of(p))
	}
	return parts
}

// set writes a set of processes.
func (names Names) set(s explore.Set) string {
	return "{" + strings.Join(names.All(s.Members()), ",") + "}"
}

// Legend says which name goes with which number, empty without names.
func (names Names) Legend(n int) string {
	if len(names) == 0 {
		return ""
	}
	var parts []string
	for p := range n {
		parts = append(parts, fmt.Sprintf("%d %s", p+1, names[p]))
	}
	return "by number, as in time stamps: " + strings.Join(parts, ", ")
}

// numbered finds the processes that a sentence mentions by number.
var numbered = regexp.MustCompile(`\bprocess (\d+)\b|\bprocesses (\d+(?:, \d+)*(?: and \d+)?)\b|\{(\d+(?:,\d+)*)\}`)

// In returns a sentence with names in place of numbers.
func (names Names) In(sentence string) string {
	if len(names) == 0 {
		return sentence
	}
	return numbered.ReplaceAllStringFunc(sentence, func(mention string) string {
		var called []string
		for _, digits := range regexp.MustCompile(`\d+`).FindAllString(mention, -1) {
			p, err := strconv.Atoi(digits)
			if err != nil || p < 1 || p > len(names) {
				return mention
			}
			called = append(called, names[p-1])
		}
		if strings.HasPrefix(mention, "{") {
			return "{" + strings.Join(called, ",") + "}"
		}
		return phrase.List(called)
	})
}
