package baldoni

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// families returns all request sets of n processes in which each process has itself
// and every m+1 (or all, if there are fewer) have a common member. Of those that
// differ only in the numbers of the first alike processes, one is there.
func families(n, m, alike int) [][]explore.Set {
	var all [][]explore.Set
	seen := map[string]bool{}
	for code := range uint(1) << (n * (n - 1)) {
		sets := make([]explore.Set, n)
		for i := range sets {
			others := code >> (i * (n - 1)) & (1<<(n-1) - 1)
			low := others & (1<<i - 1)
			sets[i] = explore.Set(low | 1<<i | (others&^low)<<1)
		}
		if !common(sets, min(n, m+1)) || seen[fmt.Sprint(sets)] {
			continue
		}
		all = append(all, sets)
		for _, order := range orders(alike) {
			seen[fmt.Sprint(renamed(sets, order))] = true
		}
	}
	return all
}

// common reports whether any so many of the sets have a common member.
func common(sets []explore.Set, count int) bool {
	for chosen := range 1 << len(sets) {
		shared, size := explore.All(len(sets)), 0
		for i, set := range sets {
			if chosen>>i&1 != 0 {
				shared &= set
				size++
			}
		}
		if size == count && shared == 0 {
			return false
		}
	}
	return true
}

// orders returns all orders of so many numbers.
func orders(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var all [][]int
	for _, order := range orders(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(order), at, n-1))
		}
	}
	return all
}

// renamed returns the sets with process i named order[i], as long as there is one.
func renamed(sets []explore.Set, order []int) []explore.Set {
	name := func(i int) int {
		if i < len(order) {
			return order[i]
		}
		return i
	}
	all := make([]explore.Set, len(sets))
	for i, set := range sets {
		for _, member := range set.Members() {
			all[name(i)] = all[name(i)].With(name(member))
		}
	}
	return all
}

// A sweep is one form of the algorithm on many instances.
type sweep struct {
	reason   string
	variant  string
	n, m     int
	units    []int // nil for one each; 0 for any number
	requests []int
	integer  bool
	queued   bool
	long     bool
	only     func([]explore.Set) bool                         // if not nil, which request sets
	always   func(Config) explore.Requirement[State, Message] // if not nil, it must hold
	also     func(Config) explore.Requirement[State, Message] // if not nil, so must this
	change   func(Config, *explore.Protocol[State, Message])  // if not nil, what is different
}

// run searches every instance, and returns how many there are and the shortest
// violation of each property, "steps: request sets".
func (s sweep) run(t *testing.T) (instances int, violated map[string]string) {
	t.Helper()
	alike := s.n
	if s.integer { // ties are broken by number
		alike = 0
	}
	for alike > 0 && s.requests != nil && s.requests[alike-1] != s.requests[0] {
		alike--
	}
	if s.units != nil && slices.Max(s.units) != slices.Min(s.units) {
		alike = 0
	}
	least, violated := map[string]int{}, map[string]string{}
	for _, sets := range families(s.n, s.m, alike) {
		if s.only != nil && !s.only(sets) {
			continue
		}
		c := Config{N: s.n, M: s.m, Units: s.units, Requests: sets, Variant: s.variant}
		p := build(t, c)
		if s.change != nil {
			s.change(c, &p)
		}
		if s.always != nil {
			p.Requires = append(p.Requires, s.always(c))
		}
		if s.also != nil {
			p.Requires = append(p.Requires, s.also(c))
		}
		model, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		o := explore.Options{Requests: s.requests, Queued: s.queued, Full: true, MaxStates: 3_000_000}
		if s.integer {
			o.Clock = explore.Integer
		}
		r, err := explore.Run(context.Background(), model, o)
		if err != nil || r.Stopped != "" {
			t.Fatalf("%v: %v %s", sets, err, r.Stopped)
		}
		instances++
		for _, property := range r.Properties {
			name := string(property.Property)
			if property.Verdict != verdict.Violated {
				continue
			}
			if steps := len(property.Trace.Steps); least[name] == 0 || steps < least[name] {
				least[name] = steps
				violated[name] = fmt.Sprintf("%d: %s", steps, strings.Trim(fmt.Sprint(sets), "[]"))
			}
		}
	}
	return instances, violated
}

// name names the test of a sweep.
func (s sweep) name() string {
	clock, own := "causal", "calls"
	if s.integer {
		clock = "integer"
	}
	if s.queued {
		own = "queued"
	}
	return fmt.Sprintf("%s,n=%d,m=%d,units=%v,requests=%v,%s,%s", s.variant, s.n, s.m, s.units, s.requests, clock, own)
}

// check runs the sweep and compares.
func (s sweep) check(t *testing.T, instances int, want map[string]string) {
	t.Run(s.name(), func(t *testing.T) {
		if s.long {
			slow.Only(t, "seconds to minutes")
		}
		got, violated := s.run(t)
		if want == nil {
			want = map[string]string{}
		}
		if diff := cmp.Diff(want, violated); diff != "" || got != instances {
			t.Errorf("%s: %d instances, want %d; expected (-), found (+):\n%s", s.reason, got, instances, diff)
		}
	})
}

