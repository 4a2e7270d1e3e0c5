package counterexample_test

import (
	"context"
	"testing"

	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/raymond"
	"qcheck/setsys"
)

// A shown is a trace that a search found, and how it is replayed.
type shown struct {
	trace  *trace.Trace
	replay func(o obvious.Options, steps []explore.TraceStep) (*obvious.Run, error)
}

// replayer replays steps on the trace's instance.
func (s shown) replayer() trace.Replayer {
	return replayerOf(s.trace, s.replay)
}

func replayerOf(t *trace.Trace, replay func(obvious.Options, []explore.TraceStep) (*obvious.Run, error)) trace.Replayer {
	return func(steps []explore.TraceStep) (*obvious.Run, error) {
		return replay(t.Instance.ReplayOptions(), steps)
	}
}

// find searches a protocol for a violation of the property.
func find[L, M comparable](t *testing.T, p explore.Protocol[L, M], o explore.Options, property explore.Property) shown {
	t.Helper()
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	o.Check = []explore.Property{property}
	r, err := explore.Run(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Properties[0].Verdict != verdict.Violated {
		t.Fatalf("%s of %s: %s", property, p.Name, r.Properties[0].Verdict)
	}
	in := instance.Instance{
		Algorithm: p.Name, Variant: "toy", N: p.N, Requests: o.Requests,
		Clock: o.Clock, ClockMax: o.ClockMax, Queued: o.Queued,
	}
	if in.Requests == nil {
		in.Requests = instance.Each(p.N, 1)
	}
	return shown{trace.New(in, r.Properties[0]), func(o obvious.Options, steps []explore.TraceStep) (*obvious.Run, error) {
		return obvious.Replay(p, o, steps)
	}}
}

// must unwraps a protocol.
func must[L, M comparable](t *testing.T) func(explore.Protocol[L, M], error) explore.Protocol[L, M] {
	return func(p explore.Protocol[L, M], err error) explore.Protocol[L, M] {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// looked are the examples that were searched for, by name.
var looked = map[string]shown{}

// once returns a copy of what search finds the first time: many tests show the same run, and some change it.
func once(name string, search func() shown) shown {
	s, ok := looked[name]
	if !ok {
		s = search()
		looked[name] = s
	}
	return shown{clone(s.trace), s.replay}
}

// tooMany has three processes inside where two may be.
func tooMany(t *testing.T, clock explore.ClockMode) shown {
	p := must[raymond.State, raymond.Message](t)(raymond.New(raymond.Config{N: 3, K: 2, Variant: "printed"}))
	return find(t, p, explore.Options{Requests: []int{1, 1, 2}, Clock: clock}, explore.Safety)
}

// allWait is a deadlock.
func allWait(t *testing.T) shown {
	p := must[maekawa.State, maekawa.Message](t)(maekawa.New(maekawa.Config{N: 3, Variant: "without-inquire"}))
	return find(t, p, explore.Options{}, explore.DeadlockFreedom)
}

// undefined is a step that is not defined; messages to oneself are queued.
func undefined(t *testing.T) shown {
	p := must[kakugawa.State, kakugawa.Message](t)(kakugawa.New(kakugawa.Config{
		N: 3, K: 1, Variant: "printed", Fixed: true,
		Quorums: []explore.Set{explore.SetOf(0, 1), explore.SetOf(1, 2), explore.SetOf(0, 2)},
	}))
	return find(t, p, explore.Options{Queued: true}, explore.WellDefined)
}

// A shop is a server, process 1, that serves the latest of those who queue (or
// the earliest), or one of its customers.
type shop struct {
	Phase explore.Phase // of a customer
	Stamp explore.Stamp // of its request
	Queue explore.PerProcess[explore.Stamp]
	Busy  bool
}

type word struct {
	Kind  kind
	Stamp explore.Stamp
}

type kind uint8

const (
	request kind = iota + 1
	served
	done
)

func (k kind) String() string { return [...]string{"none", "request", "served", "done"}[k] }

// serving is the protocol, with clocks that tick for a request or never.
func serving(ticks, earliest bool) explore.Protocol[shop, word] {
	type step = explore.Step[shop, word]
	say := func(to int, k kind, x explore.Stamp) []explore.Out[word] {
		return []explore.Out[word]{{To: to, Msg: word{k, x}}}
	}
	return explore.Protocol[shop, word]{
		Name: "shop", N: 3, Clock: explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: ticks, Start: 1},
		Steps: []string{"ask", "serve", "request: queued", "served", "done: free", "leave"},
		Init:  func(int) shop { return shop{} },
		Actions: func(p int, s shop) []step {
			switch {
			case p > 0 && s.Phase == explore.Thinking:
				return []step{{Name: "ask", Kind: explore.Ask, Next: shop{Phase: explore.Waiting, Stamp: explore.Fresh}, Send: say(0, request, explore.Fresh)}}
			case p > 0 && s.Phase == explore.Inside:
				return []step{{Name: "leave", Kind: explore.Leave, Next: shop{}, Send: say(0, done, 0)}}
			case p == 0 && !s.Busy && s.Queue != explore.PerProcess[explore.Stamp]{}:
				next := 1
				if one, two := s.Queue[1], s.Queue[2]; one == 0 || two != 0 && earliest == (two < one) {
					next = 2
				}
				s.Busy, s.Queue[next] = true, 0
				return []step{{Name: "serve", Next: s, Send: say(next, served, 0)}}
			}
			return nil
		},
		Deliver: func(p int, s shop, from int, m word) []step {
			switch m.Kind {
			case request:
				s.Queue[from] = m.Stamp
				return []step{{Name: "request: queued", Next: s}}
			case done:
				s.Busy = false
				return []step{{Name: "done: free", Next: s}}
			}
			s.Phase = explore.Inside
			s.Stamp = 0
			return []step{{Name: "served", Next: s}}
		},
		Exclusion: explore.Exclusion[shop]{
			Observe: func(_ int, s shop) explore.Observation {
				return explore.Observation{Phase: s.Phase}
			},
		},
	}
}

// passedOver has one customer waiting for ever, while the other asks again and
// again.
func passedOver(t *testing.T, who int) shown {
	requests := []int{0, explore.Unbounded, explore.Unbounded}
	requests[who] = 1
	return find(t, serving(true, false), explore.Options{Requests: requests}, explore.StarvationFreedom)
}

// begun has a process that begins in the critical section, and another one that
// enters, sending word to itself; the structure file has names for them.
func begun(t *testing.T) shown {
	type step = explore.Step[explore.Phase, word]
	p := explore.Protocol[explore.Phase, word]{
		Name: "begun", N: 2, Clock: explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true},
		Steps: []string{"ask", "request: granted", "served", "leave"},
		Init: func(p int) explore.Phase {
			if p == 0 {
				return explore.Inside
			}
			return explore.Thinking
		},
		Actions: func(p int, l explore.Phase) []step {
			switch l {
			case explore.Thinking:
				return []step{{Name: "ask", Kind: explore.Ask, Next: explore.Waiting, Send: []explore.Out[word]{{To: p, Msg: word{request, explore.Fresh}}, {To: 1 - p, Msg: word{done, 0}}}}}
			case explore.Inside:
				return []step{{Name: "leave", Kind: explore.Leave, Next: explore.Thinking}}
			}
			return nil
		},
		Deliver: func(p int, l explore.Phase, _ int, m word) []step {
			switch m.Kind {
			case request:
				return []step{{Name: "request: granted", Next: l, Send: []explore.Out[word]{{To: p, Msg: word{served, 0}}}}}
			case served:
				return []step{{Name: "served", Next: explore.Inside}}
			}
			return nil
		},
		Exclusion: explore.Exclusion[explore.Phase]{
			Observe: func(_ int, l explore.Phase) explore.Observation { return explore.Observation{Phase: l} },
			Safe:    explore.AtMost(1),
		},
	}
	s := find(t, p, explore.Options{}, explore.Safety)
	var err error
	s.trace.Instance.Quorums.Structure, err = setsys.Decode("s.json", []byte(`{"kind": "coterie", "universe": ["Zürich; #1", "Genf"], "quorums": [["Genf"]]}`), setsys.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
