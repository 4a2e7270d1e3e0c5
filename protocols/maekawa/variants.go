package maekawa

import "qcheck/protocols/variant"

// A Variant is one form of the algorithm.
type Variant = variant.Variant

// Variants lists the variants that Config knows.
func Variants() []Variant {
	var all []Variant
	for _, f := range forms() {
		all = append(all, f.Variant)
	}
	return all
}

// A form is what a variant does differently from the variant repaired.
type form struct {
	Variant
	noInquire bool // permissions are not asked back
	silent    bool // no FAILED to a displaced request
	enterStep bool // entering is a step of its own
}

func forms() []form {
	return []form{
		{Variant: Variant{Name: "repaired", Summary: "permissions are asked back, and a displaced request is told so"}},
		{Variant: Variant{Name: "silent", Summary: "without FAILED to a displaced request"}, silent: true},
		{Variant: Variant{Name: "without-inquire", Summary: "permissions are not asked back"}, noInquire: true},
		{Variant: Variant{Name: "spin", Summary: "the steps of the Promela model used for comparison: repaired, with entering as a step of its own"}, enterStep: true},
	}
}
