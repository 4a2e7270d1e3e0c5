package explore_test

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// maying returns a protocol in which some plain local steps, by process and name, may happen and
// need not.
func maying[L, M comparable](p explore.Protocol[L, M], seed uint64) explore.Protocol[L, M] {
	q := p
	q.Actions = func(self int, l L) []explore.Step[L, M] {
		steps := slices.Clone(p.Actions(self, l))
		for i, s := range steps {
			h := fnv.New32()
			fmt.Fprint(h, seed, self, s.Name)
			if s.Kind == explore.Plain && h.Sum32()%2 == 0 {
				steps[i].Kind = explore.May
			}
		}
		return steps
	}
	return q
}

// mays reports whether some step of a network is of kind May.
func (g *network[L, M]) mays() bool {
	return slices.ContainsFunc(g.moves, func(all []move[L, M]) bool {
		return slices.ContainsFunc(all, func(v move[L, M]) bool { return v.kind == explore.May })
	})
}

// Random protocols some of whose steps need not happen, in all implementations.
func TestMayOfRandomProtocols(t *testing.T) {
	count, limit := 40, 200
	if slow.Tests() {
		count, limit = 3000, 800
	}
	seen := map[string]int{}
	note := func(pr explore.PropertyResult) { seen[fmt.Sprintf("%s %s", pr.Property, pr.Verdict)]++ }
	for seed := range uint64(count) {
		if t.Failed() {
			return
		}
		{
			toy := newToy(11e6 + seed)
			toy.p = maying(toy.p, seed)
			if g, ok := newMachine(toy.p, toy.o).explored(limit); ok && g.mays() {
				compare(t, toy.String(), toy.p, toy.o, g)
				toy = required(toy)
				for _, r := range toy.p.Requires {
					if r.Kind() == "leads-to" {
						o := toy.o
						o.Check = []explore.Property{r.Name}
						pr := search(t, toy.p, o).Properties[0]
						if note(pr); pr.Verdict != verdict.Unknown && (pr.Verdict == verdict.Violated) != (g.owing(r) >= 0) {
							t.Errorf("%s: %s is %s, and a run owes it: %d", toy, r.Name, pr.Verdict, g.owing(r))
						}
					}
				}
			}
		}
		lock := newLock(11e5 + seed)
		lock.p = maying(lock.p, seed)
		if g, ok := newMachine(lock.p, lock.o).explored(limit); ok && g.mays() {
			note(compareStarvation(t, lock.String(), lock.p, lock.o, g))
		}
		p, o := newStampers(11e5 + seed)
		p = maying(p, seed)
		if g, ok := newMachine(p, o).explored(limit); ok && g.mays() {
			note(compareStarvation(t, p.Name, p, o, g))
		}
	}
	t.Logf("%v", seen)
	for _, what := range []string{"starvation-freedom holds", "starvation-freedom violated", "then so holds", "then so violated"} {
		if seen[what] < count/40 {
			t.Errorf("only %d times %s", seen[what], what)
		}
	}
}

// A client that asks a server which does not answer gives up, at a timeout that is a promise or
// is not.
func TestTimeouts(t *testing.T) {
	type S uint8 // 0: idle, 1: waits, 2: has given up
	type step = explore.Step[S, S]
	client := func(kind explore.StepKind) explore.Protocol[S, S] {
		return explore.Protocol[S, S]{
			Name: "client", N: 2, Init: func(int) S { return 0 },
			Actions: func(p int, s S) []step {
				switch {
				case p == 0 && s == 0:
					return []step{{Name: "ask", Kind: explore.Ask, Next: 1, Send: []explore.Out[S]{{To: 1}}}}
				case p == 0 && s == 1:
					return []step{{Name: "timeout", Kind: kind, Next: 2}}
				}
				return nil
			},
			Deliver:   func(_ int, s S, _ int, _ S) []step { return []step{{Name: "lose", Next: s}} },
			Exclusion: explore.Exclusion[S]{Observe: func(_ int, s S) explore.Observation { return explore.Observation{Phase: explore.Phase(s % 2)} }},
			Requires: []explore.Requirement[S, S]{explore.LeadsTo("gives up",
				func(v explore.View[S, S]) bool { return v.Locals[0] == 1 }, func(v explore.View[S, S]) bool { return v.Locals[0] == 2 })},
		}
	}
	for kind, want := range map[explore.StepKind]string{
		explore.Plain: "safety unknown, well-defined unknown, deadlock-freedom unknown, starvation-freedom unknown, gives up holds", // nobody enters
		explore.May:   "safety unknown, well-defined unknown, deadlock-freedom violated, starvation-freedom violated, gives up violated",
	} {
		p := client(kind)
		r := search(t, p, explore.Options{Requests: []int{1, 0}, Check: append(explore.Properties(), "gives up")})
		var list []string
		for _, pr := range r.Properties {
			list = append(list, fmt.Sprintf("%s %s", pr.Property, pr.Verdict))
			if pr.Property == explore.DeadlockFreedom && kind == explore.May && pr.Detail != "nothing has to happen any more, and process 1 waits" {
				t.Errorf("%q", pr.Detail)
			}
			if pr.Trace != nil {
				run, err := obvious.Replay(p, obvious.Options{Requests: []int{1, 0}}, pr.Trace.Steps)
				if last := len(run.Configs) - 1; err != nil || len(run.Configs[last].Enabled) > 0 || !slices.Equal(run.Configs[last].May, []string{obvious.Label(0, -1, "timeout")}) {
					t.Errorf("%s: %v, %+v", pr.Property, err, run.Configs[last])
				}
			}
		}
		if got := strings.Join(list, ", "); got != want {
			t.Errorf("%v: %s, want %s", kind, got, want)
		}
	}
	m, err := explore.NewModel(client(explore.May))
	if err != nil {
		t.Fatal(err)
	}
	d, err := explore.Derive(m, explore.Options{Requests: []int{1, 0}, Check: []explore.Property{explore.DeadlockFreedom}}, 10, nil)
	if err != nil || d.Why != "" || len(d.Full.Terminal) == 0 || !maps.Equal(d.Full.Terminal, d.Reduced.Terminal) {
		t.Errorf("%+v, %v", d, err)
	}
}
