package jiang

import "qcheck/explore"

// The names of the steps.
const (
	stepAsk      = "ask"
	stepReselect = "reselect"
	stepLeave    = "leave"

	stepRequestGranted  = "REQUEST: granted"
	stepRequestQueued   = "REQUEST: queued"
	stepRequestPreempts = "REQUEST: preempts"
	stepRequestNoticed  = "REQUEST: to follow"
	stepYield           = "YIELD"
	stepReleaseNext     = "RELEASE: to the next"
	stepReleaseKept     = "RELEASE: no more"

	stepGrantCounted   = "GRANT: counted"
	stepGrantWS        = "GRANT: enters WS"
	stepGrantIgnored   = "GRANT: ignored"
	stepNotice         = "NOTICE: releases"
	stepNoticeIgnored  = "NOTICE: ignored"
	stepPreemptYields  = "PREEMPT: yields"
	stepPreemptIgnored = "PREEMPT: ignored"

	stepCompeteRegisters = "COMPETE: registers"
	stepCompeteWins      = "COMPETE: succeeds"
	stepCompeteFails     = "COMPETE: fails"
	stepSuccess          = "SUCCESS: enters"
	stepSuccessLate      = "SUCCESS: late"
	stepFail             = "FAIL"
	stepFailEnters       = "FAIL: enters"
	stepFailLate         = "FAIL: of a request that is over"
	stepClear            = "CLEAR"
	stepCleared          = "CLEARED"
	stepClearedExits     = "CLEARED: exits"

	stepFollow         = "FOLLOW: noted"
	stepFollowGranted  = "FOLLOW: granted"
	stepFollowAgain    = "FOLLOW: again"
	stepRGrantEnters   = "R-GRANT: enters"
	stepRGrantKept     = "R-GRANT: kept"
	stepRGrantReturned = "R-GRANT: returned"
	stepRGrantIgnored  = "R-GRANT: ignored"
	stepRRelease       = "R-RELEASE: noted"
	stepRReleaseExits  = "R-RELEASE: exits"
	stepRReleaseExpels = "R-RELEASE: expels"
)

// steps lists the steps that are possible in the reading.
func (a *algorithm) steps() []string {
	names := []string{
		stepAsk, stepLeave,
		stepRequestGranted, stepRequestQueued, stepRequestPreempts, stepRequestNoticed,
		stepYield, stepReleaseNext, stepReleaseKept,
		stepGrantCounted, stepGrantWS, stepGrantIgnored,
		stepNotice, stepNoticeIgnored, stepPreemptYields, stepPreemptIgnored,
		stepCompeteRegisters, stepCompeteWins, stepCompeteFails,
		stepSuccess, stepFail, stepClear,
		stepFollow, stepFollowGranted,
		stepRGrantEnters, stepRGrantReturned, stepRRelease, stepRReleaseExits,
	}
	if a.Reselect {
		names = append(names, stepReselect)
	}
	if a.byRequest {
		names = append(names, stepFollowAgain)
	} else {
		names = append(names, stepRGrantIgnored)
	}
	if a.outcomeFirst {
		names = append(names, stepRGrantKept, stepFailEnters)
	} else {
		names = append(names, stepFailLate, stepSuccessLate)
	}
	if a.expels {
		names = append(names, stepRReleaseExpels)
	}
	if a.acknowledged {
		names = append(names, stepCleared, stepClearedExits)
	}
	return names
}

func (a *algorithm) actions(p int, s State) []step {
	switch s.Section {
	case NCS:
		if s.Expelled != explore.Thinking {
			return leaveExpelled(s)
		}
		return a.ask(p, s)
	case ES:
		return a.reselect(p, s)
	case CS:
		return a.leave(s)
	}
	return nil
}

func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	switch m.Kind {
	case REQUEST:
		return a.request(s, from, m)
	case GRANT:
		return a.grant(p, s, from, m)
	case RGRANT:
		return a.rGrant(s, from, m)
	case COMPETE:
		return a.competes(p, s, m)
	case SUCCESS:
		return a.success(s, m)
	case FAIL:
		return a.fail(s, from, m)
	case NOTICE:
		return a.notice(s, m)
	case FOLLOW:
		return a.follows(s, m)
	case RELEASE:
		return a.release(s, from, m)
	case RRELEASE:
		return a.rRelease(s, from, m)
	case CLEAR:
		return a.clears(s, from, m)
	case CLEARED:
		return a.cleared(s, from)
	case PREEMPT:
		return a.preempt(s, from)
	case YIELD:
		return a.yield(s, from, m)
	}
	return nil
}
