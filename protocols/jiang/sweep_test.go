package jiang

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// coteries returns all k-wr coteries over n nodes.
func coteries(n, k int) (all [][2][]explore.Set) {
	disjoint := func(qs []explore.Set) bool {
		var met explore.Set
		for _, q := range qs {
			if met&q != 0 {
				return false
			}
			met |= q
		}
		return true
	}
	families := antichains(n)
	for _, w := range families {
		ok := true
		for pick := range 1 << len(w) {
			var some []explore.Set
			for i, q := range w {
				if pick>>i&1 != 0 {
					some = append(some, q)
				}
			}
			if !disjoint(some) {
				continue
			}
			room := slices.ContainsFunc(w, func(q explore.Set) bool { return disjoint(append(slices.Clone(some), q)) })
			ok = ok && len(some) <= k && (len(some) == k || room)
		}
		for _, r := range families {
			meets := true
			for _, q := range w {
				for _, p := range r {
					meets = meets && q&p != 0
				}
			}
			if ok && meets {
				all = append(all, [2][]explore.Set{w, r})
			}
		}
	}
	return all
}

// antichains returns all families of sets of n nodes of which none contains another.
func antichains(n int) (all [][]explore.Set) {
	var extend func(from int, chosen []explore.Set)
	extend = func(from int, chosen []explore.Set) {
		for q := from; q < 1<<n; q++ {
			s := explore.Set(q)
			if !slices.ContainsFunc(chosen, func(c explore.Set) bool { return c.Contains(s) || s.Contains(c) }) {
				next := append(slices.Clone(chosen), s)
				all = append(all, next)
				extend(q+1, next)
			}
		}
	}
	extend(1, nil)
	return all
}

// A span has all k-wr coteries over n nodes and all numbers of requests with so many in
// all, of which no process has more than each.
type span struct {
	n, k, total, each         int
	reselect, queued, integer bool
	long                      bool
}

// swept are the spans on which the printed text is searched for what the lemmas and
// the proofs say of every state. A process requests any of two resources.
var swept = []span{
	{n: 2, k: 1, total: 1, each: 1}, {n: 2, k: 1, total: 2, each: 2}, {n: 2, k: 1, total: 3, each: 3, long: true}, {n: 2, k: 1, total: 4, each: 4, long: true},
	{n: 2, k: 1, total: 2, each: 2, integer: true}, {n: 2, k: 1, total: 3, each: 3, integer: true, long: true},
	{n: 2, k: 1, total: 2, each: 2, queued: true}, {n: 2, k: 1, total: 3, each: 2, queued: true, long: true},
	{n: 2, k: 2, total: 2, each: 2, reselect: true}, {n: 2, k: 2, total: 3, each: 3, reselect: true},
	{n: 2, k: 2, total: 2, each: 1, reselect: true, queued: true, long: true},
	{n: 3, k: 1, total: 2, each: 2, long: true},
}

// instances calls each with the instances of a span.
func (x span) instances(each func(c Config, requests []int)) {
	var vectors func(so []int, left int)
	for _, q := range coteries(x.n, x.k) {
		c := Config{N: x.n, K: x.k, Write: q[0], Read: q[1], Reselect: x.reselect}
		vectors = func(so []int, left int) {
			if len(so) == x.n {
				if left == 0 {
					each(c, so)
				}
				return
			}
			for r := range min(left, x.each) + 1 {
				vectors(append(slices.Clone(so), r), left-r)
			}
		}
		vectors(nil, x.total)
	}
}

// shortest explores an instance, and returns the lengths of the shortest runs to states
// that are not as required.
func shortest(t *testing.T, c Config, o explore.Options, requires ...explore.Requirement[State, Message]) (map[string]int, int64) {
	t.Helper()
	p := protocol(t, c)
	p.Requires = requires
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	o.Full, o.Asymmetric, o.MaxStates, o.Check = true, true, 3_000_000, []explore.Property{}
	for _, r := range requires {
		o.Check = append(o.Check, r.Name)
	}
	result, err := explore.Run(t.Context(), m, o)
	if err != nil || result.Stopped != "" {
		t.Fatal(err, result.Stopped)
	}
	found := map[string]int{}
	for _, r := range result.Properties {
		if r.Verdict == verdict.Violated {
			found[string(r.Property)] = len(r.Trace.Steps)
		}
	}
	return found, result.States
}

