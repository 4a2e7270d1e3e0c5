package maekawa

import "qcheck/explore"

func (a *algorithm) request(s State, from int, m Message) []step {
	if s.Lock == 0 {
		s.Lock, s.Holder = m.Stamp, explore.Named(from)
		return one(stepRequestGranted, s, out{To: from, Msg: Message{Kind: GRANT}})
	}
	head := s.first()
	before := m.Stamp < s.Lock && (head < 0 || a.lockAlone || m.Stamp < s.Queue[head])
	s.Queue[from] = m.Stamp
	switch {
	case !before:
		return one(stepRequestFailed, s, out{To: from, Msg: Message{Kind: FAILED}})
	case a.noInquire:
		return one(stepRequestQueued, s)
	case !s.Inquired:
		s.Inquired = !a.everyTime
		return one(stepRequestInquires, s, out{To: s.Holder.Index(), Msg: Message{Kind: INQUIRE}})
	case a.silent:
		return one(stepRequestQueued, s)
	}
	return one(stepRequestDisplaces, s, out{To: head, Msg: Message{Kind: FAILED}})
}

func relinquish(s State, from int) []step {
	if s.Lock == 0 || s.Holder.Index() != from {
		return []step{{Name: stepRelinquish, Undefined: "a RELINQUISH came from a process that nothing is granted to"}}
	}
	s.Queue[from] = s.Lock
	s, send := s.regrant()
	return one(stepRelinquish, s, send...)
}

func release(s State, from int) []step {
	if s.Lock == 0 || s.Holder.Index() != from {
		return []step{{Name: stepReleaseNext, Undefined: "a RELEASE came from a process that nothing is granted to"}}
	}
	s, send := s.regrant()
	if s.Lock == 0 {
		return one(stepReleaseKept, s)
	}
	return one(stepReleaseNext, s, send...)
}

// regrant grants to the first of the queue, if any.
func (s State) regrant() (State, []out) {
	s.Lock, s.Holder, s.Inquired = 0, 0, false
	p := s.first()
	if p < 0 {
		return s, nil
	}
	s.Lock, s.Holder, s.Queue[p] = s.Queue[p], explore.Named(p), 0
	return s, []out{{To: p, Msg: Message{Kind: GRANT}}}
}
