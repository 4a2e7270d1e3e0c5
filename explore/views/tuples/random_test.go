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
	c := newClosure(p, queued, size)
	c.watch.Limits.Views = most
	if !c.attempt(func() { c.run(context.Background()) }) {
		return nil
	}
	return c
}

func (c *closure) proof() *views.Proof {
	return &views.Proof{Results: c.verdicts(context.Background())}
}

var decided = []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom}

// TestRandomProtocols: nothing that a search of a random protocol finds violated is proved, and
// all its states have their views and their outlines.
func TestRandomProtocols(t *testing.T) {
	seeds := uint64(80)
	if slow.Tests() {
		seeds = 60_000
	}
	count := map[string]int{}
	for seed := range seeds {
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
			c := closed(explore.PlainOf(m), queued, size, 600)
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
	t.Log(count)
	for _, p := range decided {
		if count[fmt.Sprintf("%s holds, proved: true", p)] == 0 || count[fmt.Sprintf("%s violated, proved: false", p)] == 0 {
			t.Errorf("%s is not told apart: %v", p, count)
		}
	}
	if count["states"] < 1000 || count["compared, 3 of 4"] == 0 {
		t.Error("too little was looked at")
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
