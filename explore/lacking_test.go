package explore_test

import (
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// What a protocol has no use for it may lack: Init where it says in which states it begins, Actions, and Deliver where
// there are no messages. Where there is one, that is a mistake of its author, in the obvious way, too.
func TestProtocolLacks(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	counting := explore.Protocol[uint8, uint8]{
		Name: "counts", N: 1,
		Starts: func() []explore.Start[uint8, uint8] {
			return []explore.Start[uint8, uint8]{{Locals: []uint8{0}}, {Locals: []uint8{7}}}
		},
		Actions: func(_ int, l uint8) []step {
			if l == 9 {
				return nil
			}
			return []step{{Name: "count", Next: l + 1}}
		},
	}
	run := func(p explore.Protocol[uint8, uint8]) (*explore.Result, error) {
		t.Helper()
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		return explore.Run(t.Context(), m, explore.Options{})
	}
	r, err := run(counting)
	if want := obvious.Explore(counting, obvious.Options{}); err != nil || int(r.States) != 10 || want.States != 10 {
		t.Errorf("%v, %v; the obvious way %d states", r, err, want.States)
	}
	sends := counting
	sends.Actions = func(_ int, l uint8) []step {
		if l == 0 {
			return []step{{Name: "send", Next: 1, Send: explore.SendTo(explore.SetOf(0), uint8(5))}}
		}
		return nil
	}
	whys := []string{"the protocol's Deliver, called for process 1 in state 1 with message 5 from process 1", ", is lacking: without it there are no messages"}
	if _, err = run(sends); err == nil || !strings.HasPrefix(err.Error(), whys[0]) || !strings.Contains(err.Error(), whys[1]) {
		t.Errorf("%v, want %s", err, whys)
	}
	defer func() {
		if m, ok := recover().(*explore.Mistake); !ok || m.Error() != whys[0]+whys[1] {
			t.Errorf("the obvious way: %v", m)
		}
	}()
	obvious.Explore(sends, obvious.Options{})
}

// That a process never entered is said of those that may ask.
func TestNeverEntered(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	for _, x := range []struct {
		asks, enters explore.Set
		requests     []int
		never        []string
	}{
		{explore.SetOf(0), explore.SetOf(0), nil, nil},
		{explore.SetOf(0, 1), explore.SetOf(0), nil, []string{"process 2 never entered"}},
		{explore.SetOf(0, 1), explore.SetOf(0), []int{1, 0, 1}, nil},
		{explore.SetOf(2), 0, []int{-1, -1, -1}, []string{"process 3 never entered"}},
		{explore.SetOf(1, 2), 0, nil, []string{"process 2 never entered", "process 3 never entered"}},
		{explore.SetOf(0, 1, 2), 0, nil, []string{"process 1 never entered", "process 2 never entered", "process 3 never entered"}},
		{0, 0, nil, nil},
	} {
		p := explore.Protocol[uint8, uint8]{
			Name: "some ask", N: 3, Init: func(int) uint8 { return 0 },
			Actions: func(p int, l uint8) []step {
				switch {
				case l == 0 && x.asks.Has(p):
					return []step{{Name: "ask", Kind: explore.Ask, Next: 1}}
				case l == 1 && x.enters.Has(p):
					return []step{{Name: "enter", Next: 2}}
				}
				return nil
			},
			Exclusion: explore.Exclusion[uint8]{Observe: func(_ int, l uint8) explore.Observation { return explore.Observation{Phase: explore.Phase(l)} }},
		}
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, asymmetric := range []bool{false, true} {
			r, err := explore.Run(t.Context(), m, explore.Options{Requests: x.requests, Asymmetric: asymmetric})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(r.NeverRan, x.never) {
				t.Errorf("%v ask, %v enter, requests %v, asymmetric %t: %q, want %q", x.asks.Members(), x.enters.Members(), x.requests, asymmetric, r.NeverRan, x.never)
			}
		}
	}
}
