package proof

import (
	"bytes"
	"fmt"
	"math"
	"strings"
)

// An inequalities is a formula in 0-1 inequalities, and the lines of its VeriPB
// proof. Variables and inequalities are numbered from 1. A literal is a variable, or
// its negation as a negative number.
type inequalities struct {
	meaning []string // of variable i+1
	text    bytes.Buffer
	lines   bytes.Buffer
	count   int // inequalities of the formula
	last    int // the number of the last inequality or line
	numbers int
}

// A term is a literal with a positive coefficient.
type term struct{ coefficient, literal int }

func (q *inequalities) spend(numbers int) {
	if q.numbers += numbers; q.numbers > maxNumbers {
		giveUp("it would have more than %d numbers", maxNumbers)
	}
}

func (q *inequalities) variable(format string, args ...any) int {
	q.spend(1)
	q.meaning = append(q.meaning, fmt.Sprintf(format, args...))
	return len(q.meaning)
}

// atLeast adds the inequality that the terms sum up to at least the bound, and
// returns its number.
func (q *inequalities) atLeast(bound int, terms ...term) int {
	q.spend(2*len(terms) + 1)
	for _, t := range terms {
		fmt.Fprintf(&q.text, "%d %s ", t.coefficient, name(t.literal))
	}
	fmt.Fprintf(&q.text, ">= %d ;\n", bound)
	q.count++
	q.last++
	return q.last
}

func name(literal int) string {
	if literal < 0 {
		return fmt.Sprintf("~x%d", -literal)
	}
	return fmt.Sprintf("x%d", literal)
}

// A sum is a line in the making: inequalities by number, and literals that are at
// least 0, each times a factor.
type sum struct {
	q     *inequalities
	items int
	parts []string
}

func (s *sum) add(what string, factor int) {
	if factor == 0 {
		return
	}
	s.q.spend(3)
	s.parts = append(s.parts, what)
	if factor != 1 {
		s.parts = append(s.parts, fmt.Sprint(factor), "*")
	}
	if s.items++; s.items > 1 {
		s.parts = append(s.parts, "+")
	}
}

// line writes the sum divided by a number, rounded up, and returns its number.
func (s *sum) line(divisor int) int {
	if divisor != 1 {
		s.parts = append(s.parts, fmt.Sprint(divisor), "d")
	}
	fmt.Fprintf(&s.q.lines, "pol %s ;\n", strings.Join(s.parts, " "))
	s.q.last++
	return s.q.last
}

// opb returns the formula in the OPB format.
func (q *inequalities) opb() []byte {
	head := fmt.Sprintf("* #variable= %d #constraint= %d\n", len(q.meaning), q.count)
	return append([]byte(head), q.text.Bytes()...)
}

// proof returns the proof, whose last line is a contradiction.
func (q *inequalities) proof() []byte {
	return fmt.Appendf(nil, "pseudo-Boolean proof version 3.0\nf %d ;\n%soutput NONE ;\nconclusion UNSAT : %d ;\nend pseudo-Boolean proof ;\n",
		q.count, q.lines.Bytes(), q.last)
}

// product gives up where numbers are too large for the arithmetic here.
func product(a, b int) int {
	if a != 0 && b > math.MaxInt64/4/a {
		giveUp("its weights are too large")
	}
	return a * b
}
