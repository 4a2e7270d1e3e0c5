package twophasecommit

import "qcheck/explore"

// The names of the steps.
const (
	stepBegin   = "begin"
	stepTimeout = "times out, aborts"
	stepRecover = "tells what is in the log"
	stepAlone   = "aborts alone"
	stepYes     = "PREPARE: votes YES"
	stepNo      = "PREPARE: votes NO"
	stepLate    = "late"
	stepCounted = "YES: counted"
	stepCommit  = "YES: all have voted, commits"
	stepAbort   = "NO: aborts"
	stepCommits = "COMMIT: commits"
	stepAborts  = "ABORT: aborts"
)

type step = explore.Step[State, Message]

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm struct {
	form
	n int
}

const coordinator = 0

func (a *algorithm) participants() explore.Set { return explore.All(a.n).Without(coordinator) }

func (a *algorithm) actions(p int, s State) []step {
	if p != coordinator {
		if s.Stage == Working {
			return []step{{Name: stepAlone, Kind: explore.May, Next: State{Stage: Aborted}}}
		}
		return nil
	}
	switch {
	case s.Recovers:
		return []step{a.recover(s)}
	case s.Stage == Working:
		return []step{{Name: stepBegin, Next: State{Stage: Asking}, Send: explore.SendTo(a.participants(), PREPARE)}}
	case s.Stage == Asking:
		return []step{a.tell(stepTimeout, Aborted)}
	}
	return nil
}

// tell decides, and tells all participants.
func (a *algorithm) tell(name string, decision Stage) step {
	m := ABORT
	if decision == Committed {
		m = COMMIT
	}
	return step{Name: name, Next: State{Stage: decision}, Send: explore.SendTo(a.participants(), m)}
}

// recover aborts where nothing is in the log.
func (a *algorithm) recover(s State) step {
	if s.Stage == Committed {
		return a.tell(stepRecover, Committed)
	}
	return a.tell(stepRecover, Aborted)
}

func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	if p == coordinator {
		return a.vote(s, from, m)
	}
	if m == PREPARE {
		return a.prepare(s)
	}
	return a.decide(s, m)
}

// prepare is a participant that is asked: it votes as it likes. One that has aborted alone votes NO.
func (a *algorithm) prepare(s State) []step {
	no := step{Name: stepNo, Next: State{Stage: Aborted}, Send: explore.SendTo(explore.SetOf(coordinator), NO)}
	switch s.Stage {
	case Working:
		return []step{{Name: stepYes, Next: State{Stage: Prepared}, Send: explore.SendTo(explore.SetOf(coordinator), YES)}, no}
	case Aborted:
		return []step{no}
	}
	return []step{{Name: stepLate, Next: s}}
}

// vote is the coordinator that is told a vote.
func (a *algorithm) vote(s State, from int, m Message) []step {
	if s.Stage != Asking || s.Recovers {
		return []step{{Name: stepLate, Next: s}}
	}
	if m == NO {
		return []step{a.tell(stepAbort, Aborted)}
	}
	s.Yes = s.Yes.With(from)
	if s.Yes == a.participants() || a.oneSuffices {
		return []step{a.tell(stepCommit, Committed)}
	}
	return []step{{Name: stepCounted, Next: s}}
}

// decide is a participant that is told the decision.
func (a *algorithm) decide(s State, m Message) []step {
	switch {
	case s.Stage == Committed || s.Stage == Aborted:
		return []step{{Name: stepLate, Next: s}}
	case m == COMMIT:
		return []step{{Name: stepCommits, Next: State{Stage: Committed}}}
	}
	return []step{{Name: stepAborts, Next: State{Stage: Aborted}}}
}

// restart is what is in the log of a process.
func (a *algorithm) restart(p int, s State) State {
	switch {
	case p == coordinator && s.Stage == Working && !s.Recovers:
		return s
	case p == coordinator && (a.noLog || s.Stage == Asking || s.Stage == Working):
		return State{Recovers: true}
	case p == coordinator:
		return State{Stage: s.Stage, Recovers: true}
	case s.Stage == Prepared && a.forgetsVote:
		return State{}
	}
	return s
}
