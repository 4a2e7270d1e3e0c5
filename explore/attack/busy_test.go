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
func lately() explore.Protocol[local, letter] {
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
	return p
}

func TestBusy(t *testing.T) {
	for _, o := range []explore.Options{{Full: true}, {Derive: true}, {Derive: true, Queued: true}, {Full: true, Queued: true}} {
		o.Check = []explore.Property{explore.Safety}
		if r := run(t, lately(), o); r.Properties[0].Verdict != verdict.Violated || o.Queued && r.Reduced == o.Full {
			t.Errorf("full %t, queued %t: safety is %v with %d states, reduced %t (%s)", o.Full, o.Queued, r.Properties[0].Verdict, r.States, r.Reduced, r.Unreduced)
		}
	}
}

// TestNotTakenNow: a message that waits to be taken until its receiver has moved
// on, and then makes it deaf for another one, which it would take now. Moving on
// commutes with taking that one; yet it must be tried first.
func TestNotTakenNow(t *testing.T) {
	const (
		still = iota
		unmoved
		moved
		deaf
	)
	p := toy("not taken now", 3)
	p.Actions = func(p int, l local) []step {
		switch {
		case p == 0 && l.Node == unmoved:
			return []step{{Name: "move", Next: local{Node: moved}}}
		case p == 2 && l.Node == resting:
			return []step{{Name: "ask", Kind: explore.Ask, Next: local{Node: queueing}, Send: []post{{To: 0, Msg: letter{Kind: 1}}, {To: 0}, {To: 1}}}}
		}
		return nil
	}
	p.Deliver = func(p int, l local, from int, m letter) []step {
		switch {
		case p == 1:
			return []step{{Name: "tell", Next: l, Send: []post{{To: 0}}}}
		case p == 2:
			return []step{{Name: "enter", Next: local{Node: dwelling}}}
		case from == 1 && l.Node == moved:
			return []step{{Name: "deafen", Next: local{Node: deaf}}}
		case from == 2 && m.Kind == 1:
			return []step{{Name: "wake", Next: local{Node: unmoved}}}
		case from == 2 && l.Node != deaf:
			return []step{{Name: "answer", Next: l, Send: []post{{To: 2}}}}
		}
		return nil
	}
	p.Observe = func(p int, l local) explore.Observation {
		if p < 2 {
			return explore.Observation{}
		}
		return explore.Observation{Phase: phaseOf[l.Node]}
	}
	for _, full := range []bool{true, false} {
		r := run(t, p, explore.Options{Requests: []int{0, 0, 1}, Check: []explore.Property{explore.DeadlockFreedom}, Full: full, Derive: !full})
		if got := r.Properties[0].Verdict; got != verdict.Violated || r.Reduced == full {
			t.Errorf("full %t: %v with %d states, %d saved (%s)", full, got, r.States, r.Saved, r.Unreduced)
		}
	}
}

// TestBehind: a message to oneself that is not taken keeps those sent after it
// waiting, also within the step that sends both; without Queued just those wait.
func TestBehind(t *testing.T) {
	p := toy("behind", 1)
	p.Actions = func(p int, l local) []step {
		s := person(p, l)
		switch s[0].Kind {
		case explore.Ask:
			s[0].Send = []post{{To: 0, Msg: letter{Kind: 2}}, {To: 0, Msg: letter{Kind: 1}}, {To: 0, Msg: letter{Kind: 2}}}
		case explore.Plain:
			s[0].Next = local{Node: pressing}
			if l.Node == pressing {
				s[0].Next = local{Node: dwelling}
			}
		}
		return s
	}
	p.Deliver = func(p int, l local, from int, m letter) []step {
		if m.Kind == 1 && l.Node == queueing {
			return nil
		}
		s := step{Name: "take", Next: l}
		if m.Kind == 2 {
			s.Send = []post{{To: 0, Msg: letter{Kind: 0}}}
		}
		return []step{s}
	}
	for _, queued := range []bool{false, true} {
		for _, selective := range []bool{false, true} {
			p.Selective = selective
			agree(t, p, explore.Options{Queued: queued, Requests: []int{2}})
		}
	}
}
