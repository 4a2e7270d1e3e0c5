package entry

import (
	"fmt"
	"strconv"
	"strings"
)

// Values are integers by their names: the parameters of a case, and what a statement is
// given besides.
type Values map[string]int

// evaluate returns the value of an expression: numbers and names with + - * / %, power(x,y),
// root(x,y), which is the y-th root of x rounded up, comparisons, which are 1 or 0, and &&.
// Division is that of Go.
func evaluate(text string, values Values) (int, error) {
	e := &expression{rest: text, values: values}
	v := e.binary(0)
	if e.err == nil && e.rest != "" {
		e.fail("%q is out of place", e.rest)
	}
	if e.err != nil {
		return 0, fmt.Errorf("%s: %w", text, e.err)
	}
	return v, nil
}

// holds reports whether a condition is not 0.
func holds(condition string, values Values) (bool, error) {
	v, err := evaluate(condition, values)
	return v != 0, err
}

type expression struct {
	rest   string // what is not read yet
	values Values
	err    error // the first
}

func (e *expression) fail(format string, args ...any) int {
	if e.err == nil {
		e.err = fmt.Errorf(format, args...)
	}
	return 0
}

// operators are those of each precedence, the longer before those that they begin with.
var operators = [][]string{{"&&"}, {"==", "!=", "<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}}

// binary reads operands with operators of at least a precedence between them.
func (e *expression) binary(precedence int) int {
	if precedence == len(operators) {
		return e.operand()
	}
	x := e.binary(precedence + 1)
	for e.err == nil {
		op := e.next(operators[precedence])
		if op == "" {
			break
		}
		x = e.apply(op, x, e.binary(precedence+1))
	}
	return x
}

// next takes one of the tokens off the text, "" if there is none.
func (e *expression) next(tokens []string) string {
	for _, t := range tokens {
		if rest, ok := strings.CutPrefix(e.rest, t); ok {
			e.rest = rest
			return t
		}
	}
	return ""
}

func (e *expression) apply(op string, x, y int) int {
	truth := func(ok bool) int {
		if ok {
			return 1
		}
		return 0
	}
	switch op {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "==":
		return truth(x == y)
	case "!=":
		return truth(x != y)
	case "<":
		return truth(x < y)
	case "<=":
		return truth(x <= y)
	case ">":
		return truth(x > y)
	case ">=":
		return truth(x >= y)
	case "&&":
		return truth(x != 0 && y != 0)
	}
	if y == 0 {
		return e.fail("division by 0")
	}
	if op == "%" {
		return x % y
	}
	return x / y
}

// operand reads a number, a name, a call or what is in parentheses.
func (e *expression) operand() int {
	if e.next([]string{"("}) != "" {
		v := e.binary(0)
		if e.next([]string{")"}) == "" {
			e.fail("a parenthesis is not closed")
		}
		return v
	}
	end := strings.IndexFunc(e.rest, func(r rune) bool { return strings.ContainsRune("&=!<>+-*/%(),", r) })
	if end < 0 {
		end = len(e.rest)
	}
	word := e.rest[:end]
	e.rest = e.rest[end:]
	if v, err := strconv.Atoi(word); err == nil {
		return v
	}
	if strings.HasPrefix(e.rest, "(") && (word == "power" || word == "root") {
		return e.call(word)
	}
	v, ok := e.values[word]
	if !ok {
		return e.fail("%q is no number and no name of one", word)
	}
	return v
}

func (e *expression) call(name string) int {
	e.next([]string{"("})
	x := e.binary(0)
	if e.next([]string{","}) == "" {
		return e.fail("%s has two arguments", name)
	}
	y := e.binary(0)
	if e.next([]string{")"}) == "" || y < 1 {
		return e.fail("%s has two arguments, the second above 0", name)
	}
	if name == "root" {
		return Root(x, y)
	}
	return Power(x, y)
}

// Power returns base to the exponent.
func Power(base, exponent int) int {
	x := 1
	for range exponent {
		x *= base
	}
	return x
}

// Root returns the least number from 1 whose power with the exponent is at least n.
func Root(n, exponent int) int {
	a := 1
	for Power(a, exponent) < n {
		a++
	}
	return a
}

// Choose is the binomial coefficient, 0 when r is more than n.
func Choose(n, r int) int {
	c := 1
	for i := range r {
		if n-i <= 0 {
			return 0
		}
		c = c * (n - i) / (i + 1)
	}
	return c
}
