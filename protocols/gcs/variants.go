package gcs

import "qcheck/protocols/variant"

// A form is what a variant does.
type form struct {
	object   string // the variant of mutin that both objects run
	separate bool   // the second call of a method is a step of its own
}

// forms lists the variants that Config knows.
func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("repaired", "both objects by the repaired algorithm for mutual inclusion", form{object: "repaired"}),
		variant.Of("printed", "both objects by that algorithm as printed; its request counters are bounded", form{object: "printed"}),
		variant.Of("uncounted", "printed without request counters", form{object: "uncounted"}),
		variant.Of("separate", "repaired, the second call in each method being a step of its own", form{object: "repaired", separate: true}),
		variant.Of("printed-separate", "uncounted, the second call in each method being a step of its own", form{object: "uncounted", separate: true}),
	}
}
