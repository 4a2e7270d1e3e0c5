package attack

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// agree compares a protocol made by hand.
func agree[L, M comparable](t *testing.T, p explore.Protocol[L, M], o explore.Options) *comparison[L, M] {
	t.Helper()
	c := compared(p, o, 20_000, 400_000)
	if c == nil {
		t.Fatalf("%s is too large", p.Name)
	}
	for _, f := range c.findings {
		t.Errorf("%s: %s", p.Name, f)
	}
	return c
}

func run[L, M comparable](t *testing.T, p explore.Protocol[L, M], o explore.Options) *explore.Result {
	t.Helper()
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Run(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

type step = explore.Step[local, letter]

// A post is a message to a process.
type post = explore.Out[letter]

// person is a process that asks, and comes in and leaves on its own.
func person(p int, l local) []step {
	switch phaseOf[l.Node] {
	case explore.Thinking:
		return []step{{Name: "ask", Kind: explore.Ask, Next: local{Node: queueing}}}
	case explore.Waiting:
		return []step{{Name: "enter", Next: local{Node: dwelling}}}
	}
	return []step{{Name: "leave", Kind: explore.Leave, Next: local{Node: resting}}}
}

// toy returns a protocol with little in it.
func toy(name string, n int) explore.Protocol[local, letter] {
	return explore.Protocol[local, letter]{
		Name: name, N: n, Clock: explore.ClockRule{TickOnFresh: true},
		Init:      func(p int) local { return local{} },
		Actions:   person,
		Deliver:   func(p int, l local, from int, m letter) []step { return nil },
		Exclusion: explore.Exclusion[local]{Observe: func(p int, l local) explore.Observation { return explore.Observation{Phase: phaseOf[l.Node]} }},
	}
}

// Sixteen processes pass a stamp round.
func TestSixteen(t *testing.T) {
	p := toy("sixteen", explore.MaxProcesses)
	p.Clock = explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true}
	p.Actions = func(p int, l local) []step {
		if p < 14 && p > 0 {
			return nil
		}
		s := person(p, l)
		if s[0].Kind == explore.Ask {
			s[0].Next.Own.At[0] = explore.Fresh
			s[0].Send = []post{{To: (p + 1) % 16, Msg: letter{Kind: 1, First: explore.Fresh}}}
		}
		return s
	}
	p.Deliver = func(p int, l local, from int, m letter) []step {
		if l.Own.At[1] >= m.First {
			return []step{{Name: "stop", Next: l}}
		}
		l.Own.At[1] = m.First
		return []step{{Name: "pass", Next: l, Send: []post{{To: (p + 1) % 16, Msg: letter{Kind: 1, First: m.First}}}}}
	}
	requests := make([]int, 16)
	requests[15] = 2
	agree(t, p, explore.Options{Requests: requests})
}

// A channel holds as many messages as its capacity says, and not one more.
func TestCapacity(t *testing.T) {
	for _, x := range []struct{ capacity, messages, to int }{{3, 3, 1}, {3, 4, 1}, {3, 3, 0}, {3, 4, 0}, {0, 255, 1}, {0, 256, 1}, {300, 300, 1}, {300, 301, 1}} {
		p := toy("capacity", 2)
		p.Capacity = x.capacity
		p.Actions = func(p int, l local) []step {
			s := person(p, l)
			if s[0].Kind == explore.Ask {
				for range x.messages {
					s[0].Send = append(s[0].Send, post{To: x.to})
				}
			}
			return s
		}
		r := run(t, p, explore.Options{Requests: []int{1, 0}})
		limit := x.capacity
		if limit == 0 {
			limit = 255
		}
		if full := x.messages > limit; full == r.Complete || full != strings.Contains(r.Stopped, "channel") {
			t.Errorf("capacity %d with %d messages: complete is %t, and it stopped for %q", x.capacity, x.messages, r.Complete, r.Stopped)
		}
	}
}

// Many asks more often than most counters hold.
func TestManyRequests(t *testing.T) {
	agree(t, toy("often", 1), explore.Options{Requests: []int{250}})
}

// Up to 62 stamps may be in use.
func TestManyStamps(t *testing.T) {
	type many struct {
		Count  uint8
		Stamps [64]explore.Stamp
	}
	for _, n := range []int{61, 62, 63} {
		p := explore.Protocol[many, letter]{
			Name: "many stamps", N: 1, Clock: explore.ClockRule{TickOnFresh: true},
			Init: func(int) many { return many{} },
			Actions: func(_ int, l many) []explore.Step[many, letter] {
				if int(l.Count) == n {
					return nil
				}
				l.Stamps[l.Count] = explore.Fresh
				l.Count++
				return []explore.Step[many, letter]{{Name: "more", Next: l}}
			},
			Deliver:   func(int, many, int, letter) []explore.Step[many, letter] { return nil },
			Exclusion: explore.Exclusion[many]{Observe: func(_ int, l many) explore.Observation { return explore.Observation{Phase: explore.Phase(l.Count % 3)} }},
		}
		r := run(t, p, explore.Options{Requests: []int{explore.Unbounded}})
		if r.Complete != (n <= 62) {
			t.Errorf("%d stamps: %d states, stopped for %q", n, r.States, r.Stopped)
		}
	}
}

// What handlers return is kept, not changed: they may return the same again.
func TestSameSlices(t *testing.T) {
	asks := make([]step, 1, 4)
	asks[0] = step{Name: "ask", Kind: explore.Ask, Next: local{queueing, slots{[2]explore.Stamp{explore.Fresh}}}}
	asks[0].Send = make([]post, 0, 8)
	asks[0].Send = append(asks[0].Send, post{To: 0, Msg: letter{Kind: 1, First: explore.Fresh}}, post{To: 1, Msg: letter{First: explore.Fresh}})
	before := fmt.Sprint(asks[:1:4], asks[0].Send[:8])
	p := toy("same slices", 2)
	p.Clock = explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}
	p.Actions = func(p int, l local) []step {
		if phaseOf[l.Node] == explore.Thinking {
			return asks
		}
		return person(p, l)
	}
	p.Deliver = func(p int, l local, from int, m letter) []step {
		if m.Kind == 1 {
			return []step{{Name: "note", Next: l, Send: []post{{To: 1 - p, Msg: letter{First: m.First}}}}}
		}
		return []step{{Name: "take", Next: l}}
	}
	for _, queued := range []bool{false, true} {
		agree(t, p, explore.Options{Queued: queued})
	}
	if after := fmt.Sprint(asks[:1:4], asks[0].Send[:8]); after != before {
		t.Errorf("%s became %s", before, after)
	}
}

