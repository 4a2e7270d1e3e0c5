package raynal

import "qcheck/protocols/variant"

// A Variant is one form of the algorithm.
type Variant = variant.Variant

// The names of the variants.
const (
	counted     = "counted"
	overwritten = "overwritten"
	once        = "once"
)

// Variants lists the variants that Config knows.
func Variants() []Variant {
	return []Variant{
		{Name: counted, Summary: "a REQUEST adds M to what the other may use, and each REQUEST is answered by M in all"},
		{Name: overwritten, Summary: "a REQUEST sets what the other may use to M, whatever is owed from a former one"},
		{Name: once, Summary: "all deferred REQUESTs of a process together have one NOT_USED on leaving"},
	}
}
