package tuples

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/explore/views/certify/sets"
	"qcheck/setsys/slow"
)

// A node is the state of a process of a random protocol, a note one of its messages.
type node struct {
	Phase       explore.Phase
	Place, Fuel uint8
	Heard       explore.Set
	Of          explore.PerProcess[uint8]
	Held, Known explore.Stamp
}

type note struct {
	Kind  uint8
	Stamp explore.Stamp
}

// random returns a protocol whose functions do what chance says, the same in the same case.
// Its handlers look at what the rules of clocks allow, and at the numbers of processes.
func random(seed uint64) explore.Protocol[node, note] {
	r := rand.New(rand.NewPCG(seed, 1))
	n := 2 + r.IntN(3)
	fuel := uint8(1 + r.IntN(5-n))
	stamps, refuses, undefined, far := r.IntN(4) > 0, r.IntN(3) == 0, r.IntN(3) == 0, r.IntN(2) == 0
	entering, most, alone := 2+r.IntN(6), 1+r.IntN(3), r.IntN(3)
	sends := 3
	if n == 4 { // else there is little to search
		stamps, most, sends = stamps && r.IntN(3) == 0, 1+r.IntN(2), 2
	}
	type step = explore.Step[node, note]
	outcomes := func(p int, l node, m note, from int) (steps []step) {
		order := fmt.Sprint(l.Held < l.Known, l.Held < m.Stamp, l.Known < m.Stamp, l.Held == l.Known, l.Held == m.Stamp, l.Held == 0, l.Known == 0)
		question := fmt.Sprint(p, l.Phase, l.Place, l.Fuel > 0, l.Heard, l.Of[:n], m.Kind, from, order)
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
		count := 1 + q.IntN(most)
		if from >= 0 && refuses && q.IntN(4) == 0 {
			count = 0
		}
		for range count {
			s := step{Name: fmt.Sprint("step ", q.IntN(4)), Next: l}
			s.Next.Place = uint8(q.IntN(2))
			switch {
			case from < 0 && l.Phase == explore.Thinking:
				s.Kind, s.Next.Phase = explore.Ask, explore.Waiting
			case from < 0 && l.Phase == explore.Inside:
				s.Kind, s.Next.Phase = explore.Leave, explore.Thinking
			case l.Phase == explore.Waiting && (from < 0 || q.IntN(entering) == 0):
				s.Next.Phase = explore.Inside
			}
			s.Next.Held, s.Next.Known = pick(), pick()
			if from >= 0 && q.IntN(2) == 0 {
				s.Next.Heard ^= explore.SetOf(from)
				s.Next.Of[from] = uint8(q.IntN(2))
			}
			if far {
				other := q.IntN(n)
				s.Next.Of[other] = uint8(q.IntN(2))
			}
			if l.Fuel > 0 {
				for range q.IntN(sends) {
					s.Send = append(s.Send, explore.Out[note]{To: q.IntN(n), Msg: note{uint8(1 + q.IntN(2)), pick()}})
				}
			}
			if len(s.Send) > 0 {
				s.Next.Fuel--
			}
			if undefined && q.IntN(40) == 0 {
				s.Undefined = "by chance"
			}
			steps = append(steps, s)
		}
		return steps
	}
	p := explore.Protocol[node, note]{
		Name: fmt.Sprint("random ", seed), N: n,
		Clock: explore.ClockRule{
			Attach: explore.Attach(1 + r.IntN(2)), TickOnFresh: r.IntN(3) > 0, TickOnReceive: true,
		},
		Init: func(p int) node { return node{Fuel: fuel, Place: uint8(p % 2)} },
		Actions: func(p int, l node) []step {
			if l.Phase == explore.Waiting && int(l.Place) >= alone { // else it goes on by itself
				return nil
			}
			return outcomes(p, l, note{}, -1)
		},
		Deliver: func(p int, l node, from int, m note) []step { return outcomes(p, l, m, from) },
		Exclusion: explore.Exclusion[node]{
			Observe: func(_ int, l node) explore.Observation { return explore.Observation{Phase: l.Phase} },
			Safe:    explore.AtMost(1 + r.IntN(n-1)),
			Obliged: r.IntN(3) == 0,
		},
		Selective: r.IntN(3) == 0,
	}
	if r.IntN(3) == 0 {
		p.Counts = []string{"step 1"}
	}
	return p
}

// closed closes the views of a protocol, and returns nothing if there are too many.
func closed(p plain.Protocol, queued bool, size, most int) *closure {
	c := newClosure(context.Background(), p, queued, size, views.Limits{Views: most})
	if _, ok := c.Attempt(func() { c.run() }); !ok {
		return nil
	}
	return c
}

func (c *closure) proof() *views.Proof {
	c.Results = nil
	c.Decide(decision{c}.questions())
	return &views.Proof{Results: c.Results}
}

var decided = []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom}