func (x span) options(requests []int) explore.Options {
	o := explore.Options{Requests: requests, Queued: x.queued}
	if x.integer {
		o.Clock = explore.Integer
	}
	return o
}

// leads reports whether a node is the leader of a group: once its SUCCESS has come, and
// in its exit section only if that is said to count.
func leads(s State, inExit bool) bool { return s.Leader && (s.Section == CS || inExit) }

// atMostK is what the proof of theorem 1 counts.
func atMostK(k int) explore.Requirement[State, Message] {
	return explore.Always("at-most-k-leaders", func(v explore.View[State, Message]) string {
		count := 0
		for _, s := range v.Locals {
			if leads(s, true) {
				count++
			}
		}
		if count > k {
			return fmt.Sprintf("%d nodes lead a group, and %d may", count, k)
		}
		return ""
	})
}

// oneEach is lemma 2.
func oneEach(name explore.Property, inExit bool) explore.Requirement[State, Message] {
	return explore.Always(name, func(v explore.View[State, Message]) string {
		var led explore.Set
		for _, s := range v.Locals {
			if !leads(s, inExit) {
				continue
			}
			if led.Has(int(s.Resource)) {
				return fmt.Sprintf("resource %d has two leaders", s.Resource)
			}
			led = led.With(int(s.Resource))
		}
		return ""
	})
}

// singleton is what section 3 says of GRANTEE.
func singleton() explore.Requirement[State, Message] {
	return explore.Always("grantee-is-a-singleton", func(v explore.View[State, Message]) string {
		for p, s := range v.Locals {
			if n, _ := s.grantees(); n > 1 {
				return fmt.Sprintf("GRANTEE of node %d has %d requests", p+1, n)
			}
		}
		return ""
	})
}

func requirements(k int) []explore.Requirement[State, Message] {
	return []explore.Requirement[State, Message]{
		atMostK(k), oneEach("one-leader-inside", false), oneEach("one-leader", true), singleton(),
	}
}

// What lemma 2, the proof of theorem 1 and section 3 say of leaders and of GRANTEE, on
// the printed text.
func TestLeaders(t *testing.T) {
	for _, x := range swept {
		t.Run(fmt.Sprintf("%+v", x), func(t *testing.T) {
			if x.long {
				slow.Only(t, "seconds to minutes")
			}
			want := 0 // steps to two leaders of a resource, one of them in its exit section
			if x.k == 2 && x.reselect && x.queued {
				want = 20
			}
			count, least := 0, 0
			var states int64
			x.instances(func(c Config, requests []int) {
				found, n := shortest(t, with(c, "printed"), x.options(requests), requirements(x.k)...)
				count++
				states += n
				if steps := found["one-leader"]; steps > 0 && (least == 0 || steps < least) {
					least = steps
				}
				delete(found, "one-leader")
				if len(found) > 0 {
					t.Errorf("%v %v, requests %v: %v", c.Write, c.Read, requests, found)
				}
			})
			if least != want {
				t.Errorf("two leaders after %d steps, want %d", least, want)
			}
			t.Logf("%d instances, %d states", count, states)
		})
	}
}

// Where they are otherwise.
func TestLeadersOtherwise(t *testing.T) {
	for _, c := range []struct {
		reason string
		Config
		requests []int
		want     map[string]int
	}{
		{"NOTICE from oneself takes the quorum from a leader", with(overlapping, "printed"), []int{1, 1, 0}, map[string]int{"at-most-k-leaders": 15}},
		{"each node is asked once", with(overlapping, "ask-once"), []int{1, 1, 0}, nil},
		{"a leader that waits for its follower, which leads itself", with(reselecting(three2), "printed"), []int{1, 0, 1}, map[string]int{"one-leader": 14}},
		{"every RELEASE has the front of QUEUE granted", with(three, "grant-always"), []int{1, 1, 1},
			map[string]int{"grantee-is-a-singleton": 7, "at-most-k-leaders": 10, "one-leader": 11}},
	} {
		t.Run(c.reason, func(t *testing.T) {
			all := requirements(c.K)
			if c.want != nil && !slow.Tests() { // the search ends when it has found what it looks for
				all = slices.DeleteFunc(all, func(r explore.Requirement[State, Message]) bool { return c.want[string(r.Name)] == 0 })
			}
			found, _ := shortest(t, c.Config, explore.Options{Requests: c.requests}, all...)
			if diff := cmp.Diff(c.want, found, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("expected (-), found (+):\n%s", diff)
			}
		})
	}
}
