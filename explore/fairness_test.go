package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// starves reports whether process p can wait for ever in a fair run, from the
// definition. Take a cycle that may go on for ever, and the set D of the
// processes that wait along it with one stamp: no edge of it puts a fresh stamp
// below that of one of D. So it lies in a strongly connected part of the states
// in which p waits, without the edges below D; and all edges of that part
// together are as good: nobody else waits along them, and they are as fair. So
// it is enough to look at the parts, for every D.
func (g *network[L, M]) starves(p int) bool {
	for d := range explore.Set(1) << g.m.p.N {
		for _, part := range g.parts(p, d) {
			if g.allowed(part) {
				return true
			}
		}
	}
	return false
}

// An edgeOf is an edge of the network: a state and the number of its move.
type edgeOf struct{ state, move int }

// below returns the processes that wait in a state with a stamp above the one
// that the move makes.
func (g *network[L, M]) below(e edgeOf) explore.Set {
	v := g.moves[e.state][e.move]
	var set explore.Set
	if v.Place == 0 {
		return 0
	}
	for q, l := range g.states[e.state].Local {
		// The fresh stamp comes in before the one that had its place.
		if o := g.m.p.Observe(q, l); o.Phase == explore.Waiting && int(o.Stamp) >= v.Place {
			set = set.With(q)
		}
	}
	return set
}

