package ricartagrawala

import "qcheck/protocols/variant"

// A form is what a variant does. The zero value is the variant printed.
type form struct {
	numbers bool // sequence numbers are integers in the state
	named   bool // REPLYs are awaited by name, and none of a process of whose crash this one is told
}

// forms lists the variants that Config knows.
func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "the algorithm of the paper, with the explorer's time stamps as sequence numbers", form{}),
		variant.Of("numbers", "sequence numbers as integers in the state, raised by received REQUESTs alone, so that a process may use its own again", form{numbers: true}),
		variant.Of("failures", "REPLYs are awaited by name, and none of a process of whose crash one is told (with --faults crash=1,suspect)", form{named: true}),
	}
}
