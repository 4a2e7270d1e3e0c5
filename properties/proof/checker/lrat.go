package checker

import (
	"bufio"
	"bytes"
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// LRAT is nil if the proof shows that the formula, in the DIMACS format, has no
// model. A line of the proof is a number greater than those before, the literals of a
// clause, 0, the numbers of earlier clauses, and 0: if all literals of the clause are
// false, then each of these clauses has just one literal left that may be true, and
// is true then, until the last one has none. The last line is the empty clause.
func LRAT(formula, proof []byte) error {
	clauses, err := DIMACS(formula)
	if err != nil {
		return fmt.Errorf("the formula: %w", err)
	}
	known := map[int][]int{}
	last := 0
	for _, c := range clauses.Clauses {
		last++
		known[last] = c
	}
	derived := []int{0} // no empty clause yet
	for at, fields := range lines(proof) {
		number, clause, hints, err := lratLine(fields, clauses.Variables)
		if err == nil && number <= last {
			err = fmt.Errorf("number %d after %d", number, last)
		}
		if err == nil && len(derived) == 0 {
			err = fmt.Errorf("there is more after the empty clause")
		}
		if err == nil {
			err = implied(known, clause, hints)
		}
		if err != nil {
			return fmt.Errorf("the proof, line %d: %w", at, err)
		}
		known[number], last, derived = clause, number, clause
	}
	if len(derived) > 0 {
		return fmt.Errorf("the proof does not end with the empty clause")
	}
	return nil
}

// implied checks that the clause follows from those of the hints.
func implied(known map[int][]int, clause, hints []int) error {
	holds := map[int]bool{} // literals
	for _, l := range clause {
		holds[-l] = true
	}
	for i, h := range hints {
		c, ok := known[h]
		if !ok {
			return fmt.Errorf("there is no clause %d", h)
		}
		open := map[int]bool{}
		for _, l := range c {
			if !holds[-l] {
				open[l] = true
			}
		}
		switch {
		case len(open) == 0 && i == len(hints)-1:
			return nil
		case len(open) != 1:
			return fmt.Errorf("%d literals of clause %d may be true", len(open), h)
		}
		for l := range open {
			holds[l] = true
		}
	}
	return fmt.Errorf("the last of its clauses may be true")
}

func lratLine(fields []string, variables int) (number int, clause, hints []int, err error) {
	n, err := integers(fields)
	if err != nil {
		return 0, nil, nil, err
	}
	end := 1
	for end < len(n) && n[end] != 0 {
		end++
	}
	if len(n) < 3 || end > len(n)-2 || n[len(n)-1] != 0 {
		return 0, nil, nil, fmt.Errorf("not a number, literals, 0, numbers, 0")
	}
	clause, hints = n[1:end], n[end+1:len(n)-1]
	for _, l := range clause {
		if l > variables || -l > variables {
			return 0, nil, nil, fmt.Errorf("there is no variable of the literal %d", l)
		}
	}
	return n[0], clause, hints, nil
}

// A Formula is one in clauses: lists of literals, which are variables from 1 on, or
// their negations as negative numbers.
type Formula struct {
	Variables int
	Clauses   [][]int
}

// DIMACS reads a formula in clauses, one a line.
func DIMACS(text []byte) (*Formula, error) {
	f := &Formula{Variables: -1}
	count := 0
	for at, fields := range lines(text) {
		switch {
		case fields[0] == "c":
		case f.Variables < 0:
			n, err := integers(fields[min(2, len(fields)):])
			if err != nil || len(n) != 2 || fields[0] != "p" || fields[1] != "cnf" || n[0] < 0 {
				return nil, fmt.Errorf("line %d: not p cnf and two numbers", at)
			}
			f.Variables, count = n[0], n[1]
		default:
			n, err := integers(fields)
			if err != nil || n[len(n)-1] != 0 {
				return nil, fmt.Errorf("line %d: not literals and 0", at)
			}
			for _, l := range n[:len(n)-1] {
				if l == 0 || l > f.Variables || -l > f.Variables {
					return nil, fmt.Errorf("line %d: there is no literal %d", at, l)
				}
			}
			f.Clauses = append(f.Clauses, n[:len(n)-1])
		}
	}
	if f.Variables < 0 || len(f.Clauses) != count {
		return nil, fmt.Errorf("%d clauses, where %d are announced", len(f.Clauses), count)
	}
	return f, nil
}

// lines yields the lines that are not empty, as fields, with their numbers from 1 on.
func lines(text []byte) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		s := bufio.NewScanner(bytes.NewReader(text))
		s.Buffer(nil, len(text)+1)
		for at := 1; s.Scan(); at++ {
			if fields := strings.Fields(s.Text()); len(fields) > 0 && !yield(at, fields) {
				return
			}
		}
	}
}

func integers(fields []string) ([]int, error) {
	numbers := make([]int, len(fields))
	for i, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil {
			return nil, fmt.Errorf("%q is no number", f)
		}
		numbers[i] = n
	}
	return numbers, nil
}
