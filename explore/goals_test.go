package explore_test

import (
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
)

// word is what processes say to each other.
type word uint8

const (
	please word = iota
	key
	thanks
)

// A room is a process that asks process 1 for a seat. Process 1 may answer, or
// send the question round once more.
type room struct {
	Phase explore.Phase
	Used  uint8 // at process 1: seats that are taken
}

type roomStep = explore.Step[room, word]

// never is a number of seats that are never taken.
const never = 100

// rooms has n-1 guests and the given number of seats; when again of them or more
// are taken, the keeper of seats may put off a guest for whom there is one, for
// ever.
func rooms(n, seats, again int) explore.Protocol[room, word] {
	say := func(to int, w word) []explore.Out[word] { return []explore.Out[word]{{To: to, Msg: w}} }
	return explore.Protocol[room, word]{
		Name: "rooms", N: n,
		Init: func(int) room { return room{} },
		Actions: func(p int, r room) []roomStep {
			switch {
			case p > 0 && r.Phase == explore.Thinking:
				return []roomStep{{Name: "ask", Kind: explore.Ask, Next: room{Phase: explore.Waiting}, Send: say(0, please)}}
			case p > 0 && r.Phase == explore.Inside:
				return []roomStep{{Name: "leave", Kind: explore.Leave, Next: room{}, Send: say(0, thanks)}}
			}
			return nil
		},
		Deliver: func(p int, r room, from int, w word) (steps []roomStep) {
			switch w {
			case please:
				if int(r.Used) < seats {
					steps = append(steps, roomStep{Name: "seat", Next: room{Used: r.Used + 1}, Send: say(from, key)})
				}
				if int(r.Used) >= again {
					steps = append(steps, roomStep{Name: "later", Next: r, Send: say(from, please)})
				}
				if p > 0 {
					return []roomStep{{Name: "again", Next: r, Send: say(0, please)}}
				}
				return steps
			case thanks:
				return []roomStep{{Name: "back", Next: room{Used: r.Used - 1}}}
			}
			return []roomStep{{Name: "enter", Next: room{Phase: explore.Inside}}}
		},
		Exclusion: explore.Exclusion[room]{Observe: func(p int, r room) explore.Observation { return explore.Observation{Phase: r.Phase} }},
		Steps:     []string{"ask", "leave", "seat", "later", "again", "back", "enter"},
	}
}

// filled is the goal that somebody who waits gets in while fewer than seats are.
func filled(seats int) explore.Goal {
	return explore.Goal{Name: "filled", Unmet: func(all []explore.Observation) string {
		inside, waiting := 0, 0
		for _, o := range all {
			switch o.Phase {
			case explore.Inside:
				inside++
			case explore.Waiting:
				waiting++
			}
		}
		if waiting > 0 && inside < seats {
			return "somebody waits, and there is a seat"
		}
		return ""
	}}
}

func TestGoals(t *testing.T) {
	const says = "somebody waits, and there is a seat, and this lasts as long as no process leaves"
	for _, test := range []struct {
		reason            string
		seats, wish       int
		again             int
		requests          int
		verdict           verdict.Verdict
		steps, loop       int
		deadlock, starves bool
	}{
		{"both seats are given away", 2, 2, never, 1, verdict.Holds, 0, 0, false, false},
		{"for ever", 2, 2, never, explore.Unbounded, verdict.Holds, 0, 0, false, false},
		{"one seat is not two: the other guest waits until the first leaves, which is no deadlock", 1, 2, never, 1, verdict.Violated, 4, -1, false, false},
		{"the keeper who puts off for ever is found in a cycle", 1, 1, 0, 1, verdict.Violated, 3, 1, false, false},
		{"a cycle is fair to channels, not to guests", 2, 1, 0, explore.Unbounded, verdict.Violated, 3, 1, false, true},
		{"a cycle with somebody inside, who might leave and does not", 2, 2, 1, 1, verdict.Violated, 6, 4, false, false},
		{"no seat at all", 0, 1, never, 1, verdict.Violated, 1, -1, true, false},
	} {
		p := rooms(3, test.seats, test.again)
		p.Goals = []explore.Goal{filled(test.wish)}
		requests := []int{0, test.requests, test.requests}
		r := search(t, p, explore.Options{Requests: requests})
		for _, pr := range r.Properties {
			switch pr.Property {
			case "filled":
				if pr.Verdict != test.verdict && test.seats > 0 {
					t.Errorf("%s: %s %s", test.reason, pr.Verdict, pr.Detail)
				}
				if pr.Trace == nil {
					continue
				}
				if len(pr.Trace.Steps) != test.steps || pr.Trace.Loop != test.loop || pr.Detail != says {
					t.Errorf("%s: %d steps, loop %d: %q: %+v", test.reason, len(pr.Trace.Steps), pr.Trace.Loop, pr.Detail, pr.Trace)
				}
				if _, err := obvious.Replay(p, obvious.Options{Requests: requests}, pr.Trace.Steps); err != nil {
					t.Errorf("%s: %v", test.reason, err)
				}
			case explore.DeadlockFreedom:
				if (pr.Verdict == verdict.Violated) != test.deadlock {
					t.Errorf("%s: deadlock: %s", test.reason, pr.Verdict)
				}
			case explore.StarvationFreedom:
				if (pr.Verdict == verdict.Violated) != test.starves {
					t.Errorf("%s: starvation: %s", test.reason, pr.Verdict)
				}
			}
		}
	}
}

