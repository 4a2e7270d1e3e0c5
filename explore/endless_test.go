package explore_test

import (
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
)

// Protocols in which stamps change hands along a run without end.

type holder struct {
	Q    uint8
	S, T explore.Stamp
}

type offer struct {
	K uint8
	S explore.Stamp
}

type (
	holderStep = explore.Step[holder, offer]
	offerOut   = explore.Out[offer]
)

func holderPhase(_ int, l holder) explore.Observation {
	switch l.Q {
	case 1:
		return explore.Observation{Phase: explore.Waiting}
	case 2:
		return explore.Observation{Phase: explore.Inside}
	}
	return explore.Observation{}
}

// adopting has process 3 wait, process 1 overtake it again and again with fresh
// stamps, and process 3 go on each time with a later stamp that process 2 gives
// it. With ticks, the clock of process 2 ticks twice for each.
func adopting(ticks bool) explore.Protocol[holder, offer] {
	const worker, giver, waiter = 0, 1, 2
	return explore.Protocol[holder, offer]{
		Name: "adopting", N: 3, Clock: explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true},
		Init: func(int) holder { return holder{} },
		Actions: func(p int, l holder) []holderStep {
			switch {
			case p == waiter && l.Q == 0:
				return []holderStep{{Name: "ask", Kind: explore.Ask, Next: holder{Q: 1, S: explore.Fresh}, Send: []offerOut{{To: giver}}}}
			case p == waiter && l.Q == 2:
				return []holderStep{{Name: "leave", Kind: explore.Leave, Next: holder{Q: 3}}}
			case p == worker && l.Q == 0:
				return []holderStep{{Name: "work", Next: holder{Q: 4}, Send: []offerOut{{To: waiter, Msg: offer{1, explore.Fresh}}}}}
			case p == giver && l.Q == 4:
				return []holderStep{{Name: "give", Next: holder{}, Send: []offerOut{{To: waiter, Msg: offer{2, explore.Fresh}}}}}
			}
			return nil
		},
		Deliver: func(p int, l holder, from int, m offer) []holderStep {
			switch {
			case p == giver && ticks:
				return []holderStep{{Name: "wind", Next: holder{Q: 4, S: explore.Fresh}}}
			case p == giver:
				return []holderStep{{Name: "give", Next: l, Send: []offerOut{{To: waiter, Msg: offer{2, explore.Fresh}}}}}
			case p == worker:
				return []holderStep{{Name: "answered", Next: holder{}}}
			case m.K == 2:
				l.T = m.S
				return []holderStep{{Name: "kept", Next: l}}
			}
			send := []offerOut{{To: worker, Msg: offer{K: 3}}}
			switch {
			case l.Q != 1:
				return []holderStep{{Name: "let in", Next: l, Send: send}}
			case l.T == 0:
				return nil // the stamp of process 2 is on its way
			case m.S > l.S:
				return []holderStep{{Name: "enter", Next: holder{Q: 2}, Send: send}}
			}
			return []holderStep{{Name: "overtaken", Next: holder{Q: 1, S: l.T}, Send: append(send, offerOut{To: giver})}}
		},
		Exclusion: explore.Exclusion[holder]{
			Observe: holderPhase,
			Safe:    explore.AtMost(2),
		},
	}
}

// keeping has process 2 keep a stamp for ever, without waiting, and process 1
// try again with fresh stamps until one is later. With lose, process 2 takes a
// fresh one of its own from time to time, and there is no end of it.
func keeping(lose bool) explore.Protocol[holder, offer] {
	return explore.Protocol[holder, offer]{
		Name: "keeping", N: 2, Clock: explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true},
		Init: func(int) holder { return holder{} },
		Actions: func(p int, l holder) []holderStep {
			switch {
			case p == 1 && l.Q == 0:
				return []holderStep{{Name: "ask", Kind: explore.Ask, Next: holder{Q: 2, S: explore.Fresh}}}
			case p == 1 && l.Q == 2:
				return []holderStep{{Name: "leave", Kind: explore.Leave, Next: holder{Q: 3, S: l.S}}}
			case p == 1 && lose:
				return []holderStep{{Name: "another", Next: holder{Q: 3, S: explore.Fresh}}}
			case p == 0 && l.Q == 0:
				return []holderStep{{Name: "ask", Kind: explore.Ask, Next: holder{Q: 1, S: explore.Fresh}, Send: []offerOut{{To: 1, Msg: offer{0, explore.Fresh}}}}}
			case p == 0 && l.Q == 2:
				return []holderStep{{Name: "leave", Kind: explore.Leave, Next: holder{}}}
			}
			return nil
		},
		Deliver: func(p int, l holder, from int, m offer) []holderStep {
			switch {
			case p == 1 && l.S != 0 && m.S < l.S:
				return []holderStep{{Name: "too early", Next: l, Send: []offerOut{{To: 0, Msg: offer{K: 1}}}}}
			case p == 1:
				return []holderStep{{Name: "grant", Next: l, Send: []offerOut{{To: 0, Msg: offer{K: 2}}}}}
			case m.K == 2:
				return []holderStep{{Name: "enter", Next: holder{Q: 2}}}
			}
			return []holderStep{{Name: "again", Next: holder{Q: 1, S: explore.Fresh}, Send: []offerOut{{To: 1, Msg: offer{0, explore.Fresh}}}}}
		},
		Exclusion: explore.Exclusion[holder]{
			Observe: holderPhase,
			Safe:    explore.AtMost(2),
		},
	}
}