// Types that are no plain values are refused; stamps are found wherever they are.
func TestShapes(t *testing.T) {
	refuse := func(name string, err error) {
		if err == nil {
			t.Errorf("local states with %s are accepted", name)
		}
	}
	refuse("a pointer", newModel[*int]())
	refuse("a string", newModel[struct{ S string }]())
	refuse("a float", newModel[[2]float64]())
	refuse("a complex number", newModel[struct{ C complex64 }]())
	refuse("an interface", newModel[struct{ A any }]())
	refuse("a channel", newModel[chan int]())
}

func newModel[L comparable]() error {
	_, err := explore.NewModel(explore.Protocol[L, letter]{
		Name: "shape", N: 1,
		Init:      func(int) (l L) { return l },
		Deliver:   func(int, L, int, letter) []explore.Step[L, letter] { return nil },
		Exclusion: explore.Exclusion[L]{Observe: func(int, L) explore.Observation { return explore.Observation{} }},
	})
	return err
}

// Nobody may be where no clock may go.
func TestStartBeyond(t *testing.T) {
	p := toy("start beyond the bound", 2)
	p.Clock = explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true, Start: 5}
	refused(t, p, explore.Options{Clock: explore.Integer, ClockMax: 3})
}

// refused fails the test unless the options or the protocol are refused, or
// nothing holds in the end.
func refused[L, M comparable](t *testing.T, p explore.Protocol[L, M], o explore.Options) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panics: %v", p.Name, r)
		}
	}()
	m, err := explore.NewModel(p)
	if err != nil {
		return
	}
	r, err := explore.Run(context.Background(), m, o)
	if err == nil && r.Verdict() != verdict.Unknown {
		t.Errorf("%s: %v with %d states, not refused", p.Name, r.Verdict(), r.States)
	}
}

// A message makes nobody ask or leave.
func TestKindsOfDeliveries(t *testing.T) {
	for _, kind := range []explore.StepKind{explore.Ask, explore.Leave} {
		for _, queued := range []bool{false, true} {
			p := toy(fmt.Sprintf("a delivery of kind %d", kind), 1)
			p.Actions = func(p int, l local) []step {
				s := person(p, l)
				s[0].Send = []post{{To: 0}}
				return s
			}
			p.Deliver = func(p int, l local, from int, m letter) []step {
				return []step{{Name: "take", Kind: kind, Next: l}}
			}
			refused(t, p, explore.Options{Queued: queued})
		}
	}
}

// Stamps that do not tick, with messages that bring clocks which do not tick
// either, may be earlier than what is heard of.
func TestRefusedRule(t *testing.T) {
	for _, attach := range []explore.Attach{explore.StampedMessages, explore.EveryMessage} {
		p := toy("no ticks", 2)
		p.Clock = explore.ClockRule{Attach: attach}
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		_, err = explore.Run(context.Background(), m, explore.Options{})
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("attach %d: the error is %v", attach, err)
		}
		if _, err := explore.Run(context.Background(), m, explore.Options{Clock: explore.Integer}); err != nil {
			t.Errorf("attach %d with integer clocks: %v", attach, err)
		}
	}
}

// No result depends on the number of workers, a limit of states included.
func TestWorkers(t *testing.T) {
	found := 0
	for seed := uint64(6_000_000); found < scale(1, 100); seed++ {
		x := draw(seed)
		x.protocol.Clock.TickOnFresh = true
		o := x.options
		o.Workers, o.Check = 1, []explore.Property{explore.WellDefined, explore.StarvationFreedom}
		r := run(t, x.protocol, explore.Options{Requests: o.Requests, Queued: o.Queued, MaxStates: 20_000, Check: []explore.Property{explore.WellDefined}})
		if !r.Complete || r.States < 3000 {
			continue
		}
		found++
		for _, limit := range []int64{0, r.States / 2, r.States / 5} {
			o.MaxStates = limit
			var one string
			for workers := 1; workers <= 3; workers++ {
				o.Workers = workers
				s := run(t, x.protocol, o)
				text := fmt.Sprint(s.Complete, s.Stopped, s.States, s.Transitions, s.Depth, s.Levels, s.Steps, s.NeverRan)
				for _, p := range s.Properties {
					text += fmt.Sprint(p.Verdict, p.Detail, p.Trace)
				}
				if workers == 1 {
					one = text
				} else if text != one {
					t.Errorf("seed %d with %d workers and a limit of %d states:\n%.300s\nwant\n%.300s", seed, workers, limit, text, one)
				}
				if limit > 0 {
					sum := int64(0)
					for i, n := range s.Levels {
						if sum > limit && i < len(s.Levels)-1 {
							t.Errorf("seed %d: the search goes on after %d states, with a limit of %d", seed, sum, limit)
						}
						sum += n
					}
				}
			}
		}
	}
}
