package maekawa

import "qcheck/explore"

// The names of the steps.
const (
	stepAsk   = "ask"
	stepEnter = "enter"
	stepLeave = "leave"

	stepRequestGranted   = "REQUEST: granted"
	stepRequestFailed    = "REQUEST: failed"
	stepRequestInquires  = "REQUEST: inquires"
	stepRequestDisplaces = "REQUEST: displaces"
	stepRequestQueued    = "REQUEST: queued"
	stepRelinquish       = "RELINQUISH"
	stepReleaseNext      = "RELEASE: next granted"
	stepReleaseKept      = "RELEASE: kept"

	stepGranted     = "GRANT: counted"
	stepEnters      = "GRANT: enters"
	stepFailed      = "FAILED: noted"
	stepFailedBack  = "FAILED: relinquishes"
	stepInquireBack = "INQUIRE: relinquishes"
	stepInquireKept = "INQUIRE: no answer yet"
	stepInquireLate = "INQUIRE: ignored"
)

// algorithm is an instance in one form.
type algorithm struct {
	form
	n       int
	quorums [][]explore.Set
}

func (a *algorithm) steps() []string {
	names := []string{
		stepAsk, stepLeave,
		stepRequestGranted, stepRequestFailed, stepReleaseNext, stepReleaseKept,
		stepGranted, stepFailed,
	}
	if a.enterStep {
		names = append(names, stepEnter)
	} else {
		names = append(names, stepEnters)
	}
	if a.noInquire {
		return append(names, stepRequestQueued)
	}
	switch {
	case a.everyTime:
	case a.silent:
		names = append(names, stepRequestQueued)
	default:
		names = append(names, stepRequestDisplaces)
	}
	if !a.unanswered {
		names = append(names, stepFailedBack)
	}
	return append(names, stepRequestInquires, stepRelinquish, stepInquireBack, stepInquireKept, stepInquireLate)
}
