package explore

import (
	"context"
	"testing"
)

type rakL struct {
	St, Nreq  uint8
	Ts        Stamp
	Owed, Def [5]uint8
}
type rakM struct {
	Reply bool
	Count uint8
	T     Stamp
}

func rak(n, k int) Protocol[rakL, rakM] {
	return Protocol[rakL, rakM]{
		Name: "rak", N: n,
		Clock: ClockRule{Attach: StampedMessages, TickOnFresh: true},
		Steps: []string{"ask", "enter", "leave", "REQUEST", "REPLY"},
		Init:  func(p int) rakL { return rakL{} },
		Actions: func(p int, l rakL) []Step[rakL, rakM] {
			switch l.St {
			case 0:
				l.St = 1
				l.Ts = Fresh
				var out []Out[rakM]
				for j := 0; j < n; j++ {
					if j != p {
						out = append(out, Out[rakM]{j, rakM{T: Fresh}})
						l.Owed[j]++
					}
				}
				return []Step[rakL, rakM]{{Name: "ask", Kind: Ask, Next: l, Send: out}}
			case 1:
				free := 0
				for j := 0; j < n; j++ {
					if j != p && l.Owed[j] == 0 {
						free++
					}
				}
				if free >= n-k {
					l.St = 2
					l.Ts = 0
					return []Step[rakL, rakM]{{Name: "enter", Next: l}}
				}
			case 2:
				l.St = 0
				var out []Out[rakM]
				for j := 0; j < n; j++ {
					if l.Def[j] != 0 {
						out = append(out, Out[rakM]{j, rakM{Reply: true, Count: l.Def[j]}})
						l.Def[j] = 0
					}
				}
				return []Step[rakL, rakM]{{Name: "leave", Kind: Leave, Next: l, Send: out}}
			}
			return nil
		},
		Deliver: func(p int, l rakL, from int, m rakM) []Step[rakL, rakM] {
			if m.Reply {
				l.Owed[from] -= m.Count
				return []Step[rakL, rakM]{{Name: "REPLY", Next: l}}
			}
			if l.St == 2 || l.St == 1 && l.Ts < m.T {
				l.Def[from]++
				return []Step[rakL, rakM]{{Name: "REQUEST", Next: l}}
			}
			return []Step[rakL, rakM]{{Name: "REQUEST", Next: l, Send: []Out[rakM]{{from, rakM{Reply: true, Count: 1}}}}}
		},
		Observe: func(p int, l rakL) Observation { return Observation{Phase: Phase(l.St), Stamp: l.Ts} },
		Safe: func(all []Observation) string {
			in := 0
			for _, o := range all {
				if o.Phase == Inside {
					in++
				}
			}
			if in > k {
				return "too many inside"
			}
			return ""
		},
	}
}

func TestRak(t *testing.T) {
	for _, x := range []struct{ n, k, r int }{{2, 1, 1}, {2, 1, 2}, {3, 1, 1}, {3, 2, 1}, {3, 1, 2}, {4, 1, 1}, {3, 2, 2}} {
		for _, c := range []ClockMode{Integer, Causal} {
			for _, w := range []int{1, 2} {
				m, err := NewModel(rak(x.n, x.k))
				if err != nil {
					t.Fatal(err)
				}
				req := make([]int, x.n)
				for i := range req {
					req[i] = x.r
				}
				r, err := Run(context.Background(), m, Options{Requests: req, Clock: c, Workers: w})
				if err != nil {
					t.Fatal(err)
				}
				t.Log(x, c, w, r.States, r.Transitions, r.Depth, r.Complete, r.Verdict(), r.NeverRan, r.Stats.Elapsed, r.Stats.Bytes/max(r.States, 1), r.Stats.HandlerCalls, r.Stats.Blocks, r.Stats.Pairs, int64(float64(r.States)/r.Stats.Elapsed.Seconds()))
			}
		}
	}
}

func TestRakLive(t *testing.T) {
	for _, x := range []struct{ n, k int }{{2, 1}, {3, 1}, {3, 2}} {
		for variant := 0; variant < 2; variant++ {
			p := rak(x.n, x.k)
			if variant == 1 {
				old := p.Deliver
				p.Deliver = func(q int, l rakL, from int, m rakM) []Step[rakL, rakM] {
					if !m.Reply && l.St == 1 { // always give way: starvation
						return []Step[rakL, rakM]{{Name: "REQUEST", Next: l, Send: []Out[rakM]{{from, rakM{Reply: true, Count: 1}}}}}
					}
					return old(q, l, from, m)
				}
			}
			m, _ := NewModel(p)
			req := make([]int, x.n)
			for i := range req {
				req[i] = Unbounded
			}
			r, err := Run(context.Background(), m, Options{Requests: req, Workers: 1, MaxStates: 200000})
			if err != nil {
				t.Fatal(err)
			}
			t.Log(x, variant, r.States, r.Transitions, r.Depth, r.Complete, r.Stats.Elapsed)
			for _, pr := range r.Properties {
				t.Log("   ", pr.Property, pr.Verdict, pr.Detail)
				if pr.Trace != nil {
					t.Log("   ", len(pr.Trace.Steps), pr.Trace.Loop, pr.Trace.Steps)
				}
			}
		}
	}
}
