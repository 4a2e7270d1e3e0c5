package manabetajima

import "qcheck/explore/roles"

// The names of the steps.
const (
	stepAsk   = "ask"
	stepLeave = "leave"

	stepRequestWaits         = "request: waits"
	stepRequestCancels       = "request: waits, cancels"
	stepRequestGranted       = "request: granted"
	stepRequestGrantsCancels = "request: granted, cancels"
	stepReleaseGrants        = "release: grants"
	stepReleaseKept          = "release: kept"
	stepCancelledGrants      = "cancelled: grants"
	stepCancelledKept        = "cancelled: kept"
	stepCancelledLate        = "cancelled: late"

	stepCounted       = "OK: counted"
	stepEnters        = "OK: enters"
	stepGivenBack     = "cancel: given back"
	stepCancelIgnored = "cancel: ignored"
)

// algorithm is an instance in one reading.
type algorithm struct {
	Config
	reading
	// numbered has all requesters by number, in the reading in which that matters.
	numbered []roles.Peer
}

// steps lists the steps that are possible in the reading.
func (a *algorithm) steps() []string {
	names := []string{
		stepAsk, stepLeave,
		stepRequestWaits, stepRequestGranted,
		stepReleaseGrants, stepReleaseKept,
		stepCounted, stepEnters,
	}
	if a.withoutCancel {
		return names
	}
	names = append(names, stepCancelledGrants, stepCancelledKept, stepGivenBack, stepCancelIgnored)
	if !a.cancelOnGrant {
		names = append(names, stepRequestCancels)
	}
	if !a.grantReturns {
		names = append(names, stepRequestGrantsCancels)
	}
	if a.missingIgnored || a.creditedAgain {
		names = append(names, stepCancelledLate)
	}
	return names
}

// asked is what a member does with a message of a requester.
func (a *algorithm) asked(s member, from roles.Peer, m toMember, at roles.Stamp) []reply {
	switch m.Kind {
	case Request:
		return a.request(s, from, m, at)
	case Cancelled:
		return a.cancelled(s, from)
	}
	return a.release(s, from)
}
