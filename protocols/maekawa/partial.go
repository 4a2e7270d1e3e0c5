package maekawa

import "qcheck/explore"

// Partial-order reduction.
//
// A process p is a requester and a member, with state of its own for either
// part. What it takes is for the one (GRANT, FAILED, INQUIRE) or for the other
// (REQUEST, RELINQUISH, RELEASE). The parts touch where p is a member of its
// own quorum, and they share channels where p asks a member that also asks p:
// there the order of what they send counts.
//
// The arguments below use that channels keep the order: an INQUIRE from a
// member that p does not hold the permission of comes too late, and stays so
// until it is taken, since a GRANT would come behind it; what a member sends p
// while p waits is of the present request, except such INQUIREs; and while an
// INQUIRE is without an answer, nothing has failed. They hold with messages to
// oneself in a channel, too, which then are events of p among others.
//
// Two more things need a word. A RELINQUISH or RELEASE comes from the process
// that the permission is granted to: it has one to give back for each GRANT
// that it has taken and not given back since. So no step is undefined. And
// entering can only make wrong what is observed, never right. So in the
// argument for sets without an up-set, where a step that is taken first must
// not hide what is wrong at the end, just leaving counts as visible.
//
// With causal stamps, asking and a step of another process that takes a stamp
// out of use commute up to what is heard of: not everybody has heard of a stamp
// that goes out of use here, so a process may ask with a stamp below it. If it
// does so before, all that had heard of the old stamp have now heard of the new
// one; if after, they have not. The latter state allows all that the former does, as it
// leaves more places to the stamps to come, and is the same to all properties.

// reducible reports whether the variant is one that the reduction is made for:
// repaired, with or without FAILED to a displaced request, and with permissions
// that were given back counting as failed or not.
func (f form) reducible() bool {
	f.silent, f.messagesAlone = false, false
	return f == form{}
}

// relations says who may send what to whom.
type relations struct {
	p explore.Protocol[State, Message]
	// silent is as in form.
	silent bool
	// askers has, by member, the processes that may ask it; members, by
	// process, the members that it may ask. Both may have the process itself.
	askers, members []explore.Set
}

func (a *algorithm) relations(p explore.Protocol[State, Message]) *relations {
	r := &relations{p: p, silent: a.silent, askers: make([]explore.Set, a.n), members: make([]explore.Set, a.n)}
	for p, list := range a.quorums {
		for _, q := range list {
			r.members[p] |= q
			for _, m := range q.Members() {
				r.askers[m] = r.askers[m].With(p)
			}
		}
	}
	return r
}

func (a *algorithm) partial(p explore.Protocol[State, Message]) *explore.Partial[State, Message] {
	r := a.relations(p)
	return &explore.Partial[State, Message]{
		Defined: true,
		Take:    r.take,
		Local:   r.leaving,
		Enable:  r.entering,
		Ask:     r.asking,
		Send:    r.sending,
		Visible: func(int, State) explore.Events { return explore.LocalSteps },
		Enter: func(p int, s State) []explore.Events {
			if s.Phase == explore.Inside {
				return []explore.Events{explore.LocalSteps}
			}
			return r.entering(p, s)
		},
		Harm: explore.HarmAtMost(a.n, 1),
	}
}

// asked returns the events of taking what members take.
func (r *relations) asked(p int) explore.Events { return explore.Taking(r.askers[p]) }

// take returns what may not commute with taking m.
func (r *relations) take(p int, s State, from int, m Message) explore.Events {
	switch m.Kind {
	case GRANT:
		return r.takeGrant(p, s, from)
	case FAILED:
		return r.takeFailed(p, s)
	case INQUIRE:
		return r.takeInquire(p, s, from)
	}
	return r.takeAsMember(p, s, from, m)
}

// takeGrant: a GRANT sends nothing, and commutes with GRANT and FAILED from
// others. With INQUIRE it does when its sender has not failed the request:
// either both orders have the permission given back, or neither; when it is the
// last GRANT, the INQUIRE is forgotten or ignored. Otherwise another member
// that has failed the request, and is kept from granting, decides what INQUIRE
// does. If there is none, GRANT does not commute with any INQUIRE.
func (r *relations) takeGrant(p int, s State, from int) explore.Events {
	if !s.Failed.Has(from) {
		return explore.NoEvents
	}
	if others := s.Failed.Without(from).Without(p); others != 0 {
		return explore.Taking(first(others))
	}
	events := explore.Taking(s.Quorum)
	if s.Quorum.Has(p) {
		events |= r.asked(p)
	}
	return events
}

// takeFailed: a FAILED commutes with all other answers; a permission that was
// asked back is given back with it or behind it, alone on its channel unless
// the member asks p. The permission of p itself, given back, is granted to
// another process, for which other requests count.
func (r *relations) takeFailed(p int, s State) explore.Events {
	if s.Quorum&r.askers[p] == 0 {
		return explore.NoEvents
	}
	return r.asked(p)
}

// takeInquire: an INQUIRE that comes too late does nothing. While nothing has
// failed, it is noted, unless it comes after a FAILED that a GRANT has made
// good. Otherwise a member that has failed the request, and is kept from
// granting, has it answered at once, alone on its channel unless the member
// asks p.
func (r *relations) takeInquire(p int, s State, from int) explore.Events {
	if s.Phase != explore.Waiting || !s.Granted.Has(from) {
		return explore.NoEvents
	}
	if s.Failed == 0 {
		return r.missing(p, s)
	}
	others := s.Failed.Without(p)
	if others == 0 {
		return r.asked(p)
	}
	events := explore.Taking(first(others))
	if r.askers[p].Has(from) {
		events |= r.asked(p)
	}
	return events
}

// takeAsMember: what a member takes does not commute with other such messages,
// nor with asking, which makes a time stamp, and leaving. While p waits for its
// own permission, it can do neither before it takes another one of them. With
// an answer to the requester it commutes unless it sends to a member that may
// be sent a RELINQUISH, or to p itself something else than a GRANT that did not
// fail before; or unless the answer may give p's own permission back.
func (r *relations) takeAsMember(p int, s State, from int, m Message) explore.Events {
	events := r.asked(p)
	if !withoutOwn(p, s) {
		events |= explore.Asking | explore.LocalSteps
	}
	if s.Phase != explore.Waiting {
		return events
	}
	touches := s.Inquired && s.Holder.Index() == p
	for _, next := range r.p.Deliver(p, s, from, m) {
		for _, o := range next.Send {
			touches = touches || s.Inquiring.Has(o.To) ||
				o.To == p && (o.Msg.Kind != GRANT || s.Failed.Has(p))
		}
	}
	if touches {
		events |= explore.Taking(s.Quorum)
	}
	return events
}

// leaving returns what may not commute with leaving: what p takes as a member,
// if it releases itself or a process that it may send to as a member.
func (r *relations) leaving(p int, s State) explore.Events {
	if s.Quorum&r.askers[p] == 0 {
		return explore.NoEvents
	}
	return r.asked(p)
}

// first returns the set of the first member alone.
func first(s explore.Set) explore.Set { return s & -s }