// TestGoalNames: a goal has its own name and a judge.
func TestGoalNames(t *testing.T) {
	p := rooms(2, 1, never)
	for _, g := range []explore.Goal{{Name: "filled"}, {Name: explore.Safety, Unmet: filled(1).Unmet}, {Name: "deadlock", Unmet: filled(1).Unmet}} {
		p.Goals = []explore.Goal{g}
		if _, err := explore.NewModel(p); err == nil {
			t.Errorf("%q is taken", g.Name)
		}
	}
}

// TestObliged: who has used its requests up and keeps another waiting is no
// deadlock where asking is an obligation; and for ever it may not do so.
func TestObliged(t *testing.T) {
	// Two take turns: each may enter when the other has been inside last. The
	// third comes and goes.
	type turns struct {
		Phase explore.Phase
		Mine  bool
	}
	type step = explore.Step[turns, word]
	p := explore.Protocol[turns, word]{
		Name: "turns", N: 3,
		Exclusion: explore.Exclusion[turns]{
			Obliged: true,
			Observe: func(_ int, s turns) explore.Observation { return explore.Observation{Phase: s.Phase} },
		}, Steps: []string{"ask", "pass", "take"},
		Init: func(p int) turns { return turns{Mine: p != 1} },
		Actions: func(p int, s turns) []step {
			if s.Phase == explore.Thinking && s.Mine {
				return []step{{Name: "ask", Kind: explore.Ask, Next: turns{Phase: explore.Inside, Mine: true}}}
			}
			if s.Phase == explore.Thinking {
				return []step{{Name: "ask", Kind: explore.Ask, Next: turns{Phase: explore.Waiting}}}
			}
			if s.Phase == explore.Inside && p == 2 {
				return []step{{Name: "pass", Kind: explore.Leave, Next: turns{Mine: true}}}
			}
			if s.Phase == explore.Inside {
				return []step{{Name: "pass", Kind: explore.Leave, Next: turns{}, Send: []explore.Out[word]{{To: 1 - p, Msg: key}}}}
			}
			return nil
		},
		Deliver: func(_ int, s turns, _ int, _ word) []step {
			if s.Phase == explore.Waiting {
				return []step{{Name: "take", Next: turns{Phase: explore.Inside}}}
			}
			return []step{{Name: "take", Next: turns{Phase: s.Phase, Mine: true}}}
		},
	}
	for _, test := range []struct {
		reason   string
		obliged  bool
		requests []int
		want     string
	}{
		{"process 1 could go on, if it might ask again", true, []int{1, 2, 0}, "holds"},
		{"as it need not, process 2 is stuck", false, []int{1, 2, 0}, "violated"},
		{"both for ever", true, []int{explore.Unbounded, explore.Unbounded, explore.Unbounded}, "holds holds"},
		{"nobody needs to ask: process 2 waits for ever", false, []int{explore.Unbounded, explore.Unbounded, 0}, "violated violated"},
		{"nor while another comes and goes", false, []int{explore.Unbounded, explore.Unbounded, explore.Unbounded}, "violated violated"},
		{"one may ask just once: nothing is said of runs for ever", true, []int{1, explore.Unbounded, explore.Unbounded}, "holds unknown"},
	} {
		q := p
		q.Obliged = test.obliged
		r := search(t, q, explore.Options{Requests: test.requests})
		var got []string
		for _, pr := range r.Properties {
			if pr.Property == explore.DeadlockFreedom || pr.Property == explore.StarvationFreedom {
				got = append(got, pr.Verdict.String())
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %v, want %s", test.reason, got, test.want)
		}
	}
}

// TestOverflow: a bound of the model ends the search, and is named.
func TestOverflow(t *testing.T) {
	p := rooms(3, 2, never)
	deliver := p.Deliver
	p.Deliver = func(p int, r room, from int, w word) []roomStep {
		if w == please && r.Used == 1 {
			return []roomStep{{Name: "seat", Overflow: "the seats pass 1"}}
		}
		return deliver(p, r, from, w)
	}
	r := search(t, p, explore.Options{Requests: []int{0, 1, 1}})
	if r.Complete || r.Stopped != "process 1: the seats pass 1" || r.Verdict() != verdict.Unknown {
		t.Errorf("complete %v, %q, %s", r.Complete, r.Stopped, r.Verdict())
	}
	if o := obvious.Explore(p, obvious.Options{Requests: []int{0, 1, 1}}); o.Overflow != "the seats pass 1" {
		t.Errorf("the obvious explorer says %q", o.Overflow)
	}
}

// TestNobody: a message to a process that is not there ends the search.
func TestNobody(t *testing.T) {
	p := rooms(2, 1, never)
	deliver := p.Deliver
	p.Deliver = func(p int, r room, from int, w word) []roomStep {
		steps := deliver(p, r, from, w)
		if w == please {
			steps[0].Send[0].To = 2
		}
		return steps
	}
	if said := mistake(t, p, explore.Options{Requests: []int{0, 1}}); !strings.Contains(said, `returns the step "seat", which sends to process 3 of 2`) {
		t.Error(said)
	}
}

// TestListedSteps: a step that is not in the list ends the search.
func TestListedSteps(t *testing.T) {
	p := rooms(2, 1, never)
	p.Steps = []string{"ask", "leave", "seat", "back"}
	if said := mistake(t, p, explore.Options{Requests: []int{0, 1}}); !strings.Contains(said, `returns the step "enter", which is not in Steps`) {
		t.Error(said)
	}
}

// TestSelective: a message that is not taken yet keeps those behind it waiting,
// or not. Process 1 takes thanks before please.
func TestSelective(t *testing.T) {
	type step = explore.Step[uint8, word]
	p := explore.Protocol[uint8, word]{
		Name: "picky", N: 2, Steps: []string{"ask", "thanks", "please"},
		Init: func(int) uint8 { return 0 },
		Actions: func(p int, s uint8) []step {
			if p == 1 && s == 0 {
				return []step{{Name: "ask", Kind: explore.Ask, Next: 1, Send: []explore.Out[word]{{To: 0, Msg: please}, {To: 0, Msg: thanks}}}}
			}
			return nil
		},
		Deliver: func(_ int, s uint8, _ int, w word) []step {
			switch {
			case w == thanks:
				return []step{{Name: "thanks", Next: s + 1}}
			case s > 0:
				return []step{{Name: "please", Next: s + 2}}
			}
			return nil
		},
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(p int, s uint8) explore.Observation {
				if p == 0 && s == 3 {
					return explore.Observation{Phase: explore.Inside}
				}
				return explore.Observation{Phase: explore.Waiting}
			},
		},
	}
	for selective, states := range map[bool]int64{false: 2, true: 4} {
		p.Selective = selective
		r := search(t, p, explore.Options{Requests: []int{0, 1}, Check: []explore.Property{explore.Safety}})
		if r.States != states {
			t.Errorf("selective %v: %d states, want %d", selective, r.States, states)
		}
	}
}

