package kakugawa

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// Sentences of the text about messages and permissions, which are no properties of
// every protocol.

// smallCoteries are all k-coteries on up to 3 nodes, up to the names of the nodes.
var smallCoteries = []Config{
	{N: 1, K: 1, Quorums: one1},
	{N: 2, K: 1, Quorums: one1}, {N: 2, K: 1, Quorums: pair}, {N: 2, K: 2, Quorums: singles},
	{N: 3, K: 1, Quorums: one1}, {N: 3, K: 1, Quorums: pair}, {N: 3, K: 1, Quorums: triple},
	{N: 3, K: 1, Quorums: path}, {N: 3, K: 1, Quorums: majority3},
	{N: 3, K: 2, Quorums: singles}, {N: 3, K: 2, Quorums: uneven},
	{N: 3, K: 3, Quorums: sets([]int{1}, []int{2}, []int{3})},
}

var path = sets([]int{1, 2}, []int{1, 3})

// inVariant returns them in a variant; with several quorums of three nodes, process i
// begins with the quorum of its number.
func inVariant(name string) []Config {
	var all []Config
	for _, c := range smallCoteries {
		c.Variant, c.Fixed = name, c.N == 3 && len(c.Quorums) > 1
		all = append(all, c)
	}
	return all
}

// decide returns how long a shortest run is that violates the property, 0 when it
// holds.
func decide(t *testing.T, p explore.Protocol[State, Message], property explore.Property, o explore.Options) int {
	t.Helper()
	o.Check = []explore.Property{property}
	r := run(t, p, o)
	pr := r.Properties[0]
	switch pr.Verdict {
	case verdict.Holds:
		return 0
	case verdict.Violated:
		return len(pr.Trace.Steps)
	}
	t.Fatalf("%s: %v (%s)", property, pr.Verdict, pr.Detail)
	return 0
}

// onceEach returns the protocol in which a step that sends REQUEST to a process that has
// one for the same wish is not defined, and nothing else is.
func onceEach(p explore.Protocol[State, Message]) explore.Protocol[State, Message] {
	deliver := p.Deliver
	p.Deliver = func(i int, s State, from int, m Message) []step {
		var taken []step
		for _, x := range deliver(i, s, from, m) {
			if x.Undefined != "" {
				continue
			}
			for _, o := range x.Send {
				if o.Msg.Kind == REQUEST && s.Asked.Has(o.To) {
					x = undefined(x.Name, "a second REQUEST goes to the same process")[0]
					break
				}
			}
			taken = append(taken, x)
		}
		return taken
	}
	return p
}

// Section 3.2.2 has REQUEST go to Q'-K, "i.e., at most once to each process". As a
// set, Q'-K is all of Q', with those that answered WAIT.
func TestRequestAtMostOnce(t *testing.T) {
	for _, c := range inVariant("printed") {
		if n := decide(t, onceEach(protocol(t, c)), explore.WellDefined, explore.Options{}); n != 0 {
			t.Errorf("printed, %d processes, k=%d, %v: %d steps", c.N, c.K, c.Quorums, n)
		}
	}
	for _, c := range smallCoteries {
		c.Variant = "ask-again"
		want := 0
		if c.N == 3 && c.K == 1 && len(c.Quorums) > 1 {
			want = 4
		} else if c.N == 3 && len(c.Quorums) > 1 {
			c.Fixed = true
		}
		if n := decide(t, onceEach(protocol(t, c)), explore.WellDefined, explore.Options{}); n != want {
			t.Errorf("ask-again, %d processes, k=%d, %v: %d steps, want %d", c.N, c.K, c.Quorums, n, want)
		}
	}
}

// given returns the processes that have the permission of m, or have it on its way.
func given(v explore.View[State, Message], m int) (to explore.Set) {
	for p, s := range v.Locals {
		if s.K.Has(m) || has(v.Channel(m, p), OK) > 0 {
			to = to.With(p)
		}
	}
	return to
}

// has counts the messages of a kind.
func has(channel []Message, kind Kind) (n int) {
	for _, m := range channel {
		if m.Kind == kind {
			n++
		}
	}
	return n
}

const onePermission explore.Property = "one-permission"

// givenOnce returns the protocol with the requirement that no process gives its
// permission to two.
func givenOnce(p explore.Protocol[State, Message]) explore.Protocol[State, Message] {
	p.Requires = append(p.Requires, explore.Always(onePermission, func(v explore.View[State, Message]) string {
		for m := range v.Locals {
			if to := given(v, m); to.Len() > 1 {
				return fmt.Sprintf("processes %s have the permission of process %d", to, m+1)
			}
		}
		return ""
	}))
	return p
}

// The proof of Theorem 1: a process gives its permission to one process at a time.
func TestPermissionToOneAtATime(t *testing.T) {
	for i, c := range inVariant("printed") {
		want := givenTwice[i]
		if n := decide(t, givenOnce(protocol(t, c)), onePermission, explore.Options{}); n != want {
			t.Errorf("printed, %d processes, k=%d, %v: %d steps, want %d", c.N, c.K, c.Quorums, n, want)
		}
	}
}

