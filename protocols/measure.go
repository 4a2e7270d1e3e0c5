package protocols

import (
	"context"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/explore/obvious"
	"qcheck/protocols/baldoni"
	"qcheck/protocols/csobject"
	"qcheck/protocols/gcs"
	"qcheck/protocols/jiang"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/lamport"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/manabetajima"
	"qcheck/protocols/mutin"
	"qcheck/protocols/raymond"
	"qcheck/protocols/raynal"
	"qcheck/protocols/ricartagrawala"
)

// A Measure measures the messages and the delays of an instance (see packages
// measure and obvious).
type Measure struct {
	// Rule says for whose request the messages are sent.
	Rule string
	// Ways has the ways in which a permission that is sent again is counted, the
	// one of the paper first; one of them where that does not happen.
	Ways []measure.Way
	// Askers has the processes that may ask in the beginning.
	Askers explore.Set

	// Messages and Run are those of package measure.
	Messages func(context.Context, int, measure.Way, explore.Options) (measure.Count, error)
	Run      func(ctx context.Context, process int, way measure.Way, messages int, o explore.Options) ([]explore.TraceStep, error)
	// Delays is obvious.Rounds, with at most so many states.
	Delays func(ctx context.Context, process int, o obvious.Options, maxStates int) obvious.Waits
}

// Measure returns what measures the instance.
func (i *Instance) Measure() (*Measure, error) {
	switch p := i.protocol.(type) {
	case explore.Protocol[manabetajima.State, manabetajima.Message]:
		return measured(p, manabeTajimaRule(), measure.ByCause,
			"request, OK and release count for the request they name; cancel and cancelled for the request that the OK was taken back for"), nil
	case explore.Protocol[kakugawa.State, kakugawa.Message]:
		return measured(p, kakugawaRule(), measure.ByName,
			"REQUEST, OK, WAIT and RELEASE count for the request they name or answer; QUERY and its answer for the request that the QUERY was sent for"), nil
	case explore.Protocol[jiang.State, jiang.Message]:
		return measured(p, jiangRule(), measure.ByCause,
			"a message counts for the request that it names, NOTICE, FOLLOW, R-GRANT and R-RELEASE for that of the follower; PREEMPT and YIELD for the request that PREEMPT was sent for"), nil
	case explore.Protocol[baldoni.State, baldoni.Message]:
		if !slices.Contains(i.Model.Steps(), "YIELD: inquires") {
			return measured(p, baldoniRule(), measure.ByName,
				"REQUEST, GRANT and RELEASE count for the request they name; INQUIRE and YIELD for the request that INQUIRE was sent for; messages to oneself do not count"), nil
		}
	case explore.Protocol[maekawa.State, maekawa.Message]:
		return measured(p, maekawaRule(), measure.ByName,
			"REQUEST, GRANT, FAILED and RELEASE count for the request they name; INQUIRE and RELINQUISH for the request that INQUIRE was sent for; messages to oneself do not count"), nil
	case explore.Protocol[mutin.State[csobject.LockState], mutin.Message[csobject.LockMessage]]:
		return measured(p, mutinRule(lockRule()), measure.ByName, mutinText+"; the lock has REQUEST, GRANT and RELEASE"), nil
	case explore.Protocol[mutin.State[maekawa.State], mutin.Message[maekawa.Message]]:
		return measured(p, mutinRule(maekawaRule()), measure.ByName, mutinText+"; the messages of mx as in maekawa"), nil
	case gcs.WithLock:
		return measured(p, gcsRule(mutinRule(lockRule())), measure.ByName, mutinText+"; the same in both objects, each with a lock"), nil
	case explore.Protocol[raymond.State, raymond.Message]:
		return measured(p, measure.Rule[raymond.State, raymond.Message]{
			Owner: askedOrAnswered[raymond.State](func(m raymond.Message) bool { return m.Kind == raymond.REPLY }),
		}, measure.ByName, requestReply), nil
	case explore.Protocol[ricartagrawala.State, ricartagrawala.Message]:
		return measured(p, measure.Rule[ricartagrawala.State, ricartagrawala.Message]{
			Owner: askedOrAnswered[ricartagrawala.State](func(m ricartagrawala.Message) bool { return m.Kind == ricartagrawala.REPLY }),
		}, measure.ByName, requestReply), nil
	case explore.Protocol[raynal.State, raynal.Message]:
		return measured(p, measure.Rule[raynal.State, raynal.Message]{
			Owner: askedOrAnswered[raynal.State](func(m raynal.Message) bool { return m.Kind == raynal.NOT_USED }),
		}, measure.ByName, "REQUEST counts for its sender, NOT_USED for the request that it answers"), nil
	case explore.Protocol[lamport.State, lamport.Message]:
		return measured(p, measure.Rule[lamport.State, lamport.Message]{
			Owner: askedOrAnswered[lamport.State](func(m lamport.Message) bool { return m.Kind == lamport.ACKNOWLEDGE }),
		}, measure.ByName, "REQUEST and RELEASE count for their sender, ACKNOWLEDGE for the request that it answers"), nil
	}
	return nil, fmt.Errorf("there is no rule for whose request the messages of %s (%s) are sent", i.Algorithm.Name, i.Params.Variant)
}

