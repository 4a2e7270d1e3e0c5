package lamport

import "qcheck/protocols/variant"

// A Variant is one way to read the paper.
type Variant = variant.Variant

// The names of the variants.
const (
	printed    = "printed"
	timestamps = "timestamps"
	omitted    = "omitted"
)

// Variants lists the variants that Config knows.
func Variants() []Variant {
	return []Variant{
		{Name: printed, Summary: "requests carry the time, and every other process has to acknowledge them (as in the TLA+ Examples)"},
		{Name: timestamps, Summary: "every message carries the time, and any later message from a process suffices, as rule 5 says"},
		{Name: omitted, Summary: "timestamps, and no acknowledgement to whom a later message was sent, as the footnote of rule 2 allows"},
	}
}
