package explore_test

import (
	"context"
	"errors"
	"regexp"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// counters has two processes that count for ever; it is unsafe when the first
// passes bad. The third clock counts too, when fresh says so.
func counters(bad uint32) explore.Protocol[uint32, uint8] {
	type step = explore.Step[uint32, uint8]
	return explore.Protocol[uint32, uint8]{
		Name: "counters", N: 2, Steps: []string{"count"},
		Init:    func(int) uint32 { return 0 },
		Actions: func(_ int, l uint32) []step { return []step{{Name: "count", Next: l + 1}} },
		Deliver: func(int, uint32, int, uint8) []step { return nil },
		Exclusion: explore.Exclusion[uint32]{
			Observe: func(p int, l uint32) explore.Observation {
				if p == 0 && l == bad {
					return explore.Observation{Phase: explore.Inside}
				}
				return explore.Observation{Phase: explore.Waiting}
			},
			Safe: func(all []explore.Observation) string {
				if all[0].Phase == explore.Inside {
					return "counted too far"
				}
				return ""
			},
		},
	}
}

// stopped checks the result of a search of counters(5) that was ended by
// something: safety is violated all the same, the rest is unknown.
func stopped(t *testing.T, r *explore.Result, why string) {
	t.Helper()
	if r.Complete || !strings.Contains(r.Stopped, why) {
		t.Errorf("complete %v, stopped by %q, want %q", r.Complete, r.Stopped, why)
	}
	if r.States == 0 || r.Depth != len(r.Levels)-1 {
		t.Errorf("%d states, depth %d, %d levels", r.States, r.Depth, len(r.Levels))
	}
	for _, pr := range r.Properties {
		if pr.Property == explore.Safety && r.Depth > 6 {
			if pr.Verdict != verdict.Violated || len(pr.Trace.Steps) != 5 || pr.Detail != "counted too far" {
				t.Errorf("safety: %s, %q, %+v", pr.Verdict, pr.Detail, pr.Trace)
			}
			continue
		}
		if pr.Verdict != verdict.Unknown || !strings.Contains(pr.Detail, why) || pr.Trace != nil {
			t.Errorf("%s: %s, %q", pr.Property, pr.Verdict, pr.Detail)
		}
	}
}

// The table of states has room for what workers find that search, not for those that
// were asked for and have nothing to do.
func TestManyWorkers(t *testing.T) {
	m, err := explore.NewModel(counters(5))
	if err != nil {
		t.Fatal(err)
	}
	var slots []int
	for _, workers := range []int{1, explore.MaxWorkers} {
		n, err := explore.Slots(m, explore.Options{MaxStates: 5000, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		slots = append(slots, n)
	}
	if slots[1] > 2*slots[0] {
		t.Errorf("slots for 1 worker and for %d: %v", explore.MaxWorkers, slots)
	}
	if _, err := explore.Run(context.Background(), m, explore.Options{Workers: explore.MaxWorkers + 1}); err == nil {
		t.Errorf("%d workers are not refused", explore.MaxWorkers+1)
	}
}

func TestMaxStates(t *testing.T) {
	for _, workers := range []int{1, 3} {
		r := search(t, counters(5), explore.Options{MaxStates: 5000, Workers: workers})
		stopped(t, r, "5000 states")
		if r.States != 5050 { // after 100 levels
			t.Errorf("%d states", r.States)
		}
		if v := r.Verdict(); v != verdict.Violated {
			t.Errorf("verdict %s", v)
		}
	}
	// All there is may be reached.
	for limit, complete := range map[int64]bool{39: false, 40: true, 41: true} {
		r := search(t, peerLock(2, 1), explore.Options{Clock: explore.Integer, MaxStates: limit})
		if r.Complete != complete || (r.Verdict() == verdict.Holds) != complete {
			t.Errorf("40 states, limit %d: complete %v, %s", limit, r.Complete, r.Verdict())
		}
	}
}

func TestMaxMemory(t *testing.T) {
	stopped(t, search(t, counters(5), explore.Options{MaxMemory: 1}), "memory limit of 1 bytes")
	debug.FreeOSMemory() // the limit counts what tests before this one left
	r := search(t, counters(5), explore.Options{MaxMemory: 128 << 20, Timeout: time.Minute})
	stopped(t, r, "memory limit")
	if r.Depth < 100 {
		t.Errorf("just %d levels in 128 MiB", r.Depth)
	}
}

func TestTimeout(t *testing.T) {
	p := counters(5)
	actions := p.Actions
	p.Actions = func(i int, l uint32) []explore.Step[uint32, uint8] {
		time.Sleep(time.Millisecond) // there are two calls in a level
		return actions(i, l)
	}
	began := time.Now()
	var calls, depth atomic.Int64
	r := search(t, p, explore.Options{Timeout: 1200 * time.Millisecond, Asymmetric: true, Progress: func(p explore.Progress) {
		calls.Add(1)
		depth.Store(int64(p.Depth))
		if p.States <= 0 || p.Transitions <= 0 || p.Elapsed < time.Second || p.Growth <= 1 || p.Growth > 2 { // a level has a state more than the one before
			t.Errorf("progress %+v", p)
		}
	}})
	if took := time.Since(began); took < time.Second || took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	stopped(t, r, "time limit of 1.2s")
	if calls.Load() != 1 || depth.Load() == 0 || depth.Load() > int64(r.Depth) {
		t.Errorf("%d calls for progress, depth %d of %d", calls.Load(), depth.Load(), r.Depth)
	}
}

func TestCancel(t *testing.T) {
	m, err := explore.NewModel(counters(5))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(50*time.Millisecond, func() { cancel(errors.New("interrupted")) })
	r, err := explore.Run(ctx, m, explore.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	stopped(t, r, "interrupted")
	// Nothing is searched when it is too late.
	r, err = explore.Run(ctx, m, explore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stopped(t, r, "interrupted")
	if r.Depth > 1 {
		t.Errorf("depth %d", r.Depth)
	}
}

// sender has a process that sends the other all it can.
func sender(capacity int) explore.Protocol[uint8, uint8] {
	type step = explore.Step[uint8, uint8]
	return explore.Protocol[uint8, uint8]{
		Name: "sender", N: 2, Steps: []string{"send", "take"}, Capacity: capacity,
		Init: func(int) uint8 { return 0 },
		Actions: func(p int, l uint8) []step {
			if p == 1 {
				return nil
			}
			return []step{{Name: "send", Next: l, Send: []explore.Out[uint8]{{To: 1, Msg: 7}}}}
		},
		Deliver:   func(int, uint8, int, uint8) []step { return []step{{Name: "take"}} },
		Exclusion: explore.Exclusion[uint8]{Observe: func(int, uint8) explore.Observation { return explore.Observation{Phase: explore.Inside} }},
	}
}

func TestCapacity(t *testing.T) {
	for capacity, states := range map[int]int64{1: 2, 3: 4, 0: 256} {
		r := search(t, sender(capacity), explore.Options{})
		why := "the channel from process 1 to process 2 holds more than"
		if r.Complete || !strings.Contains(r.Stopped, why) || r.States != states {
			t.Errorf("capacity %d: complete %v, %q, %d states", capacity, r.Complete, r.Stopped, r.States)
		}
		for _, pr := range r.Properties {
			if pr.Verdict != verdict.Unknown || !strings.Contains(pr.Detail, why) {
				t.Errorf("%s: %s, %q", pr.Property, pr.Verdict, pr.Detail)
			}
		}
	}
}

// stamper takes fresh stamps, one after the other, and keeps up to keep of
// them.
func stamper(keep int) explore.Protocol[[80]explore.Stamp, uint8] {
	type state = [80]explore.Stamp
	type step = explore.Step[state, uint8]
	return explore.Protocol[state, uint8]{
		Name: "stamper", N: 1, Steps: []string{"ask"},
		Clock: explore.ClockRule{TickOnFresh: true},
		Init:  func(int) state { return state{} },
		Actions: func(_ int, l state) []step {
			copy(l[1:keep], l[:])
			l[0] = explore.Fresh
			return []step{{Name: "ask", Kind: explore.Ask, Next: l}}
		},
		Deliver:   func(int, state, int, uint8) []step { return nil },
		Exclusion: explore.Exclusion[state]{Observe: func(int, state) explore.Observation { return explore.Observation{Phase: explore.Inside} }},
	}
}

func TestClocksOverflow(t *testing.T) {
	unbounded := []int{explore.Unbounded}
	r := search(t, stamper(1), explore.Options{Clock: explore.Integer, Requests: unbounded})
	if why := "the clock of process 1 passes 2046"; r.Complete || r.Stopped != why || r.States != 2047 || r.Properties[0].Detail != why || r.Verdict() != verdict.Unknown {
		t.Errorf("integer clocks: %d states, %q, %+v", r.States, r.Stopped, r.Properties)
	}
	r = search(t, stamper(1), explore.Options{Requests: unbounded})
	if !r.Complete || r.States != 2 {
		t.Errorf("one causal stamp: %d states, %q", r.States, r.Stopped)
	}
	r = search(t, stamper(62), explore.Options{Requests: unbounded})
	if r.Complete || r.States != 63 || !strings.Contains(r.Stopped, "62 time stamps") || r.Verdict() != verdict.Unknown {
		t.Errorf("62 causal stamps: %d states, %q", r.States, r.Stopped)
	}
	r = search(t, stamper(61), explore.Options{Requests: unbounded})
	if !r.Complete || r.States != 62 {
		t.Errorf("61 causal stamps: %d states, %q", r.States, r.Stopped)
	}
	r = search(t, stamper(1), explore.Options{Clock: explore.Integer, ClockMax: 5, Requests: unbounded})
	if !r.Complete || r.States != 6 || r.Beyond != 1 || r.Properties[3].Verdict != verdict.Unknown || r.Properties[0].Verdict != verdict.Holds {
		t.Errorf("bound 5: %d states, %d beyond, %q, %+v", r.States, r.Beyond, r.Stopped, r.Properties)
	}
}

func TestParanoid(t *testing.T) {
	calls := uint8(0)
	p := sender(3)
	p.Deliver = func(int, uint8, int, uint8) []explore.Step[uint8, uint8] {
		calls++
		return []explore.Step[uint8, uint8]{{Name: "take", Next: calls % 2}}
	}
	if said := mistake(t, p, explore.Options{}); !strings.Contains(said, "answers differently when it is asked again") {
		t.Error(said)
	}
	// Later than what is asked twice anyhow.
	late := func(paranoid bool) string {
		calls := 0
		type step = explore.Step[uint16, uint8]
		return mistake(t, explore.Protocol[uint16, uint8]{
			Name: "late", N: 1, Init: func(int) uint16 { return 0 },
			Actions: func(_ int, l uint16) []step {
				calls++
				switch {
				case l < 2000:
					return []step{{Name: "count", Next: l + 1}}
				case calls%2 == 0:
					return []step{{Name: "end", Next: l}}
				}
				return nil
			},
			Deliver: func(int, uint16, int, uint8) []step { return nil },
		}, explore.Options{Paranoid: paranoid})
	}
	if late(false) != "" || !strings.Contains(late(true), "process 1 in state 2000, answers differently") {
		t.Errorf("%q, %q", late(false), late(true))
	}
	for _, o := range []explore.Options{{}, {Clock: explore.Integer}} {
		plain := search(t, peerLock(3, 1), o)
		o.Paranoid = true
		paranoid := search(t, peerLock(3, 1), o)
		if !paranoid.Complete || paranoid.States != plain.States || paranoid.Verdict() != verdict.Holds {
			t.Errorf("pure: %d states, want %d; %q, %s", paranoid.States, plain.States, paranoid.Stopped, paranoid.Verdict())
		}
	}
}

// TestNobodyEnters checks that a pass over nothing is no pass.
func TestNobodyEnters(t *testing.T) {
	p := peerLock(2, 1)
	r := search(t, p, explore.Options{Requests: []int{0, 0}})
	for _, pr := range r.Properties {
		if pr.Verdict != verdict.Unknown || !strings.Contains(pr.Detail, "no process ever entered") {
			t.Errorf("%s: %s, %q", pr.Property, pr.Verdict, pr.Detail)
		}
	}
	if r.States != 1 || !r.Complete || len(r.NeverRan) != len(p.Steps) {
		t.Errorf("%d states, never ran %q", r.States, r.NeverRan)
	}
	r = search(t, p, explore.Options{Requests: []int{0, 2}})
	if r.Verdict() != verdict.Holds || len(r.NeverRan) != 0 {
		t.Errorf("%s, never ran %q", r.Verdict(), r.NeverRan)
	}
	p.Observe = func(p int, l peerState) explore.Observation {
		if p == 0 && l.Phase == explore.Inside {
			l.Phase = explore.Thinking
		}
		return explore.Observation{Phase: l.Phase}
	}
	r = search(t, p, explore.Options{})
	if len(r.NeverRan) != 1 || r.NeverRan[0] != "process 1 never entered" {
		t.Errorf("never ran %q", r.NeverRan)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	m, err := explore.NewModel(peerLock(2, 1))
	if err != nil {
		t.Fatal(err)
	}
	for why, o := range map[string]explore.Options{
		"2 processes":   {Requests: []int{1}},
		"0 to 250":      {Requests: []int{1, 251}},
		"not -2":        {Requests: []int{-2, 1}},
		`"safe"`:        {Check: []explore.Property{"safe"}},
		`property ""`:   {Check: []explore.Property{""}},
		"not 2047":      {ClockMax: 2047},
		"a clock bound": {ClockMax: -1},
	} {
		if _, err := explore.Run(context.Background(), m, o); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%+v: %v, want %s", o, err, why)
		}
	}
	if _, err := explore.Run(context.Background(), m, explore.Options{Requests: []int{0, 250}, MaxStates: 10}); err != nil {
		t.Error(err)
	}
}

// A panic in the protocol's code says where: in which state, with which message.
func TestPanicsSayWhere(t *testing.T) {
	for _, local := range []bool{true, false} {
		p := peerLock(2, 1)
		want := "^the protocol's Deliver, called for process [12] in state {.*} with message {.*} from process [12], panics at limits_test.go:[0-9]+: runtime error: index out of range .*; the run that leads there is of length 1: \"ask\" of process [12]$"
		var none []int
		if local {
			want = "^the protocol's Actions, called for process [12] in state {.*}, panics at limits_test.go:[0-9]+: runtime error: index out of range .*, \"enter\" of process [12]$"
			actions := p.Actions
			p.Actions = func(q int, l peerState) []explore.Step[peerState, peerMessage] {
				if l.Phase == explore.Inside {
					none[2]++
				}
				return actions(q, l)
			}
		} else {
			p.Deliver = func(int, peerState, int, peerMessage) []explore.Step[peerState, peerMessage] {
				none[2]++
				return nil
			}
		}
		if said := mistake(t, p, explore.Options{Workers: 1}); !regexp.MustCompile(want).MatchString(said) {
			t.Errorf("%q, want %q", said, want)
		}
	}
}
