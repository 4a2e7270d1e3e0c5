package obvious

import (
	"testing"

	"qcheck/explore"

	"github.com/google/go-cmp/cmp"
)

// memo is what process 1 sends itself: a number and a stamp.
type memo struct {
	Number int8
	Stamp  explore.Stamp
}

// writer writes memos to itself: asking sends 1 and 2 with the fresh stamp, taking 1 sends
// 3, and 3 is not defined when nothing says otherwise.
func writer(defined bool) explore.Protocol[explore.Phase, memo] {
	type step = explore.Step[explore.Phase, memo]
	return explore.Protocol[explore.Phase, memo]{
		N: 1, Clock: explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true},
		Init: func(int) explore.Phase { return explore.Thinking },
		Actions: func(_ int, l explore.Phase) []step {
			if l != explore.Thinking {
				return nil
			}
			return []step{{Name: "ask", Kind: explore.Ask, Next: explore.Inside, Send: []explore.Out[memo]{
				{Msg: memo{1, explore.Fresh}}, {Msg: memo{2, explore.Fresh}},
			}}}
		},
		Deliver: func(_ int, l explore.Phase, _ int, m memo) []step {
			switch {
			case m.Number == 1:
				return []step{{Name: "one", Next: l, Send: []explore.Out[memo]{{Msg: memo{3, 0}}}}}
			case m.Number == 3 && !defined:
				return []step{{Name: "three", Undefined: "there is no three"}}
			}
			return []step{{Name: "more", Next: l}}
		},
		Exclusion: explore.Exclusion[explore.Phase]{Observe: func(_ int, l explore.Phase) explore.Observation { return explore.Observation{Phase: l} }},
	}
}

// A move says which messages to oneself were handled in it, in order and by
// which steps, also when the last of them is not defined, and what the stamp in
// them is called although none is in use afterwards.
func TestReplayOwn(t *testing.T) {
	for _, test := range []struct {
		reason  string
		defined bool
		options Options
		place   int
		want    Move
	}{
		{"causal stamps", true, Options{}, 1, Move{Made: "1a", Own: []Own{
			{"one", memo{1, explore.Fresh}}, {"more", memo{2, explore.Fresh}}, {"more", memo{3, 0}},
		}}},
		{"integer clocks", true, Options{Integer: true}, 0, Move{Made: "1.1", Own: []Own{
			{"one", memo{1, 33}}, {"more", memo{2, 33}}, {"more", memo{3, 0}},
		}}},
		{"the last is not defined", false, Options{}, 1, Move{Made: "1a", Undefined: "the algorithm does not say what to do with a message to itself", Own: []Own{
			{"one", memo{1, explore.Fresh}}, {"more", memo{2, explore.Fresh}}, {"three", memo{3, 0}},
		}}},
		{"through a channel", true, Options{Queued: true}, 1, Move{Made: "1a", Sent: []Sent{{0, memo{1, 1}}, {0, memo{2, 1}}}}},
	} {
		test.want.TraceStep = explore.TraceStep{From: -1, Name: "ask", Place: test.place}
		test.want.Kind = explore.Ask
		run, err := Replay(writer(test.defined), test.options, []explore.TraceStep{test.want.TraceStep})
		if err != nil {
			t.Fatalf("%s: %v", test.reason, err)
		}
		if diff := cmp.Diff([]Move{test.want}, run.Moves); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}
