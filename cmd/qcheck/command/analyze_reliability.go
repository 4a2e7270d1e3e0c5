package command

import (
	"fmt"
	"math/big"
	"strings"
)

// maxReliabilities is how many reliabilities a list may have, its ranges
// included.
const maxReliabilities = 10_001

// reliabilities reads a list of probabilities: numbers from 0 to 1, decimal or
// as fractions, and ranges FROM:TO:STEP.
func reliabilities(list string) ([]*big.Rat, error) {
	var all []*big.Rat
	add := func(p *big.Rat) error {
		if len(all) == maxReliabilities {
			return fmt.Errorf("--p has more than %d reliabilities", maxReliabilities)
		}
		all = append(all, p)
		return nil
	}
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		var ends []*big.Rat
		for text := range strings.SplitSeq(part, ":") {
			p, ok := fraction(text)
			if !ok || p.Sign() < 0 || p.Cmp(big.NewRat(1, 1)) > 0 {
				return nil, fmt.Errorf("--p needs numbers from 0 to 1, such as 0.9 or 9/10, or ranges such as 0:1:0.1, not %q", part)
			}
			ends = append(ends, p)
		}
		switch {
		case len(ends) == 1:
			if err := add(ends[0]); err != nil {
				return nil, err
			}
		case len(ends) == 3 && ends[2].Sign() > 0 && ends[0].Cmp(ends[1]) <= 0:
			for p := ends[0]; p.Cmp(ends[1]) <= 0; p = new(big.Rat).Add(p, ends[2]) {
				if err := add(p); err != nil {
					return nil, err
				}
			}
		default:
			return nil, fmt.Errorf("--p needs ranges FROM:TO:STEP with FROM at most TO and a STEP above 0, not %q", part)
		}
	}
	return all, nil
}

// fraction reads a decimal number or a fraction of integers, of a length that
// arithmetic can bear.
func fraction(text string) (*big.Rat, bool) {
	const longest = 40
	if text == "" || len(text) > longest || strings.Trim(text, "0123456789./") != "" {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// reliabilityText returns the fraction as a decimal number where it is one of up
// to so many digits, otherwise as a fraction.
func reliabilityText(p *big.Rat, digits int) string {
	for d := range digits + 1 {
		text := p.FloatString(d)
		if q, ok := new(big.Rat).SetString(text); ok && q.Cmp(p) == 0 {
			return text
		}
	}
	return p.RatString()
}

// rounded returns the fraction, which is from 0 to 1, rounded to so many digits.
// Only 0 is written as 0, only 1 as 1.
func rounded(p *big.Rat, digits int) string {
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
