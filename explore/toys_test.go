package explore_test

import (
	"fmt"
	"math/rand/v2"

	"qcheck/explore"
)

// Random protocols: what a process does in a state with a message is drawn from
// a generator that the seed, the process, the state and the message determine.
// They make no sense, and so go everywhere that the definitions allow.

type toyState struct {
	S    uint8
	A, B explore.Stamp
}

type toyMessage struct {
	Kind uint8 // a message makes messages of smaller kinds only
	T, U explore.Stamp
}

type toyProtocol = explore.Protocol[toyState, toyMessage]

// A toy is a random protocol with a random workload.
type toy struct {
	seed    uint64
	p       toyProtocol
	o       explore.Options
	stamped bool
}

func (t toy) String() string {
	o := t.o
	return fmt.Sprintf("toy %d (n=%d, clock %+v, %v, clock bound %d, queued %v, requests %v)", t.seed, t.p.N, t.p.Clock, o.Clock, o.ClockMax, o.Queued, o.Requests)
}

const toyStates = 5

// newToy returns the toy of a seed.
func newToy(seed uint64) toy {
	r := rand.New(rand.NewPCG(seed, 0))
	t := toy{seed: seed, stamped: r.IntN(6) > 0}
	n := 2 + r.IntN(2)
	if r.IntN(10) == 0 {
		n = 1 + r.IntN(4)
	}
	t.o.Requests = make([]int, n)
	unbounded := r.IntN(2) == 0
	for i := range t.o.Requests {
		t.o.Requests[i] = r.IntN(3)
		if unbounded && r.IntN(4) > 0 {
			t.o.Requests[i] = explore.Unbounded
		}
	}
	t.o.Queued = r.IntN(3) == 0
	if r.IntN(3) == 0 {
		t.o.Clock = explore.Integer
		if unbounded || r.IntN(3) == 0 {
			t.o.ClockMax = 2 + r.IntN(5)
		}
	}
	phase := [toyStates]explore.Phase{}
	for s := 1; s < toyStates; s++ {
		phase[s] = explore.Phase(r.IntN(3))
	}
	phase[1] = explore.Waiting
	same := r.IntN(2) == 0 // all processes do the same
	crowd := 1 + r.IntN(2)
	capacity := 3
	if n == 2 {
		capacity = 4
	}
	dead := r.IntN(3) > 0 // states may lack a local step
	wild := r.IntN(4)     // chance of undefined steps, in percent
	draw := func(place uint64, p int, xs ...uint8) *rand.Rand {
		h := seed<<8 | place
		if !same {
			h = h*31 + uint64(p) + 1
		}
		for _, x := range xs {
			h = h*37 + uint64(x)
		}
		return rand.New(rand.NewPCG(h, seed))
	}
	t.p = toyProtocol{
		Name: "toy", N: n, Capacity: capacity,
		Clock: explore.ClockRule{
			Attach: explore.Attach(1 + r.IntN(2)), TickOnFresh: r.IntN(2) == 0, TickOnReceive: r.IntN(3) == 0, Start: r.IntN(3),
		},
		Steps: []string{"ask", "leave", "again"},
		Init:  func(p int) toyState { return toyState{} },
		Actions: func(p int, l toyState) []explore.Step[toyState, toyMessage] {
			r := draw(1, p, l.S, order(l.A, l.B))
			if l.S == 0 {
				next := toyState{S: 1}
				if t.stamped {
					next.A = explore.Fresh
					next.B = l.B
				}
				steps := []explore.Step[toyState, toyMessage]{{Name: "ask", Kind: explore.Ask, Next: next, Send: t.sends(r, p, l, next, toyMessage{Kind: 3}, 3)}}
				if r.IntN(8) == 0 {
					steps = append(steps, explore.Step[toyState, toyMessage]{Name: "ask", Kind: explore.Ask, Next: toyState{S: 2}})
				}
				return steps
			}
			if dead && r.IntN(2) == 0 {
				return nil
			}
			var steps []explore.Step[toyState, toyMessage]
			for _, name := range []string{"leave", "again"} {
				if r.IntN(3) == 0 {
					continue
				}
				step := explore.Step[toyState, toyMessage]{Name: name}
				if name == "leave" {
					step.Kind = explore.Leave
				}
				step.Next = t.next(r, l, toyMessage{}, r.IntN(8) == 0)
				if r.IntN(3) > 0 {
					step.Next.S = 0
				}
				if r.IntN(3) == 0 {
					step.Send = t.sends(r, p, l, step.Next, toyMessage{Kind: 2}, 1)
				}
				if r.IntN(200) < wild {
					step.Undefined = "nothing to leave"
				}
				steps = append(steps, step)
			}
			return steps
		},
		Deliver: func(p int, l toyState, from int, m toyMessage) []explore.Step[toyState, toyMessage] {
			r := draw(2, p, l.S, m.Kind, order(l.A, m.T), order(l.B, m.T))
			if r.IntN(10) == 0 {
				return nil
			}
			var steps []explore.Step[toyState, toyMessage]
			for range 1 + r.IntN(7)/6 {
				step := explore.Step[toyState, toyMessage]{Name: fmt.Sprintf("take %d", m.Kind), Next: t.next(r, l, m, r.IntN(12) == 0)}
				if m.Kind > 0 {
					step.Send = t.sends(r, p, l, step.Next, m, 1)
					if r.IntN(2) == 0 {
						step.Send = append(step.Send, explore.Out[toyMessage]{To: from, Msg: toyMessage{Kind: m.Kind - 1, T: m.T}})
					}
				}
				if r.IntN(100) < wild {
					step.Undefined = fmt.Sprintf("message %d", m.Kind)
				}
				steps = append(steps, step)
			}
			return steps
		},
		Exclusion: explore.Exclusion[toyState]{
			Observe: func(p int, l toyState) explore.Observation {
				return explore.Observation{Phase: phase[l.S], Units: l.S}
			},
			Safe: func(all []explore.Observation) string {
				in, units := 0, uint8(0)
				for _, o := range all {
					units += o.Units
					if o.Phase == explore.Inside {
						in++
					}
				}
				if in > crowd {
					return fmt.Sprintf("%d are inside", in)
				}
				if units == toyStates-1+uint8(n) {
					return "a strange sum"
				}
				return ""
			},
		},
	}
	if c := t.p.Clock; !c.TickOnFresh && !c.TickOnReceive {
		t.o.Clock = explore.Integer // causal stamps are refused
		if unbounded && t.o.ClockMax == 0 {
			t.o.ClockMax = 4
		}
	}
	for kind := range 3 {
		t.p.Steps = append(t.p.Steps, fmt.Sprintf("take %d", kind))
	}
	return t
}

