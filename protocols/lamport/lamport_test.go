package lamport

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// TestVariants pins what small instances are like. In none of them is anything
// violated, every step runs, and everybody is thinking in the end.
func TestVariants(t *testing.T) {
	for _, test := range []struct {
		variant                    string
		n, requests                int
		integer, long              bool
		states, transitions, depth int
	}{
		{variant: "printed", n: 2, requests: 1, states: 76, transitions: 104, depth: 12},
		{variant: "printed", n: 2, requests: 1, integer: true, states: 62, transitions: 84, depth: 12},
		{variant: "printed", n: 2, requests: 2, states: 355, transitions: 596, depth: 24},
		{variant: "printed", n: 2, requests: 2, integer: true, states: 392, transitions: 583, depth: 24},
		{variant: "printed", n: 2, requests: -1, states: 99, transitions: 192, depth: 12},
		{variant: "printed", n: 3, requests: 1, states: 13946, transitions: 44508, depth: 27},
		{variant: "printed", n: 3, requests: 1, integer: true, long: true, states: 20000, transitions: 55331, depth: 27},
		{variant: "printed", n: 3, requests: -1, long: true, states: 65671, transitions: 248286, depth: 28},
		{variant: "timestamps", n: 2, requests: 1, states: 128, transitions: 238, depth: 12},
		{variant: "timestamps", n: 2, requests: 1, integer: true, states: 102, transitions: 141, depth: 12},
		{variant: "timestamps", n: 2, requests: 2, states: 1461, transitions: 3430, depth: 24},
		{variant: "timestamps", n: 2, requests: 2, integer: true, states: 2106, transitions: 3470, depth: 24},
		{variant: "timestamps", n: 2, requests: -1, states: 1429, transitions: 3686, depth: 27},
		{variant: "omitted", n: 2, requests: 1, states: 67, transitions: 104, depth: 11},
		{variant: "omitted", n: 2, requests: 1, integer: true, states: 84, transitions: 107, depth: 12},
		{variant: "omitted", n: 2, requests: 2, states: 345, transitions: 648, depth: 21},
		{variant: "omitted", n: 2, requests: 2, integer: true, states: 1358, transitions: 2068, depth: 24},
		{variant: "omitted", n: 2, requests: -1, states: 119, transitions: 252, depth: 15},
		{variant: "omitted", n: 3, requests: 1, long: true, states: 29227, transitions: 102477, depth: 25},
	} {
		t.Run(fmt.Sprintf("%s/n=%d/requests=%d/integer=%t", test.variant, test.n, test.requests, test.integer), func(t *testing.T) {
			if test.long && !slow.Tests() {
				t.Skip("some seconds; set QCHECK_LONG=1")
			}
			p := protocol(t, test.n, test.variant)
			r := obvious.Explore(p, obvious.Options{Requests: instance.Each(test.n, test.requests), Integer: test.integer})
			if r.States != test.states || r.Transitions != test.transitions || r.Depth != test.depth {
				t.Errorf("%d states, %d transitions, depth %d", r.States, r.Transitions, r.Depth)
			}
			if len(r.Violations) > 0 {
				t.Errorf("violated: %v", r.Violations)
			}
			for _, name := range p.Steps {
				if r.Steps[name] == 0 {
					t.Errorf("never ran: %s", name)
				}
			}
			if len(r.Steps) != len(p.Steps) {
				t.Errorf("steps %v, listed are %v", r.Steps, p.Steps)
			}
			// At most one is inside, and any number waits or not.
			observations := 1<<test.n + test.n<<(test.n-1)
			if len(r.Observations) != observations {
				t.Errorf("%d observations, want %d: %v", len(r.Observations), observations, r.Observations)
			}
		})
	}
}

// TestOneProcess has nobody to ask.
func TestOneProcess(t *testing.T) {
	for _, v := range Algorithm().Variants {
		r := obvious.Explore(protocol(t, 1, v.Name), obvious.Options{})
		if r.States != 4 || r.Transitions != 3 || r.Steps[stepEnter] != 1 || len(r.Violations) > 0 {
			t.Errorf("%s: %+v", v.Name, r)
		}
	}
}

// TestEachRuleIsNeeded leaves out one condition or message at a time, and
// expects that the properties notice.
func TestEachRuleIsNeeded(t *testing.T) {
	type protocolOf = explore.Protocol[State, Message]
	deliver := func(p *protocolOf, change func(q int, s State, from int, m Message) (State, Message, bool)) {
		real := p.Deliver
		p.Deliver = func(q int, s State, from int, m Message) []step {
			s, m, done := change(q, s, from, m)
			if done {
				return []step{{Name: stepRelease, Next: s}}
			}
			return real(q, s, from, m)
		}
	}
	act := func(p *protocolOf, change func(q int, s State) State) {
		real := p.Actions
		p.Actions = func(q int, s State) []step {
			if s.Phase != explore.Waiting {
				return real(q, s)
			}
			steps := real(q, change(q, s))
			for i := range steps {
				steps[i].Next.Queue = s.Queue
			}
			return steps
		}
	}
	for _, test := range []struct {
		reason  string
		spoil   func(p *protocolOf)
		want    string
		lengths map[string]int // by variant
	}{
		{"nobody waits for later messages (rule 5 ii)", func(p *protocolOf) {
			act(p, func(q int, s State) State { s.Later = explore.All(2); return s })
		}, "safety", map[string]int{"printed": 4, "timestamps": 4, "omitted": 4}},
		{"nobody looks at the requests of others (rule 5 i)", func(p *protocolOf) {
			act(p, func(q int, s State) State { s.Queue[1-q] = 0; return s })
		}, "safety", map[string]int{"printed": 8, "timestamps": 7, "omitted": 7}},
		{"releases are not noticed (rule 4)", func(p *protocolOf) {
			deliver(p, func(_ int, s State, _ int, m Message) (State, Message, bool) { return s, m, m.Kind == RELEASE })
		}, "deadlock-freedom", map[string]int{"printed": 9, "timestamps": 9, "omitted": 8}},
		{"acknowledgements are not noticed (rule 2)", func(p *protocolOf) {
			deliver(p, func(_ int, s State, _ int, m Message) (State, Message, bool) { return s, m, m.Kind == ACKNOWLEDGE })
		}, "deadlock-freedom", map[string]int{"printed": 3, "timestamps": 3, "omitted": 3}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			for _, v := range Algorithm().Variants {
				p := protocol(t, 2, v.Name)
				test.spoil(&p)
				for _, integer := range []bool{false, true} {
					r := obvious.Explore(p, obvious.Options{Integer: integer})
					if got, ok := r.Violations[test.want]; !ok || got != test.lengths[v.Name] {
						t.Errorf("%s, integer clocks %t: violated: %v, want %s in %d steps", v.Name, integer, r.Violations, test.want, test.lengths[v.Name])
					}
				}
			}
		})
	}
}

