package baldoni

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// Request sets, by process.
var (
	star3   = []explore.Set{explore.SetOf(0), explore.SetOf(0, 1), explore.SetOf(0, 2)}
	star4   = []explore.Set{explore.SetOf(0), explore.SetOf(0, 1), explore.SetOf(0, 2), explore.SetOf(0, 3)}
	pair    = []explore.Set{explore.SetOf(0, 1), explore.SetOf(0, 1), explore.SetOf(0, 1, 2)}
	grid4   = []explore.Set{explore.SetOf(0, 1, 2), explore.SetOf(0, 1, 3), explore.SetOf(0, 2, 3), explore.SetOf(1, 2, 3)} // section 7.1, L = 2, M = 1
	triples = []explore.Set{explore.SetOf(0, 2, 3), explore.SetOf(0, 1, 3), explore.SetOf(0, 1, 2), explore.SetOf(1, 2, 3)} // condition (iii) for M = 2
	figure1 = []explore.Set{
		explore.SetOf(0, 1, 2), explore.SetOf(1, 3, 5), explore.SetOf(2, 4, 5), explore.SetOf(0, 3, 4),
		explore.SetOf(1, 4, 6), explore.SetOf(0, 5, 6), explore.SetOf(2, 3, 6),
	}
)

// grid8 returns the request sets of section 7.1 for L = 2 and M = 2: all but the
// opposite corner of the cube.
func grid8() []explore.Set {
	var sets []explore.Set
	for p := range 8 {
		sets = append(sets, explore.All(8).Without(7-p))
	}
	return sets
}

// violations of the properties, by the length of the trace; 0 for none.
func violations(safety, wellDefined, deadlock, starvation int) map[string]int {
	lengths := map[string]int{"safety": safety, "well-defined": wellDefined, "deadlock-freedom": deadlock, "starvation-freedom": starvation}
	for property, length := range lengths {
		if length == 0 {
			delete(lengths, property)
		}
	}
	return lengths
}