// givenTwice has the lengths of the shortest runs, for smallCoteries.
var givenTwice = [...]int{0, 0, 0, 0, 10, 10, 0, 13, 14, 0, 0, 0}

const comesBack explore.Property = "comes-back"

// refusedComesBack returns the protocol with the requirement that a permission which a
// process in the critical section refuses to give back comes back all the same.
func refusedComesBack(p explore.Protocol[State, Message], member, holder int) explore.Protocol[State, Message] {
	p.Requires = append(p.Requires, explore.LeadsTo(comesBack,
		func(v explore.View[State, Message]) bool { return has(v.Channel(holder, member), ANSWER_NO) > 0 },
		func(v explore.View[State, Message]) bool {
			return v.Locals[member].Holder.From != explore.ProcessOf(holder)
		}))
	return p
}

// Section 3.2.2: the permission comes back in finite time, since the process that has
// it leaves in finite time.
func TestRefusedPermissionComesBack(t *testing.T) {
	for _, name := range []string{"printed", "repaired"} {
		for _, c := range inVariant(name) {
			if c.Fixed {
				continue // takes long
			}
			for holder := range c.N {
				for member := range c.N {
					if holder == member || member > 0 && !slow.Tests() {
						continue // the other members of the quorums are alike, and those of none give nothing
					}
					if n := decide(t, refusedComesBack(protocol(t, c), member, holder), comesBack, explore.Options{}); n != 0 {
						t.Errorf("%s, %d processes, k=%d, %v, from %d to %d: %d steps", name, c.N, c.K, c.Quorums, holder+1, member+1, n)
					}
				}
			}
		}
	}
}

