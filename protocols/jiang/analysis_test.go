package jiang

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/measure"
)

// The write quorums {1,2} and {1,3}: a node that selects again asks node 1 again.
var overlapping = Config{N: 3, K: 1, Write: sets([]int{1, 2}, []int{1, 3}), Read: sets([]int{1}), Reselect: true}

// Section 5: the messages with which a node enters WS, when no other node requests its
// resource, are REQUEST, PREEMPT, YIELD, GRANT, RELEASE and the GRANT that is given back:
// at most six for each node.
func TestMessagesToWS(t *testing.T) {
	for _, c := range []struct {
		reason string
		Config
		options     explore.Options
		process     int
		least, most int
	}{
		{"6n, with messages to oneself", of(with(pair2, "printed"), 1, 2), explore.Options{Requests: []int{1, 1}, Queued: true}, 0, 6, 12},
		{"a node that has not granted is asked twice: 6n + 1", of(with(overlapping, "printed"), 1, 2, 3), explore.Options{Requests: []int{1, 1, 0}}, 1, 6, 19},
		{"each node is asked once: 6n", of(with(overlapping, "ask-once"), 1, 2, 3), explore.Options{Requests: []int{1, 1, 0}}, 1, 6, 18},
	} {
		t.Run(c.reason, func(t *testing.T) {
			rule := MessageRule().Rule
			owner := rule.Owner
			rule.Owner = func(s measure.Sending[State, Message]) int {
				switch s.Msg.Kind {
				case REQUEST, PREEMPT, YIELD, GRANT, RELEASE:
					return owner(s)
				}
				return c.N // nobody's
			}
			c.options.Full, c.options.MaxStates = true, 1_000_000
			got, err := measure.Of(protocol(t, c.Config), rule).Messages(t.Context(), c.process, measure.ByCause, c.options)
			if err != nil || got.Stopped != "" || got.Least != c.least || got.Most != c.most {
				t.Errorf("%d to %d messages, want %d to %d: %v %s", got.Least, got.Most, c.least, c.most, err, got.Stopped)
			}
		})
	}
}