// order is what a handler may know of two stamps.
func order(a, b explore.Stamp) uint8 {
	switch {
	case a == 0 && b == 0:
		return 0
	case a == 0:
		return 1
	case b == 0:
		return 2
	case a < b:
		return 3
	case a == b:
		return 4
	}
	return 5
}

// next draws a next state.
func (t toy) next(r *rand.Rand, l toyState, m toyMessage, fresh bool) toyState {
	n := l
	if r.IntN(2) == 0 {
		n.S = uint8(r.IntN(toyStates))
	}
	if !t.stamped {
		return n
	}
	stamps := []explore.Stamp{l.A, l.B, m.T, m.U, 0, 0}
	if r.IntN(3) == 0 {
		n.A = stamps[r.IntN(len(stamps))]
	}
	if r.IntN(2) == 0 {
		n.B = stamps[r.IntN(len(stamps))]
	}
	if fresh {
		if r.IntN(2) == 0 {
			n.A = explore.Fresh
		} else {
			n.B = explore.Fresh
		}
	}
	if n.S == 0 {
		n.A = 0
	}
	return n
}

// sends draws up to most messages, of kinds below m's.
func (t toy) sends(r *rand.Rand, p int, before, after toyState, m toyMessage, most int) []explore.Out[toyMessage] {
	var out []explore.Out[toyMessage]
	for range r.IntN(most + 1) {
		k := toyMessage{Kind: uint8(r.IntN(int(m.Kind)))}
		if t.stamped {
			stamps := []explore.Stamp{after.A, after.A, before.A, before.B, m.T, m.U, 0}
			k.T = stamps[r.IntN(len(stamps))]
			if r.IntN(4) == 0 {
				k.U = stamps[r.IntN(len(stamps))]
			}
			if r.IntN(25) == 0 {
				k.T = explore.Fresh
			}
		}
		to := r.IntN(t.p.N)
		if r.IntN(4) == 0 {
			to = p
		}
		out = append(out, explore.Out[toyMessage]{To: to, Msg: k})
	}
	return out
}