// Section 3: without asking permissions back there may be a deadlock.
var straightforwardClaims = []claim{
	{
		Config{Variant: "straightforward", N: 2, K: 1, Quorums: one1}, explore.Options{},
		found{26, 37, 7, findings{}},
		"one permission is enough",
	},
	{
		Config{Variant: "straightforward", N: 2, K: 1, Quorums: pair}, explore.Options{},
		found{52, 70, 10, findings{deadlock: 6}},
		"each has its own permission and waits for the other's",
	},
	{
		Config{Variant: "straightforward", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{8736, 21087, 25, findings{defined: 12, deadlock: 15}},
		"each has its own permission and waits for another's; " + unasked,
	},
}

func TestStraightforwardWay(t *testing.T) { check(t, straightforwardClaims) }

// The invariant of the repaired algorithm (see the package comment): what is wrong with
// a state, or the empty string.
func broken(v explore.View[State, Message]) string {
	for m, s := range v.Locals {
		for p, r := range v.Locals {
			to, from := v.Channel(m, p), v.Channel(p, m)
			// The permission is at one place, with the process that is noted.
			places := has(to, OK) + has(from, RELEASE) + has(from, ANSWER_RELEASE)
			if r.K.Has(m) {
				places++
			}
			noted := s.Holder.From == explore.ProcessOf(p)
			if want := count(noted); places != want {
				return fmt.Sprintf("the permission of %d is at %d places with %d", m+1, places, p+1)
			}
			// Each request is noted once.
			requests := has(from, REQUEST) + count(noted)
			for _, q := range s.Queue {
				requests += count(q.From == explore.ProcessOf(p))
			}
			for _, q := range s.Queries {
				requests += count(q.For.From == explore.ProcessOf(p))
			}
			open := r.Phase == Asking && r.Asked.Has(m) || r.Phase == Inside && (r.K|r.T).Has(m) || r.Phase == Exiting && r.W.Has(m)
			if want := count(open) + has(from, RELEASE); requests != want {
				return fmt.Sprintf("%d requests of %d are with %d, not %d", requests, p+1, m+1, want)
			}
			// A QUERY is on its way until it is answered, unless it is left without an answer inside.
			queries := 0
			for _, q := range s.Queries {
				if q.For.From != 0 && q.Of.From == explore.ProcessOf(p) {
					queries++
					if q.Of != s.Holder || q.For.Stamp >= q.Of.Stamp {
						return fmt.Sprintf("%d asks %d without a reason", m+1, p+1)
					}
				}
			}
			if queries > 0 && r.Phase != Inside && has(to, QUERY)+has(from, ANSWER_NO)+has(from, ANSWER_RELEASE)+has(from, RELEASE) == 0 {
				return fmt.Sprintf("%d waits for an answer of %d that does not come", m+1, p+1)
			}
			// Who has the permission and is not to keep it has been asked.
			if noted && s.Queue[0].From != 0 && s.Queue[0].Stamp < s.Holder.Stamp && r.Phase != Inside && has(from, RELEASE) == 0 {
				return fmt.Sprintf("an earlier request than that of %d is in the queue of %d", p+1, m+1)
			}
		}
		if s.Holder.From == 0 && (s.Queue[0].From != 0 || s.Queries[0].For.From != 0) {
			return fmt.Sprintf("%d has its permission, and a request waits", m+1)
		}
	}
	return ""
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

const invariant explore.Property = "invariant"

// The invariant from which the repaired algorithm is safe and free of deadlock.
func TestInvariantOfRepaired(t *testing.T) {
	type trial struct {
		Config
		explore.Options
	}
	var trials []trial
	for _, c := range inVariant("repaired") {
		trials = append(trials, trial{c, explore.Options{}})
		if c.N < 3 {
			trials = append(trials, trial{c, explore.Options{Requests: instance.Each(c.N, explore.Unbounded)}}, trial{c, explore.Options{Queued: true}})
		}
	}
	trials = append(trials,
		trial{Config{N: 3, K: 1, Quorums: one1}, explore.Options{Requests: instance.Each(3, explore.Unbounded)}},
		trial{Config{N: 3, K: 1, Quorums: one1, NoAnswerNo: true}, explore.Options{Requests: instance.Each(3, explore.Unbounded)}},
		trial{Config{N: 3, K: 1, Quorums: pair}, explore.Options{Requests: instance.Each(3, explore.Unbounded)}},
		trial{Config{N: 4, K: 1, Quorums: pair}, explore.Options{Requests: requests(0, 1, 1, 1)}},
		trial{Config{N: 3, K: 1, Quorums: one1}, explore.Options{Queued: true}},
	)
	for _, x := range trials {
		p := protocol(t, x.Config)
		p.Requires = append(p.Requires, explore.Always(invariant, broken))
		o := x.Options
		o.Check = []explore.Property{invariant}
		r := run(t, p, o)
		pr := r.Properties[0]
		if pr.Verdict != verdict.Holds {
			t.Errorf("%d processes, k=%d, %v, %v: %v, %s", x.N, x.K, x.Quorums, x.Requests, pr.Verdict, pr.Detail)
			if pr.Trace != nil {
				for _, s := range pr.Trace.Steps {
					t.Logf("p%d from %d: %s", s.Process+1, s.From+1, s.Name)
				}
			}
		}
	}
}

// The invariant fails for every variant that lacks a change.
func TestInvariantSeesWhatIsLacking(t *testing.T) {
	for _, c := range []struct {
		Config
		requests []int
	}{
		{Config{Variant: "without-w-all", N: 2, K: 2, Quorums: singles}, nil},
		{Config{Variant: "with-release-any", N: 2, K: 2, Quorums: singles}, nil},
		{Config{Variant: "without-query-ignored", N: 3, K: 1, Quorums: one1}, instance.Each(3, 2)},
		{Config{Variant: "with-query-refused", N: 3, K: 1, Quorums: one1}, instance.Each(3, 2)},
		{Config{Variant: "without-settling", N: 3, K: 1, Quorums: one1}, nil},
		{Config{Variant: "without-earliest-first", N: 4, K: 1, Quorums: pair}, requests(0, 1, 1, 1)},
	} {
		p := protocol(t, c.Config)
		p.Requires = append(p.Requires, explore.Always(invariant, broken))
		n := decide(t, p, invariant, explore.Options{Requests: c.requests})
		if n == 0 {
			t.Errorf("%s: the invariant holds", c.Variant)
		}
	}
}

// Section 3.4: without retrying an entry takes 6|Q| messages at most. That is true if
// a permission that is given again counts for the request that it was taken back for.
func TestMessagesOfPermissionsGivenAgain(t *testing.T) {
	for _, c := range []struct {
		Config
		requests        []int
		process         int
		byName, byCause int
	}{
		{Config{N: 3, K: 1, Quorums: one1}, instance.Each(3, 1), 3, 6, 6},
		{Config{N: 3, K: 1, Quorums: pair}, instance.Each(3, 1), 1, 10, 10},
		{Config{N: 3, K: 1, Quorums: pair}, instance.Each(3, 1), 3, 12, 12},
		{Config{N: 4, K: 1, Quorums: pair}, requests(0, 1, 1, 1), 4, 14, 12},
	} {
		c.Variant, c.NoRetry = "printed", true
		for way, want := range map[measure.Way]int{measure.ByName: c.byName, measure.ByCause: c.byCause} {
			r, err := measure.Of(protocol(t, c.Config), MessageRule().Rule).Messages(t.Context(), c.process-1, way, explore.Options{Requests: c.requests, Workers: 2})
			if err != nil || r.Stopped != "" {
				t.Fatal(err, r.Stopped)
			}
			if r.Most != want {
				t.Errorf("%d processes, %v, process %d, %s: %d messages at most, want %d", c.N, c.Quorums, c.process, way, r.Most, want)
			}
		}
	}
}
