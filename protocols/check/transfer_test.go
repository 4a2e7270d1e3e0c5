package check_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// A caller asks again and again; what happens may depend on how often it did.
type caller struct {
	Phase explore.Phase
	Asked uint8
	Noted uint8
}

// calls returns a random protocol of callers: what is in it depends on numbers of requests, so that what is said of fewer is often
// not so of more.
func calls(seed uint64) explore.Protocol[caller, uint8] {
	type step = explore.Step[caller, uint8]
	r := rand.New(rand.NewPCG(seed, 1))
	n, most, obliged := 2+r.IntN(2), uint8(1+r.IntN(3)), r.IntN(4) == 0
	if n == 3 {
		most = min(most, 2)
	}
	below := func(k uint32, values ...any) uint32 {
		h := fnv.New32a()
		fmt.Fprint(h, seed, values)
		return h.Sum32() >> 8 % k
	}
	p := explore.Protocol[caller, uint8]{
		Name: fmt.Sprintf("calls %d", seed), N: n,
		Init: func(int) caller { return caller{} },
		Actions: func(p int, s caller) []step {
			next := s
			switch s.Phase {
			case explore.Thinking:
				next.Phase, next.Asked = explore.Waiting, min(s.Asked+1, most)
				var send []explore.Out[uint8]
				if s.Asked < most && below(3, "sends", p, s.Asked) == 0 { // or there were states without end
					send = explore.SendTo(explore.SetOf((p+1)%n), uint8(1+below(2, "what", s)))
				}
				return []step{{Name: "ask", Kind: explore.Ask, Next: next, Send: send}}
			case explore.Waiting:
				if below(8, "stays", p, s) == 0 {
					return nil
				}
				next.Phase = explore.Inside
				return []step{{Name: "enter", Next: next}}
			}
			next.Phase = explore.Thinking
			return []step{{Name: "leave", Kind: explore.Leave, Next: next}}
		},
		Deliver: func(p int, s caller, _ int, m uint8) []step {
			x := step{Name: "note", Next: s}
			if x.Next.Noted = uint8(below(3, "note", p, s, m)); s.Asked == most && below(30, "undefined", p, s, m) == 0 {
				x.Undefined = "nobody says what then"
			}
			return []step{x}
		},
	}
	from, within := uint8(1+r.IntN(2)), r.IntN(n)
	p.Exclusion = explore.Exclusion[caller]{
		Obliged: obliged,
		Observe: func(_ int, s caller) explore.Observation { return explore.Observation{Phase: s.Phase, Units: s.Asked} },
		Safe: func(all []explore.Observation) string {
			if inside := slices.DeleteFunc(slices.Clone(all), func(o explore.Observation) bool { return o.Phase != explore.Inside || o.Units < from }); len(inside) > 1+within {
				return "too many are inside"
			}
			return ""
		},
	}
	has := func(name string, k uint32) func(explore.View[caller, uint8]) bool {
		return func(v explore.View[caller, uint8]) bool { return below(k, name, v.Locals) == 0 }
	}
	rare := uint32(20 + r.IntN(300))
	p.Requires = []explore.Requirement[caller, uint8]{
		explore.Always("always", func(v explore.View[caller, uint8]) string {
			if has("always", 8*rare)(v) {
				return "that is wrong"
			}
			return ""
		}),
		explore.Sometimes("sometimes", has("sometimes", rare)),
		explore.Sometimes("often", has("often", 10)),
		explore.LeadsTo("leads", has("from", 10), has("to", 10)),
	}
	return p
}

// What is said of any requests is so of them, whatever was searched for it; and what is said of fewer, of these.
func TestVerdictsOfFewerRequests(t *testing.T) {
	count := 30
	if slow.Tests() {
		count = 3000
	}
	fewer, said, unknown := map[explore.Property]int{}, map[verdict.Verdict]int{}, 0
	fresh := slow.Random(t, 1).Uint64()
	for i := range count {
		seed := uint64(i)
		if i%3 == 0 {
			seed = fresh + uint64(i)
		}
		m, err := instance.Of(calls(seed), nil)
		if err != nil {
			t.Fatal(seed, err)
		}
		n := m.Processes()
		// known is what a search of all states says.
		known := func(requests []int) map[explore.Property]verdict.Verdict {
			check := m.Properties()
			if !slices.Contains(requests, explore.Unbounded) {
				check = slices.DeleteFunc(check, func(p explore.Property) bool { return p == explore.StarvationFreedom })
			}
			r, err := explore.Run(t.Context(), m.Model, explore.Options{Requests: requests, Check: check, Full: true, Asymmetric: true})
			if err != nil {
				t.Fatal(seed, err)
			}
			all := map[explore.Property]verdict.Verdict{}
			for _, pr := range r.Properties {
				all[pr.Property] = pr.Verdict
			}
			return all
		}
		want, once := known(slices.Repeat([]int{explore.Unbounded}, n)), known(slices.Repeat([]int{1}, n))
		searched := map[string][]map[explore.Property]verdict.Verdict{"one request each": {once}}
		for k := 1; k < n; k++ {
			for _, those := range explore.All(n).Subsets(k) {
				requests := make([]int, n)
				for _, p := range those.Members() {
					requests[p] = 1
				}
				what := fmt.Sprintf("any %d processes, 1 request of each", k)
				if k == 1 {
					what = "any one process, 1 request"
				}
				searched[what] = append(searched[what], known(requests))
			}
		}
		for p, v := range once {
			if v != want[p] && v != verdict.Unknown && want[p] != verdict.Unknown {
				fewer[p]++
			}
		}
		for _, o := range []check.Options{
			{MaxStates: 12}, {MaxStates: 60, Budget: check.Budget{Time: time.Hour}},
			{MaxStates: 40, Full: true, Asymmetric: true, Certify: true},
		} {
			r, err := check.Model(context.Background(), m, o)
			if err != nil {
				t.Fatalf("%d, %+v: %v", seed, o, err)
			}
			for _, f := range r.Findings {
				if f.Verdict == verdict.Unknown {
					unknown++
					byRun := want[f.Property] == verdict.Holds && slices.Contains([]explore.Property{"sometimes", "often"}, f.Property)
					for _, those := range searched[f.HoldsFor] {
						if those[f.Property] != verdict.Holds && !byRun {
							t.Errorf("%d: %s holds for %s: a search %s", seed, f.Property, f.HoldsFor, those[f.Property])
						}
					}
					continue
				}
				if said[f.Verdict]++; f.Verdict != want[f.Property] && want[f.Property] != verdict.Unknown {
					t.Errorf("%d: %s %s (%s), all states: %s", seed, f.Property, f.Verdict, f.Detail, want[f.Property])
				}
			}
			for _, a := range r.Attempts {
				for _, p := range a.Holds {
					byRun := want[p] == verdict.Holds && slices.Contains([]explore.Property{"sometimes", "often"}, p)
					for _, those := range searched[a.What] {
						if those[p] != verdict.Holds && !byRun {
							t.Errorf("%d: %s: %s holds; a search: %s", seed, a.What, p, those[p])
						}
					}
				}
			}
		}
	}
	t.Logf("said %v, unknown %d; otherwise for one request each: %v", said, unknown, fewer)
	if fewer["sometimes"]*40 < count || len(fewer) < 5 || said[verdict.Holds] < count || said[verdict.Violated] < count {
		t.Errorf("said %v; otherwise for one request each: %v", said, fewer)
	}
}
