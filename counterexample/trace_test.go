package counterexample_test

import (
	"slices"
	"strings"
	"testing"

	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
)

// clone returns a copy of a trace that shares nothing with it.
func clone(t *trace.Trace) *trace.Trace {
	u := *t
	u.Steps = slices.Clone(t.Steps)
	u.Instance.Requests = slices.Clone(t.Instance.Requests)
	return &u
}

// Confirm fills in what is wrong, and accepts the trace again with it.
func TestConfirmFillsInTheDetail(t *testing.T) {
	for name, want := range map[string]string{
		"safety":       "3 processes, {1,2,3}, are in the critical section at the same time",
		"integers":     "3 processes, {1,2,3}, are in the critical section at the same time",
		"deadlock":     "nothing can happen any more, and processes 1, 2 and 3 wait",
		"well-defined": "process 1: an OK came from a process whose permission is not awaited",
		"begun":        "processes {Zürich; #1,Genf} are in the critical section at the same time, and at most 1 may be",
		"starvation":   "process 3 waits for ever, in a run in which every step that stays enabled is taken",
	} {
		s := examples(t)[name]
		if s.trace.Detail != "" {
			t.Errorf("%s: %q before it is confirmed", name, s.trace.Detail)
		}
		for range 2 {
			run, err := s.trace.Confirm(s.replayer())
			if err != nil || s.trace.Detail != want || len(run.Moves) != len(s.trace.Steps) {
				t.Errorf("%s: %q, %v", name, s.trace.Detail, err)
			}
		}
	}
}

