package manabetajima

import (
	"cmp"
	"slices"
)

// order returns the processes that have a request in the queue, in the order of
// its entries.
func (a *algorithm) order(s *State) []int {
	var queue []int
	for p, e := range s.Que {
		if e.Status != NoEntry {
			queue = append(queue, p)
		}
	}
	if !a.processFirst {
		slices.SortFunc(queue, func(p, q int) int { return cmp.Compare(s.Que[p].Stamp, s.Que[q].Stamp) })
	}
	return queue
}

// request: When "request(h', p', c')" is arrived from p'.
func (a *algorithm) request(s State, from int, m Message) []step {
	if s.Que[from].Status != NoEntry {
		return undefined(stepRequestWaits, "a request came from a process that has one in the queue")
	}
	s.Que[from] = Entry{Stamp: m.Stamp, Units: m.Units, Status: Wait}
	queue := a.order(&s)
	sum := 0 // of the units up to the j-th entry, which is this request
	for _, p := range queue[:slices.Index(queue, from)+1] {
		sum += int(s.Que[p].Units)
	}
	var send []out
	name := stepRequestWaits
	if sum <= a.K && s.X >= m.Units {
		send = append(send, s.grant(from))
		name = stepRequestGranted
		if a.grantReturns {
			return one(name, s, send...)
		}
	} else if a.cancelOnGrant {
		return one(name, s)
	}
	if a.withoutCancel {
		return one(name, s, send...)
	}
	// "Try to cancel OK for lower priority requests": the entries behind the
	// i-th are those up to which the sum is more than k.
	cancels := false
	sum = 0
	for _, p := range queue {
		sum += int(s.Que[p].Units)
		if sum > a.K && s.Que[p].Status == Okay {
			s.Que[p].Status = Canceled
			cancel := Message{Kind: Cancel}
			if a.byRequest {
				cancel.Stamp = s.Que[p].Stamp
			}
			send = append(send, out{To: p, Msg: cancel})
			cancels = true
		}
	}
	switch {
	case cancels && name == stepRequestWaits:
		name = stepRequestCancels
	case cancels:
		name = stepRequestGrantsCancels
	}
	return one(name, s, send...)
}

// grant sends OK to a process whose request waits, and for whose units there
// are permissions.
func (s *State) grant(p int) out {
	s.Que[p].Status = Okay
	s.X -= s.Que[p].Units
	return out{To: p, Msg: Message{Kind: OK}}
}

// release: When "release" is arrived from p'.
func (a *algorithm) release(s State, from int) []step {
	e := s.Que[from]
	if e.Status == NoEntry {
		return undefined(stepReleaseKept, "a release came from a process that has no entry in the queue")
	}
	s.Que[from] = Entry{}
	if a.creditedAgain {
		s.Que[from].Units = e.Units
	}
	return a.returned(s, e.Units, -1, stepReleaseGrants, stepReleaseKept)
}

// cancelled: When "cancelled" is arrived from p'.
func (a *algorithm) cancelled(s State, from int) []step {
	e := s.Que[from]
	if e.Status == NoEntry {
		if a.missingIgnored {
			return one(stepCancelledLate, s)
		}
		if a.creditedAgain && e.Units > 0 {
			return a.returned(s, e.Units, -1, stepCancelledLate, stepCancelledLate)
		}
		return undefined(stepCancelledKept, "a cancelled came from a process that has no entry in the queue")
	}
	s.Que[from].Status = Wait
	until := -1
	if a.higherOnly {
		until = from
	}
	return a.returned(s, e.Units, until, stepCancelledGrants, stepCancelledKept)
}

// returned takes permissions back, and names the step by whether that let some
// request be granted. For until, see newChance.
func (a *algorithm) returned(s State, units uint8, until int, grants, kept string) []step {
	if int(s.X)+int(units) > maxPermissions {
		return []step{{Name: kept, Overflow: "a process has more than 255 permissions"}}
	}
	s.X += units
	s, send := a.newChance(s, until)
	if len(send) == 0 {
		return one(kept, s)
	}
	return one(grants, s, send...)
}

// maxPermissions bounds State.X. The algorithm never has more than k, unless it
// takes the same permissions back twice.
const maxPermissions = 255

// newChance: procedure NewChance, up to the request of process until, or with -1
// to the end.
func (a *algorithm) newChance(s State, until int) (State, []out) {
	var send []out
	sum := 0
	for _, p := range a.order(&s) {
		if p == until {
			break
		}
		e := s.Que[p]
		sum += int(e.Units)
		if e.Status != Wait {
			continue
		}
		// Where the first that does not fit ends the search, all entries before
		// have their units taken off x, so that what fits is within the sum too.
		fits := s.X >= e.Units
		if a.scanOn {
			fits = fits && sum <= a.K
		}
		switch {
		case fits:
			send = append(send, s.grant(p))
		case !a.scanOn:
			return s, send
		}
	}
	return s, send
}
