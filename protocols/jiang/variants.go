package jiang

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
	repaired := reading{frontFirst: true, byRequest: true, acknowledged: true, outcomeFirst: true, noticeInES: true, toldGrantee: true, withoutZ: true}
	return []form{
		{Variant{Name: "printed", Summary: "section 3 as printed; what it leaves open read as protocols/jiang/doc.go says"}, reading{}},

		{Variant{Name: "yield-in-ws", Summary: "PREEMPT is answered by YIELD also in WS"}, reading{yieldsInWS: true}},
		{Variant{Name: "yield-in-xs", Summary: "PREEMPT is answered by YIELD also in XS"}, reading{yieldsInXS: true}},
		{Variant{Name: "grant-always", Summary: "every RELEASE has the front of QUEUE granted, whatever was removed"}, reading{grantsAlways: true}},
		{Variant{Name: "grant-after-notice", Summary: "a GRANT that comes after NOTICE counts"}, reading{countsLate: true}},
		{Variant{Name: "closed-in-xs", Summary: "a FOLLOW that comes in XS waits for the next stay in CS"}, reading{closedInXS: true}},
		{Variant{Name: "open-in-ncs", Summary: "a FOLLOW that comes in NCS has an R-GRANT, too"}, reading{opensInNCS: true}},
		{Variant{Name: "release-in-ws", Summary: "an R-GRANT in WS gives the permissions up at once, as in ES"}, reading{freesInWS: true}},
		{Variant{Name: "own-is-none", Summary: "a node that finds u registered treats COMPETE and REQUEST of u as if no node was registered"}, reading{ownIsNone: true}},
		{Variant{Name: "ask-once", Summary: "a reselection sends no second REQUEST to a node"}, reading{askOnce: true}},
		{Variant{Name: "expelled", Summary: "an R-RELEASE that leaves a node without followers takes it to NCS from every section, unless it is the leader"}, reading{expels: true}},
		{Variant{Name: "front-first", Summary: "after YIELD the front of QUEUE is granted"}, reading{frontFirst: true}},
		{Variant{Name: "followers-by-request", Summary: "FOLLOWER has requests, not nodes"}, reading{byRequest: true}},

		{Variant{Name: "repaired", Summary: "the changes that docs/findings.md lists as J: the repair"}, repaired},
		{Variant{Name: "without-front-first", Summary: "repaired, but YIELD exchanges the two requests as printed"},
			repaired.with(func(r *reading) { r.frontFirst = false })},
		{Variant{Name: "without-followers-by-request", Summary: "repaired, but FOLLOWER has nodes as printed"},
			repaired.with(func(r *reading) { r.byRequest = false })},
		{Variant{Name: "without-cleared", Summary: "repaired, but CLEAR has no answer"},
			repaired.with(func(r *reading) { r.acknowledged = false })},
		{Variant{Name: "without-outcome", Summary: "repaired, but an R-GRANT counts before COMPETE has its outcome"},
			repaired.with(func(r *reading) { r.outcomeFirst = false })},
		{Variant{Name: "without-notice-in-es", Summary: "repaired, but NOTICE counts in every section"},
			repaired.with(func(r *reading) { r.noticeInES = false })},
		{Variant{Name: "without-told-grantee", Summary: "repaired, but COMPETE notifies QUEUE alone"},
			repaired.with(func(r *reading) { r.toldGrantee = false })},
		{Variant{Name: "with-z", Summary: "repaired, but COMPETE leaves out the nodes in Z"},
			repaired.with(func(r *reading) { r.withoutZ = false })},
	}
}