// It is stamps that must not have fresh ones below them for ever, not processes:
// whether a stamp stays in use does not depend on who has it.
func TestStampsThatStay(t *testing.T) {
	for _, c := range []struct {
		reason   string
		p        explore.Protocol[holder, offer]
		requests []int
		want     verdict.Verdict
	}{
		{"a process that waits changes its stamp for a later one", adopting(false), []int{0, 0, explore.Unbounded}, verdict.Violated},
		{"the later one is made with two ticks", adopting(true), []int{0, 0, explore.Unbounded}, verdict.Violated},
		{"a process that does not wait keeps its stamp", keeping(false), []int{explore.Unbounded, 1}, verdict.Holds},
		{"a process that does not wait takes fresh stamps", keeping(true), []int{explore.Unbounded, 1}, verdict.Violated},
	} {
		o := explore.Options{Requests: c.requests}
		g, ok := newMachine(c.p, o).explored(3000)
		if !ok {
			t.Fatalf("%s: too many states", c.reason)
		}
		if pr := compareStarvation(t, c.reason, c.p, o, g); pr.Verdict != c.want {
			t.Errorf("%s: starvation %s, want %s\n%+v", c.reason, pr.Verdict, c.want, pr.Trace)
		}
	}
}

// The run in which process 3 takes later and later stamps goes on with Lamport's
// integer clock.
func TestAdoptedStampsWithIntegers(t *testing.T) {
	steps := []explore.TraceStep{{Process: 2, From: -1, Name: "ask"}}
	for range 200 {
		steps = append(steps,
			explore.TraceStep{Process: 1, From: 2, Name: "wind"},
			explore.TraceStep{Process: 1, From: -1, Name: "give"},
			explore.TraceStep{Process: 2, From: 1, Name: "kept"},
			explore.TraceStep{Process: 0, From: -1, Name: "work"},
			explore.TraceStep{Process: 2, From: 0, Name: "overtaken"},
			explore.TraceStep{Process: 0, From: 2, Name: "answered"})
	}
	run, err := obvious.Replay(adopting(true), obvious.Options{Requests: []int{0, 0, explore.Unbounded}, Integer: true}, steps)
	if err != nil {
		t.Fatal(err)
	}
	waits := func(c obvious.Config) bool { return c.Observations[2].Phase == explore.Waiting }
	if len(run.Moves) != len(steps) || slices.ContainsFunc(run.Configs[1:], func(c obvious.Config) bool { return !waits(c) }) {
		t.Errorf("%d of %d steps, or process 3 does not wait all the time", len(run.Moves), len(steps))
	}
}

// A process waits for ever on a cycle near the start, and in a deadlock far away:
// the run that is shown has the shorter stem. With a cycle that is as far away as
// the deadlock, the deadlock is shown.
func TestShortestStem(t *testing.T) {
	for _, c := range []struct {
		reason     string
		far        uint8 // where process 1 may ask
		loop, stem int
	}{
		{"the cycle is nearer", 0, 1, 1},
		{"the deadlock is nearer", 30, -1, 22},
	} {
		p := explore.Protocol[holder, offer]{
			Name: "near and far", N: 2,
			Init: func(int) holder { return holder{} },
			Actions: func(p int, l holder) []holderStep {
				switch {
				case p == 0 && l.Q == c.far:
					return []holderStep{{Name: "ask", Kind: explore.Ask, Next: holder{Q: 1}}}
				case p == 0 && l.Q == 0:
					return []holderStep{{Name: "on", Next: holder{Q: 30}}}
				case p == 0:
					return nil
				case l.Q == 0:
					steps := []holderStep{{Name: "off", Next: holder{Q: 10}}}
					if c.far == 0 {
						steps = append(steps, holderStep{Name: "ask", Kind: explore.Ask, Next: holder{Q: 2}})
					}
					return steps
				case l.Q == 2:
					return []holderStep{{Name: "leave", Kind: explore.Leave, Next: holder{}}}
				case l.Q >= 10 && l.Q < 29:
					return []holderStep{{Name: "on", Next: holder{Q: l.Q + 1}}}
				}
				return nil
			},
			Deliver:   func(int, holder, int, offer) []holderStep { return nil },
			Exclusion: explore.Exclusion[holder]{Observe: holderPhase},
		}
		o := explore.Options{Requests: []int{explore.Unbounded, explore.Unbounded}}
		g, ok := newMachine(p, o).explored(3000)
		if !ok {
			t.Fatalf("%s: too many states", c.reason)
		}
		pr := compareStarvation(t, c.reason, p, o, g)
		if pr.Trace == nil || pr.Trace.Loop != c.loop || c.loop < 0 && len(pr.Trace.Steps) != c.stem {
			t.Errorf("%s: %s, %+v", c.reason, pr.Verdict, pr.Trace)
		}
	}
}