// TestUndefinedIsEnabled: a delivery that is not defined can be taken, and ends
// the run; so nobody waits for ever in a run in which it never is.
func TestUndefinedIsEnabled(t *testing.T) {
	p := rooms(3, 2, never)
	deliver := p.Deliver
	for _, test := range []struct {
		reason    string
		undefined string
		want      verdict.Verdict
	}{
		{"the keeper does not know what to do with process 2", "nobody knows", verdict.Holds},
		{"the keeper does not take its message at all", "", verdict.Violated},
	} {
		p.Deliver = func(p int, r room, from int, w word) []roomStep {
			switch {
			case w != please || from != 1:
				return deliver(p, r, from, w)
			case test.undefined != "":
				return []roomStep{{Name: "seat", Undefined: test.undefined}}
			}
			return nil
		}
		o := explore.Options{Requests: []int{0, explore.Unbounded, explore.Unbounded}, Check: []explore.Property{explore.StarvationFreedom}}
		if r := search(t, p, o); r.Verdict() != test.want {
			t.Errorf("%s: %s, want %s", test.reason, r.Verdict(), test.want)
		}
	}
}

// TestUndefinedLeave: a process that need not leave need not do it where leaving is not
// defined either, and where nothing else is enabled the run ends, as it does where nothing
// is.
func TestUndefinedLeave(t *testing.T) {
	for _, test := range []struct {
		again, steps, loop int
	}{{1, 6, 4}, {never, 4, -1}} {
		seats := 2
		if test.again == never {
			seats = 1
		}
		p := rooms(3, seats, test.again)
		p.Goals = []explore.Goal{filled(2)}
		actions := p.Actions
		p.Actions = func(p int, r room) []roomStep {
			if r.Phase == explore.Inside {
				return []roomStep{{Name: "leave", Kind: explore.Leave, Undefined: "nobody knows how"}}
			}
			return actions(p, r)
		}
		for _, workers := range []int{1, 2} {
			r := search(t, p, explore.Options{Requests: []int{0, 1, 1}, Check: []explore.Property{"filled"}, Workers: workers})
			if pr := r.Properties[0]; pr.Verdict != verdict.Violated || len(pr.Trace.Steps) != test.steps || pr.Trace.Loop != test.loop {
				t.Errorf("%s %s %+v", pr.Verdict, pr.Detail, pr.Trace)
			}
		}
	}
}