// A trace that claims what does not happen is refused, with what differs.
func TestConfirmTampered(t *testing.T) {
	all := examples(t)
	for _, s := range all {
		if _, err := s.trace.Confirm(s.replayer()); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		reason, of string
		change     func(*trace.Trace)
		want       string
	}{
		{"another detail", "safety", func(u *trace.Trace) { u.Detail = "2 processes are inside" }, "says that 2 processes are inside, but it shows that 3 processes"},
		{"the last step left out", "safety", func(u *trace.Trace) { u.Steps = u.Steps[:12] }, "the last state is safe"},
		{"no steps", "safety", func(u *trace.Trace) { u.Steps = nil }, "the last state is safe"},
		{"a step left out", "safety", func(u *trace.Trace) { u.Steps = slices.Delete(u.Steps, 3, 4) }, `step 5: the delivery from 1 to 3 is the step "REQUEST: deferred", not "REPLY: enters"`},
		{"a step too many", "safety", func(u *trace.Trace) { u.Steps = append(u.Steps, u.Steps[6]) }, "the last state is safe"},
		{"steps in another order", "safety", func(u *trace.Trace) { u.Steps[0], u.Steps[2] = u.Steps[2], u.Steps[0] }, "step 1: no message is on its way"},
		{"a local step of another name", "safety", func(u *trace.Trace) { u.Steps[4].Name = "leave" }, `step 5: a local step of process 1 is the step "ask", not "leave"`},
		{"a step of another process", "safety", func(u *trace.Trace) { u.Steps[6].Process = 0 }, "step 7: a local step of process 1: alternative 0, and there are 0"},
		{"a step of no process", "safety", func(u *trace.Trace) { u.Steps[3].Process = 3 }, "step 4: processes count from 1 to 3"},
		{"a message of no process", "safety", func(u *trace.Trace) { u.Steps[3].From = 3 }, "step 4: processes count from 1 to 3"},
		{"a step of another name", "safety", func(u *trace.Trace) { u.Steps[3].Name = "REQUEST: deferred" }, `step 4: the delivery from 3 to 1 is the step "REQUEST: answered", not "REQUEST: deferred"`},
		{"an alternative that there is not", "safety", func(u *trace.Trace) { u.Steps[3].Outcome = 1 }, "step 4: the delivery from 3 to 1: alternative 1, and there are 1"},
		{"an alternative below all", "safety", func(u *trace.Trace) { u.Steps[3].Outcome = -1 }, "step 4: the delivery from 3 to 1: alternative -1"},
		{"a stamp in a place that is too low", "safety", func(u *trace.Trace) { u.Steps[9].Place = 1 }, "step 10: a fresh stamp of process 3 cannot take place 1"},
		{"a stamp in a place that is too high", "safety", func(u *trace.Trace) { u.Steps[0].Place = 2 }, "step 1: a fresh stamp of process 3 cannot take place 2"},
		{"a stamp in no place", "safety", func(u *trace.Trace) { u.Steps[0].Place = 0 }, "step 1: a fresh stamp of process 3 cannot take place 0"},
		{"a place for a step without a stamp", "safety", func(u *trace.Trace) { u.Steps[3].Place = 1 }, "step 4: the delivery from 3 to 1 has no stamp to put in place 1"},
		{"a place with integer clocks", "integers", func(u *trace.Trace) { u.Steps[0].Place = 1 }, "step 1: a local step of process 3 has no stamp to put in place 1"},
		{"fewer requests", "safety", func(u *trace.Trace) { u.Instance.Requests[2] = 1 }, "step 10: a local step of process 3: alternative 0, and there are 0"},
		{"a bound on clocks that is passed", "integers", func(u *trace.Trace) { u.Instance.ClockMax = 7 }, "step 12: the clock of process 3 passes 7"},
		{"another kind of clock", "integers", func(u *trace.Trace) { u.Instance.Clock = explore.Causal }, "step 1: a fresh stamp of process 3 cannot take place 0"},
		{"messages to oneself at once", "well-defined", func(u *trace.Trace) { u.Instance.Queued = false }, `step 4: the delivery from 3 to 1 is the step "REQUEST: preempts", not "REQUEST: granted"`},
		{"another property", "safety", func(u *trace.Trace) { u.Property = explore.DeadlockFreedom }, "the last state is no deadlock: leave of process 1 can be taken"},
		{"an unknown property", "safety", func(u *trace.Trace) { u.Property = "liveness" }, `unknown property "liveness"`},
		{"defined steps", "safety", func(u *trace.Trace) { u.Property = explore.WellDefined }, "every step is defined"},
		{"an undefined step against safety", "well-defined", func(u *trace.Trace) { u.Property = explore.Safety }, "the last step is not defined (process 1: an OK came"},
		{"a step after an undefined one", "well-defined", func(u *trace.Trace) { u.Steps = append(u.Steps, u.Steps[0]) }, "nothing can follow a step that is not defined"},
		{"a process for safety", "safety", func(u *trace.Trace) { u.Process = 1 }, "safety is not about one process"},
		{"no such process", "starvation", func(u *trace.Trace) { u.Process = 3 }, "there is no process 4"},
		{"a process below all", "starvation", func(u *trace.Trace) { u.Process = -2 }, "there is no process -1"},
		{"nobody starves", "starvation", func(u *trace.Trace) { u.Process = -1 }, "does not name the process that starves"},
		{"another process starves", "starvation", func(u *trace.Trace) { u.Process = 1 }, "process 2 does not wait all along"},
		{"a cycle for safety", "safety", func(u *trace.Trace) { u.Loop = 3 }, "a cycle does not violate safety"},
		{"a cycle that begins elsewhere", "starvation", func(u *trace.Trace) { u.Loop = 1 }, "the steps from number 2 on do not lead back"},
		{"an empty cycle", "starvation", func(u *trace.Trace) { u.Loop = len(u.Steps) }, "the cycle begins with step 10 of 9"},
		{"no cycle", "starvation", func(u *trace.Trace) { u.Loop = -1 }, "the last state is no deadlock"},
		{"a cycle that is said to be a shortest one", "starvation", func(u *trace.Trace) { u.Shortest = true }, "nothing says that the cycle is a shortest one"},
		{"a run that is not a shortest one", "safety", func(u *trace.Trace) {
			u.Steps = append(u.Steps, explore.TraceStep{Process: 1, From: 0, Name: "REQUEST: answered"})
		}, "the trace is not a shortest one: its first 13 steps suffice"},
		{"who does not wait in the deadlock", "deadlock", func(u *trace.Trace) { u.Steps, u.Process = u.Steps[:0], 2 }, "process 3 does not wait in the last state"},
		{"nobody waits", "deadlock", func(u *trace.Trace) { u.Steps = nil }, "no process waits in the last state"},
	} {
		u := clone(all[c.of].trace)
		c.change(u)
		_, err := u.Confirm(replayerOf(u, all[c.of].replay))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.reason, err, c.want)
		}
	}
}

