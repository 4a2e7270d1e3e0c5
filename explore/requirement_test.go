package explore_test

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

type toyView = explore.View[toyState, toyMessage]

// mix is a number that depends on all that a view has but stamps.
func mix(v toyView, seed uint64) int {
	h := seed
	for _, l := range v.Locals {
		h = h*31 + uint64(l.S) + 1
	}
	for i, c := range v.Channels {
		for _, m := range c {
			h = h*37 + uint64(i)*5 + uint64(m.Kind) + 7
		}
	}
	return int(h >> 3 % 1000)
}

// required adds random requirements to a toy.
func required(t toy) toy {
	is := func(salt uint64, most int) func(toyView) bool {
		return func(v toyView) bool { return mix(v, t.seed+salt)%most == 0 }
	}
	t.p.Requires = []explore.Requirement[toyState, toyMessage]{
		explore.Always("never so", func(v toyView) string {
			if is(1, 23)(v) {
				return fmt.Sprintf("%d messages are on their way", len(v.Messages()))
			}
			return ""
		}),
		explore.Sometimes("once so", is(2, 19)),
		explore.LeadsTo("then so", is(3, 4), is(4, 7)),
	}
	return t
}

// owing returns the length of a shortest stem of a run that violates a requirement
// of kind LeadsTo, -1 when there is none.
func (g *network[L, M]) owing(r explore.Requirement[L, M]) int {
	leads := func(i int) (from, to bool) { return r.Leads(viewOf(g.states[i])) }
	stays := g.endless(func(i int) bool { _, to := leads(i); return !to })
	type node struct {
		state int
		owes  bool
	}
	from, to := leads(0)
	level := []node{{0, from && !to}}
	seen := map[node]bool{level[0]: true}
	for depth := 0; len(level) > 0; depth++ {
		var next []node
		for _, x := range level {
			if x.owes && (stays[x.state] || g.terminal(x.state)) {
				return depth
			}
			for _, to := range g.to[x.state] {
				if to < 0 {
					continue
				}
				begins, ends := leads(to)
				y := node{to, !ends && (x.owes || begins)}
				if !seen[y] {
					seen[y] = true
					next = append(next, y)
				}
			}
		}
		level = next
	}
	return -1
}

func viewOf[L, M comparable](s global[L, M]) explore.View[L, M] {
	v := explore.View[L, M]{Locals: s.Local, Channels: make([][]M, len(s.Chan))}
	for i, c := range s.Chan {
		for _, k := range c {
			v.Channels[i] = append(v.Channels[i], k.Msg)
		}
	}
	return v
}

// Random requirements of random protocols have the verdicts that their definitions
// give, and traces that show them, of the least length.
func TestRequirements(t *testing.T) {
	count := 250
	if slow.Tests() {
		count = 8000
	}
	seen := map[string]int{}
	for seed := range uint64(count) {
		toy := required(newToy(7e6 + seed))
		g, ok := newMachine(toy.p, toy.o).explored(250)
		if !ok {
			continue
		}
		name := toy.String()
		for _, r := range toy.p.Requires {
			o := toy.o
			o.Check = []explore.Property{r.Name}
			pr := search(t, toy.p, o).Properties[0]
			want, length := verdict.Holds, -1
			for i, s := range g.states {
				if v := viewOf(s); r.Wrong(v) != "" || r.Happens(v) {
					length = g.level[i]
					break
				}
			}
			switch r.Kind() {
			case "always":
				if length >= 0 {
					want = verdict.Violated
				}
			case "sometimes":
				if length < 0 {
					want = verdict.Violated
					if g.counts().Beyond > 0 {
						want = verdict.Unknown
					}
				}
			default:
				if length = g.owing(r); length >= 0 {
					want = verdict.Violated
				}
				if g.counts().Beyond > 0 {
					want, length = verdict.Unknown, -1
				}
			}
			seen[r.Kind()+" "+pr.Verdict.String()]++
			if pr.Verdict != want || (pr.Trace == nil) != (length < 0) {
				t.Fatalf("%s: %s: %s (%s), want %s", name, r.Name, pr.Verdict, pr.Detail, want)
			}
			if pr.Trace == nil {
				continue
			}
			stem := len(pr.Trace.Steps)
			if pr.Trace.Loop >= 0 {
				stem = pr.Trace.Loop
				seen["lasso"]++
			}
			if stem != length {
				t.Fatalf("%s: %s: a stem of %d steps, want %d", name, r.Name, stem, length)
			}
			if err := g.confirmRequirement(r, pr); err != nil {
				t.Fatalf("%s: %s: %v\n%+v", name, r.Name, err, pr.Trace)
			}
		}
	}
	t.Log(seen)
	for _, what := range []string{"always holds", "always violated", "sometimes holds", "sometimes violated", "leads-to holds", "leads-to violated", "leads-to unknown", "lasso"} {
		if seen[what] < count/100 {
			t.Errorf("only %d times %s", seen[what], what)
		}
	}
}