// onePlace is the invariant of the repair. An arbiter has the request of a process
// in Λ if and only if its permission is in one place: in a GRANT that is on its way,
// held by the process, or in a YIELD or RELEASE that is on its way back; it never
// is in two. And what is in Λ is for M resources at most.
func onePlace(c Config) explore.Requirement[State, Message] {
	return explore.Always("one-place", func(v explore.View[State, Message]) string {
		for y, arbiter := range v.Locals {
			used := 0
			for _, p := range arbiter.Lambda.Members() {
				used += int(arbiter.Asked[p])
			}
			if used > c.M {
				return fmt.Sprintf("process %d has granted %d of %d resources", y+1, used, c.M)
			}
			for l, s := range v.Locals {
				places := 0
				for _, m := range v.Channel(y, l) {
					if m.Kind == GRANT {
						places++
					}
				}
				for _, m := range v.Channel(l, y) {
					if m.Kind == YIELD || m.Kind == RELEASE {
						places++
					}
				}
				if s.Granted.Has(y) {
					places++
					if s.Units != arbiter.Asked[l] {
						return fmt.Sprintf("process %d uses %d resources, and %d has noted %d", l+1, s.Units, y+1, arbiter.Asked[l])
					}
				}
				want := 0
				if arbiter.Lambda.Has(l) {
					want = 1
				}
				if places != want {
					return fmt.Sprintf("the permission of process %d for %d is in %d places, not %d", y+1, l+1, places, want)
				}
			}
		}
		return ""
	})
}

// found is what a sweep finds, in the order safety, well-defined, deadlock-freedom.
func found(safety, wellDefined, deadlock string) map[string]string {
	all := map[string]string{"safety": safety, "well-defined": wellDefined, "deadlock-freedom": deadlock}
	for property, steps := range all {
		if steps == "" {
			delete(all, property)
		}
	}
	return all
}

// TestTwoProcesses: all request sets of two processes that meet, and all numbers of
// resources. Only if messages to oneself take time does anything fail.
func TestTwoProcesses(t *testing.T) {
	holds := found("", "", "")
	unbounded, twice, thrice, anyNumber := []int{explore.Unbounded, explore.Unbounded}, []int{2, 2}, []int{3, 3}, []int{0, 0}
	for _, c := range []struct {
		sweep
		instances int
		want      map[string]string
	}{
		{sweep{variant: "printed", n: 2, m: 1, requests: unbounded}, 2, holds},
		{sweep{variant: "printed", n: 2, m: 1, requests: thrice, integer: true}, 3, holds},
		{sweep{variant: "printed", n: 2, m: 2, units: anyNumber, requests: unbounded}, 2, holds},
		{sweep{variant: "printed", n: 2, m: 2, units: anyNumber, requests: thrice, integer: true}, 3, holds},
		{sweep{variant: "printed", n: 2, m: 1, queued: true}, 2, found("8: {1,2} {2}", "11: {1,2} {2}", "")},
		{sweep{variant: "printed", n: 2, m: 1, queued: true, integer: true}, 3, found("8: {1,2} {2}", "11: {1,2} {2}", "")},
		{sweep{variant: "printed", n: 2, m: 1, requests: twice, queued: true}, 2, found("8: {1,2} {2}", "9: {1,2} {2}", "")},
		{sweep{variant: "printed", n: 2, m: 1, requests: twice, queued: true, integer: true}, 3, found("8: {1,2} {2}", "9: {1,2} {2}", "")},
		{sweep{variant: "printed", n: 2, m: 1, requests: thrice, queued: true}, 2, found("8: {1,2} {2}", "9: {1,2} {2}", "28: {1,2} {1,2}")},
		{sweep{variant: "printed", n: 2, m: 2, units: anyNumber, queued: true}, 2, found("8: {1,2} {2}", "6: {1,2} {2}", "")},
		{sweep{variant: "printed", n: 2, m: 2, units: anyNumber, requests: twice, queued: true}, 2, found("8: {1,2} {2}", "6: {1,2} {2}", "")},
	} {
		c.check(t, c.instances, c.want)
	}
}

