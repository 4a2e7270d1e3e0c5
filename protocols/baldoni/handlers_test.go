package baldoni

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/internal/peers"
)

func in(f form) *algorithm { return Config{N: 2, M: 2}.in(f) }

// An arbiter and its process touch in every form but that which asks itself, does not wait, and
// has one stamp for all REQUESTs; who touches is not for local views.
func TestTouching(t *testing.T) {
	for _, asks := range []bool{false, true} {
		for _, asynchronous := range []bool{false, true} {
			for _, each := range []bool{false, true} {
				f := form{asksItself: asks, asynchronous: asynchronous, stampEach: each}
				want := !(asks && asynchronous && !each)
				if got := f.touching(); got != want {
					t.Errorf("%+v: %v", f, got)
				}
				if a := in(f); (a.roles().Beyond != "") != want || (a.numbered != nil) != want {
					t.Errorf("%+v: beyond %q", f, a.roles().Beyond)
				}
			}
		}
	}
}

// A YIELD of a process that was sent INQUIRE is taken where the handler does not wait, and there alone.
func TestYieldOfInquired(t *testing.T) {
	for _, asynchronous := range []bool{false, true} {
		s := arbiter{Inquired: arbiter{}.Inquired.With(peers.Of(1)), Lambda: arbiter{}.Lambda.With(peers.Of(1))}
		s.Stamps, s.Asked = s.Stamps.With(peers.Of(1), peers.Stamp(3)), s.Asked.With(peers.Of(1), 1)
		got := in(form{asynchronous: asynchronous}).yield(s, peers.Of(1))
		if len(got) != 1 || (got[0].Undefined == "") != asynchronous {
			t.Errorf("asynchronous %v: %+v", asynchronous, got)
		}
	}
}

// A request begins without GRANTs, and its end leaves nothing.
func TestRequestsBeginAndEnd(t *testing.T) {
	a := in(form{})
	for _, x := range a.ask(0, requester{Granted: explore.SetOf(1)}) {
		if x.Next.Granted != 0 || x.Next.Phase != explore.Waiting {
			t.Errorf("%+v", x)
		}
	}
	got := a.leave(0, requester{Phase: explore.Inside, Units: 1, Granted: explore.SetOf(0, 1)})
	if len(got) != 1 || got[0].Kind != explore.Leave || got[0].Next != (requester{}) || len(got[0].Send) != 2 {
		t.Errorf("%+v", got)
	}
}

// In stamp-each a process keeps the stamp of its first REQUEST, and a new request has a new one.
func TestStampOfTheWish(t *testing.T) {
	p, err := New(Config{N: 2, M: 1, Variant: "stamp-each"})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range p.Actions(0, State{}) {
		if x.Name != stepAsk || x.Next.Stamp != explore.Fresh {
			t.Errorf("%+v", x)
		}
	}
	s := State{Phase: explore.Waiting, Units: 1, Stamp: 3, Unsent: explore.SetOf(1)}
	got := p.Actions(0, s)
	if len(got) != 1 || got[0].Name != stepAskNext || got[0].Next.Stamp != 3 || got[0].Next.Unsent != 0 || got[0].Send[0].Msg.Stamp != explore.Fresh {
		t.Errorf("%+v", got)
	}
}
