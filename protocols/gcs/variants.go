package gcs

import "qcheck/protocols/variant"

// A Variant is one reading of the algorithm, with the objects that it uses.
type Variant = variant.Variant

// Variants lists the variants that Config knows.
func Variants() []Variant { return variant.List(forms()) }

// A form is what a variant does.
type form struct {
	Variant
	object   string // the variant of mutin that both objects run
	separate bool   // the second call of a method is a step of its own
}

func forms() []form {
	return []form{
		{Variant: Variant{Name: "repaired", Summary: "both objects by the repaired algorithm for mutual inclusion"}, object: "repaired"},
		{Variant: Variant{Name: "printed", Summary: "both objects by that algorithm as printed; its request counters are bounded"}, object: "printed"},
		{Variant: Variant{Name: "uncounted", Summary: "printed without request counters"}, object: "uncounted"},
		{Variant: Variant{Name: "separate", Summary: "repaired, the second call in each method being a step of its own"}, object: "repaired", separate: true},
		{Variant: Variant{Name: "printed-separate", Summary: "uncounted, the second call in each method being a step of its own"}, object: "uncounted", separate: true},
	}
}