func measured[L, M comparable](p explore.Protocol[L, M], r measure.Rule[L, M], first measure.Way, text string) *Measure {
	m := &Measure{Rule: text, Ways: []measure.Way{first}}
	if r.Returns != nil {
		m.Ways = append(m.Ways, 1-first)
	}
	for i := range p.N {
		if p.Actions != nil && slices.ContainsFunc(p.Actions(i, p.Init(i)), func(s explore.Step[L, M]) bool { return s.Kind == explore.Ask }) {
			m.Askers = m.Askers.With(i)
		}
	}
	m.Messages = func(ctx context.Context, process int, way measure.Way, o explore.Options) (measure.Count, error) {
		return measure.Messages(ctx, p, r, process, way, o)
	}
	m.Run = func(ctx context.Context, process int, way measure.Way, messages int, o explore.Options) ([]explore.TraceStep, error) {
		return measure.Run(ctx, p, r, process, way, messages, o)
	}
	m.Delays = func(ctx context.Context, process int, o obvious.Options, maxStates int) obvious.Waits {
		return obvious.Rounds(ctx, p, o, process, maxStates)
	}
	return m
}

// The rules.

const (
	requestReply = "REQUEST counts for its sender, REPLY for the request that it answers"
	mutinText    = "Query, Acquire, Release and what mx sends count for their sender, Response1, Ack and Response2 for the process they answer; Exit and Entry together are one entry"
)

// askedOrAnswered: answers count for their receiver, all else for its sender.
func askedOrAnswered[L, M comparable](answer func(M) bool) func(measure.Sending[L, M]) int {
	return func(s measure.Sending[L, M]) int {
		if answer(s.Msg) {
			return s.To
		}
		return s.Process
	}
}

func manabeTajimaRule() measure.Rule[manabetajima.State, manabetajima.Message] {
	return measure.Rule[manabetajima.State, manabetajima.Message]{
		Owner: func(s measure.Sending[manabetajima.State, manabetajima.Message]) int {
			switch s.Msg.Kind {
			case manabetajima.OK:
				return s.To
			case manabetajima.Cancel:
				return s.From // a cancel is sent on a request
			case manabetajima.Cancelled:
				return measure.Received
			}
			return s.Process
		},
		Permits: func(m manabetajima.Message) bool { return m.Kind == manabetajima.OK },
		Returns: func(m manabetajima.Message) bool { return m.Kind == manabetajima.Cancelled },
	}
}

func kakugawaRule() measure.Rule[kakugawa.State, kakugawa.Message] {
	return measure.Rule[kakugawa.State, kakugawa.Message]{
		Owner: func(s measure.Sending[kakugawa.State, kakugawa.Message]) int {
			switch s.Msg.Kind {
			case kakugawa.OK, kakugawa.WAIT:
				return s.To
			case kakugawa.QUERY:
				return s.From // a QUERY is sent on a REQUEST
			case kakugawa.ANSWER_RELEASE, kakugawa.ANSWER_NO:
				return measure.Received
			}
			return s.Process
		},
		Permits: func(m kakugawa.Message) bool { return m.Kind == kakugawa.OK },
		Returns: func(m kakugawa.Message) bool { return m.Kind == kakugawa.ANSWER_RELEASE },
	}
}

func jiangRule() measure.Rule[jiang.State, jiang.Message] {
	return measure.Rule[jiang.State, jiang.Message]{
		Owner: func(s measure.Sending[jiang.State, jiang.Message]) int {
			switch s.Msg.Kind {
			case jiang.GRANT, jiang.NOTICE, jiang.SUCCESS, jiang.FAIL, jiang.RGRANT, jiang.CLEARED:
				return s.To
			case jiang.COMPETE, jiang.FOLLOW:
				if s.Msg.Node != 0 {
					return int(s.Msg.Node) - 1
				}
			case jiang.PREEMPT:
				return s.From // PREEMPT is sent on a REQUEST
			case jiang.YIELD:
				return measure.Received
			}
			return s.Process
		},
		Permits: func(m jiang.Message) bool { return m.Kind == jiang.GRANT },
		Returns: func(m jiang.Message) bool { return m.Kind == jiang.YIELD },
	}
}

