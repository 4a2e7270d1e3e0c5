package raynal

import "qcheck/protocols/variant"

// The names of the variants.
const (
	counted     = "counted"
	overwritten = "overwritten"
	once        = "once"
)

// forms lists the variants that Config knows.
func forms() []variant.Form[struct{}] {
	return []variant.Form[struct{}]{
		variant.Of(counted, "a REQUEST adds M to what the other may use, and each REQUEST is answered by M in all", struct{}{}),
		variant.Of(overwritten, "a REQUEST sets what the other may use to M, whatever is owed from a former one", struct{}{}),
		variant.Of(once, "all deferred REQUESTs of a process together have one NOT_USED on leaving", struct{}{}),
	}
}
