package obvious_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// A node is the state of a process of a random protocol. Fuel bounds how often
// it acts or sends; Held and Known are two time stamps.
type node struct {
	Phase       explore.Phase
	Place, Fuel uint8
	Held, Known explore.Stamp
}

type note struct {
	Kind  uint8
	Stamp explore.Stamp
}

// random returns a protocol whose handlers are a random table: what a process
// does depends on where it stands, on the kind of the message and on how the
// stamps it knows of compare.
func random(seed uint64) (explore.Protocol[node, note], obvious.Options) {
	r := rand.New(rand.NewPCG(seed, 1))
	n := 2 + r.IntN(2)
	fuel := uint8(1 + r.IntN(6-n))
	stamps := r.IntN(4) > 0
	type step = explore.Step[node, note]
	// outcomes answers a question; the same question has the same answer.
	outcomes := func(p int, l node, m note, most int, action bool) (steps []step) {
		order := fmt.Sprint(l.Held < l.Known, l.Held < m.Stamp, l.Known < m.Stamp, l.Held == 0, l.Known == 0)
		question := fmt.Sprint(p, l.Phase, l.Place, l.Fuel, m.Kind, order)
		h := uint64(14695981039346656037)
		for _, b := range []byte(question) {
			h = (h ^ uint64(b)) * 1099511628211
		}
		q := rand.New(rand.NewPCG(seed, h))
		pick := func() explore.Stamp {
			if !stamps {
				return 0
			}
			return []explore.Stamp{0, l.Held, l.Known, m.Stamp, explore.Fresh}[q.IntN(5)]
		}
		for range q.IntN(most + 1) {
			s := step{Name: fmt.Sprint("step ", q.IntN(5)), Next: l}
			s.Next.Place = uint8(q.IntN(3))
			s.Next.Phase = explore.Phase(q.IntN(3))
			s.Next.Held, s.Next.Known = pick(), pick()
			if action && l.Phase == explore.Thinking && q.IntN(2) == 0 {
				s.Kind = explore.Ask
				s.Next.Phase = explore.Waiting
			}
			if action && l.Phase == explore.Inside && q.IntN(2) == 0 {
				s.Kind = explore.Leave
			}
			if l.Fuel > 0 {
				for range q.IntN(3) {
					s.Send = append(s.Send, explore.Out[note]{To: q.IntN(n), Msg: note{uint8(1 + q.IntN(2)), pick()}})
				}
			}
			if action || len(s.Send) > 0 {
				s.Next.Fuel--
			}
			if q.IntN(30) == 0 {
				s.Undefined = "by chance"
			}
			steps = append(steps, s)
		}
		return steps
	}
	p := explore.Protocol[node, note]{
		Name: fmt.Sprint("random ", seed), N: n,
		Clock: explore.ClockRule{
			Attach:      explore.Attach(1 + r.IntN(2)),
			TickOnFresh: r.IntN(2) == 0, TickOnReceive: r.IntN(2) == 0, Start: r.IntN(2),
		},
		Init: func(int) node { return node{Fuel: fuel} },
		Actions: func(p int, l node) []step {
			if l.Fuel == 0 {
				return nil
			}
			return outcomes(p, l, note{}, 2, true)
		},
		Deliver: func(p int, l node, from int, m note) []step { return outcomes(p+10*from, l, m, 3, false) },
		Exclusion: explore.Exclusion[node]{
			Observe: func(_ int, l node) explore.Observation {
				return explore.Observation{Phase: l.Phase, Resource: l.Place}
			},
		},
	}
	p.Selective, p.Obliged = r.IntN(3) == 0, r.IntN(3) == 0
	o := obvious.Options{Queued: r.IntN(3) == 0, Integer: r.IntN(3) == 0, Requests: make([]int, n)}
	for i := range o.Requests {
		o.Requests[i] = r.IntN(4) - 1
	}
	if o.Integer = o.Integer || !p.Clock.TickOnFresh && !p.Clock.TickOnReceive; o.Integer {
		o.ClockMax = r.IntN(5)
	}
	return p, o
}

// twoInside is a reason why a state of a random protocol is not safe.
func twoInside(all []explore.Observation) string {
	inside := 0
	for _, o := range all {
		if o.Phase == explore.Inside {
			inside++
		}
	}
	if inside > 1 {
		return "two are inside"
	}
	return ""
}

// alone is a goal of random protocols that is unmet.
func alone(all []explore.Observation) string {
	for p, o := range all {
		if o.Phase == explore.Waiting && twoInside(all) == "" {
			return fmt.Sprintf("process %d waits, and less than two are inside", p+1)
		}
	}
	return ""
}

// TestAgreesWithTheEngine compares the two on random protocols.
func TestAgreesWithTheEngine(t *testing.T) {
	seeds, most := uint64(230), int64(1000)
	if slow.Tests() {
		seeds, most = 20000, 5000
	}
	agree(t, seeds, most, func(*rand.Rand, *explore.Protocol[node, note]) {})
}

