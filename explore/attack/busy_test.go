package attack

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// While a message to oneself waits in its channel, the next one waits behind it,
// and is not handled at once. So taking the one that waits does not commute with
// sending oneself another, though handlers may do.

// lately is a process whose message to itself, sent when it asks, waits until
// another lets it go; a second message to itself, sent when the other calls, ends
// a danger that is there while that message waits.
func lately(take func(p int, l local, from int, m letter) explore.Events) explore.Protocol[local, letter] {
	const (
		open   = 0 // letters to oneself: what waits
		closes = 1 // and what ends the danger
		goes   = 2 // from the other: what lets it wait no more
		calls  = 3
	)
	const (
		asked  = iota + 1 // the first letter waits
		gone              // it may be taken
		called            // it may be taken, and there is danger
		taken             // it was taken
		over              // no danger any more
		harmed
	)
	p := toy("lately", 2)
	p.Actions = func(p int, l local) []step {
		if p == 1 {
			switch l.Node {
			case 0:
				return []step{{Name: "ask", Kind: explore.Ask, Next: local{Node: 1}, Send: []post{{To: 0, Msg: letter{Kind: goes}}, {To: 0, Msg: letter{Kind: calls}}}}}
			}
			return nil
		}
		switch l.Node {
		case 0:
			return []step{{Name: "ask", Kind: explore.Ask, Next: local{Node: asked}, Send: []post{{To: 0, Msg: letter{Kind: open}}}}}
		case called:
			return []step{{Name: "harm", Next: local{Node: harmed}}}
		}
		return nil
	}
	p.Deliver = func(p int, l local, from int, m letter) []step {
		switch {
		case p == 1:
			return nil
		case m.Kind == goes && l.Node == asked:
			return []step{{Name: "go", Next: local{Node: gone}}}
		case m.Kind == open && l.Node == gone:
			return []step{{Name: "open", Next: local{Node: taken}}}
		case m.Kind == open && (l.Node == called || l.Node == harmed):
			return []step{{Name: "open", Next: l}}
		case m.Kind == calls && (l.Node == gone || l.Node == taken):
			return []step{{Name: "call", Next: local{Node: called}, Send: []post{{To: 0, Msg: letter{Kind: closes}}}}}
		case m.Kind == closes && l.Node == called:
			return []step{{Name: "close", Next: local{Node: over}}}
		}
		return nil
	}
	p.Observe = func(p int, l local) explore.Observation {
		switch {
		case l.Node == 0:
			return explore.Observation{}
		case p == 0 && l.Node == harmed:
			return explore.Observation{Phase: explore.Inside}
		}
		return explore.Observation{Phase: explore.Waiting}
	}
	p.Safe = explore.AtMost(0)
	p.Partial = &explore.Partial[local, letter]{Defined: true, Take: take}
	return p
}

func TestBusy(t *testing.T) {
	for _, x := range []struct {
		name string
		take func(p int, l local, from int, m letter) explore.Events
	}{
		{"all", nil},
		{"with those who send to themselves", func(p int, l local, from int, m letter) explore.Events {
			switch {
			case p == 0 && from == 1 && m.Kind == 3:
				return explore.Taking(explore.SetOf(0))
			case p == 0 && from == 0:
				return explore.Taking(explore.SetOf(1)) | explore.LocalSteps
			}
			return explore.NoEvents
		}},
	} {
		for _, full := range []bool{true, false} {
			r := run(t, lately(x.take), explore.Options{Check: []explore.Property{explore.Safety}, Full: full})
			if got := r.Properties[0].Verdict; got != verdict.Violated {
				t.Errorf("conflicts %s, full %t: safety is %v with %d states", x.name, full, got, r.States)
			}
		}
	}
	// What handlers alone tell is not enough.
	r := run(t, lately(func(p int, l local, from int, m letter) explore.Events {
		if from == 0 && m.Kind == 1 {
			return explore.LocalSteps
		}
		return explore.NoEvents
	}), explore.Options{Check: []explore.Property{explore.Safety}})
	t.Logf("with what handlers alone tell: %v with %d states, %d saved", r.Properties[0].Verdict, r.States, r.Saved)
}
