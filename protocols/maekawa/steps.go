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
	if a.silent {
		names = append(names, stepRequestQueued)
	} else {
		names = append(names, stepRequestDisplaces)
	}
	return append(names, stepRequestInquires, stepRelinquish, stepFailedBack, stepInquireBack, stepInquireKept, stepInquireLate)
}

func (a *algorithm) deliver(_ int, s State, from int, m Message) []step {
	switch m.Kind {
	case REQUEST:
		return a.request(s, from, m)
	case GRANT:
		return a.grant(s, from)
	case FAILED:
		return failed(s, from)
	case INQUIRE:
		return inquire(s, from)
	case RELINQUISH:
		return relinquish(s, from)
	}
	return release(s, from)
}
