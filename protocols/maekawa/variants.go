package maekawa

import "qcheck/protocols/variant"

// A form is what a variant does differently from the variant repaired.
type form struct {
	silent        bool // no FAILED to a displaced request
	messagesAlone bool // a permission that was given back does not count as failed
	forGood       bool // what has failed once counts until the process enters
	unanswered    bool // an INQUIRE gets no answer later
	everyTime     bool // each request that comes before all others brings an INQUIRE
	lockAlone     bool // a request is compared with the granted one alone
	allClocks     bool // every message brings the clock along
	noInquire     bool // permissions are not asked back
	enterStep     bool // entering is a step of its own
}

// forms lists the variants that Config knows.
func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("repaired", "permissions are asked back, a displaced request is told so, and what was given back counts as failed", form{}),
		variant.Of("printed", "as in 1985: a displaced request is not told, and a FAILED counts until its sender grants",
			form{silent: true, messagesAlone: true}),
		variant.Of("for-good", "printed, with a FAILED counting until the process enters",
			form{silent: true, forGood: true}),
		variant.Of("unanswered", "printed, with no answer to an INQUIRE that nothing has failed before",
			form{silent: true, messagesAlone: true, unanswered: true}),
		variant.Of("every-time", "printed, with an INQUIRE for each request that comes before all others",
			form{silent: true, messagesAlone: true, everyTime: true}),
		variant.Of("all-clocks", "printed, with the clock on every message",
			form{silent: true, messagesAlone: true, allClocks: true}),
		variant.Of("textbook", "as in textbooks: a request is compared with the granted one alone, and what was given back counts as failed",
			form{silent: true, lockAlone: true}),
		variant.Of("silent", "one half of repaired: a displaced request is not told",
			form{silent: true}),
		variant.Of("told", "the other half of repaired: what was given back does not count as failed",
			form{messagesAlone: true}),
		variant.Of("told-for-good", "another repair of printed: a displaced request is told, and a FAILED counts until the process enters",
			form{forGood: true}),
		variant.Of("without-inquire", "permissions are not asked back",
			form{noInquire: true}),
		variant.Of("spin", "the steps of the Promela model used for comparison: repaired, with entering as a step of its own",
			form{enterStep: true}),
	}
}
