package lamport

import "qcheck/protocols/variant"

// A form is what a variant does. The zero value is the variant printed.
type form struct {
	timestamps bool // every message has a time stamp
	omitted    bool // the footnote of rule 2
}

// forms lists the variants that Config knows.
func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "requests carry the time, and every other process has to acknowledge them (as in the TLA+ Examples)", form{}),
		variant.Of("timestamps", "every message carries the time, and any later message from a process suffices, as rule 5 says", form{timestamps: true}),
		variant.Of("omitted", "timestamps, and no acknowledgement to whom a later message was sent, as the footnote of rule 2 allows", form{timestamps: true, omitted: true}),
	}
}
