package proof

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
)

// maxNumbers bounds the numbers in a formula and its proof, about 7 bytes each.
const maxNumbers = 10_000_000

// A clauses is a formula in clauses, and the lines of its LRAT proof. Variables and
// clauses are numbered from 1. All its methods panic with a Missing where there
// would be too many numbers, or when the context ends.
type clauses struct {
	ctx     context.Context
	meaning []string // of variable i+1
	text    bytes.Buffer
	lines   bytes.Buffer
	count   int // clauses of the formula
	last    int // the number of the last clause or line
	steps   int // lines
	numbers int
	looks   int
}

// giveUp throws a Missing, which Of catches.
func giveUp(format string, args ...any) { panic(Missing{Why: fmt.Sprintf(format, args...)}) }

// evident throws one of a property that a look at the structure shows.
func evident(why string) { panic(Missing{why, true}) }

func (c *clauses) spend(numbers int) {
	if c.numbers += numbers; c.numbers > maxNumbers {
		giveUp("it would have more than %d numbers", maxNumbers)
	}
	c.look()
}

func (c *clauses) look() {
	if c.looks++; c.looks&0xff == 0 && c.ctx.Err() != nil {
		giveUp("%v", context.Cause(c.ctx))
	}
}

// variable returns a new variable.
func (c *clauses) variable(format string, args ...any) int {
	c.spend(1)
	c.meaning = append(c.meaning, fmt.Sprintf(format, args...))
	return len(c.meaning)
}

// clause adds a clause to the formula and returns its number. The formula must be
// complete before the first line of the proof.
func (c *clauses) clause(literals ...int) int {
	c.spend(len(literals) + 1)
	writeNumbers(&c.text, literals)
	c.text.WriteByte('\n')
	c.count++
	c.last++
	return c.last
}

// line adds a clause to the proof and returns its number: one that unit propagation
// derives from the clauses of the hints, in their order.
func (c *clauses) line(literals, hints []int) int {
	c.spend(len(literals) + len(hints) + 3)
	c.last++
	c.steps++
	c.lines.WriteString(strconv.Itoa(c.last))
	c.lines.WriteByte(' ')
	writeNumbers(&c.lines, literals)
	c.lines.WriteByte(' ')
	writeNumbers(&c.lines, hints)
	c.lines.WriteByte('\n')
	return c.last
}

func writeNumbers(b *bytes.Buffer, numbers []int) {
	for _, n := range numbers {
		b.WriteString(strconv.Itoa(n))
		b.WriteByte(' ')
	}
	b.WriteByte('0')
}

// dimacs returns the formula in the DIMACS format.
func (c *clauses) dimacs() []byte {
	head := fmt.Sprintf("p cnf %d %d\n", len(c.meaning), c.count)
	return append([]byte(head), c.text.Bytes()...)
}
