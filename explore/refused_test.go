package explore_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// twice has process 1 ask twice, and process 2 take a stamp that is not later
// than the last one for a duplicate.
func twice(clock explore.ClockRule) explore.Protocol[holder, offer] {
	return explore.Protocol[holder, offer]{
		Name: "twice", N: 2, Clock: clock,
		Init: func(int) holder { return holder{} },
		Actions: func(p int, l holder) []holderStep {
			switch {
			case p == 0 && l.Q == 0:
				return []holderStep{{Name: "ask", Kind: explore.Ask, Next: holder{Q: 1, S: explore.Fresh}, Send: []offerOut{{To: 1, Msg: offer{0, explore.Fresh}}}}}
			case p == 0 && l.Q == 2:
				return []holderStep{{Name: "leave", Kind: explore.Leave, Next: holder{}}}
			}
			return nil
		},
		Deliver: func(p int, l holder, from int, m offer) []holderStep {
			switch {
			case p == 0:
				return []holderStep{{Name: "enter", Next: holder{Q: 2}}}
			case m.S <= l.S:
				return []holderStep{{Name: "duplicate", Next: l}}
			}
			return []holderStep{{Name: "grant", Next: holder{S: m.S}, Send: []offerOut{{To: 0, Msg: offer{K: 1}}}}}
		},
		Exclusion: explore.Exclusion[holder]{
			Observe: holderPhase,
			Safe:    explore.AtMost(1),
		},
	}
}

// Two requests with one time stamp: what integer clocks show, causal stamps show
// too, or they are refused.
func TestClocksThatDoNotTick(t *testing.T) {
	o := explore.Options{Requests: []int{2, 0}}
	for _, c := range []struct {
		reason         string
		receive, fresh bool
		causal         verdict.Verdict
		integer        verdict.Verdict
	}{
		{"the stamps are equal: nothing with a stamp came in between", true, false, verdict.Violated, verdict.Violated},
		{"the clock ticks for the stamp", false, true, verdict.Holds, verdict.Holds},
	} {
		p := twice(explore.ClockRule{Attach: explore.StampedMessages, TickOnReceive: c.receive, TickOnFresh: c.fresh})
		for mode, want := range map[explore.ClockMode]verdict.Verdict{explore.Causal: c.causal, explore.Integer: c.integer} {
			o.Clock = mode
			r := search(t, p, o)
			dead := r.Properties[2]
			if dead.Property != explore.DeadlockFreedom || dead.Verdict != want {
				t.Errorf("%s: %v: %+v, want %s", c.reason, mode, dead, want)
			}
			if want != verdict.Violated {
				continue
			}
			run, err := obvious.Replay(p, obvious.Options{Requests: o.Requests, Integer: mode == explore.Integer}, dead.Trace.Steps)
			if err != nil || len(dead.Trace.Steps) != 6 || len(run.Configs[6].Enabled) > 0 {
				t.Errorf("%s: %v: %v\n%+v", c.reason, mode, err, dead.Trace)
			}
		}
	}
	m, err := explore.NewModel(twice(explore.ClockRule{Attach: explore.StampedMessages}))
	if err != nil {
		t.Fatal(err)
	}
	o.Clock = explore.Causal
	if _, err = explore.Run(context.Background(), m, o); err == nil || !strings.Contains(err.Error(), "ticks neither") {
		t.Errorf("no tick at all: %v", err)
	}
	o.Clock = explore.Integer
	if r := search(t, twice(explore.ClockRule{Attach: explore.StampedMessages}), o); r.Properties[2].Verdict != verdict.Violated {
		t.Errorf("no tick at all, integers: %+v", r.Properties)
	}
}