// TestThreeProcesses: with M = 1 and messages to oneself handled at once, three requests
// of three processes are safe on all request sets with (iii), and four are not. With
// M = 2, one request each is enough for a deadlock, unless two of them need both
// resources. Of condition (c) see TestConditionsBAndC.
func TestThreeProcesses(t *testing.T) {
	for _, c := range []struct {
		sweep
		instances int
		want      map[string]string
	}{
		{sweep{variant: "printed", n: 3, m: 1, always: queuedIsFalse}, 10, found("", "", "")},
		{sweep{variant: "printed", n: 3, m: 1, requests: []int{0, 1, 2}, always: queuedIsFalse}, 39, found("", "11: {1} {1,2} {1,3}", "")},
		{sweep{variant: "printed", n: 3, m: 1, requests: []int{0, 1, 3}}, 39, found("", "11: {1} {1,2} {1,3}", "")},
		{sweep{variant: "printed", n: 3, m: 1, requests: []int{1, 1, 2}}, 22, found("", "11: {1} {1,2} {1,3}", "")},
		{sweep{variant: "printed", n: 3, m: 1, requests: []int{0, 2, 2}, always: queuedIsFalse}, 39,
			with(found("18: {1} {1,2} {1,3}", "11: {1} {1,2} {1,3}", ""), "condition-c", "17: {1} {1,2} {1,3}")},
		{sweep{variant: "printed", n: 3, m: 1, requests: []int{2, 2, 2}, integer: true, always: queuedIsFalse, long: true}, 39,
			with(found("18: {1,3} {2,3} {3}", "11: {1,3} {2,3} {3}", ""), "condition-c", "17: {1,3} {2,3} {3}")},
		{sweep{variant: "printed", n: 3, m: 2, always: queuedIsFalse}, 9, found("", "", "7: {1,3} {1,2,3} {1,3}")},
		{sweep{variant: "printed", n: 3, m: 2, integer: true}, 37, found("", "", "7: {1,2,3} {2,3} {2,3}")},
		{sweep{variant: "printed", n: 3, m: 2, units: []int{2, 1, 1}}, 37, found("", "", "7: {1,2,3} {2,3} {2,3}")},
		{sweep{variant: "printed", n: 3, m: 2, units: []int{2, 2, 1}}, 37, found("", "", "")},
		{sweep{variant: "printed", n: 3, m: 1, queued: true, always: queuedIsFalse, long: true}, 10,
			with(found("8: {1,3} {2,3} {3}", "11: {1,3} {2,3} {3}", "9: {1,2} {1,2} {1,3}"), "condition-c", "5: {1,3} {2,3} {3}")},
		{sweep{variant: "printed", n: 3, m: 1, queued: true, integer: true, long: true}, 39, found("8: {1,3} {2,3} {3}", "11: {1,3} {2,3} {3}", "9: {1,3} {2,3} {2,3}")},
	} {
		c.check(t, c.instances, c.want)
	}
}

// TestRepairSwept: the repaired algorithm and its invariant, on all request sets
// that are named. If messages to oneself take time, it is asks-itself.
func TestRepairSwept(t *testing.T) {
	anyNumber := []int{0, 0, 0}
	unbounded := []int{explore.Unbounded, explore.Unbounded, explore.Unbounded}
	for _, c := range []struct {
		sweep
		instances int
	}{
		{sweep{variant: "repaired", n: 2, m: 1, requests: unbounded[:2]}, 2},
		{sweep{variant: "repaired", n: 2, m: 2, units: anyNumber[:2], requests: unbounded[:2]}, 2},
		{sweep{variant: "repaired", n: 2, m: 3, units: anyNumber[:2], requests: unbounded[:2]}, 2},
		{sweep{variant: "repaired", n: 3, m: 1}, 10},
		{sweep{variant: "repaired", n: 3, m: 1, integer: true}, 39},
		{sweep{variant: "repaired", n: 3, m: 1, requests: []int{2, 2, 2}, also: queuedIsFalse, long: true}, 10},
		{sweep{variant: "repaired", n: 3, m: 1, requests: unbounded}, 10},
		{sweep{variant: "repaired", n: 3, m: 2, units: anyNumber, also: queuedIsFalse}, 9},
		{sweep{variant: "repaired", n: 3, m: 2, requests: []int{2, 1, 1}, long: true}, 37},
		{sweep{variant: "repaired", n: 4, m: 1, requests: []int{1, 1, 1, 0}, long: true}, 400},
		{sweep{variant: "asks-itself", n: 2, m: 1, requests: unbounded[:2], queued: true}, 2},
		{sweep{variant: "asks-itself", n: 2, m: 2, units: anyNumber[:2], requests: []int{2, 2}, queued: true}, 2},
		{sweep{variant: "asks-itself", n: 3, m: 1, queued: true, long: true}, 10},
		{sweep{variant: "asks-itself", n: 3, m: 2, units: anyNumber, requests: []int{0, 1, 1}, queued: true, long: true}, 37},
	} {
		c.always = onePlace
		c.check(t, c.instances, nil)
	}
}

// TestRepairIsNeeded: the printed algorithm breaks the invariant after eight steps.
func TestRepairIsNeeded(t *testing.T) {
	s := sweep{variant: "printed", n: 3, m: 1, requests: []int{2, 2, 2}, always: onePlace, long: true}
	want := found("18: {1,3} {2,3} {3}", "11: {1,3} {2,3} {3}", "")
	want["one-place"] = "8: {1,3} {2,3} {3}"
	s.check(t, 10, want)
}
