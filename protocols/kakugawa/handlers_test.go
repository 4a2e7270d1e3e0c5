package kakugawa

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/protocols/internal/peers"
)

// A member whose lists are full, as no run has them, says so, in whichever way it takes a
// permission back.
func TestReturnedToAFullMember(t *testing.T) {
	for name, r := range map[string]reading{
		"printed": {}, "settled": {settle: true}, "to the first": {first: true}, "both": {settle: true, first: true},
	} {
		s := member{Holder: request(0, 20)}
		for i := range MaxListed {
			s.Noted, _ = s.Noted.Put(request(i, explore.Stamp(i+1)))
		}
		if s.Queue[MaxListed-1].From.None() {
			t.Fatal("room is left")
		}
		s.Noted, _ = s.Noted.Ask(roles.Query{For: request(1, 18), Of: s.Holder})
		got := Config{N: 2, K: 1, Quorums: one1}.in(r).answerRelease(s, peers.Of(0))
		if len(got) != 1 || got[0].Undefined != full {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestFullQueue(t *testing.T) {
	var s roles.Noted
	for i := range MaxListed {
		s, _ = s.Put(request(i, explore.Stamp(i+1)))
	}
	if s, r := s.Serve(); r != request(0, 1) || !s.Queue[MaxListed-1].From.None() || s.Queue[0] != request(1, 2) {
		t.Errorf("%+v, left %+v", r, s.Queue)
	}
	if _, r := s.Answered(roles.Peer{}); r != (entry{}) {
		t.Errorf("a query to nobody: %+v", r)
	}
}

// A WAIT that comes after leaving is waited for, unless W is already all that is to come.
func TestLateWait(t *testing.T) {
	c := Config{N: 2, K: 1, Quorums: one1}
	for of, want := range map[owed]explore.Set{owedWait: explore.SetOf(0, 1), owedTaken: explore.SetOf(0, 1), owedAll: explore.SetOf(1)} {
		got := c.in(reading{owed: of}).wait(0, requester{Phase: Exiting, W: explore.SetOf(1)}, 0)
		if len(got) != 1 || got[0].Next.W != want {
			t.Errorf("owed %d: %+v", of, got)
		}
	}
}

func TestLeaves(t *testing.T) {
	got := Config{N: 2, K: 1, Quorums: one1}.in(reading{}).leave(requester{Phase: Inside, K: explore.SetOf(0)})
	if len(got) != 1 || got[0].Kind != explore.Leave || len(got[0].Send) != 1 {
		t.Errorf("%+v", got)
	}
}
