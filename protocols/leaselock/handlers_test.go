package leaselock

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/variant"

	"github.com/google/go-cmp/cmp"
)

func of(t *testing.T, name string, c Config) *algorithm {
	t.Helper()
	f, err := variant.Find(forms(), name, "printed")
	if err != nil {
		t.Fatal(err)
	}
	return &algorithm{form: f, Config: c}
}

// What expires is the lease of a server, or the time of a client, and nothing of a resource.
func TestWhatExpires(t *testing.T) {
	c := config(2, 2, 3)
	server, client, resource := 0, 2, 4
	for _, x := range []struct {
		variant string
		of      map[int]bool
	}{
		{"printed", map[int]bool{server: true}}, {"fencing", map[int]bool{server: true}}, {"bounded-drift", map[int]bool{client: true}},
	} {
		a := of(t, x.variant, c)
		for _, p := range []int{server, client, resource} {
			if p >= a.processes() {
				continue
			}
			want := State{}
			if x.of[p] {
				want.Expiries = 3
			}
			if got := a.begin(p); got != want {
				t.Errorf("%s: process %d begins with %+v", x.variant, p+1, got)
			}
		}
	}
}

// Without fencing a resource takes all, whatever their tokens; and it has no time that is over.
func TestResource(t *testing.T) {
	for name, want := range map[string]string{"no-fencing": stepTakes, "fencing": stepOlder} {
		if got := of(t, name, config(1, 2, 1)).deliver(3, State{Token: 2}, 1, Message{Kind: WRITE, Token: 1}); got[0].Name != want {
			t.Errorf("%s: %+v", name, got)
		}
	}
	both := &algorithm{form{bounded: true, resource: true}, config(2, 2, 1)}
	if got := both.begin(4); got != (State{}) {
		t.Errorf("%+v", got)
	}
}

// stepsOf returns the kinds of steps by name.
func stepsOf(all []step) map[string]explore.StepKind {
	kinds := map[string]explore.StepKind{}
	for _, s := range all {
		kinds[s.Name] = s.Kind
	}
	return kinds
}

// Nobody has to let a lease expire; a client of a lock leaves, and one that asks gives its request the next number.
func TestActions(t *testing.T) {
	c := config(2, 2, 1)
	server, client, resource := 0, 2, 4
	held := State{Lease: explore.ProcessOf(client), Expiries: 1}
	for _, x := range []struct {
		reason, variant string
		p               int
		s               State
		want            map[string]explore.StepKind
	}{
		{"a lease may expire", "printed", server, held, map[string]explore.StepKind{stepExpires: explore.May}},
		{"a server does not know when time is over", "bounded-drift", server, held, map[string]explore.StepKind{}},
		{"nor a resource", "fencing", resource, held, map[string]explore.StepKind{}},
		{"nor a client of a server that does", "printed", client, State{Phase: explore.Inside, Expiries: 1}, map[string]explore.StepKind{stepLeave: explore.Leave}},
		{"what a client has of a lease is no lease", "printed", client, State{Lease: 1, Expiries: 1, Phase: explore.Waiting}, map[string]explore.StepKind{stepGiveUp: 0}},
		{"its time may be over", "bounded-drift", client, State{Phase: explore.Inside, Expiries: 1}, map[string]explore.StepKind{stepLeave: explore.Leave, stepStops: explore.May}},
		{"and that of a request before", "bounded-drift", client, State{Asked: 1, Before: 1 << 1}, map[string]explore.StepKind{stepStops: explore.May}},
		{"holding a lock of a resource is not observed", "fencing", client, State{Phase: explore.Inside}, map[string]explore.StepKind{stepLeave: 0}},
	} {
		if diff := cmp.Diff(x.want, stepsOf(of(t, x.variant, c).actions(x.p, x.s))); diff != "" {
			t.Errorf("%s: want (-), got (+):\n%s", x.reason, diff)
		}
	}
	for before, want := range map[uint8]uint8{0: 1, 1: 2, of(t, "printed", c).numbers() - 1: 0} {
		if got := of(t, "printed", c).actions(client, State{Request: before})[0].Next.Request; got != want {
			t.Errorf("request %d follows %d", got, before)
		}
	}
	d := c
	d.Distinct = true
	answers := State{Asked: explore.SetOf(1)} // a server has not answered the request before
	if got := of(t, "printed", c).actions(client, answers); len(got) != 0 {
		t.Errorf("a client asks by a number that may come again: %+v", got)
	}
	if got := of(t, "printed", d).actions(client, answers); len(got) != 1 || got[0].Kind != explore.Ask || got[0].Next.Request != 1 {
		t.Errorf("a client with numbers that do not come again does not ask: %+v", got)
	}
	if got := of(t, "printed", d).actions(client, State{Request: distinct - 1}); len(got) != 1 || got[0].Kind != explore.Ask || got[0].Overflow == "" {
		t.Errorf("there is a number more: %+v", got)
	}
	all := State{Phase: explore.Waiting, Leases: 1, Asked: 2, Token: 3, Writes: 1, Request: 2, Expiries: 1, Before: 1 << 1}
	if diff := cmp.Diff(State{Asked: 2, Request: 2, Expiries: 1, Before: 1 << 1}, all.idle()); diff != "" {
		t.Errorf("what is left of a request that is over: %s", diff)
	}
}

