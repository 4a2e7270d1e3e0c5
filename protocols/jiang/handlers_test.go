package jiang

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/variant"

	"github.com/google/go-cmp/cmp"
)

// in returns the algorithm of three nodes in a variant.
func in(t *testing.T, name string) *algorithm {
	t.Helper()
	r, err := variant.Find(forms(), name, "repaired")
	if err != nil {
		t.Fatal(err)
	}
	quorums := []explore.Set{explore.SetOf(0, 1), explore.SetOf(1, 2)}
	return &algorithm{Config: Config{N: 3, K: 1, Resources: 2, Write: quorums, Read: quorums}, reading: r}
}

// A handed is a message, handed to node 1 in a state that few or no runs reach.
type handed struct {
	reason, variant string
	s               State
	from            int
	m               Message
	want            State
	step            step // without its state
}

func (h handed) check(t *testing.T) {
	t.Helper()
	got := in(t, h.variant).deliver(0, h.s, h.from, h.m)
	if h.step.Next = h.want; h.step.Undefined != "" || h.step.Overflow != "" {
		h.step.Next = State{}
	}
	if diff := cmp.Diff([]step{h.step}, got); diff != "" {
		t.Errorf("%s (%s): want (-), got (+):\n%s", h.reason, h.variant, diff)
	}
}

// with returns a state after changes.
func (s State) with(change ...func(*State)) State {
	for _, c := range change {
		c(&s)
	}
	return s
}

// list puts requests into GRANTEE and QUEUE.
func list(all ...Request) func(*State) { return func(s *State) { copy(s.Requests[:], all) } }

func granted1(from int, stamp explore.Stamp) Request {
	return Request{From: explore.ProcessOf(from), Stamp: stamp, Resource: 1, Granted: true}
}

func queued1(from int, stamp explore.Stamp) Request {
	return Request{From: explore.ProcessOf(from), Stamp: stamp, Resource: 1, Queued: true}
}

func kept(u int, f Follower) func(*State) { return func(s *State) { s.Followers[u] = f } }

// A second R-GRANT goes back, from whichever node it is; one from the node of the first is no second.
func TestSecondRGrant(t *testing.T) {
	m := Message{Kind: RGRANT, Stamp: 3}
	for from := range 3 {
		back := step{Name: stepRGrantReturned, Send: []out{{To: from, Msg: Message{Kind: RRELEASE}}}}
		inside := State{Section: CS, Stamp: 3, Reference: explore.ProcessOf(1)}
		h := handed{"in CS", "printed", inside, from, m, inside, back}
		if from == 1 {
			h.step = step{Name: stepRGrantIgnored}
		}
		h.check(t)
		back.Send[0].Msg.Stamp = 3
		waits := State{Section: WS, Stamp: 3, Competing: true, Reference: explore.ProcessOf(1)}
		h = handed{"before the outcome of COMPETE", "repaired", waits, from, m, waits, back}
		if from == 1 {
			h.step = step{Name: stepRGrantKept}
		}
		h.check(t)
		first := waits
		first.Reference = explore.ProcessOf(from)
		waits.Reference = 0
		handed{"the first", "repaired", waits, from, m, first, step{Name: stepRGrantKept}}.check(t)
	}
}

func TestMessagesOfOtherRequests(t *testing.T) {
	asks, follows := State{Section: ES, Stamp: 3, Asked: explore.SetOf(0, 1)}, State{Section: CS, Stamp: 2}.with(kept(1, Follower{In: true, Stamp: 3}))
	for _, h := range []handed{
		{"GRANT of a later request", "printed", asks, 1, Message{Kind: GRANT, Stamp: 5}, asks, step{Name: stepGrantIgnored}},
		{"GRANT of an earlier request", "printed", asks, 1, Message{Kind: GRANT, Stamp: 2}, asks, step{Name: stepGrantIgnored}},
		{"R-RELEASE of a later request", "repaired", follows, 1, Message{Kind: RRELEASE, Stamp: 5}, follows, step{Name: stepRRelease}},
		{"R-RELEASE of an earlier request", "repaired", follows, 1, Message{Kind: RRELEASE, Stamp: 2}, follows, step{Name: stepRRelease}},
		{"FAIL of a request that is not known", "printed", State{}, 1, Message{Kind: FAIL, Stamp: 3}, State{}, step{Name: stepFail, Undefined: "a FAIL came for a request that is not known"}},
		{"NOTICE in WS", "printed", State{Section: WS, Stamp: 3, Asked: explore.SetOf(1), Grantor: explore.SetOf(1)}, 1, Message{Kind: NOTICE, Stamp: 3},
			State{Section: WS, Stamp: 3, Follows: true}, step{Name: stepNotice, Send: []out{{To: 1, Msg: Message{Kind: RELEASE, Stamp: 3}}}}},
	} {
		h.check(t)
	}
}

