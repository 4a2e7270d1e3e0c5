package raymondtree

import "qcheck/protocols/variant"

// A form is what a variant does. The zero value is the variant printed.
type form struct {
	front   bool // a request is put before the others
	greedy  bool // the own request comes before those of neighbours
	inUse   bool // ASSIGN_PRIVILEGE does not ask for USING
	askOnce bool // no MAKE_REQUEST after PRIVILEGE was sent
}

// forms lists the variants that Config knows.
func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "the algorithm of the paper", form{}),
		variant.Of("greedy", "a process that has the privilege enters before all neighbours that asked", form{greedy: true}),
		variant.Of("lifo", "the latest request is the first to be served: REQUEST_Q is a stack", form{front: true}),
		variant.Of("without-using", "the privilege is passed on also while the process is in the critical section", form{inUse: true}),
		variant.Of("without-asking-back", "after the privilege is passed on, no REQUEST is sent for those that still wait in the queue", form{askOnce: true}),
	}
}
