package raymondtree

import "qcheck/explore"

// The names of the steps: the event, and what came of it.
const (
	stepAskEnters = "ask: enters"
	stepAsk       = "ask"
	stepAskQueued = "ask: queued"
	stepAskPasses = "ask: passes on"

	stepLeave       = "leave"
	stepLeavePasses = "leave: passes on"
	stepLeaveBack   = "leave: passes on and asks back"

	stepRequest       = "REQUEST: forwarded"
	stepRequestQueued = "REQUEST: queued"
	stepRequestPasses = "REQUEST: passes on"
	stepRequestBack   = "REQUEST: passes on and asks back"

	stepEnters          = "PRIVILEGE: enters"
	stepPrivilegePasses = "PRIVILEGE: passes on"
	stepPrivilegeBack   = "PRIVILEGE: passes on and asks back"
	stepKept            = "PRIVILEGE: kept"
)

// names has the names of the steps, by the event and by what came of it: nothing, a
// REQUEST, the process entered, PRIVILEGE was sent, and REQUEST with it. An event that
// cannot end so has none.
var names = [...][5]string{
	ask:       {stepAskQueued, stepAsk, stepAskEnters, stepAskPasses, ""},
	leave:     {stepLeave, "", "", stepLeavePasses, stepLeaveBack},
	request:   {stepRequestQueued, stepRequest, "", stepRequestPasses, stepRequestBack},
	privilege: {stepKept, "", stepEnters, stepPrivilegePasses, stepPrivilegeBack},
}

// An event is one of the four.
type event int

const (
	ask event = iota
	leave
	request
	privilege
)

type step = explore.Step[State, Message]

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm struct{ form }

// steps lists the names of the steps that the variant can take.
func (a *algorithm) steps() []string {
	all := []string{
		stepAskEnters, stepAsk, stepAskQueued, stepLeave, stepLeavePasses, stepLeaveBack, stepRequest, stepRequestQueued,
		stepRequestPasses, stepEnters, stepPrivilegePasses, stepPrivilegeBack,
	}
	if a.inUse {
		all = append(all, stepAskPasses, stepRequestBack, stepKept)
	}
	return all
}

// actions are the events of the process itself.
func (a *algorithm) actions(p int, s State) []step {
	switch s.Phase {
	case explore.Thinking:
		s.Phase = explore.Waiting
		return a.enqueue(p, s, explore.ProcessOf(p), ask, explore.Ask)
	case explore.Inside:
		s.Phase = explore.Thinking
		return a.proceed(p, s, leave, explore.Leave)
	}
	return nil
}

func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	if m.Kind == PRIVILEGE {
		s.Holder = explore.ProcessOf(p)
		return a.proceed(p, s, privilege, explore.Plain)
	}
	return a.enqueue(p, s, explore.ProcessOf(from), request, explore.Plain)
}

// enqueue is enqueue(REQUEST_Q, q), and what follows.
func (a *algorithm) enqueue(p int, s State, q explore.Process, e event, kind explore.StepKind) []step {
	end := s.queued().Len() // each is there once: it asks again after it was answered
	at := end
	if a.front || a.greedy && q == explore.ProcessOf(p) {
		at = 0
	}
	copy(s.Queue[at+1:], s.Queue[at:end])
	s.Queue[at] = q
	return a.proceed(p, s, e, kind)
}

// proceed is ASSIGN_PRIVILEGE and MAKE_REQUEST after an event.
func (a *algorithm) proceed(p int, s State, e event, kind explore.StepKind) []step {
	self := explore.ProcessOf(p)
	came := 0
	x := step{Kind: kind}
	if s.Holder == self && (s.Phase != explore.Inside || a.inUse) && s.Queue[0] != 0 { // ASSIGN_PRIVILEGE
		s.Holder, s.Asked = s.Queue[0], false
		copy(s.Queue[:], s.Queue[1:])
		s.Queue[len(s.Queue)-1] = 0
		if s.Holder == self {
			s.Phase, came = explore.Inside, 2
		} else {
			came = 3
			x.Send = append(x.Send, explore.SendTo(explore.SetOf(s.Holder.Index()), Message{PRIVILEGE})...)
		}
	}
	if s.Holder != self && s.Queue[0] != 0 && !s.Asked && !(a.askOnce && came == 3) { // MAKE_REQUEST
		s.Asked = true
		came++
		x.Send = append(x.Send, explore.SendTo(explore.SetOf(s.Holder.Index()), Message{REQUEST})...)
	}
	x.Name, x.Next = names[e][came], s
	return []step{x}
}