// TestFindings pins what holds and what fails, with causal stamps where the
// options do not say integer clocks; the short ones with both explorers. No
// request set is everybody.
func TestFindings(t *testing.T) {
	holds := violations(0, 0, 0, 0)
	unbounded := prototest.Options{Each: explore.Unbounded}
	onceEach := prototest.Options{}
	twoTwice := prototest.Options{Requests: []int{0, 2, 2}}
	queued := prototest.Options{Queued: true}
	for _, test := range []struct {
		reason   string
		variant  string
		m        int
		n        int
		requests []explore.Set
		units    []int
		options  prototest.Options
		long     bool
		want     prototest.Found
	}{
		{"two processes never ask a permission back", "printed", 1, 2, nil, nil, unbounded, false,
			prototest.Found{States: 39, Transitions: 72, Depth: 7, Violations: holds}},
		{"three processes: permissions are asked back while the others of the request wait", "printed", 1, 3, nil, nil, onceEach, false,
			prototest.Found{States: 3740, Transitions: 11124, Depth: 24, Violations: holds}},
		{"everybody asks everybody: no INQUIRE is late", "printed", 1, 3, nil, nil, unbounded, true,
			prototest.Found{States: 7528, Transitions: 26121, Depth: 18, Violations: holds}},
		{"with one request each no INQUIRE is late for another request", "printed", 1, 3, star3, nil, onceEach, false,
			prototest.Found{States: 260, Transitions: 538, Depth: 12, Violations: holds}},
		{"an INQUIRE that a RELEASE crosses is answered with the next request", "printed", 1, 3, star3, nil, twoTwice, false,
			prototest.Found{States: 551, Transitions: 1094, Depth: 23, Violations: violations(18, 11, 0, 0)}},
		{"integer clocks have it too", "printed", 1, 3, star3, nil, prototest.Options{Requests: []int{0, 2, 2}, Integer: true}, false,
			prototest.Found{States: 245, Transitions: 453, Depth: 23, Violations: violations(18, 11, 0, 0)}},
		{"with request sets of a projective plane", "printed", 1, 7, figure1, nil, prototest.Options{Requests: []int{2, 0, 0, 0, 2, 0, 0}}, true,
			prototest.Found{States: 6465, Transitions: 20296, Depth: 35, Violations: violations(28, 13, 0, 0)}},
		{"integer clocks have it too", "printed", 1, 7, figure1, nil, prototest.Options{Requests: []int{2, 0, 0, 0, 2, 0, 0}, Integer: true}, true,
			prototest.Found{States: 2096, Transitions: 6169, Depth: 35, Violations: violations(28, 13, 0, 0)}},
		{"with request sets of a grid, two requests of three processes", "printed", 1, 4, grid4, nil, prototest.Options{Requests: []int{1, 2, 2, 0}}, true,
			prototest.Found{States: 156368, Transitions: 581144, Depth: 46, Violations: violations(30, 13, 0, 0)}},
		{"integer clocks have it too", "printed", 1, 4, grid4, nil, prototest.Options{Requests: []int{1, 2, 2, 0}, Integer: true}, true,
			prototest.Found{States: 55767, Transitions: 188114, Depth: 46, Violations: violations(30, 13, 0, 0)}},
		{"with two resources", "printed", 2, 4, star4, nil, prototest.Options{Requests: []int{0, 1, 2, 2}}, true,
			prototest.Found{States: 19806, Transitions: 57429, Depth: 28, Violations: violations(16, 11, 0, 0)}},
		{"integer clocks have it too", "printed", 2, 4, star4, nil, prototest.Options{Requests: []int{0, 1, 2, 2}, Integer: true}, true,
			prototest.Found{States: 3910, Transitions: 10451, Depth: 28, Violations: violations(16, 11, 0, 0)}},
		{"two arbiters wait for each other", "printed", 2, 3, nil, nil, onceEach, true,
			prototest.Found{States: 14468, Transitions: 43110, Depth: 24, Violations: violations(0, 0, 9, 0)}},
		{"integer clocks have it too", "printed", 2, 3, nil, nil, prototest.Options{Integer: true}, true,
			prototest.Found{States: 13338, Transitions: 37896, Depth: 24, Violations: violations(0, 0, 9, 0)}},
		{"request sets of two arbiters", "printed", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 2744, Transitions: 7047, Depth: 18, Violations: violations(0, 0, 7, 0)}},
		{"integer clocks have none of it with one request each", "printed", 2, 3, pair, nil, prototest.Options{Integer: true}, false,
			prototest.Found{States: 1911, Transitions: 4796, Depth: 18, Violations: holds}},
		{"with two, they have the circle, and late INQUIREs", "printed", 2, 3, pair, nil, prototest.Options{Each: 2, Integer: true}, true,
			prototest.Found{States: 103227, Transitions: 295023, Depth: 42, Violations: violations(33, 12, 12, 0)}},
		{"one of three needs both resources", "printed", 2, 3, nil, []int{2, 1, 1}, onceEach, true,
			prototest.Found{States: 6762, Transitions: 19806, Depth: 24, Violations: violations(0, 0, 9, 0)}},
		{"any number of resources", "printed", 2, 3, nil, []int{0, 0, 0}, onceEach, true,
			prototest.Found{States: 43442, Transitions: 132384, Depth: 24, Violations: violations(0, 0, 9, 0)}},
		{"three of four arbiters, each left out by one process", "printed", 2, 4, triples, nil, prototest.Options{Requests: []int{1, 1, 1, 0}}, true,
			prototest.Found{States: 21893, Transitions: 78301, Depth: 25, Violations: holds}},

		{"nothing is ahead of the answer", "head-of-line", 1, 3, star3, nil, twoTwice, false,
			prototest.Found{States: 551, Transitions: 1094, Depth: 23, Violations: violations(18, 11, 0, 0)}},
		{"the arbiters wait for each other all the same", "head-of-line", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 2720, Transitions: 6909, Depth: 18, Violations: violations(0, 0, 7, 0)}},
		{"leaving does not matter here", "acts-while-waiting", 1, 3, star3, nil, twoTwice, false,
			prototest.Found{States: 551, Transitions: 1094, Depth: 23, Violations: violations(18, 11, 0, 0)}},
		{"who is to answer waits", "acts-while-waiting", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 4950, Transitions: 13397, Depth: 22, Violations: violations(0, 13, 7, 0)}},
		{"what each does for itself does not matter here", "roles-apart", 1, 3, star3, nil, twoTwice, false,
			prototest.Found{States: 551, Transitions: 1094, Depth: 23, Violations: violations(18, 11, 0, 0)}},
		{"nobody waits in a circle", "roles-apart", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 5436, Transitions: 14296, Depth: 22, Violations: violations(0, 13, 0, 0)}},
		{"it takes a request back from itself that is over", "roles-apart", 2, 3, nil, nil, onceEach, true,
			prototest.Found{States: 35807, Transitions: 115377, Depth: 28, Violations: violations(0, 15, 0, 0)}},
		{"integer clocks have it too", "roles-apart", 2, 3, nil, nil, prototest.Options{Integer: true}, true,
			prototest.Found{States: 30868, Transitions: 94827, Depth: 28, Violations: violations(0, 15, 0, 0)}},
		{"it is not the waiting", "without-waiting", 1, 3, star3, nil, twoTwice, false,
			prototest.Found{States: 551, Transitions: 1094, Depth: 23, Violations: violations(18, 11, 0, 0)}},
		{"nobody waits in a circle", "without-waiting", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 5562, Transitions: 15881, Depth: 18, Violations: holds}},
		{"one resource: there is one to grant", "release-loop", 1, 3, star3, nil, twoTwice, false,
			prototest.Found{States: 551, Transitions: 1094, Depth: 23, Violations: violations(18, 11, 0, 0)}},
		{"the arbiters wait before a RELEASE", "release-loop", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 2744, Transitions: 7047, Depth: 18, Violations: violations(0, 0, 7, 0)}},
		{"one resource: there is one when it is released", "release-unchecked", 1, 3, star3, nil, twoTwice, false,
			prototest.Found{States: 551, Transitions: 1094, Depth: 23, Violations: violations(18, 11, 0, 0)}},
		{"both are in the way", "release-unchecked", 2, 3, nil, []int{2, 1, 1}, onceEach, true,
			prototest.Found{States: 8184, Transitions: 23582, Depth: 24, Violations: violations(18, 0, 9, 0)}},
		{"the request conflicts", "on-conflict", 1, 3, star3, nil, twoTwice, false,
			prototest.Found{States: 551, Transitions: 1094, Depth: 23, Violations: violations(18, 11, 0, 0)}},
		{"the requests conflict", "on-conflict", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 2542, Transitions: 6702, Depth: 18, Violations: violations(0, 0, 7, 0)}},
		{"one resource: nothing overtakes", "overtaking", 1, 3, star3, nil, twoTwice, false,
			prototest.Found{States: 551, Transitions: 1094, Depth: 23, Violations: violations(18, 11, 0, 0)}},
		{"the requests conflict", "overtaking", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 2542, Transitions: 6702, Depth: 18, Violations: violations(0, 0, 7, 0)}},
		{"a clock for each REQUEST does not help", "stamp-each", 1, 3, star3, nil, twoTwice, false,
			prototest.Found{States: 2755, Transitions: 7608, Depth: 27, Violations: violations(22, 12, 0, 0)}},
		{"each is the first at one arbiter", "stamp-each", 1, 2, nil, nil, onceEach, false,
			prototest.Found{States: 117, Transitions: 220, Depth: 12, Violations: violations(0, 0, 6, 0)}},
		{"integer clocks have it too", "stamp-each", 1, 2, nil, nil, prototest.Options{Integer: true}, false,
			prototest.Found{States: 85, Transitions: 130, Depth: 12, Violations: violations(0, 0, 8, 0)}},
		{"clocks on all messages do not help", "lamport-clocks", 1, 3, star3, nil, twoTwice, false,
			prototest.Found{States: 551, Transitions: 1094, Depth: 23, Violations: violations(18, 11, 0, 0)}},
		{"nor here", "lamport-clocks", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 3970, Transitions: 10253, Depth: 18, Violations: violations(0, 0, 7, 0)}},
		{"the late YIELD is taken for the answer to a later INQUIRE", "stray-ignored", 1, 3, star3, nil, twoTwice, false,
			prototest.Found{States: 551, Transitions: 1152, Depth: 23, Violations: violations(18, 22, 0, 0)}},

		{"a permission is held once", "repaired", 1, 3, star3, nil, unbounded, false,
			prototest.Found{States: 518, Transitions: 1802, Depth: 20, Violations: holds}},
		{"two processes", "repaired", 1, 2, nil, nil, unbounded, false,
			prototest.Found{States: 39, Transitions: 72, Depth: 7, Violations: holds}},
		{"three processes", "repaired", 1, 3, nil, nil, unbounded, true,
			prototest.Found{States: 8158, Transitions: 28419, Depth: 18, Violations: holds}},
		{"one arbiter, two resources, three processes", "repaired", 2, 3, star3, nil, unbounded, false,
			prototest.Found{States: 1619, Transitions: 6389, Depth: 23, Violations: holds}},
		{"one arbiter, two resources", "repaired", 2, 4, star4, nil, unbounded, true,
			prototest.Found{States: 85863, Transitions: 498411, Depth: 29, Violations: holds}},
		{"two arbiters, two resources", "repaired", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 5562, Transitions: 15881, Depth: 18, Violations: holds}},
		{"two arbiters, two resources, without bound", "repaired", 2, 3, pair, nil, unbounded, true,
			prototest.Found{States: 134290, Transitions: 562557, Depth: 41, Violations: holds}},
		{"two resources, one of three needs both: every step runs", "repaired", 2, 3, nil, []int{2, 1, 1}, onceEach, false,
			prototest.Found{States: 8322, Transitions: 25244, Depth: 24, Violations: holds}},
		{"the same without bound", "repaired", 2, 3, nil, []int{2, 1, 1}, unbounded, true,
			prototest.Found{States: 64896, Transitions: 255067, Depth: 40, Violations: holds}},
		{"two resources", "repaired", 2, 3, nil, nil, onceEach, true,
			prototest.Found{States: 33269, Transitions: 106434, Depth: 25, Violations: holds}},
		{"two resources, without bound", "repaired", 2, 3, nil, nil, unbounded, true,
			prototest.Found{States: 1283173, Transitions: 5332071, Depth: 52, Violations: holds}},
		{"any number of resources", "repaired", 2, 3, nil, []int{0, 0, 0}, onceEach, true,
			prototest.Found{States: 66767, Transitions: 211914, Depth: 25, Violations: holds}},
		{"a grid", "repaired", 1, 4, grid4, nil, onceEach, true,
			prototest.Found{States: 155840, Transitions: 632368, Depth: 32, Violations: holds}},
		{"a grid, three processes without bound", "repaired", 1, 4, grid4, nil, prototest.Options{Requests: []int{explore.Unbounded, explore.Unbounded, explore.Unbounded, 0}}, true,
			prototest.Found{States: 77846, Transitions: 356851, Depth: 42, Violations: holds}},
		{"the grid of section 7.1 with L = 2, M = 2, where one request is for both", "repaired", 2, 8, grid8(), []int{2, 1, 1, 1, 1, 1, 1, 1}, prototest.Options{Requests: []int{1, 1, 0, 0, 0, 0, 0, 0}}, true,
			prototest.Found{States: 1299342, Transitions: 9228634, Depth: 40, Violations: holds}},
		{"a projective plane", "repaired", 1, 7, figure1, nil, prototest.Options{Requests: []int{2, 0, 0, 0, 2, 0, 0}}, true,
			prototest.Found{States: 4355, Transitions: 14202, Depth: 32, Violations: holds}},
		{"three of four arbiters", "repaired", 2, 4, triples, nil, prototest.Options{Requests: []int{2, 1, 1, 0}}, true,
			prototest.Found{States: 156277, Transitions: 663665, Depth: 33, Violations: holds}},

		{"one resource: a chain of waiting ends with somebody who answers", "held", 1, 3, star3, nil, unbounded, false,
			prototest.Found{States: 518, Transitions: 1764, Depth: 20, Violations: holds}},
		{"everybody asks everybody", "held", 1, 3, nil, nil, unbounded, true,
			prototest.Found{States: 7528, Transitions: 26121, Depth: 18, Violations: holds}},
		{"a grid", "held", 1, 4, grid4, nil, onceEach, true,
			prototest.Found{States: 138356, Transitions: 550864, Depth: 33, Violations: holds}},
		{"two resources: a circle", "held", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 2744, Transitions: 7047, Depth: 18, Violations: violations(0, 0, 7, 0)}},
		{"leaving does not break the circle", "held-acts", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 4130, Transitions: 10945, Depth: 22, Violations: violations(0, 0, 7, 0)}},
		{"an INQUIRE overtakes the GRANT that it is about", "held-inquire", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 2828, Transitions: 7239, Depth: 18, Violations: violations(0, 0, 9, 0)}},
		{"the same", "held-inquire-acts", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 4072, Transitions: 10667, Depth: 22, Violations: violations(0, 0, 9, 0)}},
		{"both are inside and wait for each other", "held-grant-inquire", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 2936, Transitions: 7609, Depth: 18, Violations: violations(0, 0, 11, 0)}},
		{"integer clocks have it with two requests", "held-grant-inquire", 2, 3, pair, nil, prototest.Options{Each: 2, Integer: true}, true,
			prototest.Found{States: 57085, Transitions: 171716, Depth: 37, Violations: violations(0, 0, 16, 0)}},
		{"integer clocks have it with two requests", "held-acts", 2, 3, pair, nil, prototest.Options{Each: 2, Integer: true}, true,
			prototest.Found{States: 136067, Transitions: 430372, Depth: 44, Violations: violations(0, 0, 12, 0)}},
		{"integer clocks have it with two requests", "held-inquire", 2, 3, pair, nil, prototest.Options{Each: 2, Integer: true}, true,
			prototest.Found{States: 55034, Transitions: 165094, Depth: 36, Violations: violations(0, 0, 13, 0)}},
		{"integer clocks have it with two requests", "held-inquire-acts", 2, 3, pair, nil, prototest.Options{Each: 2, Integer: true}, true,
			prototest.Found{States: 130234, Transitions: 402191, Depth: 44, Violations: violations(0, 0, 13, 0)}},
		{"all that the requester takes", "held-roles-apart", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 4640, Transitions: 12347, Depth: 22, Violations: holds}},
		{"two resources", "held-roles-apart", 2, 3, nil, nil, onceEach, true,
			prototest.Found{States: 32861, Transitions: 106611, Depth: 27, Violations: holds}},
		{"a delivery that is kept waiting again and again is not forced", "held-roles-apart", 1, 3, star3, nil, unbounded, false,
			prototest.Found{States: 1422, Transitions: 5086, Depth: 29, Violations: violations(0, 0, 0, 35)}},

		{"messages to oneself take time: the recovery without messages takes back what is still to come", "printed", 1, 3, star3, nil, queued, true,
			prototest.Found{States: 7667, Transitions: 23089, Depth: 21, Violations: violations(8, 11, 0, 0)}},
		{"integer clocks have it too", "printed", 1, 3, star3, nil, prototest.Options{Queued: true, Integer: true}, false,
			prototest.Found{States: 1979, Transitions: 5650, Depth: 21, Violations: violations(15, 18, 0, 0)}},
		{"with everybody", "printed", 1, 2, nil, nil, queued, false,
			prototest.Found{States: 398, Transitions: 818, Depth: 16, Violations: violations(0, 14, 0, 0)}},
		{"a permission that is still to come is not asked back", "repaired", 1, 2, nil, nil, queued, false,
			prototest.Found{States: 290, Transitions: 618, Depth: 16, Violations: violations(0, 0, 8, 0)}},
		{"INQUIRE to oneself", "asks-itself", 1, 2, nil, nil, prototest.Options{Each: explore.Unbounded, Queued: true}, false,
			prototest.Found{States: 725, Transitions: 1920, Depth: 23, Violations: holds}},
		{"one arbiter", "asks-itself", 1, 3, star3, nil, prototest.Options{Each: explore.Unbounded, Queued: true}, true,
			prototest.Found{States: 82481, Transitions: 412992, Depth: 44, Violations: holds}},
		{"three processes", "asks-itself", 1, 3, nil, nil, queued, true,
			prototest.Found{States: 220262, Transitions: 1000182, Depth: 34, Violations: holds}},
		{"messages to oneself at once", "asks-itself", 2, 3, pair, nil, onceEach, false,
			prototest.Found{States: 5850, Transitions: 16735, Depth: 19, Violations: holds}},
	} {
		t.Run(fmt.Sprintf("%s/n=%d,m=%d,sets=%v,units=%v,%v", test.variant, test.n, test.m, test.requests, test.units, test.options), func(t *testing.T) {
			if test.long {
				slow.Only(t, "seconds to a minute")
			}
			p := build(t, Config{N: test.n, M: test.m, Units: test.units, Requests: test.requests, Variant: test.variant})
			explorers := prototest.Both[State, Message]
			if test.long {
				explorers = prototest.Engine[State, Message]
			}
			if diff := cmp.Diff(test.want, explorers(t, p, test.options)); diff != "" {
				t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
			}
		})
	}
}