// An answer to another request is late, whichever number it has; a server says what it gives, and does not give more tokens than there are.
func TestAnswers(t *testing.T) {
	a := of(t, "fencing", config(1, 2, 0))
	for _, request := range []uint8{0, 2} {
		s := State{Phase: explore.Waiting, Asked: 1, Request: 1}
		if got := a.deliver(1, s, 0, Message{Kind: GIVEN, Request: request}); got[0].Name != stepLate || got[0].Next != s {
			t.Errorf("request %d: %+v", request, got)
		}
	}
	given := a.deliver(0, State{Token: 7}, 1, Message{Kind: LOCK, Request: 2})
	want := []step{{Name: stepGives, Next: State{Lease: 2, Request: 2, Token: 8}, Send: []explore.Out[Message]{{To: 1, Msg: Message{Kind: GIVEN, Request: 2, Token: 8}}}}}
	if diff := cmp.Diff(want, given); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	if got := a.deliver(0, State{Token: maxToken - 1}, 1, Message{Kind: LOCK}); got[0].Overflow == "" {
		t.Errorf("there is a token more: %+v", got)
	}
}

// A client that restarts again remembers all requests whose leases are not over.
func TestRestartsAgain(t *testing.T) {
	s := State{Request: 2, Expiries: 1, Before: 1 << 2}
	a := of(t, "bounded-drift", config(1, 1, 1))
	if got := a.restart(1, s); got != s {
		t.Errorf("%+v", got)
	}
	s.Phase, s.Request = explore.Waiting, 3
	s = a.restart(1, s)
	var over []uint8
	for _, x := range a.actions(1, s) {
		if x.Name == stepStops {
			over = append(over, x.Send[0].Msg.Request, uint8(x.Next.Before))
		}
	}
	if diff := cmp.Diff([]uint8{2, 1 << 3, 3, 1 << 2}, over); diff != "" { // in any order
		t.Errorf("a request before, and one before that: %s", diff)
	}
}

// Writes of one holder are mixed if one of another comes between two of the same request, of whichever numbers the requests are.
func TestWatch(t *testing.T) {
	takes := func(h Effects, from, to State) Effects {
		h, _ = watch(h, explore.Event[State]{Process: 3, From: 1, Step: stepTakes, Before: from, After: to})
		return h
	}
	held := func(by explore.Process, request uint8) State { return State{Lease: by, Request: request} }
	for _, x := range []struct {
		first, second State
		mixed         explore.Process
	}{
		{held(2, 1), held(3, 1), 2}, {held(2, 1), held(2, 2), 2}, {held(2, 2), held(2, 1), 2}, {held(2, 1), held(2, 1), 0},
	} {
		h := takes(takes(takes(Effects{}, State{}, x.first), x.first, x.second), x.second, x.first)
		if h.Mixed != x.mixed {
			t.Errorf("%+v, %+v and the first again: mixed is %d", x.first, x.second, h.Mixed)
		}
	}
	asks := func(h Effects, client int, request uint8) Effects {
		h, _ = watch(h, explore.Event[State]{Process: client, From: -1, Step: stepAsk, After: State{Request: request}})
		return h
	}
	if h := asks(takes(Effects{}, State{}, held(2, 1)), 1, 1); h != (Effects{}) {
		t.Errorf("a number that comes again: %+v", h)
	}
	for _, another := range []struct {
		client  int
		request uint8
	}{{1, 0}, {1, 2}, {2, 1}} {
		h := asks(takes(Effects{}, State{}, held(2, 1)), another.client, another.request)
		if h = takes(takes(h, held(2, 1), held(3, 0)), held(3, 0), held(2, 1)); h.Mixed != 2 {
			t.Errorf("process %d asks by number %d, and writes of process 2 by number 1 are around that of process 3: %+v", another.client+1, another.request, h)
		}
	}
	h := takes(takes(Effects{}, State{}, held(2, 1)), held(2, 1), held(3, 0))
	if h = takes(asks(h, 1, 1), held(3, 0), held(2, 1)); h.Mixed != 0 {
		t.Error("a request has the writes of one before it with its number")
	}
}