// baldoniRule is not for variants in which INQUIRE is also sent on YIELD or
// RELEASE.
func baldoniRule() measure.Rule[baldoni.State, baldoni.Message] {
	return measure.Rule[baldoni.State, baldoni.Message]{
		Owner: func(s measure.Sending[baldoni.State, baldoni.Message]) int {
			switch s.Msg.Kind {
			case baldoni.GRANT:
				return s.To
			case baldoni.INQUIRE:
				return s.From
			case baldoni.YIELD:
				return measure.Received
			}
			return s.Process
		},
		Permits:    func(m baldoni.Message) bool { return m.Kind == baldoni.GRANT },
		Returns:    func(m baldoni.Message) bool { return m.Kind == baldoni.YIELD },
		WithoutOwn: true,
	}
}

func maekawaRule() measure.Rule[maekawa.State, maekawa.Message] {
	return measure.Rule[maekawa.State, maekawa.Message]{
		Owner: func(s measure.Sending[maekawa.State, maekawa.Message]) int {
			switch s.Msg.Kind {
			case maekawa.GRANT, maekawa.FAILED:
				return s.To
			case maekawa.INQUIRE:
				return s.From
			case maekawa.RELINQUISH:
				return measure.Inquired
			}
			return s.Process
		},
		Inquires:   func(m maekawa.Message) bool { return m.Kind == maekawa.INQUIRE },
		Permits:    func(m maekawa.Message) bool { return m.Kind == maekawa.GRANT },
		Returns:    func(m maekawa.Message) bool { return m.Kind == maekawa.RELINQUISH },
		WithoutOwn: true,
	}
}

func lockRule() measure.Rule[csobject.LockState, csobject.LockMessage] {
	return measure.Rule[csobject.LockState, csobject.LockMessage]{
		Owner: askedOrAnswered[csobject.LockState](func(m csobject.LockMessage) bool { return m == csobject.GRANT }),
	}
}

// mutinRule is that of mutin over an object with the given rule.
func mutinRule[X, Y comparable](mx measure.Rule[X, Y]) measure.Rule[mutin.State[X], mutin.Message[Y]] {
	return measure.Rule[mutin.State[X], mutin.Message[Y]]{
		Owner: func(s measure.Sending[mutin.State[X], mutin.Message[Y]]) int {
			switch s.Msg.Kind {
			case mutin.Response1, mutin.Response2, mutin.Ack:
				return s.To
			case mutin.Mx:
				return mx.Owner(measure.Sending[X, Y]{
					Process: s.Process, From: s.From, Taken: s.Taken.Mx, Before: s.Before.Mx, To: s.To, Msg: s.Msg.Mx,
				})
			}
			return s.Process
		},
		Inquires: within(mx.Inquires, mutinPart[Y]),
		Permits:  within(mx.Permits, mutinPart[Y]),
		Returns:  within(mx.Returns, mutinPart[Y]),
	}
}

func mutinPart[Y comparable](m mutin.Message[Y]) (Y, bool) { return m.Mx, m.Kind == mutin.Mx }

// within says of messages of a protocol what is said of those of a part of it.
func within[M, Y comparable](what func(Y) bool, part func(M) (Y, bool)) func(M) bool {
	if what == nil {
		return nil
	}
	return func(m M) bool {
		y, ok := part(m)
		return ok && what(y)
	}
}

// gcsRule is that of gcs over two objects with the given rule, in which no
// permission is taken back: what is remembered of that would have to be kept apart.
func gcsRule[A, X comparable](r measure.Rule[A, X]) measure.Rule[gcs.State[A, A], gcs.Message[X, X]] {
	return measure.Rule[gcs.State[A, A], gcs.Message[X, X]]{
		Owner: func(s measure.Sending[gcs.State[A, A], gcs.Message[X, X]]) int {
			part := measure.Sending[A, X]{
				Process: s.Process, From: s.From, Taken: s.Taken.Lmin, Before: s.Before.Lmin, To: s.To, Msg: s.Msg.Lmin,
			}
			if s.Msg.Object == gcs.Kmex {
				part.Taken, part.Before, part.Msg = s.Taken.Kmex, s.Before.Kmex, s.Msg.Kmex
			}
			return r.Owner(part)
		},
	}
}