// confirmRequirement checks by its trace what a search says of a requirement.
func (g *network[L, M]) confirmRequirement(r explore.Requirement[L, M], pr explore.PropertyResult) error {
	states, made, err := g.m.run(pr.Trace.Steps)
	if err != nil {
		return err
	}
	last := viewOf(states[len(states)-1])
	switch r.Kind() {
	case "always":
		if r.Wrong(last) == "" || r.Wrong(last) != pr.Detail {
			return fmt.Errorf("at the end %q is wrong, not %q", r.Wrong(last), pr.Detail)
		}
		return nil
	case "sometimes":
		if !r.Happens(last) {
			return fmt.Errorf("it does not happen at the end")
		}
		return nil
	}
	owes := false
	for _, s := range states {
		from, to := r.Leads(viewOf(s))
		owes = !to && (owes || from)
	}
	switch {
	case !owes:
		return fmt.Errorf("at the end nothing must follow")
	case pr.Trace.Loop >= 0:
		return g.confirmCycle(pr.Trace.Loop, states, made)
	case !g.terminal(g.number[g.m.key(states[len(states)-1])]):
		return fmt.Errorf("a step is enabled at the end")
	}
	return nil
}

// Package obvious meets the same states, at the same length.
func TestRequirementsOfObvious(t *testing.T) {
	for seed := range uint64(60) {
		toy := required(newToy(8e6 + seed))
		if _, ok := newMachine(toy.p, toy.o).explored(150); !ok {
			continue
		}
		r := obvious.Explore(toy.p, obviousOptions(toy.o))
		for _, need := range toy.p.Requires[:2] {
			o := toy.o
			o.Check = []explore.Property{need.Name}
			length, ok := r.Violations[string(need.Name)]
			if pr := search(t, toy.p, o).Properties[0]; (pr.Trace != nil) != ok || ok && len(pr.Trace.Steps) != length {
				t.Errorf("%v: %s: %+v, want length %d (%v)", toy, need.Name, pr.Trace, length, ok)
			}
		}
	}
}

// A protocol without Observe has the properties that it requires, and no others.
func TestWithoutObserve(t *testing.T) {
	p := newTable(3).protocol()
	p.Observe, p.Safe = nil, nil
	p.Requires = []explore.Requirement[uint8, uint8]{
		explore.Always("small", func(v explore.View[uint8, uint8]) string { return "" }),
	}
	r := search(t, p, explore.Options{})
	if len(r.Properties) != 2 || r.Properties[0].Property != explore.WellDefined || r.Properties[1].Verdict != verdict.Holds || !r.Complete {
		t.Errorf("%+v", r.Properties)
	}
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := explore.Run(t.Context(), m, explore.Options{Check: []explore.Property{explore.DeadlockFreedom}}); err == nil {
		t.Error("deadlock of a protocol in which nobody waits")
	}
	p.Requires = append(p.Requires, p.Requires[0])
	if _, err := explore.NewModel(p); err == nil {
		t.Error("two requirements with one name")
	}
}
