package proof

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxNumbers bounds the numbers in a formula and its proof, about 7 bytes each.
const maxNumbers = 10_000_000

// An inequalities is a formula in 0-1 inequalities, and the lines of its VeriPB
// proof. Variables and inequalities are numbered from 1. A literal is a variable, or
// its negation as a negative number. A clause is the inequality that at least one of its
// literals is true. All methods panic with a Missing where there would be too many
// numbers, or when the context ends.
type inequalities struct {
	ctx     context.Context
	meaning []string // of variable i+1
	text    bytes.Buffer
	lines   bytes.Buffer
	count   int // inequalities of the formula
	last    int // the number of the last inequality or line
	numbers int
	looks   int
}

// giveUp throws a Missing, which Of catches.
func giveUp(format string, args ...any) { panic(Missing{Why: fmt.Sprintf(format, args...)}) }

// evident throws one of a property that a look at the structure shows.
func evident(why string) { panic(Missing{why, true}) }

// A term is a literal with a positive coefficient.
type term struct{ coefficient, literal int }

func (q *inequalities) spend(numbers int) {
	if q.numbers += numbers; q.numbers > maxNumbers {
		giveUp("it would have more than %d numbers", maxNumbers)
	}
	q.look()
}

func (q *inequalities) look() {
	if q.looks++; q.looks&0xff == 0 && q.ctx.Err() != nil {
		giveUp("%v", context.Cause(q.ctx))
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

// clause adds a clause to the formula and returns its number. The formula must be
// complete before the first line of the proof.
func (q *inequalities) clause(literals ...int) int {
	q.spend(len(literals) + 1)
	writeClause(&q.text, literals)
	q.text.WriteString(" ;\n")
	q.count++
	q.last++
	return q.last
}

// follows adds a clause to the proof and returns its number: one that unit propagation
// derives from the inequalities of the hints, in their order.
func (q *inequalities) follows(literals, hints []int) int {
	q.spend(len(literals) + len(hints) + 3)
	q.lines.WriteString("rup ")
	writeClause(&q.lines, literals)
	q.lines.WriteString(" :")
	for _, h := range hints {
		q.lines.WriteString(" " + strconv.Itoa(h))
	}
	q.lines.WriteString(" ;\n")
	q.last++
	return q.last
}

func writeClause(b *bytes.Buffer, literals []int) {
	for _, l := range literals {
		b.WriteString("1 " + name(l) + " ")
	}
	b.WriteString(">= 1")
}

func name(literal int) string {
	if literal < 0 {
		return "~x" + strconv.Itoa(-literal)
	}
	return "x" + strconv.Itoa(literal)
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
