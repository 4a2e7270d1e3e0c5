package console

import (
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProbabilities(t *testing.T) {
	for _, c := range []struct {
		reason, list string
		want         []string // nil: an error
	}{
		{"one number", "0.9", []string{"9/10"}},
		{"a fraction", "1/3", []string{"1/3"}},
		{"the ends of the range", "0,1", []string{"0", "1"}},
		{"several, in the order given, with spaces and repeats", "0.9, 0.5,0.9", []string{"9/10", "1/2", "9/10"}},
		{"a range with both ends", "0:1:0.25", []string{"0", "1/4", "1/2", "3/4", "1"}},
		{"tenths are exact, so that the end is met", "0.7:1:0.1", []string{"7/10", "4/5", "9/10", "1"}},
		{"a step that misses the end", "0:1:2/5", []string{"0", "2/5", "4/5"}},
		{"a range of one", "0.5:0.5:1", []string{"1/2"}},
		{"a range in a list", "0.99,0:1:1/2", []string{"99/100", "0", "1/2", "1"}},
		{"nothing", "", nil},
		{"an empty part", "0.9,", nil},
		{"more than 1", "1.1", nil},
		{"less than 0", "-0.1", nil},
		{"no number", "high", nil},
		{"an exponent, which could be any size", "1e-999999999", nil},
		{"a denominator of 0", "1/0", nil},
		{"many digits", "0." + strings.Repeat("1", 50), nil},
		{"two parts", "0:1", nil},
		{"four parts", "0:1:0.1:0.1", nil},
		{"no step", "0:1:0", nil},
		{"the wrong way round", "1:0:0.1", nil},
		{"too many", "0:1:0.00001", nil},
	} {
		var p Probabilities
		err := p.Set(c.list)
		if (err != nil) != (c.want == nil) {
			t.Errorf("%s: error %v", c.reason, err)
			continue
		}
		var texts []string
		for _, p := range p.At {
			if err == nil {
				texts = append(texts, p.RatString())
			}
		}
		if diff := cmp.Diff(c.want, texts); diff != "" {
			t.Errorf("%s (-want +found):\n%s", c.reason, diff)
		}
	}
}

func TestRounded(t *testing.T) {
	for _, c := range []struct {
		reason string
		p      string
		digits int
		want   string
	}{
		{"0", "0", 4, "0.0000"},
		{"1", "1", 4, "1.0000"},
		{"exact", "1/2", 3, "0.500"},
		{"rounded up", "2/3", 4, "0.6667"},
		{"half", "1/8", 2, "0.13"},
		{"not 0", "1/100000", 4, "<0.0001"},
		{"not 1", "99999/100000", 4, ">0.9999"},
		{"nearly, but rounded to less than 1", "99994/100000", 4, "0.9999"},
	} {
		p, _ := new(big.Rat).SetString(c.p)
		if got := Rounded(p, c.digits); got != c.want {
			t.Errorf("%s: %s, want %s", c.reason, got, c.want)
		}
	}
	for p, want := range map[string]string{"9/10": "0.9", "1/3": "1/3", "1": "1", "0": "0", "1/8": "0.125"} {
		r, _ := new(big.Rat).SetString(p)
		if got := ProbabilityText(r, 10); got != want {
			t.Errorf("%s is written %s, want %s", p, got, want)
		}
	}
}