// TestStampsNeedClocks: where messages have stamps, some bring the clock along.
func TestStampsNeedClocks(t *testing.T) {
	type step = explore.Step[explore.Phase, explore.Stamp]
	p := explore.Protocol[explore.Phase, explore.Stamp]{
		Name: "stamps", N: 2, Steps: []string{"ask", "take"},
		Init: func(int) explore.Phase { return explore.Thinking },
		Actions: func(p int, s explore.Phase) []step {
			if s == explore.Inside {
				return nil
			}
			return []step{{Name: "ask", Kind: explore.Ask, Next: explore.Inside, Send: explore.SendTo(explore.SetOf(1-p), explore.Fresh)}}
		},
		Deliver:   func(_ int, s explore.Phase, _ int, _ explore.Stamp) []step { return []step{{Name: "take", Next: s}} },
		Exclusion: explore.Exclusion[explore.Phase]{Observe: func(_ int, s explore.Phase) explore.Observation { return explore.Observation{Phase: s} }},
	}
	if said := mistake(t, p, explore.Options{}); !strings.Contains(said, `returns the step "ask", which sends a stamp`) {
		t.Error(said)
	}
	p.Clock = explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}
	if r := search(t, p, explore.Options{}); !r.Complete {
		t.Errorf("with clocks: %q", r.Stopped)
	}
}

// A goal that is violated in a cycle far away is found, also where starvation was shown
// before the search came there.
func TestGoalAfterStarvation(t *testing.T) {
	type step = explore.Step[uint8, word]
	p := explore.Protocol[uint8, word]{
		Name: "walk", N: 1, Init: func(int) uint8 { return 0 },
		Actions: func(_ int, at uint8) []step {
			switch at {
			case 0:
				return []step{{Name: "get stuck", Next: 1}, {Name: "walk", Next: 2}}
			case 1:
				return nil
			case 7:
				return []step{{Name: "back", Next: 6}}
			}
			return []step{{Name: "walk", Next: at + 1}}
		},
		Deliver: func(int, uint8, int, word) []step { return nil },
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(_ int, at uint8) explore.Observation {
				switch at {
				case 1:
					return explore.Observation{Phase: explore.Waiting}
				case 2:
					return explore.Observation{Phase: explore.Inside}
				}
				return explore.Observation{Resource: at}
			},
			Goals: []explore.Goal{{Name: "arrive", Unmet: func(all []explore.Observation) string {
				if all[0].Resource >= 6 {
					return "it walks to and fro"
				}
				return ""
			}}},
		},
	}
	shown := 0
	r := search(t, p, explore.Options{
		Requests: []int{explore.Unbounded}, Check: []explore.Property{explore.StarvationFreedom, "arrive"},
		Violated: func(explore.PropertyResult) { shown++ },
	})
	for _, pr := range r.Properties {
		if pr.Verdict != verdict.Violated {
			t.Errorf("%s %v", pr.Property, pr.Verdict)
		}
	}
	if shown == 0 || len(r.Levels) < 6 {
		t.Errorf("%d violations were shown on the way, %d levels", shown, len(r.Levels))
	}
}