// parts returns the edges of each strongly connected part of the states in
// which p waits, without the edges below a process of d.
func (g *network[L, M]) parts(p int, d explore.Set) [][]edgeOf {
	out := make([][]edgeOf, len(g.states))
	for i := range g.states {
		for j, to := range g.to[i] {
			if to >= 0 && g.waits[i].Has(p) && g.waits[to].Has(p) && g.below(edgeOf{i, j})&d == 0 {
				out[i] = append(out[i], edgeOf{i, j})
			}
		}
	}
	reach := make([][]bool, len(g.states)) // by one edge or more
	for i := range g.states {
		if len(out[i]) == 0 {
			continue
		}
		reach[i] = make([]bool, len(g.states))
		for work := []int{i}; len(work) > 0; work = work[1:] {
			for _, e := range out[work[0]] {
				if to := g.to[e.state][e.move]; !reach[i][to] {
					reach[i][to] = true
					work = append(work, to)
				}
			}
		}
	}
	var parts [][]edgeOf
	done := make([]bool, len(g.states))
	for i := range g.states {
		if done[i] || reach[i] == nil || !reach[i][i] {
			continue
		}
		both := func(k int) bool { return reach[i][k] && reach[k] != nil && reach[k][i] }
		var part []edgeOf
		for k := i; k < len(g.states); k++ {
			if !both(k) {
				continue
			}
			done[k] = true
			for _, e := range out[k] {
				if both(g.to[e.state][e.move]) {
					part = append(part, e)
				}
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// allowed reports whether a run may go on for ever along all of these edges,
// and along no others.
func (g *network[L, M]) allowed(edges []edgeOf) bool {
	stay := explore.All(g.m.p.N)
	taken := map[string]bool{}
	var always map[string]bool
	for _, e := range edges {
		v := g.moves[e.state][e.move]
		taken[v.fairStep()] = true
		stay &= g.waits[e.state]
		if v.Place > 0 {
			stay = stay.Without(v.Process)
		}
		enabled := map[string]bool{}
		for j, v := range g.moves[e.state] {
			if (g.to[e.state][j] >= 0 || v.undefined != "") && (always == nil || always[v.fairStep()]) {
				enabled[v.fairStep()] = true
			}
		}
		always = enabled
	}
	for step := range always {
		if step != "" && !taken[step] {
			return false
		}
	}
	return !slices.ContainsFunc(edges, func(e edgeOf) bool { return g.below(e)&stay != 0 })
}

// confirmLasso checks that a trace runs into a cycle along which its process
// starves.
func (g *network[L, M]) confirmLasso(pr explore.PropertyResult, states []global[L, M], made []move[L, M]) error {
	loop := pr.Trace.Loop
	if loop >= len(made) {
		return fmt.Errorf("the cycle is empty")
	}
	if g.m.key(states[loop]) != g.m.key(states[len(states)-1]) {
		return fmt.Errorf("the cycle does not end where it begins")
	}
	var edges []edgeOf
	for i := loop; i < len(made); i++ {
		at := g.number[g.m.key(states[i])]
		if !g.waits[at].Has(pr.Trace.Process) {
			return fmt.Errorf("process %d does not wait all along the cycle", pr.Trace.Process+1)
		}
		move := slices.IndexFunc(g.moves[at], func(v move[L, M]) bool { return v.TraceStep == made[i].TraceStep })
		edges = append(edges, edgeOf{at, move})
	}
	if !g.allowed(edges) {
		return fmt.Errorf("the cycle is not fair, or goes below a stamp that stays in use")
	}
	return nil
}

// compareStarvation checks the engine's verdict on starvation.
func compareStarvation[L, M comparable](t *testing.T, name string, p explore.Protocol[L, M], o explore.Options, g *network[L, M]) explore.PropertyResult {
	t.Helper()
	o.Check = []explore.Property{explore.Starvation}
	pr := search(t, p, o).Properties[0]
	want, process := verdict.Holds, -1
	switch length, dead := g.violations()[explore.Deadlock]; {
	case dead:
		want = verdict.Violated
		if pr.Trace == nil || pr.Trace.Loop != -1 || len(pr.Trace.Steps) != length {
			t.Errorf("%s: a deadlock at depth %d, but trace %+v", name, length, pr.Trace)
		}
	case !slices.Contains(o.Requests, explore.Unbounded), g.counts().Beyond > 0:
		want = verdict.Unknown
	default:
		if !slices.ContainsFunc(g.inside, func(s explore.Set) bool { return s != 0 }) {
			want = verdict.Unknown // unless somebody starves
		}
		for q := range p.N {
			if g.starves(q) {
				want, process = verdict.Violated, q
				break
			}
		}
	}
	if pr.Verdict != want || (pr.Trace != nil) != (want == verdict.Violated) {
		t.Errorf("%s: starvation: %s (%s), want %s (process %d)", name, pr.Verdict, pr.Detail, want, process+1)
		return pr
	}
	if pr.Trace == nil {
		return pr
	}
	if pr.Trace.Loop >= 0 && pr.Trace.Process != process {
		t.Errorf("%s: process %d starves, but the trace is about %d", name, process+1, pr.Trace.Process+1)
	}
	if err := g.confirm(pr); err != nil {
		t.Errorf("%s: starvation: %v\n%+v", name, err, pr.Trace)
	}
	return pr
}

func TestStarvation(t *testing.T) {
	count, limit := 400, 250
	if long() {
		count, limit = 10000, 1500
	}
	seen := map[string]int{}
	note := func(pr explore.PropertyResult) {
		seen[pr.Verdict.String()]++
		if pr.Trace == nil || pr.Trace.Loop < 0 {
			return
		}
		seen["lasso"]++
		for _, step := range pr.Trace.Steps[pr.Trace.Loop:] {
			if step.Place > 0 {
				seen["lasso with stamps"]++
				break
			}
		}
	}
	for seed := range uint64(count) {
		if lock := newLock(seed); !t.Failed() {
			if g, ok := newMachine(lock.p, lock.o).explored(limit); ok {
				note(compareStarvation(t, lock.String(), lock.p, lock.o, g))
			}
		}
		if p, o := newStampers(seed); !t.Failed() {
			if g, ok := newMachine(p, o).explored(limit); ok {
				note(compareStarvation(t, p.Name, p, o, g))
			}
		}
		if x := newTable(seed); !t.Failed() {
			x.o.Requests = slices.Repeat([]int{explore.Unbounded}, x.n)
			p := x.protocol()
			if g, ok := newMachine(p, x.o).explored(limit); ok {
				note(compareStarvation(t, x.String(), p, x.o, g))
			}
		}
		if toy := newToy(1e6 + seed); !t.Failed() && slices.Contains(toy.o.Requests, explore.Unbounded) {
			if g, ok := newMachine(toy.p, toy.o).explored(limit); ok {
				note(compareStarvation(t, toy.String(), toy.p, toy.o, g))
			}
		}
	}
	t.Logf("%v", seen)
	for _, what := range []string{"holds", "violated", "unknown", "lasso", "lasso with stamps"} {
		if seen[what] < count/30 {
			t.Errorf("only %d times %s: the test does not test what it should", seen[what], what)
		}
	}
}

// TestChannelsAreFair has process 1 ping process 3 for ever, and process 3 wait
// for the one message of process 2: each channel is fair for itself.
func TestChannelsAreFair(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	send := func(to int, m uint8) []explore.Out[uint8] { return []explore.Out[uint8]{{To: to, Msg: m}} }
	p := explore.Protocol[uint8, uint8]{
		Name: "ping", N: 3, Steps: []string{"ping", "go", "ask", "leave", "take"},
		Init: func(int) uint8 { return 0 },
		Actions: func(p int, l uint8) []step {
			switch {
			case p == 0 && l == 0:
				return []step{{Name: "ping", Next: 1, Send: send(2, 0)}}
			case p == 1 && l == 0:
				return []step{{Name: "go", Next: 3, Send: send(2, 1)}}
			case p == 2 && l == 0:
				return []step{{Name: "ask", Kind: explore.Ask, Next: 1}}
			case p == 2 && l == 2:
				return []step{{Name: "leave", Kind: explore.Leave, Next: 3}}
			}
			return nil
		},
		Deliver: func(p int, l uint8, from int, m uint8) []step {
			switch {
			case p == 0:
				return []step{{Name: "take", Next: 0}}
			case m == 0:
				return []step{{Name: "take", Next: l, Send: send(0, 0)}}
			case l == 1:
				return []step{{Name: "take", Next: 2}}
			}
			return nil
		},
		Observe: func(p int, l uint8) explore.Observation {
			if p < 2 {
				return explore.Observation{}
			}
			return explore.Observation{Phase: explore.Phase(l % 3)}
		},
	}
	o := explore.Options{Requests: []int{0, explore.Unbounded, 1}}
	g, ok := newMachine(p, o).explored(1000)
	if !ok {
		t.Fatal("too many states")
	}
	if pr := compareStarvation(t, p.Name, p, o, g); pr.Verdict != verdict.Holds {
		t.Errorf("%s: %+v", pr.Verdict, pr.Trace)
	}
}

// TestLassoLeavesStamps has process 1 wait for ever, process 2 wait now and
// then, which it need not, and process 3 take stamps: a cycle with a stamp
// below that of process 2 must have process 2 stop waiting.
func TestLassoLeavesStamps(t *testing.T) {
	type step = explore.Step[stamperState, uint8]
	p := explore.Protocol[stamperState, uint8]{
		Name: "stamps", N: 3, Steps: []string{"ask", "stop", "stamp", "drop", "wait"},
		Init: func(int) stamperState { return stamperState{} },
		Actions: func(p int, l stamperState) []step {
			switch {
			case p == 1 && l.S == 0: // the first time, process 1 waits upon that
				return []step{{Name: "ask", Kind: explore.Ask, Next: stamperState{S: 1, A: explore.Fresh}, Send: []explore.Out[uint8]{{To: 0}}}}
			case p == 1 && l.S == 3:
				return []step{{Name: "ask", Kind: explore.Ask, Next: stamperState{S: 1, A: explore.Fresh}}}
			case p == 1 && l.S == 1:
				return []step{{Name: "stop", Kind: explore.Ask, Next: stamperState{S: 3}}}
			case p == 2 && l.S == 0:
				return []step{{Name: "stamp", Next: stamperState{S: 2, A: explore.Fresh}}}
			case p == 2 && l.S == 2:
				return []step{{Name: "drop", Next: stamperState{}}}
			}
			return nil
		},
		Deliver: func(int, stamperState, int, uint8) []step {
			return []step{{Name: "wait", Next: stamperState{S: 1}}}
		},
		Observe: func(p int, l stamperState) explore.Observation {
			return explore.Observation{Phase: explore.Phase(l.S % 3), Stamp: l.A}
		},
	}
	o := explore.Options{Requests: slices.Repeat([]int{explore.Unbounded}, 3)}
	g, ok := newMachine(p, o).explored(1000)
	if !ok {
		t.Fatal("too many states")
	}
	if pr := compareStarvation(t, p.Name, p, o, g); pr.Verdict != verdict.Violated {
		t.Errorf("%s (%s)", pr.Verdict, pr.Detail)
	}
}
