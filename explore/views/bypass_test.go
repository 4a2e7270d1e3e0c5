package views_test

import (
	"context"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/protocols/kakugawa"
	"qcheck/setsys/slow"
)

// The bound on bypass against searches in which members count.

// A counting is a state of a process whose member counts: whose requests it has, and how often
// it has permitted each process since it took that of another.
type counting[L comparable] struct {
	State L
	Asked explore.Set
	Count [mostProcesses][mostProcesses]uint8
}

// exceeds is the property that members permit others at most so often.
const exceeds explore.Property = "exceeds"

// exceeded searches for a member that permits one other process more often than most, from when it
// takes a process's request until it takes the release.
func exceeded[R, M, A, B, W comparable](t *testing.T, p roles.Protocol[R, M, A, B], wire roles.Wire[W, A, B], most int, o explore.Options) (found, whole bool) {
	t.Helper()
	c, err := roles.Compose[roles.State[R, M]](p, wire)
	if err != nil {
		t.Fatal(err)
	}
	type local = counting[roles.State[R, M]]
	type step = explore.Step[local, W]
	book := func(l local, steps []explore.Step[roles.State[R, M], W], from int, a A, up bool) (all []step) {
		for _, s := range steps {
			next := l
			next.State = s.Next
			if up && p.Books.Release(a) {
				next.Asked = next.Asked.Without(from)
				next.Count[from] = [mostProcesses]uint8{}
			}
			for _, k := range s.Send {
				_, b, toMember := wire.Of(k.Msg)
				for _, q := range next.Asked.Members() {
					if n := &next.Count[q][k.To]; !toMember && p.Books.Permit(b) && q != k.To && int(*n) <= most {
						*n++
					}
				}
			}
			if up && p.Books.Request(a) {
				next.Asked = next.Asked.With(from)
			}
			all = append(all, step{Name: s.Name, Kind: s.Kind, Next: next, Send: s.Send, Undefined: s.Undefined, Overflow: s.Overflow})
		}
		return all
	}
	counts := explore.Protocol[local, W]{
		Name: c.Name, N: c.N, Clock: c.Clock, Steps: c.Steps, Selective: c.Selective,
		Init: func(i int) local { return local{State: c.Init(i)} },
		Actions: func(i int, l local) []step {
			var none A
			return book(l, c.Actions(i, l.State), -1, none, false)
		},
		Deliver: func(i int, l local, from int, w W) []step {
			a, _, up := wire.Of(w)
			return book(l, c.Deliver(i, l.State, from, w), from, a, up)
		},
		Exclusion: explore.Exclusion[local]{Observe: func(i int, l local) explore.Observation { return c.Observe(i, l.State) }},
	}
	counts.Requires = append(counts.Requires, explore.Always(exceeds, func(v explore.View[local, W]) string {
		for _, l := range v.Locals {
			for _, of := range l.Count {
				if int(slices.Max(of[:])) > most {
					return "a member permits one more often"
				}
			}
		}
		return ""
	}))
	m, err := explore.NewModel(counts)
	if err != nil {
		t.Fatal(err)
	}
	o.Full, o.Asymmetric, o.Check = true, true, []explore.Property{exceeds}
	r, err := explore.Run(context.Background(), m, o)
	if err != nil {
		return false, false // of random protocols
	}
	return r.Properties[0].Verdict == verdict.Violated, r.Properties[0].Verdict == verdict.Holds
}

func without(n int) []int { return slices.Repeat([]int{explore.Unbounded}, n) }