// TestRandomProtocols: nothing that a search of a random protocol finds violated is proved, and
// all its states have their views and their outlines.
func TestRandomProtocols(t *testing.T) {
	seeds := uint64(240)
	if slow.Tests() {
		seeds = 15_000
	}
	count := map[string]int{}
	r := slow.Random(t, 1)
	for range seeds {
		seed := r.Uint64()
		p := random(seed)
		queued := seed%3 == 0
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		requests := slices.Repeat([]int{explore.Unbounded}, p.N)
		if seed%2 == 0 {
			requests = slices.Repeat([]int{1}, p.N)
		}
		var found *explore.Result
		for size := 2; size <= 3; size++ {
			c := closed(explore.PlainOf(m), queued, size, 400)
			if c == nil {
				count[fmt.Sprint("not closed, of ", size)]++
				continue
			}
			if found == nil {
				if found, err = explore.Run(context.Background(), m, explore.Options{
					Requests: requests, Queued: queued, MaxStates: 3000, Full: true, Check: decided,
				}); err != nil {
					t.Fatal(err)
				}
			}
			proof := c.proof()
			confirmed(t, p, c, seed, proof, found, requests, count)
			count[fmt.Sprintf("compared, %d of %d", size, p.N)]++
			for _, x := range found.Properties {
				proved := proof.Proved(x.Property)
				count[fmt.Sprintf("%s %s, proved: %t", x.Property, x.Verdict, proved)]++
				if proved && x.Verdict == verdict.Violated {
					t.Errorf("seed %d, views of %d: %s is proved, and violated: %v", seed, size, x.Property, x.Trace.Steps)
				}
			}
			contained(t, p, c, packed, seed, obvious.Options{Requests: requests, Queued: queued}, 200, count)
		}
	}
	for _, p := range decided {
		rare := p == explore.DeadlockFreedom && !slow.Tests() // few that are free of it are closed
		if !rare && count[fmt.Sprintf("%s holds, proved: true", p)] == 0 || count[fmt.Sprintf("%s violated, proved: false", p)] == 0 {
			t.Errorf("%s is not told apart: %v", p, count)
		}
	}
	for what, least := range map[string]int{
		"states": 1000, "compared, 3 of 4": 1, "proofs confirmed": 50, "claims refused": 20, "faults refused": 60,
	} {
		slow.Reached(t, what, count[what], int(seeds), least)
	}
	t.Log(count)
}

// confirmed has the second checker look at a closure: it confirms what is proved, and refuses what a search finds violated.
// Then the closure is made wrong: the checker refuses it, or it has all states all the same.
func confirmed(t *testing.T, p explore.Protocol[node, note], c *closure, seed uint64, proof *views.Proof, found *explore.Result, requests []int, count map[string]int) {
	t.Helper()
	e := obvious.Of(p, &explore.Met{})
	check := func(c *closure, properties ...explore.Property) error {
		return sets.Check(t.Context(), e, c.sets(nil), properties)
	}
	for _, x := range found.Properties {
		err := check(c, x.Property)
		switch {
		case proof.Proved(x.Property):
			if count["proofs confirmed"]++; err != nil {
				t.Errorf("seed %d, views of %d: the proof of %s is refused: %v", seed, c.size, x.Property, err)
			}
		case x.Verdict == verdict.Violated:
			if count["claims refused"]++; err == nil {
				t.Errorf("seed %d, views of %d: %s is confirmed, and violated", seed, c.size, x.Property)
			}
		}
	}
	r := rand.New(rand.NewPCG(seed, 2))
	drop := func(all *[]int32) { i := r.IntN(len(*all)); *all = slices.Delete(slices.Clone(*all), i, i+1) }
	for fault, wrong := range map[string]func() *closure{
		"a view is lost": func() *closure {
			x := *c
			x.tuples = slices.Clone(c.tuples)
			of := &x.tuples[r.IntN(len(x.tuples))]
			i := r.IntN(len(of.all))
			of.all = slices.Delete(slices.Clone(of.all), i, i+1)
			return &x
		},
		"a state of a process is lost": func() *closure {
			x := *c
			x.whole = slices.Clone(c.whole)
			drop(&x.whole[r.IntN(len(x.whole))])
			return &x
		},
		"an outcome is not followed": func() *closure {
			q, nth := c.p, r.IntN(2)
			q.Deliver = func(to int, l plain.Value, from int, m plain.Value) []step {
				all := c.p.Deliver(to, l, from, m)
				if nth < len(all) {
					all = slices.Delete(slices.Clone(all), nth, nth+1)
				}
				return all
			}
			return closed(q, c.queued, c.size, 400)
		},
		"clocks go on without ticking": func() *closure {
			if !c.stamped {
				return nil
			}
			q := c.p
			q.Clock.TickOnFresh = !q.Clock.TickOnFresh
			return closed(q, c.queued, c.size, 400)
		},
		"what is sent last is lost": func() *closure {
			q := c.p
			q.Actions = func(p int, l plain.Value) []step {
				all := slices.Clone(c.p.Actions(p, l))
				for i := range all {
					all[i].Send = all[i].Send[:max(0, len(all[i].Send)-1)]
				}
				return all
			}
			return closed(q, c.queued, c.size, 400)
		},
	} {
		x := wrong()
		if x == nil {
			continue
		}
		if err := check(x); err != nil {
			count["faults refused"]++
			count[fault+": refused"]++
			continue
		}
		count[fault+": confirmed"]++
		contained(t, p, x, packed, seed, obvious.Options{Requests: requests, Queued: c.queued}, 200, map[string]int{})
	}
}

// packed is how a closure has the local states of random protocols.
func packed(c *closure, l node) plain.Value { return plain.Pack(c.p.Local, l) }

func modelOf[L, M comparable](t *testing.T, p explore.Protocol[L, M]) explore.Model {
	t.Helper()
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
