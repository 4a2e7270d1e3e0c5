package manabetajima

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/protocols/internal/peers"

	"github.com/google/go-cmp/cmp"
)

func in(r reading) *algorithm {
	return &algorithm{Config: Config{N: 3, K: 2}, reading: r}
}

// As many permissions as there is room for are no overflow, and one more is.
func TestMostPermissions(t *testing.T) {
	for units, overflows := range map[uint8]bool{1: false, 2: true} {
		s := member{X: maxPermissions - 1}
		s.Que = s.Que.With(peers.Of(1), entry{Stamp: peers.Stamp(1), Units: units, Status: Okay})
		got := in(reading{}).release(s, peers.Of(1))
		if len(got) != 1 || (got[0].Overflow != "") != overflows || !overflows && (got[0].Next.X != maxPermissions || got[0].Name != stepReleaseKept) {
			t.Errorf("%d units: %+v", units, got)
		}
	}
}

// A cancelled without an entry is what no text speaks of, unless the entry that was deleted is found.
func TestCancelledWithoutEntry(t *testing.T) {
	for _, c := range []struct {
		reading
		units     uint8
		undefined bool
	}{{reading{}, 0, true}, {reading{}, 1, true}, {reading{creditedAgain: true}, 0, true}, {reading{creditedAgain: true}, 1, false}, {reading{missingIgnored: true}, 1, false}} {
		s := member{}
		s.Que = s.Que.With(peers.Of(1), entry{Units: c.units})
		got := in(c.reading).cancelled(s, peers.Of(1))
		if len(got) != 1 || (got[0].Undefined != "") != c.undefined || c.creditedAgain && got[0].Next.X != c.units {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// A cancel of a request is answered while that request waits, whoever has sent OK.
func TestCancelByRequest(t *testing.T) {
	for _, c := range []struct {
		phase   explore.Phase
		k       explore.Set
		present bool
		want    string
	}{
		{explore.Waiting, 0, true, stepGivenBack}, {explore.Waiting, explore.SetOf(1), true, stepGivenBack},
		{explore.Waiting, explore.SetOf(1), false, stepCancelIgnored}, {explore.Thinking, explore.SetOf(1), true, stepCancelIgnored},
		{explore.Inside, explore.SetOf(1), true, stepCancelIgnored}, {explore.Thinking, 0, true, stepCancelIgnored},
	} {
		got := in(reading{byRequest: true}).cancel(requester{Phase: c.phase, Q: explore.SetOf(1), K: c.k}, 1, c.present)
		if len(got) != 1 || got[0].Name != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// Process-first reads numbers instead of clocks, and says so; who has no entry is in no order.
func TestProcessFirst(t *testing.T) {
	for _, first := range []bool{false, true} {
		a := in(reading{processFirst: first})
		p := a.roles()
		clock := explore.ClockRule{Attach: explore.EveryMessage, TickOnReceive: true}
		if first {
			clock = explore.ClockRule{}
		}
		if p.Clock != clock || (p.Beyond != "") != first {
			t.Errorf("process first %v: clock %+v, beyond %q", first, p.Clock, p.Beyond)
		}
		s := member{}
		s.Que = s.Que.With(peers.Of(2), entry{Stamp: peers.Stamp(3), Status: Wait}).With(peers.Of(1), entry{Stamp: peers.Stamp(5), Status: Okay})
		want := []roles.Peer{peers.Of(2), peers.Of(1)}
		if first {
			want = []roles.Peer{peers.Of(1), peers.Of(2)}
		}
		got := a.order(&s)
		if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("process first %v: order %v", first, got)
		}
	}
}

func TestLeaves(t *testing.T) {
	got := in(reading{}).leave(requester{Phase: explore.Inside, Units: 1, Q: explore.SetOf(0, 2)})
	want := roles.SendTo(explore.SetOf(0, 2), toMember{Kind: Release})
	if len(got) != 1 || got[0].Kind != explore.Leave || !cmp.Equal(got[0].Send, want) {
		t.Errorf("%+v", got)
	}
}
