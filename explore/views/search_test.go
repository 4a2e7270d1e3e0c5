package views_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/protocols/kakugawa"
	"qcheck/setsys/slow"
)

// A covering tells whether states are made of the views and halves of the engine.
type covering[R, M, A, B comparable, W comparable] struct {
	x      *naive[R, M, A, B]
	wire   roles.Wire[W, A, B]
	stamp  func(W) explore.Stamp
	views  map[naiveView[R, M, A, B]]bool
	halves map[R]bool
	states int
}

// cover closes the views of a protocol, leaves out those that are to be withheld, and says
// why not, if they are not all. The last stamps of requesters are in no state, and are left
// out.
func cover[R, M, A, B, W comparable](p roles.Protocol[R, M, A, B], wire roles.Wire[W, A, B], stamp func(W) explore.Stamp, most int, withheld func(i int) bool) (c *covering[R, M, A, B, W], cannot string) {
	all, halves, cannot := views.Close(context.Background(), p, views.Limits{Views: most})
	if cannot != "" {
		return nil, cannot
	}
	c = &covering[R, M, A, B, W]{wire: wire, stamp: stamp, views: map[naiveView[R, M, A, B]]bool{}, halves: map[R]bool{}}
	c.x = newNaive(p)
	for i, v := range all {
		if withheld(i) || len(v.In) > room || len(v.Out) > room {
			continue
		}
		for _, w := range c.x.images(v) {
			w.last = 0
			c.views[c.x.normal(w)] = true
		}
	}
	for _, h := range halves {
		c.halves[h] = true
	}
	return c, ""
}

func nothing(int) bool { return false }

// missing says which part of a state is in no view, or nothing.
func (c *covering[R, M, A, B, W]) missing(v explore.View[roles.State[R, M], W]) string {
	c.states++
	n := len(v.Locals)
	for p, l := range v.Locals {
		if !c.halves[l.Requester] {
			return fmt.Sprintf("the half of requester %d: %+v", p+1, l.Requester)
		}
	}
	for m := range n {
		for p := range n {
			w := naiveView[R, M, A, B]{member: v.Locals[m].Member, peer: p, half: c.x.cut(v.Locals[p].Requester, m), own: int(v.Locals[p].Stamp)}
			for _, k := range v.Channel(p, m) {
				if a, _, up := c.wire.Of(k); up {
					if w.in.n == room {
						return ""
					}
					w.in = w.in.with(sent[A]{a, int(c.stamp(k))})
				}
			}
			for _, k := range v.Channel(m, p) {
				if _, b, up := c.wire.Of(k); !up {
					if w.out.n == room {
						return ""
					}
					w.out = w.out.with(b)
				}
			}
			if w = c.x.normal(w); !c.views[w] {
				return fmt.Sprintf("the view of member %d and requester %d: %+v", m+1, p+1, w)
			}
		}
	}
	return ""
}

// inViews is the property that all states are made of the views.
const inViews explore.Property = "in-views"

// search searches a protocol, also for a state that is not made of the views, and says what
// of that state is not. It fails where the options are none for the protocol.
func (c *covering[R, M, A, B, W]) search(p roles.Protocol[R, M, A, B], o explore.Options) (r *explore.Result, outside string, err error) {
	composed, err := roles.Compose[roles.State[R, M]](p, c.wire)
	if err != nil {
		return nil, "", err
	}
	composed.Requires = append(composed.Requires, explore.Always(inViews, func(v explore.View[roles.State[R, M], W]) string {
		why := c.missing(v)
		if outside == "" {
			outside = why
		}
		return why
	}))
	m, err := explore.NewModel(composed)
	if err != nil {
		return nil, "", err
	}
	o.Full, o.Asymmetric = true, true
	o.Check = append(slices.Clone(o.Check), inViews)
	r, err = explore.Run(context.Background(), m, o)
	return r, outside, err
}

func kakugawaStamp(m kakugawa.Message) explore.Stamp { return m.Stamp }