// A member: REQUEST and YIELD as the text and the readings have them, whatever the lists are.
func TestMember(t *testing.T) {
	request := func(stamp explore.Stamp) Message { return Message{Kind: REQUEST, Stamp: stamp, Resource: 1} }
	yield := Message{Kind: YIELD, Stamp: 7}
	grant := func(name string, to int, stamp explore.Stamp) step {
		return step{Name: name, Send: []out{{To: to, Msg: Message{Kind: GRANT, Stamp: stamp}}}}
	}
	registered := State{}.with(func(s *State) { s.Leaders[0] = explore.ProcessOf(1) })
	var fullList [MaxListed]Request
	for i := range fullList {
		fullList[i] = queued1(1, explore.Stamp(i+1))
	}
	fullList[0].Queued, fullList[0].Granted = false, true
	overtaken := State{}.with(list(queued1(2, 3), granted1(0, 10)))
	none := "a YIELD came for a request that is not in GRANTEE"
	gone := "the request that PREEMPT was sent for is no longer in QUEUE"
	preemptor := func(stamp explore.Stamp) func(*State) {
		return func(s *State) { s.Preempting, s.Preemptor = true, stamp }
	}
	for _, h := range []handed{
		{"a registration of the node itself is none", "own-is-none", registered, 1, request(3), registered.with(list(granted1(1, 3))), grant(stepRequestGranted, 1, 3)},
		{"two in GRANTEE", "printed", State{}.with(list(granted1(1, 3), granted1(2, 4))), 0, request(5), State{}, step{Name: stepRequestQueued, Undefined: "GRANTEE has more than one request"}},
		{"not of the highest priority in QUEUE", "printed", overtaken, 1, request(5), State{}.with(list(queued1(2, 3), queued1(1, 5), granted1(0, 10))), step{Name: stepRequestQueued}},
		{"a full list", "printed", State{}.with(list(fullList[:]...)), 0, request(20), State{}, step{Name: stepRequestQueued, Overflow: full}},
		{"YIELD of no request", "printed", State{}.with(list(granted1(1, 3))), 0, yield, State{}, step{Name: stepYield, Undefined: none}},
		{"YIELD of a request in QUEUE", "repaired", State{}.with(list(granted1(1, 3), queued1(0, 7))), 0, yield, State{}, step{Name: stepYield, Undefined: none}},
		{"the front is none of the first places", "repaired", State{}.with(list(granted1(1, 3), granted1(0, 7))), 0, yield, State{}.with(list(granted1(1, 3), granted1(0, 7))), grant(stepYield, 0, 7)},
		{"the preempting request is granted", "printed", State{}.with(list(granted1(1, 5), granted1(0, 7)), preemptor(5)), 0, yield, State{}, step{Name: stepYield, Undefined: gone}},
		{"an earlier one is in QUEUE", "printed", State{}.with(list(queued1(1, 3), granted1(0, 7)), preemptor(5)), 0, yield, State{}, step{Name: stepYield, Undefined: gone}},
		{"PREEMPT was sent for itself", "printed", State{}.with(list(granted1(0, 7)), preemptor(7)), 0, yield, State{}, step{Name: stepYield, Undefined: gone}},
		{"PREEMPT was sent for a later one", "printed", State{}.with(list(granted1(0, 7), queued1(1, 9)), preemptor(9)), 0, yield, State{}.with(list(queued1(0, 7), granted1(1, 9))), grant(stepYield, 1, 9)},
	} {
		h.check(t)
	}
	s := State{}.with(list(fullList[:]...))
	if s.remove(3); s.Requests[MaxListed-1] != (Request{}) || s.Requests[3] != fullList[4] {
		t.Errorf("%+v", s.Requests)
	}
	s = State{}.with(list(granted1(1, 3), queued1(1, 6)))
	for _, x := range []struct {
		node  int
		stamp explore.Stamp
		want  int
	}{{1, 3, 0}, {1, 6, 1}, {0, 3, -1}, {2, 3, -1}, {1, 2, -1}, {1, 4, -1}, {1, 7, -1}} {
		if got := s.find(x.node, x.stamp); got != x.want {
			t.Errorf("the request %d of node %d is at %d, want %d", x.stamp, x.node+1, got, x.want)
		}
	}
}

