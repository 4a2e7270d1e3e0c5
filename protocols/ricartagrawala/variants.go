package ricartagrawala

import "qcheck/protocols/variant"

// A Variant is one way to read the paper.
type Variant = variant.Variant

// The names of the variants.
const (
	printed = "printed"
	numbers = "numbers"
)

// Variants lists the variants that Config knows.
func Variants() []Variant {
	return []Variant{
		{Name: printed, Summary: "the algorithm of the paper, with the explorer's time stamps as sequence numbers"},
		{Name: numbers, Summary: "sequence numbers as integers in the state, raised by received REQUESTs alone, so that a process may use its own again"},
	}
}