// The same on all networks, where something may go wrong.
func TestAgreesWhereThingsGoWrong(t *testing.T) {
	seeds, most := uint64(90), int64(2000)
	if slow.Tests() {
		seeds, most = 5000, 5000
	}
	agree(t, seeds, most, func(r *rand.Rand, p *explore.Protocol[node, note]) {
		p.Network = explore.Networks()[r.IntN(len(explore.Networks()))]
		p.Faults = explore.Faults{Crash: uint8(r.IntN(2)), Lose: uint8(r.IntN(2))}
		if r.IntN(4) == 0 {
			p.Faults.Duplicate = 1
		}
		if p.Network == explore.Duplicating {
			p.Faults.Lose, p.Faults.Duplicate = 0, 0
		}
		if p.Faults.Crash > 0 {
			p.Faults.Restart = uint8(r.IntN(int(p.Faults.Crash) + 1))
			p.Faults.Of = explore.Set(r.IntN(1 << p.N))
		}
		if p.Faults.Crash > 0 && r.IntN(2) == 0 {
			p.Faults.Suspect, p.Faults.Crash = true, uint8(1+r.IntN(2))
			deliver := p.Deliver
			p.Suspect = func(q int, l node, crashed int) []explore.Step[node, note] {
				return deliver(q, l, crashed, note{Kind: 3})
			}
		}
		if r.IntN(2) == 0 {
			p.Restart = func(q int, l node) node {
				if q == 0 {
					l.Known = 0
				}
				l.Phase = explore.Thinking
				return l
			}
		}
	})
}

// agree compares the two on random protocols, each changed in some way.
func agree(t *testing.T, seeds uint64, most int64, change func(r *rand.Rand, p *explore.Protocol[node, note])) {
	t.Helper()
	run := func(p explore.Protocol[node, note], o explore.Options, check explore.Property) *explore.Result {
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		o.Check = []explore.Property{check}
		r, err := explore.Run(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	compared, seen := 0, map[string]int{}
	for seed := range seeds {
		p, o := random(seed)
		change(rand.New(rand.NewPCG(seed, 7)), &p)
		options := explore.Options{Requests: o.Requests, ClockMax: o.ClockMax, Queued: o.Queued, MaxStates: most}
		if o.Integer {
			options.Clock = explore.Integer
		}
		r := run(p, options, explore.Safety) // all is safe, so all is searched
		if !r.Complete {
			continue
		}
		p.Safe = twoInside
		p.Goals = []explore.Goal{{Name: "company", Unmet: alone}}
		want := obvious.Explore(p, o)
		got := obvious.Result{
			States: int(r.States), Transitions: int(r.Transitions), Beyond: int(r.Beyond), Depth: r.Depth, Resting: int(r.Resting),
			Steps: map[string]int{}, Violations: map[string]int{}, Terminal: want.Terminal, Observations: want.Observations,
		}
		for _, l := range r.Levels {
			got.Levels = append(got.Levels, int(l))
		}
		for _, s := range r.Steps {
			if s.Count > 0 {
				got.Steps[s.Name] = int(s.Count)
			}
		}
		for _, property := range []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom, "company"} {
			if trace := run(p, options, property).Properties[0].Trace; trace != nil {
				got.Violations[string(property)] = len(trace.Steps)
				seen[string(property)]++
				replayed(t, p, o, property, trace.Steps)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s, %+v, %+v: obvious (-), engine (+):\n%s", p.Name, p.Clock, o, diff)
		}
		compared++
		if want.States > 100 {
			seen["large"]++
		}
	}
	t.Logf("%d of %d protocols compared; %v", compared, seeds, seen)
	if compared < int(seeds*2/5) || len(seen) < 5 {
		t.Error("too few of them are worth a comparison")
	}
}

// replayed takes the steps of a run again, and looks at where it ends and at the messages on the way.
func replayed(t *testing.T, p explore.Protocol[node, note], o obvious.Options, property explore.Property, steps []explore.TraceStep) {
	t.Helper()
	walk := obvious.NewWalk(p, o)
	for i, step := range steps {
		if err := walk.Take(step); err != nil {
			t.Fatalf("%s: step %d, %+v: %v", p.Name, i+1, step, err)
		}
		move := walk.Moves[i]
		before := walk.Configs[i].Channels
		if step.From >= 0 && p.Network != explore.Duplicating && before[step.From*p.N+step.Process][move.Behind] != move.Received {
			t.Errorf("%s: step %d takes %v, and %v is there", p.Name, i+1, move.Received, before)
		}
		if len(walk.Configs) == i+2 {
			for c, after := range walk.Configs[i+1].Channels {
				for _, msg := range after {
					if !strings.Contains(walk.Configs[i+1].Key, fmt.Sprintf("%d", msg)) {
						t.Errorf("%s: step %d: %v is in channel %d, and not in the state %s", p.Name, i+1, msg, c, walk.Configs[i+1].Key)
					}
				}
			}
		}
	}
	end := walk.Configs[len(walk.Configs)-1]
	shown := map[explore.Property]bool{
		explore.Safety: end.Unsafe != "", explore.WellDefined: walk.Moves[len(walk.Moves)-1].Undefined != "",
		explore.DeadlockFreedom: len(end.Enabled) == 0, "company": len(end.Enabled) == len(end.Leaving) && end.Unmet["company"] != "",
	}
	if !shown[property] {
		t.Errorf("%s: the run of %d steps does not show that %s is violated", p.Name, len(steps), property)
	}
}
