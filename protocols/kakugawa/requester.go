package kakugawa

import "qcheck/explore"

type (
	step = explore.Step[State, Message]
	out  = explore.Out[Message]
)

func one(name string, s State, send ...out) []step {
	return []step{{Name: name, Next: s, Send: send}}
}

func undefined(name, what string) []step {
	return []step{{Name: name, Undefined: what}}
}

// ask: "When x wishes to enter a critical section".
func (a *algorithm) ask(p int, s State) []step {
	s.Phase, s.Stamp = Asking, explore.Fresh
	var steps []step
	for _, q := range a.choose(p, func(explore.Set) bool { return true }) {
		next := s
		next.Asked, next.Unanswered = q, q
		next = a.trim(next)
		steps = append(steps, step{
			Name: stepAsk, Kind: explore.Ask, Next: next,
			Send: explore.SendTo(q, Message{Kind: REQUEST, Stamp: explore.Fresh}),
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
func (a *algorithm) ok(p int, s State, from int) []step {
	// After leaving. A permission for an earlier request comes before one for a
	// later request from the same process, which queues the earlier one first.
	if s.W.Has(from) {
		s.W = s.W.Without(from)
		if s.Phase == Exiting && s.W == 0 {
			s.Phase = Outside
		}
		return one(stepOKGivenBack, s, out{To: from, Msg: Message{Kind: RELEASE}})
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
		return one(stepOKInside, s)
	}
	if a.returnLate {
		return one(stepOKGivenBack, s, out{To: from, Msg: Message{Kind: RELEASE}})
	}
	if a.joinsLate {
		s.K = s.K.With(from)
		return one(stepOKJoins, s)
	}
	return undefined(stepOKGivenBack, "an OK came from a process whose permission is not awaited")
}

// wait handles the answer that a permission cannot be given immediately.
func (a *algorithm) wait(p int, s State, from int) []step {
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
	return one(stepWaitLate, s)
}

// proceed goes on after an OK or a WAIT: enters, selects another quorum, or
// waits. Only an answer to a REQUEST can be the last one of a round.
func (a *algorithm) proceed(p int, s State, acknowledged bool, enters, retries, counted string) []step {
	complete := s.Unanswered == 0
	if a.enough(s.K) && (complete || !a.inOrder) {
		s.Phase, s.Stamp = Inside, 0
		if a.owed == owedAll {
			s.T = s.Asked &^ s.K
		}
		s.Asked, s.Unanswered = 0, 0
		return one(enters, s)
	}
	if acknowledged && complete && s.T != 0 {
		if steps := a.retry(p, s, retries); steps != nil {
			return steps
		}
	}
	return one(counted, a.trim(s))
}

// trim forgets which answers are missing when nothing depends on them any more,
// because every process was asked that can be.
func (a *algorithm) trim(s State) State {
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
func (a *algorithm) retry(p int, s State, name string) []step {
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
	var steps []step
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
		if a.restamp {
			next.Stamp = explore.Fresh
		}
		next = a.trim(next)
		steps = append(steps, step{Name: name, Next: next, Send: explore.SendTo(to, Message{Kind: REQUEST, Stamp: next.Stamp})})
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
func (a *algorithm) leave(s State) []step {
	send := explore.SendTo(s.K, Message{Kind: RELEASE})
	s.W |= s.T
	s.K, s.T = 0, 0
	s.Phase = Exiting
	if s.W == 0 || a.asksEarly {
		s.Phase = Outside
	}
	return []step{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: send}}
}

// query: "When x receives a QUERY message from y".
func (a *algorithm) query(s State, from int) []step {
	held := s.K.Has(from)
	if !held && a.unheld == unheldIgnores {
		return one(stepQueryIgnored, s)
	}
	if s.Phase == Inside && a.NoAnswerNo {
		return one(stepQueryUnreplied, s)
	}
	if s.Phase == Inside || !held && a.unheld == unheldRefuses {
		return one(stepQueryRefuses, s, out{To: from, Msg: Message{Kind: ANSWER_NO}})
	}
	if !a.keepsK {
		s.K = s.K.Without(from)
		if held && a.owed != owedWait {
			s.T = s.T.With(from)
		}
	}
	return one(stepQueryReturns, s, out{To: from, Msg: Message{Kind: ANSWER_RELEASE}})
}
