package entry

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Values are integers by their names: the parameters of a case, and what a statement is
// given besides.
type Values map[string]int

// evaluate returns the value of an expression: numbers and names with + - * / %, power(x,y),
// root(x,y), which is the y-th root of x rounded up, choose(x,y),
// falling(x,y) = x(x-1)...(x-y+1), comparisons, which are 1 or 0, and &&.
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

// An operator stands between two operands.
type operator struct {
	token string
	apply func(x, y int) int
}

// operators are those of each precedence, the longer before those that they begin with.
var operators = [][]operator{
	{{"&&", func(x, y int) int { return truth(x != 0 && y != 0) }}},
	{
		{"==", func(x, y int) int { return truth(x == y) }},
		{"!=", func(x, y int) int { return truth(x != y) }},
		{"<=", func(x, y int) int { return truth(x <= y) }},
		{">=", func(x, y int) int { return truth(x >= y) }},
		{"<", func(x, y int) int { return truth(x < y) }},
		{">", func(x, y int) int { return truth(x > y) }},
	},
	{{"+", func(x, y int) int { return x + y }}, {"-", func(x, y int) int { return x - y }}},
	{{"*", func(x, y int) int { return x * y }}, {"/", func(x, y int) int { return x / y }}, {"%", func(x, y int) int { return x % y }}},
}

func truth(ok bool) int {
	if ok {
		return 1
	}
	return 0
}

// binary reads operands with operators of at least a precedence between them.
func (e *expression) binary(precedence int) int {
	if precedence == len(operators) {
		return e.operand()
	}
	x := e.binary(precedence + 1)
	for e.err == nil {
		at := slices.IndexFunc(operators[precedence], func(o operator) bool { return e.next(o.token) })
		if at < 0 {
			break
		}
		o, y := operators[precedence][at], e.binary(precedence+1)
		if y == 0 && (o.token == "/" || o.token == "%") {
			return e.fail("division by 0")
		}
		x = o.apply(x, y)
	}
	return x
}

// next takes a token off the text if it is there.
func (e *expression) next(token string) bool {
	rest, ok := strings.CutPrefix(e.rest, token)
	if ok {
		e.rest = rest
	}
	return ok
}

// operand reads a number, a name, a call or what is in parentheses.
func (e *expression) operand() int {
	if e.next("(") {
		v := e.binary(0)
		if !e.next(")") {
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
	if call := functions[word]; call != nil && e.next("(") {
		x := e.binary(0)
		if !e.next(",") {
			return e.fail("%s has two arguments", word)
		}
		y := e.binary(0)
		if !e.next(")") || y < 1 {
			return e.fail("%s has two arguments, the second above 0", word)
		}
		return call(x, y)
	}
	v, ok := e.values[word]
	if !ok {
		return e.fail("%q is no number and no name of one", word)
	}
	return v
}

var functions = map[string]func(x, y int) int{"power": Power, "root": Root, "choose": Choose, "falling": Falling}

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

// Falling is x(x-1)...(x-r+1).
func Falling(x, r int) int {
	f := 1
	for i := range r {
		f *= x - i
	}
	return f
}