// TestKakugawaContained: every view of every state of searches is one of the engine's.
func TestKakugawaContained(t *testing.T) {
	states := int64(4000)
	most := 4000
	if slow.Tests() {
		states, most = 300_000, 60_000
	}
	sum, instances := 0, 0
	for _, x := range []kakugawa.Config{
		{N: 2, K: 1, Quorums: []explore.Set{3}},
		{N: 2, K: 2, Quorums: []explore.Set{1, 2}},
		{N: 3, K: 1, Quorums: []explore.Set{3, 5, 6}},
		{N: 3, K: 1, Quorums: []explore.Set{1, 6}},
		{N: 3, K: 2, Quorums: []explore.Set{1, 2, 4}},
		{N: 3, K: 1, Quorums: []explore.Set{7}, NoRetry: true},
		{N: 3, K: 1, Quorums: []explore.Set{3, 5, 6}, NoRetry: true, Variant: "printed"},
	} {
		p, wire, err := kakugawa.Roles(x)
		if err != nil {
			t.Fatal(err)
		}
		c, cannot := cover(p, wire, kakugawaStamp, most, nothing)
		if cannot != "" {
			t.Logf("%+v: %s", x, cannot)
			continue
		}
		instances++
		searches := 0
		for _, requests := range []int{1, 2, explore.Unbounded} {
			for _, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
				for _, queued := range []bool{false, true} {
					if i := searches; (i+i/2+i/4+instances)%4 > 0 && !slow.Tests() {
						searches++
						continue
					}
					searches++
					o := explore.Options{Requests: slices.Repeat([]int{requests}, x.N), Clock: clock, Queued: queued, MaxStates: states}
					if _, outside, err := c.search(p, o); err != nil || outside != "" {
						t.Errorf("%+v, %d requests, %v, queued %v: in no view: %s %v", x, requests, clock, queued, outside, err)
					}
				}
			}
		}
		sum += c.states
	}
	t.Logf("%d instances, %d states", instances, sum)
	if instances < 4 {
		t.Errorf("%d instances are too few", instances)
	}
}

// TestWithheldViewsAreNoticed: without one view in a hundred, states are missed.
func TestWithheldViewsAreNoticed(t *testing.T) {
	p, wire, err := kakugawa.Roles(kakugawa.Config{N: 2, K: 1, Quorums: []explore.Set{3}})
	if err != nil {
		t.Fatal(err)
	}
	all, _, cannot := views.Close(context.Background(), p, views.Limits{})
	if cannot != "" {
		t.Fatal(cannot)
	}
	noticed := 0
	tried := 0
	for lacks := range all {
		if lacks%3 != 0 && !slow.Tests() {
			continue
		}
		tried++
		c, _ := cover(p, wire, kakugawaStamp, 0, func(i int) bool { return i == lacks })
		_, outside, err := c.search(p, explore.Options{Requests: []int{2, 2}, Queued: true, MaxStates: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		noticed += flag(outside != "")
	}
	t.Logf("of %d views, each withheld by itself, %d are missed", tried, noticed)
	if noticed < tried/2 {
		t.Errorf("of %d views, each withheld by itself, only %d are missed", tried, noticed)
	}
}

// TestRandomProofs compares what is proved of random protocols with searches of these: what is
// proved is not violated, and the states are those of the views.
func TestRandomProofs(t *testing.T) {
	seeds, every, states := 500, 10, int64(1000)
	if slow.Tests() {
		seeds, every, states = 1500, 1, 20_000
	}
	count := map[string]int{}
	for seed := range seeds {
		p := newRandom(uint64(seed))
		proof := views.Prove(context.Background(), p, views.Limits{Views: 400})
		switch {
		case proof.Refused != "":
			count["refused"]++
			continue
		case proof.Stopped != "":
			count["stopped"]++
			continue
		}
		count["closed"]++
		proved := 0
		for _, property := range views.Properties() {
			if proof.Proved(property) {
				proved++
				count["proofs of "+string(property)]++
			}
		}
		c, cannot := cover(p, randomWire(), func(w wired) explore.Stamp { return w.Stamp }, 400, nothing)
		if cannot != "" {
			t.Fatal(cannot)
		}
		violated := map[explore.Property]bool{}
		for i := range 12 {
			if every > 1 && i%every != seed%every {
				continue
			}
			o := explore.Options{
				Requests: slices.Repeat([]int{[]int{1, 2, explore.Unbounded}[i/2%3]}, p.N), Check: views.Properties(),
				Clock: []explore.ClockMode{explore.Causal, explore.Integer}[i%2], Queued: i/6 == 0, MaxStates: states,
			}
			r, outside, err := c.search(p, o)
			if err != nil {
				count["not searched"]++
				continue
			}
			count["searches"]++
			for _, x := range r.Properties {
				switch x.Verdict {
				case verdict.Violated:
					violated[x.Property] = true
					if proof.Proved(x.Property) {
						t.Errorf("seed %d: %s is proved, and violated with %+v: %s", seed, x.Property, o, x.Detail)
					}
				case verdict.Holds:
					if x.Property == inViews {
						count["searched whole"]++
						continue
					}
					count["hold"]++
					count["hold and are proved"] += flag(proof.Proved(x.Property))
				}
			}
			if outside != "" {
				t.Errorf("seed %d: with %+v, in no view: %s", seed, o, outside)
			}
		}
		for property := range violated {
			count["violated "+string(property)]++
		}
		count["states"] += c.states
	}
	t.Logf("%d protocols: %v", seeds, count)
	for _, property := range views.Properties() {
		if count["proofs of "+string(property)] < seeds/40 || count["violated "+string(property)] < seeds/100 {
			t.Errorf("too few protocols in which %s is proved, or violated", property)
		}
	}
}
