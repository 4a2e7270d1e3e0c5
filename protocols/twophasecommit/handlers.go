package twophasecommit

import "qcheck/explore"

// The names of the steps.
const (
	stepBegin     = "begin"
	stepTimeout   = "times out, aborts"
	stepAgain     = "tells again"
	stepAsks      = "asks for the decision"
	stepAlone     = "aborts alone"
	stepYes       = "PREPARE: votes YES"
	stepNo        = "PREPARE: votes NO"
	stepLate      = "late"
	stepCounted   = "YES: counted"
	stepCommit    = "YES: all have voted, commits"
	stepAbort     = "NO: aborts"
	stepAnswers   = "INQUIRE: answered"
	stepUndecided = "INQUIRE: not decided yet"
	stepHeard     = "ACKNOWLEDGE: counted"
	stepCommits   = "COMMIT: commits"
	stepAborts    = "ABORT: aborts"
	stepKnown     = "decided already"
)

type step = explore.Step[State, Message]

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm struct {
	form
	Config
}

const coordinator = 0

func (a *algorithm) participants() explore.Set { return explore.All(a.N).Without(coordinator) }

func (a *algorithm) actions(p int, s State) []step {
	switch {
	case p != coordinator && s.Stage == Working:
		return []step{{Name: stepAlone, Kind: explore.May, Next: State{Stage: Aborted}}}
	case p != coordinator && s.Left > 0:
		s.Left--
		return []step{{Name: stepAsks, Next: s, Send: explore.SendTo(explore.SetOf(coordinator), INQUIRE)}}
	case p != coordinator:
	case s.Stage == Working:
		return []step{{Name: stepBegin, Next: State{Stage: Asking, Awaits: a.participants()}, Send: explore.SendTo(a.participants(), PREPARE)}}
	case s.Stage == Asking:
		return []step{a.tell(stepTimeout, Aborted, a.participants())}
	case s.Left > 0:
		s.Left--
		return []step{{Name: stepAgain, Next: s, Send: explore.SendTo(s.Awaits, s.Stage.told())}}
	}
	return nil
}

// tell decides, and tells some participants, whose acknowledgements it awaits.
func (a *algorithm) tell(name string, decision Stage, to explore.Set) step {
	next := decided(decision, to, a.Repeats)
	if a.noAcknowledgement {
		next = State{Stage: decision}
	}
	return step{Name: name, Next: next, Send: explore.SendTo(to, decision.told())}
}

// decided is a coordinator that knows the decision until some have acknowledged it, and may send it again so often.
func decided(decision Stage, awaits explore.Set, left int) State {
	if awaits == 0 {
		left = 0
	}
	return State{Stage: decision, Awaits: awaits, Left: uint8(left)}
}

// told is the message that tells a decision.
func (s Stage) told() Message {
	if s == Committed {
		return COMMIT
	}
	return ABORT
}

func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	switch {
	case p != coordinator && m == PREPARE:
		return a.prepare(s)
	case p != coordinator:
		return a.decide(s, m)
	case m == INQUIRE:
		return a.inquire(s, from)
	case m == ACKNOWLEDGE:
		return a.acknowledge(s, from)
	}
	return a.vote(s, from, m)
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

// vote is the coordinator that is told a vote. Who has voted NO has aborted, and is not told.
func (a *algorithm) vote(s State, from int, m Message) []step {
	switch {
	case s.Stage != Asking:
		return []step{{Name: stepLate, Next: s}}
	case m == NO:
		return []step{a.tell(stepAbort, Aborted, a.participants().Without(from))}
	}
	s.Awaits = s.Awaits.Without(from)
	if s.Awaits == 0 || a.oneSuffices {
		return []step{a.tell(stepCommit, Committed, a.participants())}
	}
	return []step{{Name: stepCounted, Next: s}}
}

// inquire is the coordinator that is asked for the decision. Of a transaction of which it knows nothing any more, or yet, it
// says that it is aborted: all that had to know of a commitment have acknowledged it.
func (a *algorithm) inquire(s State, from int) []step {
	answer := ABORT
	switch {
	case s.Stage == Asking:
		return []step{{Name: stepUndecided, Next: s}}
	case s.Awaits != 0:
		answer = s.Stage.told()
	}
	return []step{{Name: stepAnswers, Next: s, Send: explore.SendTo(explore.SetOf(from), answer)}}
}

// acknowledge is the coordinator, which forgets the transaction when all have acknowledged the decision.
func (a *algorithm) acknowledge(s State, from int) []step {
	if !s.Awaits.Has(from) || s.Stage == Asking {
		return []step{{Name: stepLate, Next: s}}
	}
	return []step{{Name: stepHeard, Next: decided(s.Stage, s.Awaits.Without(from), int(s.Left))}}
}

// decide is a participant that is told the decision, and acknowledges it.
func (a *algorithm) decide(s State, m Message) []step {
	name, next := stepKnown, s
	switch {
	case s.Stage == Committed || s.Stage == Aborted:
	case m == COMMIT:
		name, next = stepCommits, State{Stage: Committed}
	default:
		name, next = stepAborts, State{Stage: Aborted}
	}
	return []step{{Name: name, Next: next, Send: explore.SendTo(explore.SetOf(coordinator), ACKNOWLEDGE)}}
}

// restart is what the log of a process says, and what it does next: without a record of a vote or a decision it has aborted, as
// what it does next says to others.
func (a *algorithm) restart(p int, s State) State {
	switch {
	case p != coordinator && s.Stage == Prepared && !a.forgetsVote:
		return State{Stage: Prepared, Left: uint8(a.Repeats) + 1}
	case p != coordinator && s.Stage == Committed:
		return s
	case p != coordinator:
		return State{Stage: Aborted}
	case a.noLog || s.Stage == Working || s.Stage == Asking:
		return decided(Aborted, a.participants(), a.Repeats+1)
	case s.Awaits == 0:
		return s
	}
	return decided(s.Stage, a.participants(), a.Repeats+1)
}
