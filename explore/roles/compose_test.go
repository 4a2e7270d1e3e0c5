package roles_test

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A wire is asked about messages without their stamps, and a requester is told whether the stamp of a message is that of its
// present request: never where there is none.
func TestStampsOfMessages(t *testing.T) {
	type requester struct{ Waits bool }
	type member struct{ Busy bool }
	type state struct {
		Waits bool
		Stamp explore.Stamp
		Busy  bool
	}
	type message struct {
		Up    bool
		Stamp explore.Stamp
	}
	var told []bool
	var served []roles.Stamp
	p := roles.Protocol[requester, member, uint8, uint8]{
		Name: "told", N: 2,
		Requester: roles.Requester[requester, uint8, uint8]{
			Local: func(int, requester) []roles.Act[requester, uint8] { return nil },
			Take: func(_ int, r requester, _ int, _ uint8, present bool) []roles.Act[requester, uint8] {
				told = append(told, present)
				return []roles.Act[requester, uint8]{{Name: "take", Next: requester{!r.Waits}}}
			},
			Observe: func(requester) explore.Observation { return explore.Observation{} },
		},
		Member: roles.Member[member, uint8, uint8]{
			Take: func(_ member, from roles.Peer, _ uint8, at roles.Stamp) []roles.Reply[member, uint8] {
				served = append(served, at)
				return []roles.Reply[member, uint8]{{Name: "serve", Next: member{true}, Send: []roles.Answer[uint8]{{To: from, Stamp: at}}}}
			},
		},
	}
	composed, err := roles.Compose[state](p, roles.Wire[message, uint8, uint8]{
		Up: func(uint8) message { return message{Up: true} }, Down: func(uint8) message { return message{} },
		Of: func(w message) (a, b uint8, up bool) {
			if w.Stamp != 0 {
				t.Error("a wire sees a stamp")
			}
			return 0, 0, w.Up
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		own, brought explore.Stamp
		present      bool
	}{{0, 0, false}, {5, 0, false}, {0, 5, false}, {5, 5, true}, {5, 3, false}} {
		told = nil
		steps := composed.Deliver(0, state{Stamp: x.own, Busy: true}, 1, message{Stamp: x.brought})
		if len(told) == 0 || told[len(told)-1] != x.present {
			t.Errorf("a request at %d, a message with %d: %v", x.own, x.brought, told)
		}
		if len(steps) != 1 || steps[0].Next != (state{Waits: true, Stamp: x.own, Busy: true}) || steps[0].Send != nil {
			t.Errorf("%+v", steps)
		}
	}
	steps := composed.Deliver(0, state{Waits: true, Stamp: 4}, 1, message{Up: true, Stamp: 3})
	if want := (explore.Out[message]{To: 1, Msg: message{Stamp: 3}}); len(steps) != 1 || steps[0].Next != (state{true, 4, true}) || len(steps[0].Send) != 1 || steps[0].Send[0] != want {
		t.Errorf("%+v", steps)
	}
	if served[len(served)-1].None() {
		t.Error("a member does not see the stamp of a request")
	}
}
