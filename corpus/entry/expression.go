package entry

import (
	"errors"

	"qcheck/setsys/expression"
)

// Values are integers by their names: the parameters of a case, and what a statement is
// given besides.
type Values = expression.Values

// evaluate returns the value of an expression (see package expression), which may call
// power(x,y), root(x,y), which is the y-th root of x rounded up, choose(x,y) and
// falling(x,y) = x(x-1)...(x-y+1).
func evaluate(text string, values Values) (int, error) {
	return expression.Evaluate(text, values, functions)
}

// holds reports whether a condition is not 0.
func holds(condition string, values Values) (bool, error) {
	v, err := evaluate(condition, values)
	return v != 0, err
}

var functions = expression.Functions{"power": ofTwo(Power), "root": ofTwo(Root), "choose": ofTwo(Choose), "falling": ofTwo(Falling)}

func ofTwo(f func(x, y int) int) func([]int) (int, error) {
	return func(x []int) (int, error) {
		if len(x) != 2 || x[1] < 1 {
			return 0, errors.New("has two arguments, the second above 0")
		}
		return f(x[0], x[1]), nil
	}
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

// Falling is x(x-1)...(x-r+1).
func Falling(x, r int) int {
	f := 1
	for i := range r {
		f *= x - i
	}
	return f
}