// TestOwnRequestInside shows that a process inside could as well forget its
// request: what the other has of it tells as much.
func TestOwnRequestInside(t *testing.T) {
	for _, v := range Algorithm().Variants {
		for _, integer := range []bool{false, true} {
			o := obvious.Options{Integer: integer, Requests: []int{2, 2}}
			p := protocol(t, 2, v.Name)
			kept := obvious.Explore(p, o)
			real := p.Actions
			p.Actions = func(q int, s State) []step {
				steps := real(q, s)
				for i := range steps {
					if steps[i].Name == stepEnter {
						steps[i].Next.Queue[q] = 0
					}
				}
				return steps
			}
			forgotten := obvious.Explore(p, o)
			if kept.States != forgotten.States || kept.Transitions != forgotten.Transitions {
				t.Errorf("%s, integer clocks %t: %d states instead of %d", v.Name, integer, forgotten.States, kept.States)
			}
		}
	}
}

func TestLaterMessages(t *testing.T) {
	waiting := State{Phase: explore.Waiting}
	waiting.Queue[0] = 5
	for _, test := range []struct {
		reason  string
		variant string
		message Message
		later   bool
	}{
		{"an acknowledgement is about the own request", "printed", Message{Kind: ACKNOWLEDGE}, true},
		{"no other message stands in for it", "printed", Message{Kind: REQUEST, Stamp: 6}, false},
		{"nor a release", "printed", Message{Kind: RELEASE}, false},
		{"a later acknowledgement", "timestamps", Message{Kind: ACKNOWLEDGE, Stamp: 6}, true},
		{"a later request will do", "timestamps", Message{Kind: REQUEST, Stamp: 6}, true},
		{"a later release will do", "timestamps", Message{Kind: RELEASE, Stamp: 6}, true},
		{"an earlier request will not", "timestamps", Message{Kind: REQUEST, Stamp: 4}, false},
		{"nor an earlier release", "omitted", Message{Kind: RELEASE, Stamp: 4}, false},
	} {
		p := protocol(t, 2, test.variant)
		steps := p.Deliver(0, waiting, 1, test.message)
		if len(steps) != 1 || steps[0].Next.Later.Has(1) != test.later {
			t.Errorf("%s (%s): %+v", test.reason, test.variant, steps)
		}
		thinking := p.Deliver(0, State{}, 1, test.message)
		if thinking[0].Next.Later != 0 {
			t.Errorf("%s (%s): noted without a request: %+v", test.reason, test.variant, thinking)
		}
	}
}

// TestOmittedAcknowledgement follows what process 1 remembers to have sent.
func TestOmittedAcknowledgement(t *testing.T) {
	p := protocol(t, 2, "omitted")
	sent := State{}
	sent.Sent[1] = 5
	for _, test := range []struct {
		reason  string
		message Message
		sends   int
		forgets bool
	}{
		{"an earlier request needs no answer", Message{Kind: REQUEST, Stamp: 4}, 0, false},
		{"a later one does", Message{Kind: REQUEST, Stamp: 6}, 1, false},
		{"after a later message all requests are later", Message{Kind: RELEASE, Stamp: 6}, 0, true},
		{"after an earlier one they may be earlier", Message{Kind: ACKNOWLEDGE, Stamp: 4}, 0, false},
	} {
		next := p.Deliver(0, sent, 1, test.message)[0]
		if len(next.Send) != test.sends || (next.Next.Sent[1] == 0) != test.forgets {
			t.Errorf("%s: %+v", test.reason, next)
		}
	}
}

func TestNew(t *testing.T) {
	for _, c := range []Config{{N: 0}, {N: -1}, {N: explore.MaxProcesses + 1}, {N: 2, Variant: "repaired"}} {
		if _, err := New(c); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
	if p := protocol(t, explore.MaxProcesses, ""); p.Name != "lamport" || p.N != explore.MaxProcesses {
		t.Errorf("%s with %d processes", p.Name, p.N)
	}
	var names []string
	for _, v := range Algorithm().Variants {
		names = append(names, v.Name)
		protocol(t, 3, v.Name)
		if v.Summary == "" {
			t.Errorf("%s is not explained", v.Name)
		}
	}
	if !slices.Equal(names, []string{"printed", "timestamps", "omitted"}) {
		t.Errorf("variants %v", names)
	}
}

func TestNames(t *testing.T) {
	for k, want := range map[Kind]string{REQUEST: "REQUEST", ACKNOWLEDGE: "ACKNOWLEDGE", RELEASE: "RELEASE", 0: "no message"} {
		if k.String() != want {
			t.Errorf("%d is %s", k, k)
		}
	}
}
