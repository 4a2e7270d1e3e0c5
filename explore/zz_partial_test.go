package explore

import (
	"context"
	"testing"
)

func subsets(of Set, size int) []Set {
	var out []Set
	for s := Set(0); s <= of; s++ {
		if of.Contains(s) && s.Len() == size {
			out = append(out, s)
		}
	}
	return out
}

func rakPartial(n, k int) *Partial[rakL, rakM] {
	return &Partial[rakL, rakM]{
		Defined: true,
		Take: func(p int, l rakL, from int, m rakM) Events {
			if m.Reply {
				return NoEvents
			}
			ev := Asking
			if l.St == 1 && m.T < l.Ts || l.Def[from] > 0 {
				ev |= LocalSteps
			}
			return ev
		},
		Local: func(p int, l rakL) Events {
			ev := NoEvents
			for q := 0; q < n; q++ {
				if l.St == 1 && l.Owed[q] > 0 || l.St == 2 && (k > 1 || l.Def[q] > 0) {
					ev |= Taking(SetOf(q))
				}
			}
			return ev
		},
		Enable: func(p int, l rakL) []Events {
			if l.St == 0 {
				return []Events{Asking}
			}
			var owing Set
			for q := 0; q < n; q++ {
				if l.Owed[q] > 0 {
					owing = owing.With(q)
				}
			}
			var out []Events
			for _, s := range subsets(owing, k) {
				out = append(out, Taking(s))
			}
			return out
		},
		Ask: func(p int, l rakL) Events {
			if l.St == 0 {
				return NoEvents
			}
			return LocalSteps
		},
		Send: func(p int, l rakL, to int) Events {
			ev := Asking | Taking(SetOf(to))
			if l.Def[to] > 0 {
				ev |= LocalSteps
			}
			return ev
		},
		Harm: func(all []Observation) []Set {
			var out Set
			for p, o := range all {
				if o.Phase != Inside {
					out = out.With(p)
				}
			}
			return subsets(out, n-k)
		},
	}
}

func TestRakPartial(t *testing.T) {
	for _, x := range []struct{ n, k, r int }{{2, 1, 1}, {2, 1, 2}, {3, 1, 1}, {3, 2, 1}, {3, 1, 2}, {4, 1, 1}, {3, 2, 2}} {
		for _, c := range []ClockMode{Integer, Causal} {
			for _, check := range [][]Property{{Safety}, {Deadlock}, {Safety, WellDefined, Deadlock}} {
				p := rak(x.n, x.k)
				p.Partial = rakPartial(x.n, x.k)
				m, err := NewModel(p)
				if err != nil {
					t.Fatal(err)
				}
				req := make([]int, x.n)
				for i := range req {
					req[i] = x.r
				}
				r, err := Run(context.Background(), m, Options{Requests: req, Clock: c, Check: check, MaxStates: 4000000})
				if err != nil {
					t.Fatal(err)
				}
				t.Log(x, c, check, r.States, r.Transitions, r.Depth, r.Complete, r.Verdict(), r.NeverRan, r.Reduced, r.Saved, r.Stats.Elapsed)
			}
		}
	}
}
