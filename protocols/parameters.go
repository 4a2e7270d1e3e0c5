package protocols

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
)

// A Parameter is what some algorithms have besides n, k and a structure. Its
// values are texts, as on a command line.
type Parameter struct {
	// Name is what commands and files call it.
	Name string
	// Value says of what form its values are, in a word for usage texts; empty
	// for one that is just there or not, with the value "true".
	Value string
	// Doc says in a line what it is.
	Doc string

	read func(text string, n int) (any, error)
}

// Settings are the values of parameters, by name.
type Settings map[string]string

// Parameters returns all parameters that some algorithm has, in listing order.
func Parameters() []Parameter {
	flag := func(text string, _ int) (any, error) {
		if text != "true" {
			return nil, fmt.Errorf("needs no value, not %q", text)
		}
		return true, nil
	}
	number := func(least int) func(string, int) (any, error) {
		return func(text string, _ int) (any, error) { return readNumber(text, least, 250) }
	}
	return []Parameter{
		{"l", "N", "how many processes are inside at least, for inclusion", number(0)},
		{"m", "N", "how many units of the resource there are (default that of the structure)", number(1)},
		{"units", "LIST", "how many units each process asks for, a number for all or one for each; any: each request takes any number (default 1)", readUnits},
		{"resources", "N", "how many resources there are, of which a request takes any (default 2)", number(1)},
		{"resource", "LIST", "which of them each process asks for (default any at each request)", readPerProcess},
		{"in-cs", "LIST", "the processes that begin inside (default as many as need to be)", readNodes},
		{"mutex", "NAME", "the mutual exclusion inside: maekawa or lock (default lock)", readWord("maekawa", "lock")},
		{"no-retry", "", "a process stays with the first quorum it selected", flag},
		{"no-answer-no", "", "a process inside leaves a QUERY without an answer", flag},
		{"reselect", "", "a process that waits may give up and select another quorum", flag},
	}
}

func readNumber(text string, least, most int) (int, error) {
	v, err := strconv.Atoi(text)
	if err != nil || v < least || v > most {
		return 0, fmt.Errorf("needs a number from %d to %d, not %q", least, most, text)
	}
	return v, nil
}

func readPerProcess(text string, n int) (any, error) {
	var list []int
	for word := range strings.SplitSeq(text, ",") {
		v, err := readNumber(strings.TrimSpace(word), 1, 250)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	if len(list) == 1 {
		list = slices.Repeat(list, n)
	}
	if len(list) != n {
		return nil, fmt.Errorf("has %d numbers for %d processes", len(list), n)
	}
	return list, nil
}

// readUnits reads a number for each process; 0 stands for any.
func readUnits(text string, n int) (any, error) {
	if text == "any" {
		return make([]int, n), nil
	}
	return readPerProcess(text, n)
}

// readNodes reads a set of processes, which count from 1; none is the empty one.
func readNodes(text string, n int) (any, error) {
	var s explore.Set
	if text == "none" {
		return s, nil
	}
	for word := range strings.SplitSeq(text, ",") {
		p, err := readNumber(strings.TrimSpace(word), 1, n)
		if err != nil {
			return nil, err
		}
		s = s.With(p - 1)
	}
	return s, nil
}

func readWord(words ...string) func(string, int) (any, error) {
	return func(text string, _ int) (any, error) {
		if !slices.Contains(words, text) {
			return nil, fmt.Errorf("needs %s, not %q", strings.Join(words, " or "), text)
		}
		return text, nil
	}
}

// settle checks the settings of an instance for an algorithm with these
// parameters, and keeps their values.
func (p *Params) settle(algorithm string, names []string) error {
	p.values = map[string]any{}
	for _, q := range Parameters() {
		text, given := p.Settings[q.Name]
		if !given {
			continue
		}
		if !slices.Contains(names, q.Name) {
			return fmt.Errorf("algorithm %s has no %s", algorithm, q.Name)
		}
		value, err := q.read(text, p.N)
		if err != nil {
			return fmt.Errorf("%s %w", q.Name, err)
		}
		p.values[q.Name] = value
	}
	for name := range p.Settings {
		if !slices.ContainsFunc(Parameters(), func(q Parameter) bool { return q.Name == name }) {
			return fmt.Errorf("no algorithm has a parameter %q", name)
		}
	}
	return nil
}

// of returns the value of a parameter, or what it is when it is not given.
func of[T any](p Params, name string, otherwise T) T {
	if v, ok := p.values[name]; ok {
		return v.(T)
	}
	return otherwise
}
