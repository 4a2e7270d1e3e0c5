package pairs

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
	n := 2 + r.IntN(2)
	fuel := uint8(1 + r.IntN(5-n))
	stamps, refuses, undefined, far := r.IntN(4) > 0, r.IntN(3) == 0, r.IntN(3) == 0, r.IntN(2) == 0
	entering, most, alone := 2+r.IntN(6), 1+r.IntN(3), r.IntN(3)
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
				for range q.IntN(3) {
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
		Observe: func(_ int, l node) explore.Observation { return explore.Observation{Phase: l.Phase} },
		Safe:    explore.AtMost(1 + r.IntN(n-1)),
		Obliged: r.IntN(3) == 0, Selective: r.IntN(3) == 0,
	}
	if r.IntN(3) == 0 {
		p.Counts = []string{"step 1"}
	}
	return p
}

// TestRandomProtocols: nothing that a search of a random protocol finds violated is proved, and
// all its states have their views.
func TestRandomProtocols(t *testing.T) {
	seeds := uint64(300)
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
		c := newClosure(m.Plain(), queued)
		c.watch.Limits.Views = 3_000
		closed := c.attempt(func() { c.run(context.Background()) })
		proof := Prove(context.Background(), m, nil, queued, views.Limits{Views: 3_000})
		if closed != (len(proof.Results) > 0) {
			t.Fatalf("seed %d: closed: %t, %+v", seed, closed, proof)
		}
		if !closed {
			count["not closed"]++
			continue
		}
		requests := slices.Repeat([]int{explore.Unbounded}, p.N)
		if seed%2 == 0 {
			requests = slices.Repeat([]int{1}, p.N)
		}
		r, err := explore.Run(context.Background(), m, explore.Options{
			Requests: requests, Queued: queued, MaxStates: 3000, Full: true,
			Check: []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom},
		})
		if err != nil {
			t.Fatal(err)
		}
		count["compared"]++
		for _, x := range r.Properties {
			proved := proof.Proved(x.Property)
			count[fmt.Sprintf("%s %s, proved: %t", x.Property, x.Verdict, proved)]++
			if proved && x.Verdict == verdict.Violated {
				t.Errorf("seed %d: %s is proved, and violated: %v", seed, x.Property, x.Trace.Steps)
			}
		}
		contained(t, p, c, packed, seed, obvious.Options{Requests: requests, Queued: queued}, 300, count)
	}
	t.Log(count)
	for _, p := range []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom} {
		if count[fmt.Sprintf("%s holds, proved: true", p)] == 0 || count[fmt.Sprintf("%s violated, proved: false", p)] == 0 {
			t.Errorf("%s is not told apart: %v", p, count)
		}
	}
	if count["states"] < 1000 {
		t.Error("too few states were looked at")
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

// contained looks for the views of the first states of a protocol. as is how the closure has
// a local state.
func contained[L, M comparable](t *testing.T, p explore.Protocol[L, M], c *closure, as func(*closure, L) plain.Value, seed uint64, o obvious.Options, most int, count map[string]int) {
	t.Helper()
	x := obvious.New(p, o)
	seen := map[string]bool{x.Start().Key(): true}
	for level := []obvious.State{x.Start()}; len(level) > 0 && len(seen) < most; {
		var next []obvious.State
		for _, s := range level {
			count["states"]++
			if what := outside[L, M](c, as, s); what != "" {
				t.Errorf("seed %d: %s: %+v", seed, what, s)
				return
			}
			x.Outcomes(s, func(o obvious.Outcome) {
				if o.Undefined() || o.Spent() || o.Overflow() != "" {
					return
				}
				for _, after := range o.After() {
					if key := after.State.Key(); !seen[key] {
						seen[key] = true
						next = append(next, after.State)
					}
				}
			})
		}
		level = next
	}
}

// outside says of which process or which two a state has no half or no view in the closure, by
// looking at each. What is remembered of a process is not in a state, and any will do.
func outside[L, M comparable](c *closure, as func(*closure, L) plain.Value, s obvious.State) string {
	// Who made a stamp is not in a state either.
	unnamed := func(x *explore.Stamp) { *x &^= anyOwner }
	stampOf := func(x *explore.Stamp) { *x = at(*x, 0) }
	halfOf := func(p int) half {
		h := half{L: as(c, s.Local[p].(L)), Clock: at(explore.Stamp(s.Heard[p]), anyOwner)}
		if s.Own[p] > 0 {
			h.Last = explore.Stamp(s.Heard[p])
		}
		for _, m := range s.Channels[p*c.p.N+p] {
			h.Self[h.Selfs] = plain.Pack(c.p.Message, m.Msg.(M))
			h.Selfs++
		}
		c.inHalf(&h, stampOf)
		return h
	}
	const anyone explore.Set = 0
	for p := range c.p.N {
		x := frame{half: []half{halfOf(p)}}
		c.number(&x)
		want := x.half[0]
		if !slices.ContainsFunc(c.whole[p], func(id int32) bool {
			h := c.halves[id]
			c.inHalf(&h, unnamed)
			lower := h.Clock <= want.Clock
			h.Clock, h.Seen = want.Clock, anyone
			return lower && h == want
		}) {
			return fmt.Sprintf("process %d has no half", p+1)
		}
		for q := p + 1; q < c.p.N; q++ {
			y := frame{half: []half{c.cut(halfOf(p), p, q), c.cut(halfOf(q), q, p)}}
			for i, from := range []int{p, q} {
				for _, m := range s.Channels[from*c.p.N+p+q-from] {
					msg := plain.Pack(c.p.Message, m.Msg.(M))
					c.inMsg(&msg, stampOf)
					y.msgs[i] = append(y.msgs[i], msg)
				}
			}
			c.number(&y)
			if !slices.ContainsFunc(c.pair[p][q].all, func(v view) bool {
				for i := range 2 {
					h := c.halves[v.half[i]]
					c.inHalf(&h, unnamed)
					if h.Clock > y.half[i].Clock {
						return false
					}
					if h.Clock, h.Seen = y.half[i].Clock, anyone; h != y.half[i] || int(v.sent[i].n) != len(y.msgs[i]) {
						return false
					}
					for j, m := range y.msgs[i] {
						msg := c.msgs[v.sent[i].all[j]]
						if c.inMsg(&msg, unnamed); msg != m {
							return false
						}
					}
				}
				return true
			}) {
				return fmt.Sprintf("processes %d and %d have no view", p+1, q+1)
			}
		}
	}
	return ""
}
