package manabetajima

import "qcheck/explore"

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

type (
	step = explore.Step[State, Message]
	out  = explore.Out[Message]
)

func one(name string, s State, send ...out) []step {
	return []step{{Name: name, Next: s, Send: send}}
}

func undefined(name, missing string) []step {
	return []step{{Name: name, Undefined: missing}}
}

// algorithm is an instance in one reading.
type algorithm struct {
	Config
	reading
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

func (a *algorithm) deliver(_ int, s State, from int, m Message) []step {
	switch m.Kind {
	case Request:
		return a.request(s, from, m)
	case OK:
		return a.ok(s, from)
	case Cancel:
		return a.cancel(s, from, m)
	case Cancelled:
		return a.cancelled(s, from)
	}
	return a.release(s, from)
}
