package kakugawa

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// ask: "When x wishes to enter a critical section".
func (a *algorithm) ask(p int, s requester) []act {
	s.Phase = Asking
	var steps []act
	for _, q := range a.quorums.First(p).Sets() {
		next := s
		next.Asked, next.Unanswered = q, q
		next = a.trim(next)
		steps = append(steps, act{
			Name: stepAsk, Kind: explore.Ask, Next: next, Stamp: roles.New,
			Send: roles.Stamped(roles.SendTo(q, toMember(REQUEST))),
		})
	}
	return steps
}

// ok handles a permission.
func (a *algorithm) ok(p int, s requester, from int) []act {
	// After leaving. A permission for an earlier request comes before one for a
	// later request from the same process, which queues the earlier one first.
	if s.W.Has(from) {
		s.W = s.W.Without(from)
		if s.Phase == Exiting && s.W == 0 {
			s.Phase = Outside
		}
		return acts(stepOKGivenBack, s, send(from, RELEASE))
	}
	switch s.Phase {
	case Asking:
		acknowledged := s.Unanswered.Has(from)
		s.K = s.K.With(from)
		s.T = s.T.Without(from)
		s.Unanswered = s.Unanswered.Without(from)
		return a.proceed(p, s, acknowledged, stepOKEnters, stepOKRetries, stepOKCounted)
	case Inside:
		s.K = s.K.With(from)
		s.T = s.T.Without(from)
		return acts(stepOKInside, s)
	}
	if a.returnLate {
		return acts(stepOKGivenBack, s, send(from, RELEASE))
	}
	if a.joinsLate {
		s.K = s.K.With(from)
		return acts(stepOKJoins, s)
	}
	return undefinedAct(stepOKGivenBack, "an OK came from a process whose permission is not awaited")
}

// wait handles the answer that a permission cannot be given immediately.
func (a *algorithm) wait(p int, s requester, from int) []act {
	switch {
	case s.Phase == Asking:
		acknowledged := s.Unanswered.Has(from)
		s.T = s.T.With(from)
		s.Unanswered = s.Unanswered.Without(from)
		enters := "" // K has no quorum in it: that was looked for with the last OK
		if a.inOrder || a.joinsLate {
			enters = stepWaitEnters
		}
		return a.proceed(p, s, acknowledged, enters, stepWaitRetries, stepWaitCounted)
	case s.Phase == Inside && a.owed != owedAll:
		s.T = s.T.With(from)
	case s.Phase == Exiting && a.owed != owedAll:
		s.W = s.W.With(from)
	}
	return acts(stepWaitLate, s)
}

// proceed goes on after an OK or a WAIT: enters, selects another quorum, or
// waits. Only an answer to a REQUEST can be the last one of a round.
func (a *algorithm) proceed(p int, s requester, acknowledged bool, enters, retries, counted string) []act {
	complete := s.Unanswered == 0
	if enters != "" && a.quorums.Enough(s.K) && (complete || !a.inOrder) {
		s.Phase = Inside
		if a.owed == owedAll {
			s.T = s.Asked &^ s.K
		}
		s.Asked, s.Unanswered = 0, 0
		return []act{{Name: enters, Next: s, Stamp: roles.Drop}}
	}
	if acknowledged && complete && s.T != 0 {
		if others := a.others(p, s); !others.None() {
			return a.retry(s, others, retries)
		}
	}
	return acts(counted, a.trim(s))
}

// trim forgets which answers are missing when nothing depends on them any more,
// because every process was asked that can be.
func (a *algorithm) trim(s requester) requester {
	if a.inOrder || !a.quorums.All(s.Asked) {
		return s
	}
	s.Unanswered = 0
	if a.owed == owedAll {
		s.T = s.Asked &^ s.K
	}
	return s
}

// others returns what may be asked of other quorums: of a quorum Q', all of Q' - K that was sent no REQUEST.
func (a *algorithm) others(p int, s requester) roles.Choices {
	if a.untilWithin && !a.quorums.Is(s.Asked) && a.quorums.Within(s.K) { // more was asked than the first quorum: none contains another
		return roles.Choices{}
	}
	retry := roles.Retry{Asked: s.Asked, Held: s.K, But: s.Asked, Fewest: a.fewest}
	switch a.avoid {
	case avoidHeld:
		retry.Avoid = s.K
	case avoidWaiting:
		retry.Avoid = s.T
	}
	if a.askAgain {
		retry.But = s.K
	}
	return a.quorums.Others(p, retry)
}

// retry selects another quorum, and sends its REQUESTs.
func (a *algorithm) retry(s requester, others roles.Choices, name string) []act {
	stamp := roles.Keep
	if a.restamp {
		stamp = roles.New
	}
	var steps []act
	for _, to := range others.Sets() {
		next := s
		next.Asked |= to
		next.Unanswered = to
		next = a.trim(next)
		steps = append(steps, act{Name: name, Next: next, Stamp: stamp, Send: roles.Stamped(roles.SendTo(to, toMember(REQUEST)))})
	}
	return steps
}

// leave: "When x exits from a critical section".
func (a *algorithm) leave(s requester) []act {
	send := roles.SendTo(s.K, toMember(RELEASE))
	s.W |= s.T
	s.K, s.T = 0, 0
	s.Phase = Exiting
	if s.W == 0 || a.asksEarly {
		s.Phase = Outside
	}
	return []act{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: send}}
}

// query: "When x receives a QUERY message from y".
func (a *algorithm) query(s requester, from int) []act {
	held := s.K.Has(from)
	if !held && a.unheld == unheldIgnores {
		return acts(stepQueryIgnored, s)
	}
	if s.Phase == Inside && a.NoAnswerNo {
		return acts(stepQueryUnreplied, s)
	}
	if s.Phase == Inside || !held && a.unheld == unheldRefuses {
		return acts(stepQueryRefuses, s, send(from, ANSWER_NO))
	}
	if !a.keepsK {
		s.K = s.K.Without(from)
		if held && a.owed != owedWait {
			s.T = s.T.With(from)
		}
	}
	return acts(stepQueryReturns, s, send(from, ANSWER_RELEASE))
}
