package suzukikasami

import "qcheck/protocols/variant"

// A form is what a variant does. The zero value is the variant printed.
type form struct {
	anyOrder bool // P1 goes through the processes in any order
	inUse    bool // P2 does not ask whether the process is Requesting
	outdated bool // P2 does not ask whether the number is the next one
}

// stamps is the variant of NewStamped.
const stamps = "stamps"

// forms lists the variants that Config knows, and stamps.
func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "the first algorithm of the paper, where P1 goes through the processes in the order of their names", form{}),
		variant.Of("any-order", "P1 goes through the processes in any order, each time another", form{anyOrder: true}),
		variant.Of(stamps, "numbers are stamps, of which just the order is kept: only greater or not is asked of them", form{}),
		variant.Of("without-requesting", "P2 sends the privilege also while the process is in the critical section", form{inUse: true}),
		variant.Of("without-numbers", "P2 sends the privilege for any REQUEST, also for one that was served long ago", form{outdated: true}),
	}
}
