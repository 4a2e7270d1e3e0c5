package kakugawa

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// ask: "When x wishes to enter a critical section".
func (a *algorithm) ask(p int, s requester) []act {
	s.Phase = Asking
	var steps []act
	for _, q := range a.choose(p, func(explore.Set) bool { return true }) {
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

// choose returns the quorums that p may select among those that are possible.
func (a *algorithm) choose(p int, will func(explore.Set) bool) []explore.Set {
	var chosen []explore.Set
	for i := range a.Quorums {
		q := a.Quorums[(p+i)%len(a.Quorums)]
		if !will(q) {
			continue
		}
		chosen = append(chosen, q)
		if a.Fixed {
			break
		}
	}
	return chosen
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
		return a.proceed(p, s, acknowledged, stepWaitEnters, stepWaitRetries, stepWaitCounted)
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
	if a.enough(s.K) && (complete || !a.inOrder) {
		s.Phase = Inside
		if a.owed == owedAll {
			s.T = s.Asked &^ s.K
		}
		s.Asked, s.Unanswered = 0, 0
		return []act{{Name: enters, Next: s, Stamp: roles.Drop}}
	}
	if acknowledged && complete && s.T != 0 {
		if steps := a.retry(p, s, retries); steps != nil {
			return steps
		}
	}
	return acts(counted, a.trim(s))
}

// trim forgets which answers are missing when nothing depends on them any more,
// because every process was asked that can be.
func (a *algorithm) trim(s requester) requester {
	if a.inOrder || !a.NoRetry && !s.Asked.Contains(a.members) {
		return s
	}
	s.Unanswered = 0
	if a.owed == owedAll {
		s.T = s.Asked &^ s.K
	}
	return s
}

// enough reports whether a set of permissions has a quorum in it.
func (a *algorithm) enough(k explore.Set) bool {
	for _, q := range a.Quorums {
		if k.Contains(q) {
			return true
		}
	}
	return false
}

// retry selects another quorum Q' and sends REQUEST to Q' - K; nil when there
// is none.
func (a *algorithm) retry(p int, s requester, name string) []act {
	if a.NoRetry || a.untilWithin && a.retried(s.Asked) && a.within(s.K) {
		return nil
	}
	var avoid explore.Set
	switch a.avoid {
	case avoidHeld:
		avoid = s.K
	case avoidWaiting:
		avoid = s.T
	}
	open := func(q explore.Set) bool { return q&avoid == 0 && !s.Asked.Contains(q) }
	best := -1
	for _, q := range a.Quorums {
		if n := (q &^ s.K).Len(); open(q) && (best < 0 || n != best && n < best == a.fewest) {
			best = n
		}
	}
	var steps []act
	var seen []explore.Set
	for _, q := range a.choose(p, func(q explore.Set) bool { return open(q) && (q&^s.K).Len() == best }) {
		to := q &^ s.Asked
		if a.askAgain {
			to = q &^ s.K
		}
		if contains(seen, to) {
			continue
		}
		seen = append(seen, to)
		next := s
		next.Asked |= to
		next.Unanswered = to
		stamp := roles.Keep
		if a.restamp {
			stamp = roles.New
		}
		next = a.trim(next)
		steps = append(steps, act{Name: name, Next: next, Stamp: stamp, Send: roles.Stamped(roles.SendTo(to, toMember(REQUEST)))})
	}
	return steps
}

func contains(sets []explore.Set, s explore.Set) bool {
	for _, t := range sets {
		if s == t {
			return true
		}
	}
	return false
}

// retried reports whether more was asked than the quorum selected first: no
// quorum contains another.
func (a *algorithm) retried(asked explore.Set) bool { return !contains(a.Quorums, asked) }

// within reports whether K is part of a quorum.
func (a *algorithm) within(k explore.Set) bool {
	for _, q := range a.Quorums {
		if q.Contains(k) {
			return true
		}
	}
	return false
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
