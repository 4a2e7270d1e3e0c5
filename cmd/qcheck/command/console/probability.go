package console

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/spf13/pflag"
)

// maxProbabilities is how many probabilities a list may have, its ranges
// included.
const maxProbabilities = 10_001

// Probabilities are a flag such as --p: numbers from 0 to 1, decimal or as
// fractions, and ranges FROM:TO:STEP.
type Probabilities struct {
	At    []*big.Rat
	text  string
	Given bool // on the command line
}

// Define defines the flag, with a list that is used where none is given.
func (p *Probabilities) Define(fs *pflag.FlagSet, name, from, usage string) {
	if err := p.Set(from); err != nil {
		panic(err)
	}
	p.Given = false
	fs.Var(p, name, usage)
}

// Set reads the list. The error says what is needed.
func (p *Probabilities) Set(text string) error {
	var all []*big.Rat
	for part := range strings.SplitSeq(text, ",") {
		var ends []*big.Rat
		for number := range strings.SplitSeq(strings.TrimSpace(part), ":") {
			p, ok := Fraction(number)
			if !ok || p.Sign() < 0 || p.Cmp(big.NewRat(1, 1)) > 0 {
				return errors.New("numbers from 0 to 1, such as 0.9 or 9/10, or ranges such as 0:1:0.1")
			}
			ends = append(ends, p)
		}
		if len(ends) == 1 {
			ends = []*big.Rat{ends[0], ends[0], big.NewRat(1, 1)}
		}
		if len(ends) != 3 || ends[2].Sign() == 0 || ends[0].Cmp(ends[1]) > 0 {
			return errors.New("ranges FROM:TO:STEP with FROM at most TO and a STEP above 0")
		}
		for p := ends[0]; p.Cmp(ends[1]) <= 0; p = new(big.Rat).Add(p, ends[2]) {
			if all = append(all, p); len(all) > maxProbabilities {
				return fmt.Errorf("at most %s probabilities", Thousands(maxProbabilities))
			}
		}
	}
	p.At, p.text, p.Given = all, text, true
	return nil
}

// String returns the list as it was given.
func (p *Probabilities) String() string { return p.text }

// Type stands for the list in usage texts.
func (p *Probabilities) Type() string { return "LIST" }

// Fraction reads a decimal number or a fraction of integers, of a length that
// arithmetic can bear.
func Fraction(text string) (*big.Rat, bool) {
	const longest = 40
	if text == "" || len(text) > longest || strings.Trim(text, "0123456789./") != "" {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// ProbabilityText returns the fraction as a decimal number where it is one of up
// to so many digits, otherwise as a fraction.
func ProbabilityText(p *big.Rat, digits int) string {
	for d := range digits + 1 {
		text := p.FloatString(d)
		if q, ok := new(big.Rat).SetString(text); ok && q.Cmp(p) == 0 {
			return text
		}
	}
	return p.RatString()
}

// Rounded returns the fraction, which is from 0 to 1, rounded to so many digits.
// Only 0 is written as 0, only 1 as 1.
func Rounded(p *big.Rat, digits int) string {
	text := p.FloatString(digits)
	one := big.NewRat(1, 1)
	unit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	switch q, _ := new(big.Rat).SetString(text); {
	case q.Sign() == 0 && p.Sign() > 0:
		return "<" + unit.FloatString(digits)
	case q.Cmp(one) == 0 && p.Cmp(one) < 0:
		return ">" + new(big.Rat).Sub(one, unit).FloatString(digits)
	}
	return text
}