// A longer run is accepted where it is not said to be a shortest one, and so is
// a deadlock as starvation of one who waits there.
func TestConfirmAccepts(t *testing.T) {
	s := tooMany(t, explore.Causal)
	u := clone(s.trace)
	u.Shortest = false
	u.Steps = append(u.Steps, explore.TraceStep{Process: 1, From: 0, Name: "REQUEST: answered"})
	if _, err := u.Confirm(replayerOf(u, s.replay)); err != nil {
		t.Error(err)
	}
	s = allWait(t)
	for p := range 3 {
		u := clone(s.trace)
		u.Property, u.Process = explore.StarvationFreedom, p
		if _, err := u.Confirm(replayerOf(u, s.replay)); err != nil {
			t.Error(err)
		}
	}
}

// What is wrong may be told by numbers where the processes have names.
func TestConfirmNames(t *testing.T) {
	s := begun(t)
	if _, err := s.trace.Confirm(s.replayer()); err != nil {
		t.Fatal(err)
	}
	named := s.trace.Detail
	u := clone(s.trace)
	u.Detail = "processes {1,2} are in the critical section at the same time, and at most 1 may be"
	if _, err := u.Confirm(replayerOf(u, s.replay)); err != nil || u.Detail != named {
		t.Errorf("by number: %v, %q", err, u.Detail)
	}
	u.Detail = strings.Replace(named, "Genf", "Bern", 1)
	if _, err := u.Confirm(replayerOf(u, s.replay)); err == nil || !strings.Contains(err.Error(), "but it shows that "+named) {
		t.Errorf("by another name: %v", err)
	}
}

// A cycle is refused when it is not fair, or puts fresh stamps below one that
// stays in use.
func TestConfirmChecksTheCycle(t *testing.T) {
	s := passedOver(t, 2)
	step := func(process, from int, name string, place int) explore.TraceStep {
		return explore.TraceStep{Process: process, From: from, Name: name, Place: place}
	}
	round := []explore.TraceStep{
		step(1, -1, "ask", 2), step(0, 1, "request: queued", 0), step(0, -1, "serve", 0),
		step(1, 0, "served", 0), step(1, -1, "leave", 0), step(0, 1, "done: free", 0),
	}
	start := []explore.TraceStep{step(2, -1, "ask", 1)}
	late := step(0, 2, "request: queued", 0) // while process 2 is inside
	for _, c := range []struct {
		reason     string
		stem, loop []explore.TraceStep
		want       string
	}{
		{"process 3 is passed over", slices.Concat(start, round[:4], []explore.TraceStep{late}, round[4:], round), round, ""},
		{"its request never is delivered", slices.Concat(start, round), round, "not fair: the delivery from 3 to 1 can be taken all along"},
		{"the first round is another one", start, round, "the steps from number 2 on do not lead back"},
		{"process 2 does nothing more", slices.Concat(start, round[:1]), nil, "the cycle begins with step 3 of 2"},
	} {
		u := clone(s.trace)
		u.Steps, u.Loop = slices.Concat(c.stem, c.loop), len(c.stem)
		_, err := u.Confirm(replayerOf(u, s.replay))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.reason, err, c.want)
		}
	}
	// Where the earliest are served first, only ever earlier requests could keep
	// process 3 waiting, and there is no end of them with causal stamps.
	below := slices.Clone(round)
	below[0].Place = 1
	u := clone(s.trace)
	u.Steps = slices.Concat(start, below[:4], []explore.TraceStep{late}, below[4:], below)
	u.Loop = len(u.Steps) - len(below)
	_, err := u.Confirm(func(steps []explore.TraceStep) (*obvious.Run, error) {
		return obvious.Replay(serving(true, true), u.Instance.ReplayOptions(), steps)
	})
	if err == nil || !strings.Contains(err.Error(), "step 9 puts a fresh stamp below 3a, which stays in use") {
		t.Errorf("earlier and earlier: %v", err)
	}
}

