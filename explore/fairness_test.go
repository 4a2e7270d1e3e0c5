package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// starves returns the length of a shortest run to a state from which process p
// can wait for ever, in a run that stays within the given level, and false when
// there is none.
func (g *network[L, M]) starves(p, level int) (int, bool) {
	least := -1
	for i := range g.endless(func(i int) bool { return g.level[i] <= level && g.waits[i].Has(p) }) {
		if least < 0 || g.level[i] < least {
			least = g.level[i]
		}
	}
	return least, least >= 0
}

// endless returns the states through which a fair run can go for ever that some
// integer clock allows, among those of the given kind. It is the definition, as
// an automaton: guess which stamps stay in use for ever (they are followed from
// state to state, none may be lost, and no fresh one may go below them), and
// check that every other stamp is lost: all that are there must be gone before
// those that are there then are looked at. A strongly connected part of the
// guesses stands for a run that takes all its edges again and again.
func (g *network[L, M]) endless(within func(i int) bool) map[int]bool {
	start, states := 0, map[int]bool{}
	var nodes []guess
	number := map[guess]int{}
	node := func(x guess) int {
		n, ok := number[x]
		if !ok {
			n = len(nodes)
			number[x] = n
			nodes = append(nodes, x)
		}
		return n
	}
	for i := range g.states {
		if within(i) {
			for stay := range uint64(1) << g.m.causalStamps(g.states[i]) {
				node(guess{i, stay, 0})
			}
		}
	}
	var next [][]guessEdge
	for ; start < len(nodes); start++ {
		var edges []guessEdge
		for j, to := range g.to[nodes[start].state] {
			if to < 0 || !within(to) {
				continue
			}
			if x, ok := g.follow(nodes[start], j, to); ok {
				edges = append(edges, guessEdge{j, node(x)})
			}
		}
		next = append(next, edges)
	}
	for _, part := range connected(next) {
		var edges []edgeOf
		lost, in := false, map[int]bool{}
		for _, n := range part {
			in[n] = true
			lost = lost || nodes[n].leaving == 0
		}
		for _, n := range part {
			for _, e := range next[n] {
				if in[e.to] {
					edges = append(edges, edgeOf{nodes[n].state, e.move})
				}
			}
		}
		if lost && len(edges) > 0 && g.fair(edges) {
			for n := range in {
				states[nodes[n].state] = true
			}
		}
	}
	return states
}

// causalStamps returns how many causal stamps are in use in a state.
func (m *machine[L, M]) causalStamps(s global[L, M]) int {
	if m.integer {
		return 0
	}
	return len(inUse(s))
}

// A guess is a state, the stamps in it that stay in use for ever, and those of
// the others that were there when the last such set was gone.
type guess struct {
	state         int
	stay, leaving uint64
}

type guessEdge struct{ move, to int }

// follow returns the guess after a move, if it can still be right.
func (g *network[L, M]) follow(x guess, j, to int) (guess, bool) {
	v := g.moves[x.state][j]
	y := guess{state: to}
	leaving := uint64(0)
	for i, now := range v.becomes {
		bit := uint64(1) << i
		if x.stay&bit != 0 && (now == 0 || v.Place > 0 && i+1 >= v.Place) {
			return y, false
		}
		if now > 0 {
			y.stay |= x.stay >> i & 1 << (now - 1)
			leaving |= x.leaving >> i & 1 << (now - 1)
		}
	}
	y.leaving = leaving
	if leaving == 0 && x.leaving == 0 {
		y.leaving = 1<<g.m.causalStamps(g.states[to]) - 1&^y.stay
	}
	return y, true
}

