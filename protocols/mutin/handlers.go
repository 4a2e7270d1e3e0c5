package mutin

import (
	"slices"

	"qcheck/explore"
	"qcheck/protocols/csobject"
)

// The names of the steps, besides those of the object for mutual exclusion.
const (
	stepExit  = "Exit"
	stepEntry = "Entry"
	stepIn    = "Entry returns"

	stepQuery           = "Query"
	stepResponse1       = "Response1: counted"
	stepResponse1Enough = "Response1: enough"
	stepResponse1Late   = "Response1: not needed"
	stepResponse1Stale  = "Response1: stale"
	stepAcquire         = "Acquire"
	stepAck             = "Ack: counted"
	stepAckLast         = "Ack: exits"
	stepRelease         = "Release: kept"
	stepReleaseAnswered = "Release: answered"
	stepResponse2       = "Response2: counted"
	stepResponse2Enough = "Response2: enough"
	stepResponse2Late   = "Response2: not needed"
	stepResponse2Stale  = "Response2: stale"
)

// maxReqCnt is the largest request counter that is kept as an integer.
const maxReqCnt = 20

type (
	step[X, Y comparable] = explore.Step[State[X], Message[Y]]
	out[Y comparable]     = explore.Out[Message[Y]]
)

// algorithm is an instance in one form.
type algorithm[X, Y comparable] struct {
	form
	Config
	mx csobject.Part[State[X], Message[Y], X, Y]
}

func newAlgorithm[X, Y comparable](f form, c Config, mx explore.Protocol[X, Y]) *algorithm[X, Y] {
	return &algorithm[X, Y]{form: f, Config: c, mx: csobject.Part[State[X], Message[Y], X, Y]{
		Name:   "mx",
		Object: mx,
		Get:    func(s State[X]) X { return s.Mx },
		Put:    func(s State[X], x X) State[X] { s.Mx = x; return s },
		Wrap:   func(m Y) Message[Y] { return Message[Y]{Kind: Mx, Mx: m} },
	}}
}

func (a *algorithm[X, Y]) protocol() explore.Protocol[State[X], Message[Y]] {
	return explore.Protocol[State[X], Message[Y]]{
		Name:    "mutin",
		N:       a.N,
		Clock:   a.mx.Object.Clock,
		Init:    a.init,
		Actions: a.actions,
		Deliver: a.deliver,
		Exclusion: explore.Exclusion[State[X]]{
			Observe:  a.observe,
			Safe:     csobject.Between(a.L, a.N),
			Standing: a.standing,
			Obliged:  true,
		},
		Steps: a.steps(),
	}
}

func (a *algorithm[X, Y]) steps() []string {
	names := []string{
		stepExit, stepEntry, stepQuery, stepResponse1, stepResponse1Enough, stepResponse1Late, stepResponse1Stale, stepAcquire, stepAck, stepAckLast,
		stepRelease, stepReleaseAnswered, stepResponse2, stepResponse2Enough, stepResponse2Late, stepResponse2Stale,
	}
	if a.lateIn {
		names = append(names, stepIn)
	}
	return slices.Concat(names, a.mx.Steps())
}

// init: procsInCS has those of R that are in the critical section.
func (a *algorithm[X, Y]) init(p int) State[X] {
	s := State[X]{Mx: a.mx.Object.Init(p)}
	if a.InCS.Has(p) {
		s.Stage = In
	}
	for k, q := range a.Quorums {
		if q.Has(p) && a.InCS.Has(k) {
			s.ProcsInCS = s.ProcsInCS.With(k)
		}
	}
	return s
}

// observe: a process is in the critical section until Exit() returns.
func (a *algorithm[X, Y]) observe(p int, s State[X]) explore.Observation {
	switch s.Stage {
	case Out:
		return explore.Observation{Phase: explore.Thinking}
	case In:
		return explore.Observation{Phase: explore.Inside, Units: 1}
	case Returning:
		return explore.Observation{Phase: explore.Waiting}
	case Acquiring:
		if a.earlyOut {
			return explore.Observation{Phase: explore.Waiting}
		}
	}
	return explore.Observation{Phase: explore.Waiting, Units: 1}
}

// actions: the behaviour of section 3.2, the two methods in turn.
func (a *algorithm[X, Y]) actions(p int, s State[X]) []step[X, Y] {
	steps := a.resume(p, a.mx.Actions(p, s))
	switch s.Stage {
	case In:
		steps = append(steps, a.exit(p, s)...)
	case Out:
		steps = append(steps, a.entry(p, s)...)
	case Returning:
		s.Stage = In
		steps = append(steps, one[X, Y](stepIn, s)...)
	}
	return steps
}

// exit is Exit() as far as the return of mx.Entry() allows.
func (a *algorithm[X, Y]) exit(p int, s State[X]) []step[X, Y] {
	s.Stage = Entering
	return csobject.As(stepExit, explore.Ask, a.resume(p, a.mx.Ask(p, s)))
}

// resume continues a step of the process with what comes next in Exit(), when
// it now has what it waited for.
func (a *algorithm[X, Y]) resume(p int, steps []step[X, Y]) []step[X, Y] {
	return csobject.Then(steps, func(s State[X]) []step[X, Y] {
		switch {
		case s.Stage == Entering && a.mx.Phase(p, s) == explore.Inside:
			return a.query(p, s)
		case s.Stage == Querying && s.CurrentInCS.Len() >= a.L+1 && (!a.allResponses || s.Responded == a.Quorums[p]):
			return a.acquire(p, s)
		case s.Stage == Acquiring && s.AckFrom == a.Quorums[p]:
			s.Stage, s.AckFrom = Out, 0
			return a.mx.Leave(p, s)
		}
		return nil
	})
}

