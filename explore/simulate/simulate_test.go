package simulate_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/simulate"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/lamport"
	"qcheck/protocols/raymond"
	"qcheck/protocols/ricartagrawala"

	"github.com/google/go-cmp/cmp"
)

// majority returns the k-majority of n processes.
func majority(n, k int) []explore.Set {
	size := (n + 1 + k) / (k + 1)
	var all []explore.Set
	for s := range explore.Set(1) << n {
		if s.Len() == size {
			all = append(all, s)
		}
	}
	return all
}

func run[L, M comparable](t *testing.T, p explore.Protocol[L, M], err error, o simulate.Options) *simulate.Run {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	r, err := simulate.Simulate(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// One process that asks whenever it can enters every other unit. What that takes
// is known.
func TestOneAsks(t *testing.T) {
	const units = 200
	one := simulate.Options{P: 1, Units: units, Askers: explore.SetOf(0)}
	for _, test := range []struct {
		reason string
		run    func() *simulate.Run
		each   int64 // messages for each entry
	}{
		{"section 3.4: 3|Q|, here of the 2-majority of 5", func() *simulate.Run {
			p, err := kakugawa.New(kakugawa.Config{N: 5, K: 2, Quorums: majority(5, 2)})
			return run(t, p, err, one)
		}, 3 * 2},
		{"and of 11", func() *simulate.Run {
			p, err := kakugawa.New(kakugawa.Config{N: 11, K: 2, Quorums: majority(11, 2)})
			return run(t, p, err, one)
		}, 3 * 4},
		{"section 4.1: n-1 REQUESTs and as many REPLYs", func() *simulate.Run {
			p, err := raymond.New(raymond.Config{N: 7, K: 3})
			return run(t, p, err, one)
		}, 2 * 6},
		{"Ricart and Agrawala: 2(n-1)", func() *simulate.Run {
			p, err := ricartagrawala.New(ricartagrawala.Config{N: 4})
			return run(t, p, err, one)
		}, 2 * 3},
		{"Lamport: 3(n-1)", func() *simulate.Run {
			p, err := lamport.New(lamport.Config{N: 4})
			return run(t, p, err, one)
		}, 3 * 3},
	} {
		t.Run(test.reason, func(t *testing.T) {
			got := test.run()
			want := simulate.Run{Units: units, Entries: units / 2, Messages: test.each * units / 2}
			if diff := cmp.Diff(want, simulate.Run{Units: got.Units, Entries: got.Entries, Messages: got.Messages, Violated: got.Violated}); diff != "" {
				t.Errorf("expected (-), found (+):\n%s", diff)
			}
		})
	}
}

// Raymond's algorithm answers every REQUEST with one REPLY, however many ask.
// Those of the end of a run may be missing.
func TestRaymondWhoeverAsks(t *testing.T) {
	p, err := raymond.New(raymond.Config{N: 5, K: 2})
	for _, chance := range []float64{0.1, 0.5, 1} {
		for delay := range 3 {
			r := run(t, p, err, simulate.Options{P: chance, Units: 500, Delay: delay})
			if mu := float64(r.Messages) / float64(r.Entries); r.Violated != "" || mu < 8 || mu > 8.2 {
				t.Errorf("p = %v, delay %d: %v messages for each entry, not 8; violated: %q", chance, delay, mu, r.Violated)
			}
		}
	}
}

// When everybody asks all the time, everybody ends up asking everybody, and the
// earliest request gets all permissions: one process is inside at a time, for
// 4n messages (REQUEST, WAIT, OK, RELEASE), whatever k is.
func TestKakugawaWhenAllAsk(t *testing.T) {
	for _, c := range []struct{ n, k int }{{5, 2}, {7, 3}, {9, 4}} {
		p, err := kakugawa.New(kakugawa.Config{N: c.n, K: c.k, Quorums: majority(c.n, c.k)})
		r := run(t, p, err, simulate.Options{P: 1, Units: 300})
		mu := float64(r.Messages) / float64(r.Entries)
		if r.Entries < 300 || r.Entries > 306 || math.Abs(mu-float64(4*c.n)) > 0.5 {
			t.Errorf("n = %d, k = %d: %d entries in %d units, %v messages each", c.n, c.k, r.Entries, r.Units, mu)
		}
	}
}

// counter is a protocol without messages: it asks, and is inside.
func counter() explore.Protocol[uint8, uint8] {
	type step = explore.Step[uint8, uint8]
	return explore.Protocol[uint8, uint8]{
		N:    1,
		Init: func(int) uint8 { return 0 },
		Actions: func(_ int, l uint8) []step {
			if l == 1 {
				return []step{{Name: "leave", Kind: explore.Leave}}
			}
			return []step{{Name: "ask", Kind: explore.Ask, Next: 1}}
		},
		Deliver: func(int, uint8, int, uint8) []step { return nil },
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(_ int, l uint8) explore.Observation {
				if l == 1 {
					return explore.Observation{Phase: explore.Inside}
				}
				return explore.Observation{}
			},
		},
	}
}

func failing(f explore.Faults) explore.Protocol[uint8, uint8] {
	p := counter()
	p.Faults = f
	return p
}

// What may go wrong does so with its probability, and no more often than it may: a process that may crash at each of so many
// turns, and the messages of one that sends one in each unit.
func TestChance(t *testing.T) {
	const runs, units = 400, 10
	crashed := 0
	for seed := range uint64(runs) {
		r := run(t, failing(explore.Faults{Crash: 1}), nil, simulate.Options{Chance: 0.1, Units: units, Seed: seed})
		crashed += int(r.Faults)
	}
	// In 1 - 0.9^10 of the runs, with a deviation of 9.5.
	if crashed < 230 || crashed > 290 {
		t.Errorf("%d of %d runs have a crash, and 261 were expected", crashed, runs)
	}
	type step = explore.Step[uint8, uint8]
	p := explore.Protocol[uint8, uint8]{
		Name: "pings", N: 2, Init: func(int) uint8 { return 0 }, Faults: explore.Faults{Lose: 15, Duplicate: 15},
		Actions: func(p int, _ uint8) []step {
			if p > 0 {
				return nil
			}
			return []step{{Name: "ping", Kind: explore.May, Send: explore.SendTo(explore.SetOf(1), uint8(0))}}
		},
		Deliver: func(_ int, l uint8, _ int, _ uint8) []step { return []step{{Name: "pong", Next: l + 1}} },
	}
	wrong := map[string]int{}
	for seed := range uint64(runs) {
		r := run(t, p, nil, simulate.Options{P: 1, Chance: 0.1, Units: units, Seed: seed, Record: true})
		for _, x := range r.Trace {
			wrong[x.Name]++
		}
		if r.Messages != units {
			t.Fatalf("%d messages in %d units", r.Messages, units)
		}
	}
	// Of 4,000 messages 400 are lost, with a deviation of 19, and of the others and their copies as many copied: all in all
	// 4000 * 0.9 * 0.1 / (1 - 0.9*0.1) = 396 copies and 400 / (1 - 0.9*0.1) = 440 that are lost.
	if n := wrong[explore.Loses]; n < 370 || n > 510 {
		t.Errorf("%d messages are lost, and 440 were expected", n)
	}
	if n := wrong[explore.Copies]; n < 330 || n > 460 {
		t.Errorf("%d messages are copied, and 396 were expected", n)
	}
	if wrong["pong"] != runs*units-wrong[explore.Loses]+wrong[explore.Copies] {
		t.Errorf("%v: each message that is not lost arrives, and each copy", wrong)
	}
	p.Faults = explore.Faults{Lose: 1}
	if r := run(t, p, nil, simulate.Options{P: 1, Chance: 1, Units: units}); r.Faults != 1 || r.Steps != 2*units {
		t.Errorf("%d faults in %d steps, and 1 may be", r.Faults, r.Steps)
	}
}

// On a network on which messages come again, each arrives once, and then with the probability; where its arrival changes nothing
// it is no step.
func TestComesAgain(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	p := explore.Protocol[uint8, uint8]{
		Name: "echo", N: 2, Network: explore.Duplicating,
		Starts: func() []explore.Start[uint8, uint8] {
			return []explore.Start[uint8, uint8]{{Locals: []uint8{0, 0}, Sent: []explore.Sent[uint8]{{From: 0, To: 1}}}}
		},
		Deliver: func(_ int, l uint8, _ int, _ uint8) []step { return []step{{Name: "hear", Next: min(l+1, 250)}} },
	}
	if r := run(t, p, nil, simulate.Options{Units: 50}); r.Steps != 1 {
		t.Errorf("it arrives %d times", r.Steps)
	}
	if r := run(t, p, nil, simulate.Options{Units: 50, Chance: 1}); r.Steps != 50 {
		t.Errorf("it arrives %d times in 50 units", r.Steps)
	}
	p.Deliver = func(int, uint8, int, uint8) []step { return []step{{Name: "hear", Next: 1}} }
	if r := run(t, p, nil, simulate.Options{Units: 50, Chance: 1}); r.Steps != 1 {
		t.Errorf("%d steps, and all but the first change nothing", r.Steps)
	}
}

func TestTime(t *testing.T) {
	for _, test := range []struct {
		reason         string
		options        simulate.Options
		entries, steps int64
	}{
		{"it never asks", simulate.Options{P: 0, Units: 100}, 0, 0},
		{"asks in units 1, 3, 5, leaves in 2, 4", simulate.Options{P: 1, Units: 5}, 3, 5},
		{"asks in units 1 and 5, leaves in 4", simulate.Options{P: 1, Units: 6, Stay: 3}, 2, 3},
		{"it may not ask", simulate.Options{P: 1, Units: 5, Askers: explore.SetOf(1)}, 0, 0},
	} {
		t.Run(test.reason, func(t *testing.T) {
			r := run(t, counter(), nil, test.options)
			if r.Entries != test.entries || r.Steps != test.steps || r.Units != test.options.Units {
				t.Errorf("%d entries, %d steps, %d units", r.Entries, r.Steps, r.Units)
			}
		})
	}
	// Of 10,000 units the process asks in a half of those in which it thinks.
	r := run(t, counter(), nil, simulate.Options{P: 0.5, Units: 10_000})
	if r.Entries < 3_200 || r.Entries > 3_466 {
		t.Errorf("%d entries, and 3333 were expected, with a deviation of 27", r.Entries)
	}
}

func TestWaiting(t *testing.T) {
	p, err := raymond.New(raymond.Config{N: 2, K: 1})
	r := run(t, p, err, simulate.Options{P: 1, Units: 10, Stay: 4})
	if r.Waited != 4 { // for who was first
		t.Errorf("waited %d units", r.Waited)
	}
	r = run(t, p, err, simulate.Options{P: 1, Units: 5, Delay: 10})
	if r.Waited != 4 || r.Entries != 0 { // from unit 1 to the end
		t.Errorf("waited %d units, %d entries", r.Waited, r.Entries)
	}
}

func TestSeeds(t *testing.T) {
	p, err := kakugawa.New(kakugawa.Config{N: 5, K: 2, Quorums: majority(5, 2)})
	o := simulate.Options{P: 0.5, Units: 40, Record: true}
	first := run(t, p, err, o)
	if diff := cmp.Diff(first, run(t, p, err, o)); diff != "" {
		t.Errorf("the same seed, another run:\n%s", diff)
	}
	for _, other := range []simulate.Options{{Seed: 1}, {Stream: 1}} {
		o.Seed, o.Stream = other.Seed, other.Stream
		if cmp.Equal(first.Trace, run(t, p, err, o).Trace) {
			t.Errorf("seed %d and stream %d make no difference", o.Seed, o.Stream)
		}
	}
}

func TestErrors(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := simulate.Simulate(ended, counter(), simulate.Options{Units: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	none := counter()
	none.N = 0
	for _, test := range []struct {
		want     string
		protocol explore.Protocol[uint8, uint8]
		options  simulate.Options
	}{
		{"a protocol has 1 to 16 processes, not 0", none, simulate.Options{Units: 1}},
		{"a probability is 0 to 1, not 1.5", counter(), simulate.Options{P: 1.5, Units: 1}},
		{"a probability is 0 to 1, not NaN", counter(), simulate.Options{P: math.NaN(), Units: 1}},
		{"a probability is 0 to 1, not -1", counter(), simulate.Options{Chance: -1, Units: 1}},
		{"a process restarts after it has crashed, and none may crash", failing(explore.Faults{Restart: 1}), simulate.Options{Units: 1}},
		{"protocol  does not say what a process does that is told of a crash", failing(explore.Faults{Crash: 1, Suspect: true}), simulate.Options{Units: 1}},
		{"a run takes at least 1 unit, not 0", counter(), simulate.Options{}},
		{"a stay or delay of -1 units", counter(), simulate.Options{Units: 1, Delay: -1}},
	} {
		if _, err := simulate.Simulate(t.Context(), test.protocol, test.options); err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
	late := explore.Protocol[explore.Stamp, explore.Stamp]{
		N: 1, Init: func(int) explore.Stamp { return 0 }, Clock: explore.ClockRule{Attach: explore.EveryMessage},
		Deliver: func(int, explore.Stamp, int, explore.Stamp) []explore.Step[explore.Stamp, explore.Stamp] { return nil },
	}
	if _, err := simulate.Simulate(t.Context(), late, simulate.Options{Units: 1}); err == nil || !strings.HasPrefix(err.Error(), "its clock ticks neither") {
		t.Error(err)
	}
	full := counter()
	full.Actions = func(int, uint8) []explore.Step[uint8, uint8] {
		return []explore.Step[uint8, uint8]{{Name: "ask", Kind: explore.Ask, Overflow: "no room"}}
	}
	if r := run(t, full, nil, simulate.Options{P: 1, Units: 3}); r.Overflow != "process 1: no room" || r.Units != 1 {
		t.Errorf("%q after %d units", r.Overflow, r.Units)
	}
}

func TestAverage(t *testing.T) {
	runs := []*simulate.Run{
		{Units: 10, Entries: 4, Messages: 24, SelfSent: 4, Waited: 1},
		{Units: 10, Entries: 6, Messages: 46, SelfSent: 6, Waited: 3},
	}
	// mu is 7. The runs are off 7 messages for each entry by -4 and +4: the error
	// is sqrt(2/1 * 32) / 10. Without own messages it is 6.
	mean, others, wrong := 7.0, 6.0, 0.8
	want := simulate.Mean{
		Units: 20, Entries: 10, Messages: 70, SelfSent: 10, Waited: 3, PerEntry: &mean, Others: &others, Error: &wrong,
	}
	if diff := cmp.Diff(want, simulate.Average(runs)); diff != "" {
		t.Errorf("by hand (-), found (+):\n%s", diff)
	}
	if m := simulate.Average(runs[:1]); m.PerEntry == nil || *m.PerEntry != 6 || m.Error != nil {
		t.Errorf("one run: %+v", m)
	}
	if m := simulate.Average([]*simulate.Run{{}, {}}); m.PerEntry != nil || m.Others != nil || m.Error != nil {
		t.Errorf("no entry: %+v", m)
	}
}

// A ring whose token never rests: a unit of time has no end, but that of ctx.
func TestMessagesThatNeverStop(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	pass := func(p int) []explore.Out[uint8] { return []explore.Out[uint8]{{To: (p + 1) % 3}} }
	ring := explore.Protocol[uint8, uint8]{
		Name: "ring", N: 3, Init: func(p int) uint8 { return uint8(min(p, 1)) },
		Actions: func(p int, l uint8) []step {
			if l == 1 {
				return nil
			}
			return []step{{Name: "begin", Next: 1, Send: pass(p)}}
		},
		Deliver:   func(p int, l uint8, _ int, _ uint8) []step { return []step{{Name: "pass", Next: l, Send: pass(p)}} },
		Exclusion: explore.Exclusion[uint8]{Observe: func(int, uint8) explore.Observation { return explore.Observation{} }},
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := simulate.Simulate(ctx, ring, simulate.Options{P: 0.5, Units: 50}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// A process that only a step of kind May lets in is let in with the probability of a request; where
// it is not taken, nothing has to happen any more.
func TestMay(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	p := explore.Protocol[uint8, uint8]{
		Name: "timeouts", N: 1, Init: func(int) uint8 { return 1 },
		Actions: func(_ int, s uint8) []step {
			return []step{{Name: "ask", Kind: explore.Ask, Next: 1}, {Name: "timeout", Kind: explore.May, Next: 2}, {Name: "leave", Kind: explore.Leave}}[s : s+1]
		},
		Deliver:   func(int, uint8, int, uint8) []step { return nil },
		Exclusion: explore.Exclusion[uint8]{Observe: func(_ int, s uint8) explore.Observation { return explore.Observation{Phase: explore.Phase(s)} }},
	}
	if r := run(t, p, nil, simulate.Options{P: 1, Units: 1}); r.Entries != 1 || r.Violated != "" {
		t.Errorf("%+v", r)
	}
	if r := run(t, p, nil, simulate.Options{Units: 30}); r.Entries != 0 || r.Violated != explore.DeadlockFreedom || r.Detail != "process 1 waits, and nothing has to happen" {
		t.Errorf("%+v", r)
	}
}
