package naimitrehel

import "qcheck/protocols/variant"

// A form is what a variant does. The zero value is the variant printed.
type form struct {
	pathStays bool // processes on the way keep their father
	rootStays bool // a root keeps none
	forgets   bool // a process that waits or is inside notes nobody as next
}

// forms lists the variants that Config knows.
func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "a request turns round the whole path that it goes", form{}),
		variant.Of("roots-only", "only the root at the end of the path becomes a child of the process that asks", form{pathStays: true}),
		variant.Of("without-reversal", "the path is not turned round: fathers stay as they were", form{pathStays: true, rootStays: true}),
		variant.Of("without-next", "a process that waits or is in the critical section does not note who is next", form{forgets: true}),
	}
}
