package kakugawa

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/protocols/internal/peers"
)

func TestNewErrors(t *testing.T) {
	for _, c := range []struct {
		Config
		want string
	}{
		{Config{N: 0, K: 1, Quorums: one1}, "0 processes"},
		{Config{N: explore.MaxProcesses + 1, K: 1, Quorums: one1}, "17 processes"},
		{Config{N: 2, K: 0, Quorums: one1}, "k is 0"},
		{Config{N: 2, K: 1}, "number of quorums is 0"},
		{Config{N: 2, K: 1, Quorums: []explore.Set{1, 0}}, "quorum 2 is empty"},
		{Config{N: 2, K: 1, Quorums: sets([]int{1, 3})}, "{1,3}, has a member"},
		{Config{N: 2, K: 1, Quorums: one1, Variant: "Printed"}, `variant "Printed"`},
	} {
		if _, err := New(c.Config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one about %s", c.Config, err, c.want)
		}
	}
}

func TestVariants(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range Algorithm().Variants {
		if seen[v.Name] || v.Summary == "" {
			t.Errorf("variant %+v: named twice, or without a line", v)
		}
		seen[v.Name] = true
		if _, err := New(Config{N: 2, K: 1, Quorums: one1, Variant: v.Name}); err != nil {
			t.Error(err)
		}
	}
	if !seen["printed"] || !seen["repaired"] {
		t.Error("no variant printed, or none repaired")
	}
	named := search(t, protocol(t, Config{N: 3, K: 1, Quorums: one1, Variant: "repaired"}), explore.Options{})
	if unnamed := search(t, protocol(t, Config{N: 3, K: 1, Quorums: one1}), explore.Options{}); unnamed != named {
		t.Errorf("without a variant %+v, repaired %+v", unnamed, named)
	}
}

// asked returns whom each alternative of the only step of a kind asks.
func asked(steps []step) []explore.Set {
	var sent []explore.Set
	for _, s := range steps {
		var to explore.Set
		for _, o := range s.Send {
			if o.Msg.Kind == REQUEST {
				to = to.With(o.To)
			}
		}
		sent = append(sent, to)
	}
	return sent
}

// The quorum of the first choice, and of a retry, in the readings that settle
// it. In the retry, process 1 has asked {1,2}, holds the permission of 1, and has
// WAIT from 2.
func TestQuorumChoice(t *testing.T) {
	five := sets([]int{1, 2}, []int{2, 3, 4}, []int{1, 5}, []int{3, 5}, []int{1, 3, 4})
	last := State{Phase: Asking, Stamp: 1, K: explore.SetOf(0), Asked: explore.SetOf(0, 1), Unanswered: explore.SetOf(1)}
	for _, c := range []struct {
		name    string
		fixed   bool
		noRetry bool
		reading
		process      int
		first, retry []explore.Set
	}{
		{name: "K avoided, most", first: five, retry: sets([]int{3, 4})},
		{name: "T avoided, most", reading: reading{avoid: avoidWaiting}, first: five, retry: sets([]int{3, 5}, []int{3, 4})},
		{name: "T avoided, fewest", reading: reading{avoid: avoidWaiting, fewest: true}, first: five, retry: sets([]int{5})},
		{name: "K avoided, fewest", reading: reading{fewest: true}, first: five, retry: sets([]int{3, 5})},
		{name: "nothing avoided, most", reading: reading{avoid: avoidNone}, first: five, retry: sets([]int{3, 4})},
		{name: "nothing avoided, fewest", reading: reading{avoid: avoidNone, fewest: true}, first: five, retry: sets([]int{5})},
		{name: "asked again", reading: reading{askAgain: true}, first: five, retry: sets([]int{2, 3, 4})},
		{name: "until K is part of a quorum", reading: reading{untilWithin: true}, first: five, retry: sets([]int{3, 4})},
		{name: "no retry", noRetry: true, first: five, retry: nil},
		{name: "fixed", fixed: true, reading: reading{avoid: avoidWaiting}, process: 3, first: sets([]int{3, 5}), retry: sets([]int{3, 5})},
		{name: "fixed, from the start of the list", fixed: true, process: 4, first: sets([]int{1, 3, 4}), retry: sets([]int{3, 4})},
		{name: "fixed, the next", fixed: true, reading: reading{avoid: avoidWaiting}, process: 4, first: sets([]int{1, 3, 4}), retry: sets([]int{3, 4})},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := build(Config{N: 5, K: 1, Quorums: five, Fixed: c.fixed, NoRetry: c.noRetry}, c.reading)
			if got := asked(p.Actions(c.process, State{})); !cmp.Equal(got, c.first) {
				t.Errorf("asks %v first, want %v", got, c.first)
			}
			steps := p.Deliver(c.process, last, 1, Message{Kind: WAIT})
			if len(c.retry) == 0 {
				if len(steps) != 1 || steps[0].Name != stepWaitCounted {
					t.Errorf("%+v, want no retry", steps)
				}
				return
			}
			if got := asked(steps); !cmp.Equal(got, c.retry) {
				t.Errorf("asks %v on a retry, want %v", got, c.retry)
			}
		})
	}
}

