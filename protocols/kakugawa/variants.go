package kakugawa

import "qcheck/protocols/variant"

// A Variant is one way to read the text.
type Variant = variant.Variant

// Variants returns all variants: the text as printed, other readings of it, the
// repaired algorithm, and that without one of its changes.
func Variants() []Variant { return variant.List(forms()) }

type form struct {
	Variant
	reading
}

func forms() []form {
	repaired := reading{owed: owedAll, unheld: unheldIgnores, settle: true, first: true}
	return []form{
		{Variant{Name: "printed", Summary: "section 3.2.2 as printed; what it leaves open read as protocols/kakugawa/doc.go says"}, reading{}},

		{Variant{Name: "retry-clear-of-waiting", Summary: "a retry avoids T, those who sent WAIT, rather than K"}, reading{avoid: avoidWaiting}},
		{Variant{Name: "retry-anywhere", Summary: "a retry may select any other quorum, whatever it shares with K"}, reading{avoid: avoidNone}},
		{Variant{Name: "retry-fewest", Summary: "a retry asks as few processes as possible rather than as many"}, reading{fewest: true}},
		{Variant{Name: "retry-within-quorum", Summary: "the retrying ends when K is part of a quorum, rather than the reverse"}, reading{untilWithin: true}},
		{Variant{Name: "ask-again", Summary: "a retry sends REQUEST also to those who were sent one before"}, reading{askAgain: true}},
		{Variant{Name: "stamp-each", Summary: "every REQUEST carries the time of its own sending, not that of the wish to enter"}, reading{restamp: true}},
		{Variant{Name: "enter-in-order", Summary: "a process enters only when all its REQUESTs are answered"}, reading{inOrder: true}},
		{Variant{Name: "keep-k", Summary: "a permission given back stays in K, where nothing is said to be removed"}, reading{keepsK: true}},

		{Variant{Name: "w-with-returned", Summary: "W is T and those whose permission was given back"}, reading{owed: owedTaken}},
		{Variant{Name: "w-all", Summary: "W is all that were asked and whose permission is still to come"}, reading{owed: owedAll}},
		{Variant{Name: "release-any", Summary: "an OK that no process waits for is answered by RELEASE"}, reading{returnLate: true}},
		{Variant{Name: "ok-joins", Summary: "an OK that no process waits for joins K, as K has all permissions received"}, reading{joinsLate: true}},
		{Variant{Name: "exit-in-background", Summary: "a process may ask again while it waits for permissions from W; W as in w-all"}, reading{owed: owedAll, asksEarly: true}},

		{Variant{Name: "query-ignored", Summary: "a QUERY for a permission that is not held has no answer"}, reading{unheld: unheldIgnores}},
		{Variant{Name: "query-refused", Summary: "the answer to a QUERY for a permission that is not held is ANSWER_NO"}, reading{unheld: unheldRefuses}},
		{Variant{Name: "one-query", Summary: "while a QUERY has no answer, further requests just wait"}, reading{oneQuery: true}},
		{Variant{Name: "blocking", Summary: "after a QUERY a process takes no REQUEST and no RELEASE before the answer"}, reading{blocking: true}},

		{Variant{Name: "straightforward", Summary: "permissions are never asked back: the straightforward way of section 3"}, reading{noQuery: true}},

		{Variant{Name: "repaired", Summary: "the four changes that docs/findings.md lists as K: the repair"}, repaired},
		{Variant{Name: "without-w-all", Summary: "repaired, but W is T as printed"}, repaired.with(func(r *reading) { r.owed = owedWait })},
		{Variant{Name: "with-release-any", Summary: "repaired, but W is T as printed, and an OK that no process waits for is answered by RELEASE"},
			repaired.with(func(r *reading) { r.owed, r.returnLate = owedWait, true })},
		{Variant{Name: "without-query-ignored", Summary: "repaired, but the answer to every QUERY outside the critical section is ANSWER_RELEASE"},
			repaired.with(func(r *reading) { r.unheld = unheldReturns })},
		{Variant{Name: "with-query-refused", Summary: "repaired, but the answer to a QUERY for a permission that is not held is ANSWER_NO"},
			repaired.with(func(r *reading) { r.unheld = unheldRefuses })},
		{Variant{Name: "without-settling", Summary: "repaired, but a RELEASE does not answer the QUERYs to its sender"},
			repaired.with(func(r *reading) { r.settle = false })},
		{Variant{Name: "without-earliest-first", Summary: "repaired, but a permission given back goes to the request it was asked back for"},
			repaired.with(func(r *reading) { r.first = false })},
	}
}

// with returns the reading with a change.
func (r reading) with(change func(*reading)) reading {
	change(&r)
	return r
}
