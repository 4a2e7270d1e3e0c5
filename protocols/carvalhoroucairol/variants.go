package carvalhoroucairol

import "qcheck/protocols/variant"

// A form is what a variant does. The zero value is the variant printed.
type form struct {
	numbers bool // sequence numbers are integers in the state
	given   bool // smaller names hold the permissions of larger ones at first
	keeps   bool // a permission is not given back with a REPLY
	silent  bool // a process that gives a permission back does not ask for it again
}

// forms lists the variants that Config knows.
func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "the algorithm of the note, with the explorer's time stamps as sequence numbers; nobody holds a permission at first", form{}),
		variant.Of("given", "of each two processes the one of the smaller name holds the permission of the other at first", form{given: true}),
		variant.Of("numbers", "sequence numbers as integers in the state, raised by received REQUESTs alone, so that a process may use its own again", form{numbers: true}),
		variant.Of("without-giving-back", "a process that sends REPLY keeps the permission of the receiver", form{keeps: true}),
		variant.Of("without-asking-again", "a process that waits and sends REPLY does not ask for the permission of the receiver again", form{silent: true}),
	}
}