// The same steps with integer clocks: they can be taken for ever where the one
// who is passed over has the smaller number, which decides at equal clocks, and
// cannot be taken where it has the larger one.
func TestConfirmGrowing(t *testing.T) {
	for _, c := range []struct {
		reason     string
		ticks      bool
		who        int
		want, once string
	}{
		{"clocks grow", true, 1, "", "no two of 1 rounds"},
		{"clocks stay", false, 1, "", "no two of 1 rounds"},
		{"clocks grow, but not enough at first", true, 2, "step 6: no message is on its way", "step 6: "},
		{"clocks stay, and are too small", false, 2, "step 6: no message is on its way", "step 6: "},
	} {
		s := passedOver(t, c.who)
		if _, err := s.trace.Confirm(s.replayer()); err != nil {
			t.Fatal(err)
		}
		s.replay = func(o obvious.Options, steps []explore.TraceStep) (*obvious.Run, error) {
			return obvious.Replay(serving(c.ticks, false), o, steps)
		}
		u := s.trace.WithIntegers()
		if u.Instance.Clock != explore.Integer || s.trace.Instance.Clock != explore.Causal || slices.Equal(u.Steps, s.trace.Steps) {
			t.Errorf("%s: not a copy with integer clocks", c.reason)
		}
		for rounds, want := range map[int]string{4: c.want, 1: c.once} {
			err := u.ConfirmGrowing(replayerOf(u, s.replay), rounds)
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: %d rounds: %v, want %q", c.reason, rounds, err, want)
			}
		}
		if c.want != "" {
			continue
		}
		_, err := clone(u).Confirm(replayerOf(u, s.replay))
		if c.ticks != (err != nil && strings.Contains(err.Error(), "do not lead back")) {
			t.Errorf("%s: as they are, the steps give %v", c.reason, err)
		}
		v := clone(u)
		v.Process = 2
		if err := v.ConfirmGrowing(replayerOf(v, s.replay), 4); err == nil || !strings.Contains(err.Error(), "process 3 does not wait all along") {
			t.Errorf("%s: another process: %v", c.reason, err)
		}
		v = clone(u)
		v.Loop = -1
		if err := v.ConfirmGrowing(replayerOf(v, s.replay), 4); err == nil {
			t.Errorf("%s: no cycle", c.reason)
		}
	}
}

func TestForm(t *testing.T) {
	for want, u := range map[string]*trace.Trace{
		"a run of 0 steps":                           {Loop: -1},
		"a run of 1 step":                            {Loop: -1, Steps: make([]explore.TraceStep, 1)},
		"a run of 1 step into a cycle of 2 steps":    {Loop: 1, Steps: make([]explore.TraceStep, 3)},
		"a run of 0 steps into a cycle of 1 step":    {Loop: 0, Steps: make([]explore.TraceStep, 1)},
		"a run of 10 steps into a cycle of 20 steps": {Loop: 10, Steps: make([]explore.TraceStep, 30)},
	} {
		if got := u.Form(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Stamps keep their names throughout a run, in the order in which each process
// makes them, and other names with integer clocks.
func TestStampNames(t *testing.T) {
	s := tooMany(t, explore.Causal)
	run, err := s.trace.Confirm(s.replayer())
	if err != nil {
		t.Fatal(err)
	}
	var made []string
	for i := range run.Moves {
		before, after := run.Configs[i].Stamps, run.Configs[i+1].Stamps
		for x := explore.Stamp(1); int(x) <= len(after); x++ {
			if _, ok := after[x]; !ok {
				t.Fatalf("step %d: stamp %d of %d has no name", i+1, x, len(after))
			}
			if !contains(before, after[x]) {
				made = append(made, after[x])
			}
		}
	}
	if want := []string{"3a", "2a", "1a", "3b"}; !slices.Equal(made, want) {
		t.Errorf("made %v, want %v", made, want)
	}
	// Process 1 put its stamp before that of process 2 (step 7).
	if c := run.Configs[7]; c.Stamps[1] != "3a" && c.Stamps[1] != "1a" || index(c, "1a") > index(c, "2a") {
		t.Errorf("order %v", c.Stamps)
	}
}

func contains(names map[explore.Stamp]string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

func index(c obvious.Config, name string) explore.Stamp {
	for x, n := range c.Stamps {
		if n == name {
			return x
		}
	}
	return 0
}
