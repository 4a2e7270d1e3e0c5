package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/lamport"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/raymond"
	"qcheck/protocols/ricartagrawala"
	"qcheck/setsys/slow"
)

// contained checks that every state that is reachable with integer clocks is
// reachable with causal stamps: seen through the abstraction that keeps the
// order of the stamps in use and, in place of clock values, what was heard of.
// (What was heard of a stamp is forgotten with it: nobody can tell any more how
// that stamp and a later one compare.) It returns how many states there are of either kind, both 0 when there are
// more than the limit.
func contained[L, M comparable](t *testing.T, name string, p explore.Protocol[L, M], o explore.Options, limit int) (integer, causal int) {
	t.Helper()
	causalGraph, ok := newMachine(p, explore.Options{Requests: o.Requests, Queued: o.Queued}).explored(limit)
	if !ok {
		return 0, 0
	}
	o.Clock = explore.Integer
	m := newMachine(p, o)
	m.ghost = true
	integerGraph, ok := m.explored(5 * limit)
	if !ok {
		return 0, 0
	}
	if r := exhaust(t, p, explore.Options{Requests: o.Requests, Queued: o.Queued}); int(r.States) != len(causalGraph.states) {
		t.Errorf("%s: %d causal states, want %d", name, r.States, len(causalGraph.states))
	}
	for _, s := range integerGraph.states {
		if key := causalGraph.m.key(canonical(s)); causalGraph.number[key] == 0 && key != causalGraph.m.key(causalGraph.states[0]) {
			t.Errorf("%s: state %+v is not reachable with causal stamps", name, s)
			break
		}
	}
	return len(integerGraph.states), len(causalGraph.states)
}

func TestIntegerClocksAreContained(t *testing.T) {
	limit, toys := 2000, 30
	if slow.Tests() {
		limit, toys = 100000, 2500
	}
	for _, requests := range [][]int{{1, 1}, {2, 2}, {3, 2}, {1, 1, 1}, {2, 1, 0}} {
		o := explore.Options{Requests: requests}
		n := len(requests)
		reached := 0
		check := func(name string, integer, causal int) {
			t.Logf("%s, requests %v: %d integer states, %d causal states", name, requests, integer, causal)
			if integer > 0 {
				reached++
			}
		}
		l, err := lamport.New(lamport.Config{N: n, Variant: "timestamps"})
		if err != nil {
			t.Fatal(err)
		}
		i, c := contained(t, "lamport", l, o, limit)
		check("lamport", i, c)
		a, err := ricartagrawala.New(ricartagrawala.Config{N: n})
		if err != nil {
			t.Fatal(err)
		}
		i, c = contained(t, "ricart-agrawala", a, o, limit)
		check("ricart-agrawala", i, c)
		r, err := raymond.New(raymond.Config{N: n, K: n - 1})
		if err != nil {
			t.Fatal(err)
		}
		i, c = contained(t, "raymond", r, o, limit)
		check("raymond", i, c)
		m, err := maekawa.New(maekawa.Config{N: n})
		if err != nil {
			t.Fatal(err)
		}
		i, c = contained(t, "maekawa", m, o, limit)
		check("maekawa", i, c)
		if n == 2 && requests[0] <= 2 && reached < 4 {
			t.Errorf("requests %v: only %d protocols were small enough", requests, reached)
		}
	}
	checked := 0
	for seed := range uint64(toys) {
		toy := newToy(3e6 + seed)
		if !toy.p.Clock.TickOnFresh && !toy.p.Clock.TickOnReceive { // is refused
			continue
		}
		if slices.Contains(toy.o.Requests, explore.Unbounded) {
			toy.o.ClockMax = 4
		}
		if integer, _ := contained(t, fmt.Sprint(toy), toy.p, toy.o, 300); integer > 0 {
			checked++
		}
		if t.Failed() {
			return
		}
	}
	if checked < toys/10 {
		t.Errorf("only %d toys were small enough", checked)
	}
}
