package maekawa

import "qcheck/explore"

// What must happen before something else can, for partial.go.

// withoutOwn reports whether p waits for its own permission, among others.
func withoutOwn(p int, s State) bool {
	return s.Phase == explore.Waiting && s.Quorum.Has(p) && !s.Granted.Has(p)
}

// granting returns the events of which one must happen before p, which waits
// for it, gets its own permission: it is with another process, or messages to p
// itself are on their way.
func granting(p int, s State) explore.Events {
	if s.Lock == 0 {
		return explore.Taking(explore.SetOf(p))
	}
	return explore.Taking(explore.SetOf(p, s.Holder.Index()))
}

// entering returns sets of events, one of each of which must happen before p is
// inside: each permission that is missing must come.
func (r *relations) entering(p int, s State) []explore.Events {
	if s.Phase == explore.Thinking {
		return []explore.Events{explore.Asking}
	}
	var sets []explore.Events
	for _, m := range (s.Quorum &^ s.Granted).Members() {
		if m == p {
			sets = append(sets, granting(p, s))
		} else {
			sets = append(sets, explore.Taking(explore.SetOf(m)))
		}
	}
	return sets
}

// missing returns the events that may bring GRANT or FAILED from the members
// whose permission is missing.
func (r *relations) missing(p int, s State) explore.Events {
	missing := s.Quorum &^ s.Granted
	events := explore.Taking(missing)
	if missing.Has(p) {
		events |= r.asked(p)
	}
	return events
}

func (r *relations) asking(p int, s State) explore.Events {
	switch {
	case s.Phase == explore.Thinking:
		return explore.NoEvents
	case withoutOwn(p, s):
		return granting(p, s)
	}
	return explore.LocalSteps
}

func (r *relations) sending(p int, s State, to int) explore.Events {
	events := explore.NoEvents
	if r.members[p].Has(to) {
		events |= r.requesterSends(p, s, to)
	}
	if r.askers[p].Has(to) {
		events |= r.memberSends(p, s, to)
	}
	return events
}

// requesterSends: REQUEST when it asks; RELEASE when it leaves, for which all
// permissions must have come; RELINQUISH with the permission, an INQUIRE, and
// something that has failed.
func (r *relations) requesterSends(p int, s State, to int) explore.Events {
	switch {
	case s.Phase == explore.Thinking:
		return explore.Asking
	case s.Phase == explore.Inside || !s.Quorum.Has(to):
		return explore.LocalSteps
	case !s.Granted.Has(to):
		return explore.Taking(explore.SetOf(to))
	case !s.Inquiring.Has(to):
		return explore.Taking(explore.SetOf(to)) | explore.LocalSteps
	}
	return r.missing(p, s)
}

// memberSends: nothing before a REQUEST; INQUIRE, once, to whom it has granted,
// when it is asked (its own request is later than those it knows); GRANT when
// the permission is free; FAILED to the first of the queue when it is displaced
// behind an INQUIRE.
func (r *relations) memberSends(p int, s State, to int) explore.Events {
	holder := s.Holder.Index()
	switch {
	case s.Lock == 0 || holder != to && s.Queue[to] == 0 || holder == to && s.Inquired:
		return explore.Taking(explore.SetOf(to))
	case holder == to:
		return r.asked(p)
	case s.Inquired && !r.silent && s.first() == to:
		return r.asked(p) | r.freeing(p, s)
	}
	return r.freeing(p, s)
}

// freeing returns the events of which one must happen before the permission of
// p, which is granted, is free: its holder sends it back. When that is p, it
// leaves, for which the missing permissions must come, or an INQUIRE and a
// FAILED do. (It has it, and neither is inside nor has taken the GRANT, only
// when messages to itself are on their way.)
func (r *relations) freeing(p int, s State) explore.Events {
	switch {
	case s.Holder.Index() != p:
		return explore.Taking(explore.SetOf(s.Holder.Index()))
	case s.Phase == explore.Inside:
		return explore.LocalSteps
	case s.Phase == explore.Thinking || !s.Granted.Has(p):
		return explore.Taking(explore.SetOf(p))
	case s.Inquired:
		return explore.Taking((s.Quorum &^ s.Granted).With(p))
	}
	return r.asked(p) | explore.LocalSteps
}
