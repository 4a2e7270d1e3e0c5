package agrawalelabbadi

import "qcheck/protocols/variant"

// A form is what a variant does. The zero value is the variant printed.
type form struct {
	inquiredFor bool // a permission given back goes to the request it was asked back for
	everyTime   bool // each request before the one replied to brings an INQUIRE
	unheld      bool // an INQUIRE for what is not held is answered by YIELD
	noInquire   bool // permissions are not asked back
}

// forms lists the variants that Config knows.
func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "one INQUIRE at a time, and what is given back goes to the first of the queue", form{}),
		variant.Of("every-time", "each request that is before the one replied to brings an INQUIRE", form{everyTime: true}),
		variant.Of("inquired-for", "what is given back goes to the request that INQUIRE was sent for, though an earlier one may have come", form{inquiredFor: true}),
		variant.Of("yield-unheld", "every-time, and an INQUIRE is answered by YIELD also if the permission is not held", form{everyTime: true, unheld: true}),
		variant.Of("without-preemption", "permissions are not asked back", form{noInquire: true}),
	}
}