// A literal end of the retrying: after the first retry, K inside a quorum is
// enough to end it.
func TestRetryWithinQuorum(t *testing.T) {
	c := Config{N: 6, K: 1, Quorums: sets([]int{1, 2}, []int{2, 3, 4}, []int{5, 6})}
	again := State{Phase: Asking, Stamp: 1, K: explore.SetOf(0), Asked: explore.SetOf(0, 1, 2, 3), T: explore.SetOf(1, 2), Unanswered: explore.SetOf(3)}
	for _, until := range []bool{false, true} {
		p := build(c, reading{untilWithin: until})
		got := asked(p.Deliver(0, again, 3, Message{Kind: WAIT}))
		want := sets([]int{5, 6})
		if until {
			want = []explore.Set{0}
		}
		if !cmp.Equal(got, want) {
			t.Errorf("until K is part of a quorum %v: asks %v, want %v", until, got, want)
		}
	}
}

func request(p int, stamp explore.Stamp) entry {
	return entry{Stamp: peers.Stamp(stamp), From: peers.Of(p)}
}

func TestQueue(t *testing.T) {
	var s roles.Noted
	room, asked := false, false
	for _, stamp := range []explore.Stamp{3, 1, 4, 1, 5, 9, 2, 6} {
		if s, room = s.Put(request(int(stamp), stamp)); !room {
			t.Fatal("no room")
		}
	}
	var r entry
	for _, want := range []explore.Stamp{1, 1, 2, 3, 4, 5, 6, 9, 0} {
		if s, r = s.Serve(); r.Stamp != peers.Stamp(want) {
			t.Errorf("request %v comes first, want %d", r.Stamp, want)
		}
	}
	if s != (roles.Noted{}) {
		t.Errorf("something is left: %+v", s)
	}
	for i := range MaxListed {
		s, room = s.Put(request(i, 1))
		if s, asked = s.Ask(roles.Query{For: request(i, 1), Of: request(i%2, 2)}); !room || !asked {
			t.Fatalf("no room for number %d", i)
		}
	}
	_, room = s.Put(request(0, 1))
	if _, asked = s.Ask(roles.Query{For: request(0, 1)}); room || asked {
		t.Error("room for more than MaxListed")
	}
	for i := 1; i < MaxListed; i += 2 {
		if of, ok := s.About(peers.Of(1)); !ok || of != request(1, 2) {
			t.Errorf("%+v, %v", of, ok)
		}
		if s, r = s.Answered(peers.Of(1)); r != request(i, 1) {
			t.Errorf("%+v, want the query for process %d", r, i)
		}
	}
	if _, ok := s.About(peers.Of(1)); ok {
		t.Errorf("one is too many")
	}
	s.Queue = [MaxListed]entry{}
	s, all, room := s.Settle(peers.Of(0), true)
	if got := roles.ToEach(all, 0); len(got) != MaxListed/2 || s.Asks() || !room {
		t.Errorf("%d queries are settled, want %d", len(got), MaxListed/2)
	}
	if s.Queue[MaxListed/2-1].From.None() || !s.Queue[MaxListed/2].From.None() {
		t.Errorf("%+v do not wait", s.Queue)
	}
}

func TestMessageString(t *testing.T) {
	for m, want := range map[Message]string{
		{Kind: REQUEST, Stamp: 3}: "REQUEST(3)",
		{Kind: OK}:                "OK",
		{Kind: WAIT}:              "WAIT",
		{Kind: RELEASE}:           "RELEASE",
		{Kind: QUERY}:             "QUERY",
		{Kind: ANSWER_RELEASE}:    "ANSWER_RELEASE",
		{Kind: ANSWER_NO}:         "ANSWER_NO",
	} {
		if got := m.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// An answer to no QUERY is not defined.
func TestUndefined(t *testing.T) {
	p := protocol(t, Config{N: 2, K: 1, Quorums: pair, Variant: "printed"})
	for _, kind := range []Kind{ANSWER_RELEASE, ANSWER_NO} {
		steps := p.Deliver(0, p.Init(0), 1, Message{Kind: kind})
		if len(steps) != 1 || !strings.Contains(steps[0].Undefined, "came without a QUERY that it answers") {
			t.Errorf("%s: %+v", kind, steps)
		}
	}
}