// Steps copy stamps, and set them to zero or Fresh. One that makes a stamp up is refused, wherever
// it writes it, and so is a stamp that is there from the beginning.
func TestStampsAreMadeBySteps(t *testing.T) {
	one := twice(explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true})
	changed := func(name string, change func(l holder, m offer, s *holderStep)) explore.Protocol[holder, offer] {
		p := one
		p.Actions = func(q int, l holder) []holderStep {
			steps := one.Actions(q, l)
			for i := range steps {
				if steps[i].Name == name {
					change(l, offer{}, &steps[i])
				}
			}
			return steps
		}
		p.Deliver = func(q int, l holder, from int, m offer) []holderStep {
			steps := one.Deliver(q, l, from, m)
			for i := range steps {
				if steps[i].Name == name {
					change(l, m, &steps[i])
				}
			}
			return steps
		}
		return p
	}
	for _, c := range []struct {
		reason string
		p      explore.Protocol[holder, offer]
		step   string // that is refused; empty for none
	}{
		{"as it is", one, ""},
		{"a local step, in the state", changed("ask", func(_ holder, _ offer, s *holderStep) { s.Next.S = 7 }), "ask"},
		{"a local step, in a message", changed("ask", func(_ holder, _ offer, s *holderStep) { s.Send[0].Msg.S = 7 }), "ask"},
		{"one above that of the message", changed("grant", func(_ holder, m offer, s *holderStep) { s.Next.S = m.S + 1 }), "grant"},
		{"that of the state before", changed("leave", func(l holder, _ offer, s *holderStep) { s.Next.S = l.S }), ""},
		{"one above that of the message, in a message", changed("grant", func(_ holder, m offer, s *holderStep) { s.Send[0].Msg.S = m.S + 1 }), "grant"},
		{"that of the message", changed("grant", func(_ holder, m offer, s *holderStep) { s.Send[0].Msg.S = m.S }), ""},
	} {
		for _, mode := range []explore.ClockMode{explore.Causal, explore.Integer} {
			said := mistake(t, c.p, explore.Options{Requests: []int{2, 0}, Clock: mode})
			want := `returns the step "` + c.step + `", which makes up a time stamp`
			if c.step == "" && said != "" || c.step != "" && !strings.Contains(said, want) {
				t.Errorf("%s, %v: %q", c.reason, mode, said)
			}
		}
	}
	one.Init = func(p int) holder { return holder{S: explore.Stamp(p)} }
	if _, err := explore.NewModel(one); err == nil || err.Error() != "protocol twice begins with a time stamp at process 2: stamps are made by steps" {
		t.Errorf("from the beginning: %v", err)
	}
}

// A delivery is no asking and no leaving, wherever it happens.
func TestDeliveriesAreOfNoKind(t *testing.T) {
	type S uint8
	type step = explore.Step[S, S]
	for _, kind := range []explore.StepKind{explore.Ask, explore.Leave} {
		for _, to := range []int{0, 1} {
			p := explore.Protocol[S, S]{
				Name: "by message", N: 2, Init: func(int) S { return 0 },
				Actions: func(p int, s S) []step {
					if p == 0 && s == 0 {
						return []step{{Name: "ask", Kind: explore.Ask, Next: 1, Send: []explore.Out[S]{{To: to}}}}
					}
					return nil
				},
				Deliver:   func(p int, s S, from int, m S) []step { return []step{{Name: "told", Kind: kind, Next: 2}} },
				Exclusion: explore.Exclusion[S]{Observe: func(p int, s S) explore.Observation { return explore.Observation{Phase: explore.Phase(s)} }},
			}
			if said := mistake(t, p, explore.Options{}); !strings.Contains(said, `returns the step "told" of kind `+kind.String()) {
				t.Errorf("%v to process %d: %q", kind, to+1, said)
			}
			var err error
			func() {
				defer explore.Catch(&err)
				obvious.Explore(p, obvious.Options{})
			}()
			if err == nil {
				t.Errorf("%v to process %d: package obvious takes it", kind, to+1)
			}
		}
	}
}

