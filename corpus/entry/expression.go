package entry

import (
	"qcheck/setsys"
	"qcheck/setsys/expression"
)

// Values are integers by their names: the parameters of a case, and what a statement is
// given besides.
type Values = expression.Values

// evaluate returns the value of an expression (see package expression), which may call functions
// (see [functionsOf]).
func evaluate(text string, values Values, s *setsys.Structure) (int, error) {
	return expression.Evaluate(text, values, functionsOf(s))
}

// holds reports whether a condition is not 0.
func holds(condition string, values Values, s *setsys.Structure) (bool, error) {
	v, err := evaluate(condition, values, s)
	return v != 0, err
}
