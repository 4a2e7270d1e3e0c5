package tuples

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/setsys/slow"
)

// counted is the state of a process that may ask so often from now on, counting the protocol of
// such processes: what within is, once more, for types.
type counted struct {
	node
	Left int16
}

func counting(p explore.Protocol[node, note], requests []int) explore.Protocol[counted, note] {
	type step = explore.Step[counted, note]
	after := func(l counted, all []explore.Step[node, note]) (steps []step) {
		for _, s := range all {
			x := step{Name: s.Name, Kind: s.Kind, Next: counted{s.Next, l.Left}, Send: s.Send, Undefined: s.Undefined, Overflow: s.Overflow}
			if s.Kind == explore.Ask && l.Left != explore.Unbounded {
				if l.Left == 0 {
					if !p.Obliged {
						continue
					}
					x = step{Name: s.Name, Next: l}
				} else {
					x.Next.Left--
				}
			}
			steps = append(steps, x)
		}
		return steps
	}
	return explore.Protocol[counted, note]{
		Name: p.Name, N: p.N, Clock: p.Clock,
		Exclusion: explore.Exclusion[counted]{
			Safe:    p.Safe,
			Obliged: p.Obliged,
			Observe: func(q int, l counted) explore.Observation { return p.Observe(q, l.node) },
		}, Selective: p.Selective, Counts: p.Counts,
		Init:    func(q int) counted { return counted{p.Init(q), int16(requests[q])} },
		Actions: func(q int, l counted) []step { return after(l, p.Actions(q, l.node)) },
		Deliver: func(q int, l counted, from int, m note) []step { return after(l, p.Deliver(q, l.node, from, m)) },
	}
}

// leftOf writes a counted state as within does.
func leftOf(c *closure, l counted) plain.Value {
	return plain.Value(binary.LittleEndian.AppendUint16([]byte(plain.Pack(c.p.Local, l.node)), uint16(l.Left)))
}

// TestWithin: nothing that a search of a random protocol with bounded requests finds violated is
// proved for these, and all its states have their views. Whatever is proved without a bound is
// proved with one, if the views are closed.
func TestWithin(t *testing.T) {
	seeds := uint64(70)
	if slow.Tests() {
		seeds = 200
	}
	count := map[string]int{}
	for seed := range seeds {
		p := random(seed)
		queued := seed%3 == 0
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		requests := make([]int, p.N)
		for i := range requests {
			requests[i] = int(seed>>i) & 1
			if seed%7 == uint64(i) {
				requests[i] = explore.Unbounded
			}
		}
		size := 2 + int(seed/2%2)
		c := closed(within(explore.PlainOf(m), requests), queued, size, 600)
		if c == nil {
			count["not closed"]++
			continue
		}
		proof := c.proof()
		unbounded := prove(context.Background(), m, size, nil, queued, views.Limits{Views: 600}).Proof
		if len(unbounded.Results) == 0 {
			count["closed with a bound alone"]++
		}
		r, err := explore.Run(context.Background(), m, explore.Options{
			Requests: requests, Queued: queued, MaxStates: 3000, Full: true,
			Check: []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range r.Properties {
			proved := proof.Proved(x.Property)
			count[fmt.Sprintf("%s %s, proved: %t", x.Property, x.Verdict, proved)]++
			if proved && x.Verdict == verdict.Violated {
				t.Errorf("seed %d: %s is proved, and violated: %v", seed, x.Property, x.Trace.Steps)
			}
			if !proved && unbounded.Proved(x.Property) {
				t.Errorf("seed %d: %s is proved without a bound alone", seed, x.Property)
			}
			if proved && !unbounded.Proved(x.Property) {
				count["proved with a bound alone"]++
			}
		}
		all := slices.Repeat([]int{explore.Unbounded}, p.N) // counts bounds them
		contained(t, counting(p, requests), c, leftOf, seed, obvious.Options{Requests: all, Queued: queued}, 200, count)
	}
	t.Log(count)
	for _, p := range []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom} {
		if count[fmt.Sprintf("%s holds, proved: true", p)] == 0 || count[fmt.Sprintf("%s violated, proved: false", p)] == 0 {
			t.Errorf("%s is not told apart: %v", p, count)
		}
	}
	if count["states"] < 1000 || count["closed with a bound alone"] == 0 || count["proved with a bound alone"] == 0 {
		t.Error("too little was compared")
	}
}

// A process waits until the other one has asked. Where asking is a step as others are, it is
// no deadlock that the other does not, even if it may not ask any more; otherwise it is one.
func TestWithinObliged(t *testing.T) {
	type step = explore.Step[node, note]
	for _, obliged := range []bool{false, true} {
		p := explore.Protocol[node, note]{
			Name: "inclusion", N: 2,
			Exclusion: explore.Exclusion[node]{
				Obliged: obliged,
				Observe: func(_ int, l node) explore.Observation { return explore.Observation{Phase: l.Phase} },
			},
			Init: func(int) node { return node{} },
			Actions: func(p int, l node) []step {
				switch {
				case l.Phase == explore.Thinking:
					l.Phase = explore.Waiting
					return []step{{Name: "ask", Kind: explore.Ask, Next: l, Send: []explore.Out[note]{{To: 1 - p, Msg: note{Kind: 1}}}}}
				case l.Phase == explore.Waiting && l.Place > 0:
					l.Phase, l.Place = explore.Inside, l.Place-1
					return []step{{Name: "enter", Next: l}}
				case l.Phase == explore.Inside:
					l.Phase = explore.Thinking
					return []step{{Name: "leave", Kind: explore.Leave, Next: l}}
				}
				return nil
			},
			Deliver: func(_ int, l node, _ int, _ note) []step {
				l.Place = min(l.Place+1, 2)
				return []step{{Name: "heard", Next: l}}
			},
		}
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, requests := range [][]int{{2, 1}, {1, 1}, {2, 2}} {
			proof := prove(context.Background(), m, 2, requests, false, views.Limits{}).Proof
			r, err := explore.Run(context.Background(), m, explore.Options{Requests: requests, Check: []explore.Property{explore.DeadlockFreedom}})
			if err != nil {
				t.Fatal(err)
			}
			holds := r.Verdict() == verdict.Holds
			if holds != obliged || proof.Stopped != "" || proof.Proved(explore.DeadlockFreedom) != holds {
				t.Errorf("obliged: %t, requests %v: %v %v, and %+v", obliged, requests, r.Stopped, r.Properties, proof)
			}
		}
	}
}