// Messages to oneself without end are found, also when each has alternatives: a
// step does not take for ever, and what it may lead to is not left out silently.
func TestMessagesToOneselfWithoutEnd(t *testing.T) {
	type S uint8
	type step = explore.Step[S, S]
	again := step{Name: "again", Next: 1, Send: []explore.Out[S]{{Msg: 1}}}
	enter := step{Name: "enter", Next: 2}
	for _, c := range []struct {
		reason  string
		steps   []step
		stopped string
	}{
		{"nothing else", []step{again}, ""},
		{"each time it may end", []step{again, enter}, ""},
		{"two ways to go on", []step{again, again}, "more than 65535 outcomes"}, // in the long form
		{"two ways to go on, and one to end", []step{enter, again, again}, "more than 65535 outcomes"},
	} {
		if c.reason == "two ways to go on" && !slow.Tests() {
			continue
		}
		p := explore.Protocol[S, S]{
			Name: "endless", N: 1, Init: func(int) S { return 0 },
			Actions: func(_ int, s S) []step {
				if s == 0 {
					return []step{{Name: "ask", Kind: explore.Ask, Next: 1, Send: again.Send}}
				}
				return nil
			},
			Deliver:   func(int, S, int, S) []step { return c.steps },
			Exclusion: explore.Exclusion[S]{Observe: func(_ int, s S) explore.Observation { return explore.Observation{Phase: explore.Phase(s)} }},
		}
		r := search(t, p, explore.Options{Timeout: time.Minute})
		defined := r.Properties[1]
		if defined.Property != explore.WellDefined || defined.Verdict != verdict.Violated || !strings.Contains(defined.Detail, "messages without end") {
			t.Errorf("%s: %+v", c.reason, defined)
			continue
		}
		if !strings.Contains(r.Stopped, c.stopped) || r.Complete != (c.stopped == "") {
			t.Errorf("%s: complete %v, stopped by %q", c.reason, r.Complete, r.Stopped)
		}
		if c.stopped != "" && !slow.Tests() {
			continue // the obvious semantics lists all outcomes
		}
		run, err := obvious.Replay(p, obvious.Options{}, defined.Trace.Steps)
		if err != nil || run.Moves[0].Undefined == "" {
			t.Errorf("%s: %v", c.reason, err)
		}
	}
}

// A limit in states ends a search in the same place, whatever the workers do.
func TestMaxStatesIsTheSameForAllWorkers(t *testing.T) {
	stopped, count := 0, 75
	if slow.Tests() {
		count = 1500
	}
	for seed := range uint64(count) {
		toy := newToy(5e6 + seed)
		var first *explore.Result
		for _, workers := range []int{1, 2, 8} {
			o := toy.o
			o.Workers, o.MaxStates = workers, 400
			r := search(t, toy.p, o)
			r.Stats = explore.Stats{}
			if first == nil {
				first = r
			}
			if d := cmp.Diff(first, r); d != "" {
				t.Errorf("%v: with %d workers:\n%s", toy, workers, d)
			}
		}
		if strings.Contains(first.Stopped, "400 states") {
			stopped++
		}
	}
	if stopped < count/15 {
		t.Errorf("only %d searches were ended by the limit", stopped)
	}
}

// A mistake is found by every kind of search, and said alike.
func TestMistakesInEverySearch(t *testing.T) {
	p := peerLock(3, 1)
	deliver := p.Deliver
	p.Deliver = func(q int, l peerState, from int, m peerMessage) []explore.Step[peerState, peerMessage] {
		steps := deliver(q, l, from, m)
		for i := range steps {
			if steps[i].Next.Phase == explore.Inside {
				steps[i].Name = "inside"
			}
		}
		return steps
	}
	want := mistake(t, p, explore.Options{})
	if !strings.Contains(want, `returns the step "inside", which is not in Steps; the run that leads there is of length 7: `) {
		t.Error(want)
	}
	names := regexp.MustCompile(`process [0-9]|Stamp:[0-9]+|: "ask".*`)
	for _, c := range []struct {
		reason string
		o      explore.Options
	}{
		{"several workers", explore.Options{Workers: 4}},
		{"all calls twice", explore.Options{Paranoid: true}},
		{"neither symmetry nor reduction", explore.Options{Full: true, Asymmetric: true}},
		{"a reduction that is derived", explore.Options{Derive: true}},
		{"integer clocks", explore.Options{Clock: explore.Integer}},
		{"without bound", explore.Options{Requests: []int{-1, -1, -1}}},
		{"levels in files", explore.Options{Levels: &explore.Levels{Dir: t.TempDir(), Build: "b"}}},
	} {
		// Of several alike it may be another process or run, and clocks make other stamps.
		if got := mistake(t, p, c.o); names.ReplaceAllString(got, "") != names.ReplaceAllString(want, "") {
			t.Errorf("%s:\n%s\nwant\n%s", c.reason, got, want)
		}
	}
}
