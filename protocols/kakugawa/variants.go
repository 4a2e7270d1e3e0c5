package kakugawa

import "qcheck/protocols/variant"

// Variants returns all variants: the text as printed, other readings of it, the
// repaired algorithm, and that without one of its changes.
func Variants() []variant.Variant { return variant.List(forms()) }

func forms() []variant.Form[reading] {
	repaired := reading{owed: owedAll, unheld: unheldIgnores, settle: true, first: true}
	return []variant.Form[reading]{
		variant.Of("printed", "section 3.2.2 as printed; what it leaves open read as protocols/kakugawa/doc.go says", reading{}),

		variant.Of("retry-clear-of-waiting", "a retry avoids T, those who sent WAIT, rather than K", reading{avoid: avoidWaiting}),
		variant.Of("retry-anywhere", "a retry may select any other quorum, whatever it shares with K", reading{avoid: avoidNone}),
		variant.Of("retry-fewest", "a retry asks as few processes as possible rather than as many", reading{fewest: true}),
		variant.Of("retry-within-quorum", "the retrying ends when K is part of a quorum, rather than the reverse", reading{untilWithin: true}),
		variant.Of("ask-again", "a retry sends REQUEST also to those who were sent one before", reading{askAgain: true}),
		variant.Of("stamp-each", "every REQUEST carries the time of its own sending, not that of the wish to enter", reading{restamp: true}),
		variant.Of("enter-in-order", "a process enters only when all its REQUESTs are answered", reading{inOrder: true}),
		variant.Of("keep-k", "a permission given back stays in K, where nothing is said to be removed", reading{keepsK: true}),

		variant.Of("w-with-returned", "W is T and those whose permission was given back", reading{owed: owedTaken}),
		variant.Of("w-all", "W is all that were asked and whose permission is still to come", reading{owed: owedAll}),
		variant.Of("release-any", "an OK that no process waits for is answered by RELEASE", reading{returnLate: true}),
		variant.Of("ok-joins", "an OK that no process waits for joins K, as K has all permissions received", reading{joinsLate: true}),
		variant.Of("exit-in-background", "a process may ask again while it waits for permissions from W; W as in w-all", reading{owed: owedAll, asksEarly: true}),

		variant.Of("query-ignored", "a QUERY for a permission that is not held has no answer", reading{unheld: unheldIgnores}),
		variant.Of("query-refused", "the answer to a QUERY for a permission that is not held is ANSWER_NO", reading{unheld: unheldRefuses}),
		variant.Of("one-query", "while a QUERY has no answer, further requests just wait", reading{oneQuery: true}),
		variant.Of("blocking", "after a QUERY a process takes no REQUEST and no RELEASE before the answer", reading{blocking: true}),

		variant.Of("straightforward", "permissions are never asked back: the straightforward way of section 3", reading{noQuery: true}),

		variant.Of("repaired", "the four changes that docs/findings.md lists as K: the repair", repaired),
		variant.Of("without-w-all", "repaired, but W is T as printed", variant.With(repaired, func(r *reading) { r.owed = owedWait })),
		variant.Of("with-release-any", "repaired, but W is T as printed, and an OK that no process waits for is answered by RELEASE",
			variant.With(repaired, func(r *reading) { r.owed, r.returnLate = owedWait, true })),
		variant.Of("without-query-ignored", "repaired, but the answer to every QUERY outside the critical section is ANSWER_RELEASE",
			variant.With(repaired, func(r *reading) { r.unheld = unheldReturns })),
		variant.Of("with-query-refused", "repaired, but the answer to a QUERY for a permission that is not held is ANSWER_NO",
			variant.With(repaired, func(r *reading) { r.unheld = unheldRefuses })),
		variant.Of("without-settling", "repaired, but a RELEASE does not answer the QUERYs to its sender",
			variant.With(repaired, func(r *reading) { r.settle = false })),
		variant.Of("without-earliest-first", "repaired, but a permission given back goes to the request it was asked back for",
			variant.With(repaired, func(r *reading) { r.first = false })),
	}
}