// TestBypass: no search exceeds the bound; and where it ends, it meets the bound.
func TestBypass(t *testing.T) {
	states, large := int64(150_000), int64(30_000)
	if slow.Tests() {
		states, large = 3_000_000, 3_000_000
	}
	for _, x := range []struct {
		n, k    int
		quorums []explore.Set
		most    int
	}{
		{2, 1, []explore.Set{1}, 0},
		{2, 1, []explore.Set{3}, 1},
		{3, 1, []explore.Set{1}, 1},
		{3, 1, []explore.Set{3, 5, 6}, 2},
	} {
		p, wire, err := kakugawa.Roles(kakugawa.Config{N: x.n, K: x.k, Quorums: x.quorums})
		if err != nil {
			t.Fatal(err)
		}
		b := views.ProveBypass(context.Background(), p, views.Limits{})
		if !b.Bounded || b.Most != x.most || len(b.Run) < b.Most || b.Most == 0 && b.Run != nil {
			t.Errorf("%v: %+v", x, b)
			continue
		}
		for _, queued := range []bool{false, true} {
			o := explore.Options{Requests: without(x.n), Queued: queued, MaxStates: large}
			if found, whole := exceeded(t, p, wire, b.Most, o); found || !whole && x.n < 3 {
				t.Errorf("%v, queued %v: exceeded: %v, whole: %v", x, queued, found, whole)
			}
			if found, _ := exceeded(t, p, wire, b.Most-1, o); !found && (x.n < 3 || len(x.quorums) == 1) {
				t.Errorf("%v, queued %v: no run has %d permits", x, queued, b.Most)
			}
		}
	}
	for _, x := range []struct {
		n, order int
		most     int // -1 for no bound
	}{{2, byStamp, 0}, {3, byStamp, 1}, {3, byArrival, 1}, {2, latestFirst, 0}, {3, latestFirst, -1}} {
		p := turns(x.n, x.order)
		b := views.ProveBypass(context.Background(), p, views.Limits{Views: 100_000})
		o := explore.Options{Requests: without(x.n), Queued: true, MaxStates: states}
		if x.most < 0 {
			if found, _ := exceeded(t, p, randomWire(), 6, o); b.Bounded || len(b.Run) == 0 || !found {
				t.Errorf("%v: %+v, exceeds 6: %v", x, b, found)
			}
			continue
		}
		found, whole := exceeded(t, p, randomWire(), x.most, o)
		met, _ := exceeded(t, p, randomWire(), x.most-1, o)
		if !b.Bounded || b.Most != x.most || found || !whole || !met {
			t.Errorf("%v: %+v; a search exceeds it: %v, whole: %v; meets it: %v", x, b, found, whole, met)
		}
	}
}

// TestBypassRandom: no search of a random protocol exceeds the bound.
func TestBypassRandom(t *testing.T) {
	seeds, states := 800, int64(2000)
	if slow.Tests() {
		seeds, states = 60_000, 30_000
	}
	count := map[string]int{}
	for seed := range seeds {
		p := newRandom(uint64(seed))
		p.Clock.TickOnFresh = true
		if seed%3 > 0 {
			p.Clock.Attach = explore.EveryMessage
		}
		p.Books = &roles.Books[uint8, uint8]{
			Request: func(a uint8) bool { return a == asks }, Release: func(a uint8) bool { return a == gives }, Permit: func(b uint8) bool { return b == grants },
		}
		b := views.ProveBypass(context.Background(), p, views.Limits{Views: 600})
		if !b.Bounded {
			count["not bounded"] += flag(len(b.Run) > 0)
			continue
		}
		count["bounded"]++
		o := explore.Options{Requests: without(p.N), Queued: seed%2 == 0, MaxStates: states}
		found, whole := exceeded(t, p, randomWire(), b.Most, o)
		if found {
			t.Errorf("seed %d: a run exceeds %d", seed, b.Most)
		}
		count["whole"] += flag(whole)
		if b.Most > 0 {
			count["above 0"]++
			met, _ := exceeded(t, p, randomWire(), b.Most-1, o)
			count["met"] += flag(met)
		}
	}
	t.Log(count)
	if count["above 0"] < seeds/60 || count["met"] < seeds/120 || count["whole"] < seeds/10 {
		t.Errorf("too few bounds: %v", count)
	}
}
