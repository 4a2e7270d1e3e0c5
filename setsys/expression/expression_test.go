package expression_test

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"

	"qcheck/setsys/expression"
	"qcheck/setsys/slow"
)

// random returns an expression over numbers and the names n and k, and what it is with their
// values in their places.
func random(r *rand.Rand, depth int, values expression.Values) (text, inserted string) {
	switch kind := r.IntN(6); {
	case depth == 0 || kind == 0:
		if name := []string{"n", "k", ""}[r.IntN(3)]; name != "" {
			return name, fmt.Sprint(values[name])
		}
		x := fmt.Sprint(r.IntN(12))
		return x, x
	case kind == 1:
		text, inserted = random(r, depth-1, values)
		return "(" + text + ")", "(" + inserted + ")"
	}
	x, a := random(r, depth-1, values)
	y, b := random(r, depth-1, values)
	operator := []string{"+", "-", "*", "/", "%"}[r.IntN(5)]
	return x + operator + y, a + operator + b
}

// Sums and products are what Go makes of them.
func TestAgainstGo(t *testing.T) {
	r := slow.Random(t, 1)
	found, failed := 0, 0
	for range 3000 {
		values := expression.Values{"n": r.IntN(20), "k": r.IntN(5)}
		text, inserted := random(r, 4, values)
		want, err := types.Eval(token.NewFileSet(), nil, token.NoPos, inserted)
		got, gotErr := expression.Evaluate(text, values, nil)
		if err != nil {
			failed++
			if gotErr == nil || !strings.HasSuffix(gotErr.Error(), "division by 0") {
				t.Fatalf("%s: %d, %v; Go: %v", text, got, gotErr, err)
			}
			continue
		}
		if gotErr != nil && strings.Contains(gotErr.Error(), " is more than ") {
			continue
		}
		if exact, _ := constant.Int64Val(want.Value); gotErr != nil || int64(got) != exact {
			t.Fatalf("%s: %d, %v; Go: %s", text, got, gotErr, want.Value)
		}
		sum, rest, err := expression.Sum(text+"..7", values)
		least, most, rangeErr := expression.Range(text+"..7", values, nil)
		if sum != got || rest != "..7" || err != nil || least != got || most != 7 || rangeErr != nil {
			t.Fatalf("%s: %d %q %v, %d to %d %v", text, sum, rest, err, least, most, rangeErr)
		}
		found++
	}
	slow.Reached(t, "values", found, 3000, 1000)
	slow.Reached(t, "divisions by 0", failed, 3000, 100)
}

// A sum ends where what is no part of it begins.
func TestSum(t *testing.T) {
	for text, rest := range map[string]string{"n+1<2": "<2", "n*2&&1": "&&1", "n,2": ",2", "n{0}": "{0}", "2-n)": ")", "(1<n)+n": ""} {
		if v, after, err := expression.Sum(text, expression.Values{"n": 1}); after != rest || err != nil || v < 1 {
			t.Errorf("%s: %d and %q, not %q (%v)", text, v, after, rest, err)
		}
	}
}

func TestLimits(t *testing.T) {
	for text, want := range map[string]string{
		"4611686018427387904":     "",
		"4611686018427387905":     "4611686018427387905: a number is more than 4611686018427387904",
		"n*2":                     "n*2: a number is more than 4611686018427387904",
		"n*n*n*n":                 "n*n*n*n: a number is more than 4611686018427387904",
		"(0-n)*n":                 "(0-n)*n: a number is more than 4611686018427387904",
		"0-n-1":                   "0-n-1: a number is more than 4611686018427387904",
		"99999999999999999999":    `99999999999999999999: "99999999999999999999" is no number and no name of one`,
		"f(1,2)":                  `f(1,2): "f" is no number and no name of one`,
		strings.Repeat("(", 9999): strings.Repeat("(", 9999) + `: "" is no number and no name of one`,
	} {
		if _, err := expression.Evaluate(text, expression.Values{"n": 1 << 62}, nil); fmt.Sprint(err) != want && (err != nil || want != "") {
			t.Errorf("%.20s: %v, not %s", text, err, want)
		}
	}
}
