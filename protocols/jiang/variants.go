package jiang

import "qcheck/protocols/variant"

// forms lists all variants: the text as printed, other readings of it, the
// repaired algorithm, and that without one of its changes.
func forms() []variant.Form[reading] {
	repaired := reading{frontFirst: true, byRequest: true, acknowledged: true, outcomeFirst: true, noticeInES: true, toldGrantee: true, withoutZ: true}
	return []variant.Form[reading]{
		variant.Of("printed", "section 3 as printed; what it leaves open read as protocols/jiang/doc.go says", reading{}),

		variant.Of("yield-in-ws", "PREEMPT is answered by YIELD also in WS", reading{yieldsInWS: true}),
		variant.Of("yield-in-xs", "PREEMPT is answered by YIELD also in XS", reading{yieldsInXS: true}),
		variant.Of("grant-always", "every RELEASE has the front of QUEUE granted, whatever was removed", reading{grantsAlways: true}),
		variant.Of("grant-after-notice", "a GRANT that comes after NOTICE counts", reading{countsLate: true}),
		variant.Of("closed-in-xs", "a FOLLOW that comes in XS waits for the next stay in CS", reading{closedInXS: true}),
		variant.Of("open-in-ncs", "a FOLLOW that comes in NCS has an R-GRANT, too", reading{opensInNCS: true}),
		variant.Of("same-resource", "an R-GRANT does not go to a follower of another resource; it waits in FOLLOWER", reading{sameResource: true}),
		variant.Of("release-in-ws", "an R-GRANT in WS gives the permissions up at once, as in ES", reading{freesInWS: true}),
		variant.Of("own-is-none", "a node that finds u registered treats COMPETE and REQUEST of u as if no node was registered", reading{ownIsNone: true}),
		variant.Of("ask-once", "a reselection sends no second REQUEST to a node", reading{askOnce: true}),
		variant.Of("expelled", "an R-RELEASE that leaves a node without followers takes it to NCS from every section, unless it is the leader", reading{expels: true}),
		variant.Of("front-first", "after YIELD the front of QUEUE is granted", reading{frontFirst: true}),
		variant.Of("followers-by-request", "FOLLOWER has requests, not nodes", reading{byRequest: true}),

		variant.Of("repaired", "the changes that docs/findings.md lists as J: the repair", repaired),
		variant.Of("without-front-first", "repaired, but YIELD exchanges the two requests as printed",
			variant.With(repaired, func(r *reading) { r.frontFirst = false })),
		variant.Of("without-followers-by-request", "repaired, but FOLLOWER has nodes as printed",
			variant.With(repaired, func(r *reading) { r.byRequest = false })),
		variant.Of("without-cleared", "repaired, but CLEAR has no answer",
			variant.With(repaired, func(r *reading) { r.acknowledged = false })),
		variant.Of("without-outcome", "repaired, but an R-GRANT counts before COMPETE has its outcome",
			variant.With(repaired, func(r *reading) { r.outcomeFirst = false })),
		variant.Of("without-notice-in-es", "repaired, but NOTICE counts in every section",
			variant.With(repaired, func(r *reading) { r.noticeInES = false })),
		variant.Of("without-told-grantee", "repaired, but COMPETE notifies QUEUE alone",
			variant.With(repaired, func(r *reading) { r.toldGrantee = false })),
		variant.Of("with-z", "repaired, but COMPETE leaves out the nodes in Z",
			variant.With(repaired, func(r *reading) { r.withoutZ = false })),
	}
}
