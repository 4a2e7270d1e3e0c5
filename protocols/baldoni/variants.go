package baldoni

import "qcheck/protocols/variant"

// A form is what a variant does. The zero value is the variant printed.
type form struct {
	// What a process does while its handler of REQUEST waits.
	headOfLine   bool // takes what it waits for from the head of a channel alone
	acts         bool // asks and leaves
	takesGrant   bool
	takesInquire bool
	asynchronous bool // the handler does not wait: YIELD has a handler of its own

	release    release
	onConflict bool // permissions are asked back only where resources are missing
	overtakes  bool // a request for which there are resources is granted at once
	stampEach  bool // every REQUEST has a time stamp of its own
	lamport    bool // every message brings the clock along

	heldOnly     bool // only a permission that is held is given back
	asksItself   bool // no recovery without messages
	strayIgnored bool // a YIELD that no process waits for is dropped
}

// release says what "act like step XX" is.
type release uint8

const (
	releaseOnce      release = iota // one grant, if there are resources for it
	releaseLoop                     // the loop
	releaseUnchecked                // one grant
)

// forms lists the variants that Config knows: the text as printed, other
// readings of it, the repaired algorithm, and that with a part of the repair.
func forms() []variant.Form[form] {
	apart := form{acts: true, takesGrant: true, takesInquire: true}
	return []variant.Form[form]{
		variant.Of("printed", "Figure 2 as printed; the handler of REQUEST waits, and takes the answer from behind other messages", form{}),

		variant.Of("head-of-line", "the handler of REQUEST takes the answer from the head of its channel alone", form{headOfLine: true}),
		variant.Of("acts-while-waiting", "a process asks and leaves also while its handler of REQUEST waits", form{acts: true}),
		variant.Of("roles-apart", "while the handler of REQUEST waits, the process goes on for itself: it asks, leaves, and takes GRANT and INQUIRE", apart),
		variant.Of("without-waiting", "the handler of REQUEST does not wait: what follows the answer is done when it comes", form{asynchronous: true}),
		variant.Of("release-loop", "RELEASE grants as long as there are resources, not just once", form{release: releaseLoop}),
		variant.Of("release-unchecked", "RELEASE grants to the head of the queue, whether there are resources for it or not", form{release: releaseUnchecked}),
		variant.Of("on-conflict", "permissions are asked back only for a request that there are too few resources for", form{onConflict: true}),
		variant.Of("overtaking", "a request that there are resources for is granted at once, whatever is in the queue", form{onConflict: true, overtakes: true}),
		variant.Of("stamp-each", "every REQUEST has the time of its own sending, not that of the wish", form{stampEach: true}),
		variant.Of("lamport-clocks", "every message brings the clock along, not just REQUEST", form{lamport: true}),
		variant.Of("stray-ignored", "a YIELD that no process waits for is dropped", form{strayIgnored: true}),

		variant.Of("repaired", "without-waiting, and only a permission that is held is given back", form{asynchronous: true, heldOnly: true}),
		variant.Of("asks-itself", "repaired, and a process sends INQUIRE to itself as to others", form{asynchronous: true, heldOnly: true, asksItself: true}),
		variant.Of("held", "printed, but only a permission that is held is given back", form{heldOnly: true}),
		variant.Of("held-acts", "acts-while-waiting, but only a permission that is held is given back", form{heldOnly: true, acts: true}),
		variant.Of("held-inquire", "held, and INQUIRE is taken while the handler of REQUEST waits", form{heldOnly: true, takesInquire: true}),
		variant.Of("held-inquire-acts", "held-acts, and INQUIRE is taken while the handler of REQUEST waits", form{heldOnly: true, acts: true, takesInquire: true}),
		variant.Of("held-grant-inquire", "held, and GRANT and INQUIRE are taken while the handler of REQUEST waits", form{heldOnly: true, takesGrant: true, takesInquire: true}),
		variant.Of("held-roles-apart", "roles-apart, but only a permission that is held is given back", variant.With(apart, func(f *form) { f.heldOnly = true })),
	}
}