// query is Exit() from the return of mx.Entry() to the first wait.
func (a *algorithm[X, Y]) query(p int, s State[X]) []step[X, Y] {
	switch a.counter {
	case counted:
		s.ReqCnt++
		if s.ReqCnt > maxReqCnt {
			return []step[X, Y]{{Next: s, Overflow: "the request counter passes 20"}}
		}
	case parity:
		s.ReqCnt = 1 - s.ReqCnt
	}
	s.Stage = Querying
	return one("", s, explore.SendTo(a.Quorums[p], Message[Y]{Kind: Query, ReqCnt: s.ReqCnt})...)
}

// acquire is Exit() from the first wait to the second.
func (a *algorithm[X, Y]) acquire(p int, s State[X]) []step[X, Y] {
	s.Stage, s.CurrentInCS, s.Responded = Acquiring, 0, 0
	return one("", s, explore.SendTo(a.Quorums[p], Message[Y]{Kind: Acquire})...)
}

// entry is Entry().
func (a *algorithm[X, Y]) entry(p int, s State[X]) []step[X, Y] {
	s.Stage = In
	if a.lateIn {
		s.Stage = Returning
	}
	return csobject.As(stepEntry, explore.Leave, one("", s, explore.SendTo(a.Quorums[p], Message[Y]{Kind: Release})...))
}

func (a *algorithm[X, Y]) deliver(p int, s State[X], from int, m Message[Y]) []step[X, Y] {
	switch m.Kind {
	case Query:
		return a.onQuery(s, from, m)
	case Response1, Response2:
		return a.onResponse(p, s, from, m)
	case Acquire:
		return onAcquire[X, Y](s, from)
	case Ack:
		return a.onAck(p, s, from)
	case Release:
		return a.onRelease(s, from)
	}
	return a.resume(p, a.mx.Deliver(p, s, from, m.Mx))
}

// onQuery: "On receipt of a Query".
func (a *algorithm[X, Y]) onQuery(s State[X], from int, m Message[Y]) []step[X, Y] {
	s.Again, s.AgainReqCnt = explore.ProcessOf(from), m.ReqCnt
	return one(stepQuery, s, out[Y]{To: from, Msg: Message[Y]{Kind: Response1, ReqCnt: m.ReqCnt, ProcsInCS: s.ProcsInCS}})
}

// onResponse: "On receipt of a Response1", and of a Response2.
func (a *algorithm[X, Y]) onResponse(p int, s State[X], from int, m Message[Y]) []step[X, Y] {
	names := [...]string{stepResponse1, stepResponse1Enough, stepResponse1Late, stepResponse1Stale}
	if m.Kind == Response2 {
		names = [...]string{stepResponse2, stepResponse2Enough, stepResponse2Late, stepResponse2Stale}
	}
	switch {
	case m.ReqCnt != s.ReqCnt || s.Stage != Querying && s.Stage != Acquiring:
		return one[X, Y](names[3], s)
	case s.Stage == Acquiring:
		return one[X, Y](names[2], s)
	}
	s.CurrentInCS |= m.ProcsInCS
	if a.allResponses {
		s.Responded = s.Responded.With(from)
	}
	steps := a.resume(p, one[X, Y](names[0], s))
	if steps[0].Next.Stage == Acquiring {
		steps[0].Name = names[1]
	} else if a.queryAgain && m.Kind == Response2 {
		steps[0].Send = []out[Y]{{To: from, Msg: Message[Y]{Kind: Query, ReqCnt: s.ReqCnt}}}
	}
	return steps
}

// onAcquire: "On receipt of an Acquire".
func onAcquire[X, Y comparable](s State[X], from int) []step[X, Y] {
	s.ProcsInCS = s.ProcsInCS.Without(from)
	s.Again, s.AgainReqCnt = 0, 0
	return one(stepAcquire, s, out[Y]{To: from, Msg: Message[Y]{Kind: Ack}})
}

// onAck: "On receipt of an Ack".
func (a *algorithm[X, Y]) onAck(p int, s State[X], from int) []step[X, Y] {
	s.AckFrom = s.AckFrom.With(from)
	if s.AckFrom != a.Quorums[p] {
		return one[X, Y](stepAck, s)
	}
	return csobject.As(stepAckLast, explore.Plain, a.resume(p, one[X, Y]("", s)))
}

// onRelease: "On receipt of a Release".
func (a *algorithm[X, Y]) onRelease(s State[X], from int) []step[X, Y] {
	s.ProcsInCS = s.ProcsInCS.With(from)
	if s.Again == 0 {
		return one[X, Y](stepRelease, s)
	}
	answer := out[Y]{To: s.Again.Index(), Msg: Message[Y]{Kind: Response2, ReqCnt: s.AgainReqCnt, ProcsInCS: s.ProcsInCS}}
	if !a.keep {
		s.Again, s.AgainReqCnt = 0, 0
	}
	return one(stepReleaseAnswered, s, answer)
}

func one[X, Y comparable](name string, s State[X], send ...out[Y]) []step[X, Y] {
	return []step[X, Y]{{Name: name, Next: s, Send: send}}
}