// connected returns the strongly connected parts of a graph (Kosaraju).
func connected(next [][]guessEdge) [][]int {
	var order []int
	seen := make([]bool, len(next))
	back := make([][]int, len(next))
	var visit func(n int)
	visit = func(n int) {
		seen[n] = true
		for _, e := range next[n] {
			back[e.to] = append(back[e.to], n)
			if !seen[e.to] {
				visit(e.to)
			}
		}
		order = append(order, n)
	}
	for n := range next {
		if !seen[n] {
			visit(n)
		}
	}
	var parts [][]int
	for _, n := range slices.Backward(order) {
		if !seen[n] {
			continue
		}
		var part []int
		seen[n] = false
		for work := []int{n}; len(work) > 0; {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			part = append(part, x)
			for _, b := range back[x] {
				if seen[b] {
					seen[b] = false
					work = append(work, b)
				}
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// An edgeOf is an edge of the network: a state and the number of its move.
type edgeOf struct{ state, move int }

// fair reports whether what is enabled in all states that the edges leave is
// taken by one of them.
func (g *network[L, M]) fair(edges []edgeOf) bool {
	taken := map[string]bool{}
	var always map[string]bool
	for _, e := range edges {
		taken[g.moves[e.state][e.move].fairStep()] = true
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
	return true
}

// confirmLasso checks that a trace runs into a cycle along which its process
// starves.
func (g *network[L, M]) confirmLasso(pr explore.PropertyResult, states []global[L, M], made []move[L, M]) error {
	for _, s := range states[pr.Trace.Loop:] {
		if !g.waits[g.number[g.m.key(s)]].Has(pr.Trace.Process) {
			return fmt.Errorf("process %d does not wait all along the cycle", pr.Trace.Process+1)
		}
	}
	return g.confirmCycle(pr.Trace.Loop, states, made)
}

// confirmCycle checks that a run ends with a cycle that can go on for ever.
func (g *network[L, M]) confirmCycle(loop int, states []global[L, M], made []move[L, M]) error {
	if loop >= len(made) {
		return fmt.Errorf("the cycle is empty")
	}
	if g.m.key(states[loop]) != g.m.key(states[len(states)-1]) {
		return fmt.Errorf("the cycle does not end where it begins")
	}
	var edges []edgeOf
	for i := loop; i < len(made); i++ {
		at := g.number[g.m.key(states[i])]
		move := slices.IndexFunc(g.moves[at], func(v move[L, M]) bool { return v.TraceStep == made[i].TraceStep })
		edges = append(edges, edgeOf{at, move})
	}
	if !g.fair(edges) {
		return fmt.Errorf("the cycle is not fair")
	}
	// Which stamps are still in use after many rounds, and which get fresh ones below.
	count := g.m.causalStamps(states[loop])
	for i := range count {
		now, below := i+1, false
		for round := 0; round <= count+1 && now > 0; round++ {
			below = false
			for _, v := range made[loop:] {
				if now > 0 {
					below = below || v.Place > 0 && now >= v.Place
					now = v.becomes[now-1]
				}
			}
		}
		if now > 0 && below {
			return fmt.Errorf("fresh stamps go below stamp %d of the cycle's first state in every round", i+1)
		}
	}
	return nil
}

// compareStarvation checks the engine's verdict on starvation.
func compareStarvation[L, M comparable](t *testing.T, name string, p explore.Protocol[L, M], o explore.Options, g *network[L, M]) explore.PropertyResult {
	t.Helper()
	o.Check = []explore.Property{explore.StarvationFreedom}
	pr := search(t, p, o).Properties[0]
	want, process := verdict.Holds, -1
	switch length, dead := g.violations()[explore.DeadlockFreedom]; {
	case dead:
		want = verdict.Violated
		stem := length
		for q := range p.N {
			// Only the levels up to that of the deadlock were searched.
			if n, ok := g.starves(q, length); ok && n < stem && slices.Contains(o.Requests, explore.Unbounded) && g.countsTo(length).Beyond == 0 {
				stem, process = n, q
			}
		}
		switch {
		case pr.Trace == nil:
		case stem == length && (pr.Trace.Loop != -1 || len(pr.Trace.Steps) != length || !pr.Trace.Shortest):
			t.Errorf("%s: a deadlock at depth %d, but trace %+v", name, length, pr.Trace)
		case stem < length && pr.Trace.Loop != stem:
			t.Errorf("%s: process %d starves after %d steps, but trace %+v", name, process+1, stem, pr.Trace)
		}
	case !slices.Contains(o.Requests, explore.Unbounded), g.counts().Beyond > 0:
		want = verdict.Unknown
	default:
		if !slices.ContainsFunc(g.inside, func(s explore.Set) bool { return s != 0 }) {
			want = verdict.Unknown // unless somebody starves
		}
		stem := -1
		for q := range p.N {
			if n, ok := g.starves(q, len(g.states)); ok && (stem < 0 || n < stem) {
				want, process, stem = verdict.Violated, q, n
			}
		}
		if pr.Trace != nil && pr.Trace.Loop != stem {
			t.Errorf("%s: process %d starves after %d steps, but trace %+v", name, process+1, stem, pr.Trace)
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
	count, limit := 80, 250
	if slow.Tests() {
		count, limit = 4000, 1000
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
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(p int, l uint8) explore.Observation {
				if p < 2 {
					return explore.Observation{}
				}
				return explore.Observation{Phase: explore.Phase(l % 3)}
			},
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
		Exclusion: explore.Exclusion[stamperState]{
			Observe: func(p int, l stamperState) explore.Observation {
				return explore.Observation{Phase: explore.Phase(l.S % 3)}
			},
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
