// Package expression reads numbers that are written in terms of others: the parameters of the
// cases of the corpus, and the values of the flags in grids.
//
// An expression has numbers and names with + - * / %, comparisons, which are 1 or 0, &&,
// parentheses and calls. Division is that of Go. A range is two expressions with ".." between
// them, or one.
package expression

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Values are integers by their names.
type Values map[string]int

// With returns the values with one more.
func (x Values) With(name string, v int) Values {
	all := maps.Clone(x)
	all[name] = v
	return all
}

// Functions are what expressions may call, by their names.
type Functions map[string]func(arguments []int) (int, error)

// most is the greatest number: up to it, a product as a float says whether it is more.
const most = 1 << 62

// Evaluate returns the value of an expression.
func Evaluate(text string, values Values, functions Functions) (int, error) {
	v, rest, err := begin(text, 0, values, functions)
	if err == nil && rest != "" {
		err = fmt.Errorf("%q is out of place", rest)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", text, err)
	}
	return v, nil
}

// Sum returns the value of the sum that a text begins with, and the text behind it.
func Sum(text string, values Values) (v int, rest string, err error) {
	return begin(text, sum, values, nil)
}

// Range returns the least and the greatest number of a range.
func Range(text string, values Values, functions Functions) (least, greatest int, err error) {
	from, to, ok := strings.Cut(text, "..")
	if least, err = Evaluate(from, values, functions); err != nil || !ok {
		return least, least, err
	}
	greatest, err = Evaluate(to, values, functions)
	return least, greatest, err
}

func begin(text string, precedence int, values Values, functions Functions) (int, string, error) {
	e := &reader{rest: text, values: values, functions: functions}
	v := e.binary(precedence)
	return v, e.rest, e.err
}

// A reader reads an expression.
type reader struct {
	rest      string // what is not read yet
	values    Values
	functions Functions
	err       error // the first
}

func (e *reader) fail(format string, args ...any) int {
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
	{{"*", product}, {"/", func(x, y int) int { return x / y }}, {"%", func(x, y int) int { return x % y }}},
}

// product is more than most where that is so of the product, which may not fit a word.
func product(x, y int) int {
	if p := float64(x) * float64(y); p > most || p < -most {
		return most + 1
	}
	return x * y
}

// sum is the precedence of + and -.
const sum = 2

func truth(ok bool) int {
	if ok {
		return 1
	}
	return 0
}

// binary reads operands with operators of at least a precedence between them.
func (e *reader) binary(precedence int) int {
	if precedence == len(operators) {
		return e.small(e.operand())
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
		x = e.small(o.apply(x, y))
	}
	return x
}

// small returns a number that is not too large.
func (e *reader) small(x int) int {
	if x > most || x < -most {
		return e.fail("a number is more than %d", most)
	}
	return x
}

// next takes a token off the text if it is there.
func (e *reader) next(token string) bool {
	rest, ok := strings.CutPrefix(e.rest, token)
	if ok {
		e.rest = rest
	}
	return ok
}

// operand reads a number, a name, a call or what is in parentheses.
func (e *reader) operand() int {
	if e.next("(") {
		v := e.binary(0)
		if !e.next(")") {
			e.fail("a parenthesis is not closed")
		}
		return v
	}
	word := e.rest
	if end := strings.IndexAny(word, "&=!<>+-*/%(),.{}"); end >= 0 {
		word = word[:end]
	}
	e.rest = e.rest[len(word):]
	if v, err := strconv.Atoi(word); err == nil {
		return v
	}
	if call := e.functions[word]; call != nil && e.next("(") {
		arguments := []int{e.binary(0)}
		for e.next(",") {
			arguments = append(arguments, e.binary(0))
		}
		if !e.next(")") {
			return e.fail("a parenthesis is not closed")
		}
		v, err := call(arguments)
		if err != nil && e.err == nil {
			e.err = fmt.Errorf("%s %w", word, err)
		}
		return v
	}
	v, ok := e.values[word]
	if !ok {
		return e.fail("%q is no number and no name of one", word)
	}
	return v
}