// In expelled, an R-RELEASE takes a node to NCS from every section, unless it leads or is
// followed by another; what it was there for goes on.
func TestExpelledFrom(t *testing.T) {
	m := Message{Kind: RRELEASE}
	other := kept(2, Follower{In: true})
	member := list(granted1(2, 4))
	for section, phase := range map[Section]explore.Phase{ES: explore.Waiting, WS: explore.Waiting, CS: explore.Inside} {
		s := State{Section: section, Stamp: 3, Resource: 2}.with(member, kept(1, Follower{In: true}))
		want := State{Expelled: phase, Resource: 2}.with(member)
		handed{"no follower is left", "expelled", s, 1, m, want, step{Name: stepRReleaseExpels}}.check(t)
		followed := s.with(other)
		handed{"a follower is left", "expelled", followed, 1, m, followed.with(kept(1, Follower{})), step{Name: stepRRelease}}.check(t)
		s.Leader = true
		handed{"the leader", "expelled", s, 1, m, s.with(kept(1, Follower{})), step{Name: stepRRelease}}.check(t)

		got := in(t, "expelled").actions(0, want)
		var leave []step
		if phase == explore.Inside {
			leave = []step{{Name: stepLeave, Kind: explore.Leave, Next: State{}.with(member)}}
		}
		if diff := cmp.Diff(leave, got); diff != "" {
			t.Errorf("expelled from %v: want (-), got (+):\n%s", section, diff)
		}
	}
}

// FOLLOWER may have followers of other resources when a node ends.
func TestEndKeepsFollowers(t *testing.T) {
	other := kept(2, Follower{In: true, Stamp: 4, Resource: 2})
	s := State{Section: XS, Stamp: 3, Resource: 1, Leader: true}.with(other, kept(1, Follower{In: true, Resource: 1}))
	handed{"another resource", "same-resource", s, 1, Message{Kind: RRELEASE}, State{}.with(other), step{Name: stepRReleaseExits}}.check(t)
}

// Who does not lead has registered nowhere, and without reselection nothing is remembered of it.
func TestOwnRequest(t *testing.T) {
	a := in(t, "printed")
	if got := a.leave(State{Section: CS, Stamp: 3, Registrar: explore.SetOf(1)}); len(got[0].Send) != 0 {
		t.Errorf("%+v", got)
	}
	for _, reselects := range []bool{false, true} {
		a.Reselect = reselects
		for _, s := range a.ask(0, State{}) {
			if s.Name != stepAsk || (s.Next.Selected != 0) != reselects {
				t.Errorf("reselection %v: %+v", reselects, s)
			}
		}
	}
}

// The outcome of COMPETE is that of the request that it names, and no request has stamp 0.
func TestRecall(t *testing.T) {
	first, second := Former{Stamp: 3, Resource: 1}, Former{Stamp: 5, Resource: 2}
	for stamp, want := range map[explore.Stamp]struct {
		found Former
		left  [2]Former
	}{
		3: {first, [2]Former{second}}, 5: {second, [2]Former{first}},
		0: {left: [2]Former{first, second}}, 2: {left: [2]Former{first, second}},
		4: {left: [2]Former{first, second}}, 6: {left: [2]Former{first, second}},
	} {
		s := State{Former: [2]Former{first, second}}
		if f, ok := s.recall(stamp); f != want.found || ok != (want.found != Former{}) || s.Former != want.left {
			t.Errorf("recall of %d: %v, %v, left %v", stamp, f, ok, s.Former)
		}
	}
	var s State
	if _, ok := s.recall(0); ok {
		t.Error("a request of stamp 0")
	}
}
