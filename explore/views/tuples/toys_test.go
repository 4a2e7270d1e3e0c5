package tuples

import (
	"context"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/views"
)

// A process that takes messages from behind others is not what the argument is about, if it
// ever leaves one.
func TestSelective(t *testing.T) {
	type step = explore.Step[node, note]
	p := explore.Protocol[node, note]{
		Name: "selective", N: 2, Selective: true,
		Init: func(int) node { return node{} },
		Actions: func(p int, l node) []step {
			if p > 0 || l.Phase != explore.Thinking {
				return nil
			}
			l.Phase = explore.Waiting
			return []step{{Name: "ask", Kind: explore.Ask, Next: l, Send: []explore.Out[note]{{To: 1, Msg: note{Kind: 1}}, {To: 1, Msg: note{Kind: 2}}}}}
		},
		Deliver: func(_ int, l node, _ int, m note) []step {
			if m.Kind == 1 {
				return nil
			}
			return []step{{Name: "second", Undefined: "the second message is taken"}}
		},
		Exclusion: explore.Exclusion[node]{Observe: func(_ int, l node) explore.Observation { return explore.Observation{Phase: l.Phase} }},
	}
	if proof := prove(context.Background(), modelOf(t, p), 2, nil, false, views.Limits{}).Proof; !strings.Contains(proof.Refused, "from behind") || len(proof.Results) > 0 {
		t.Errorf("%+v", proof)
	}
	p.Selective = false
	if proof := prove(context.Background(), modelOf(t, p), 2, nil, false, views.Limits{}).Proof; !proof.Proved(explore.WellDefined) || proof.Proved(explore.DeadlockFreedom) {
		t.Errorf("%+v", proof)
	}
}

// A stamp that comes on two ways is one stamp.
func TestOneStampOnTwoWays(t *testing.T) {
	type step = explore.Step[node, note]
	p := explore.Protocol[node, note]{
		Name: "two ways", N: 3, Clock: explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true},
		Init: func(int) node { return node{} },
		Actions: func(p int, l node) []step {
			if p > 0 || l.Phase != explore.Thinking {
				return nil
			}
			l.Phase = explore.Waiting
			stamped := note{Stamp: explore.Fresh}
			return []step{{Name: "ask", Kind: explore.Ask, Next: l, Send: []explore.Out[note]{{To: 1, Msg: stamped}, {To: 2, Msg: stamped}}}}
		},
		Deliver: func(p int, l node, _ int, m note) []step {
			switch {
			case p == 2 && l.Place > 0:
				return []step{{Name: "once is enough", Next: l}}
			case p == 2:
				l.Place = 1
				return []step{{Name: "sent on", Next: l, Send: []explore.Out[note]{{To: 1, Msg: m}}}}
			case l.Held == m.Stamp:
				return []step{{Name: "again", Undefined: "the stamp is the one that came before"}}
			}
			l.Held = m.Stamp
			return []step{{Name: "held", Next: l}}
		},
		Exclusion: explore.Exclusion[node]{Observe: func(_ int, l node) explore.Observation { return explore.Observation{Phase: l.Phase} }},
	}
	if proof := prove(context.Background(), modelOf(t, p), 2, nil, false, views.Limits{}).Proof; len(proof.Results) == 0 || proof.Proved(explore.WellDefined) {
		t.Errorf("%+v", proof)
	}
}

// A step that may happen and need not is not told from one that must: a process that only a
// timeout frees would be no deadlock.
func TestMayIsRefused(t *testing.T) {
	type S uint8
	for kind, refused := range map[explore.StepKind]bool{explore.Plain: false, explore.May: true} {
		p := explore.Protocol[S, S]{
			Name: "timeouts", N: 2, Init: func(int) S { return 0 },
			Actions: func(_ int, s S) []explore.Step[S, S] {
				return []explore.Step[S, S]{
					{Name: "ask", Kind: explore.Ask, Next: 1}, {Name: "timeout", Kind: kind, Next: 2}, {Name: "leave", Kind: explore.Leave},
				}[s : s+1]
			},
			Deliver:   func(int, S, int, S) []explore.Step[S, S] { return nil },
			Exclusion: explore.Exclusion[S]{Observe: func(_ int, s S) explore.Observation { return explore.Observation{Phase: explore.Phase(s)} }},
		}
		proof := prove(context.Background(), modelOf(t, p), 2, nil, false, views.Limits{}).Proof
		if strings.Contains(proof.Refused, "of kind may") != refused || (len(proof.Results) > 0) == refused || proof.Proved(explore.DeadlockFreedom) == refused {
			t.Errorf("%v: %+v", kind, proof)
		}
	}
}
