package jiang

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// sets returns quorums, given by members counted from 1.
func sets(quorums ...[]int) []explore.Set {
	var out []explore.Set
	for _, q := range quorums {
		var s explore.Set
		for _, p := range q {
			s = s.With(p - 1)
		}
		out = append(out, s)
	}
	return out
}

// The instances, of two resources that everybody may ask for where nothing else
// is said.
var (
	two    = Config{N: 2, K: 1, Write: sets([]int{1}), Read: sets([]int{1})}
	three  = Config{N: 3, K: 1, Write: sets([]int{1}), Read: sets([]int{1})}
	alone  = Config{N: 3, K: 1, Resources: 1, Write: sets([]int{1}), Read: sets([]int{1, 2})}
	pair2  = Config{N: 2, K: 1, Write: sets([]int{1, 2}), Read: sets([]int{1})}
	pair3  = Config{N: 3, K: 1, Write: sets([]int{1, 2}), Read: sets([]int{1})}
	edges  = sets([]int{1, 2}, []int{1, 3}, []int{2, 3})
	either = sets([]int{1}, []int{2})

	// Processes 2 to 4 each ask for a resource of their own.
	clients = Config{N: 4, K: 1, Resources: 3, Resource: []int{0, 1, 2, 3}, Write: sets([]int{1, 2}), Read: sets([]int{1})}
	// Each process has a majority of its own.
	majority = Config{N: 3, K: 1, Write: edges, Read: edges, Fixed: true}
	// Processes 1 and 3 ask for different resources.
	ends = Config{N: 3, K: 1, Resource: []int{1, 1, 2}, Write: edges, Read: edges, Fixed: true}

	singles = Config{N: 2, K: 2, Write: either, Read: sets([]int{1, 2})}
	three2  = Config{N: 3, K: 2, Write: either, Read: sets([]int{1, 2})}
	// Processes 2 and 3 have disjoint quorums, and one resource.
	apart = Config{N: 3, K: 2, Resources: 1, Write: either, Read: sets([]int{1, 2}), Fixed: true}
	// Process 1 has {1}, process 2 has {3,4} and another resource, process 3
	// has {2,4}.
	uneven = Config{N: 4, K: 2, Resource: []int{1, 2, 1, 0}, Fixed: true,
		Write: sets([]int{1}, []int{3, 4}, []int{2, 4}, []int{2, 3}), Read: sets([]int{1, 2, 3})}
)

func with(c Config, variant string) Config {
	c.Variant = variant
	return c
}

func reselecting(c Config) Config {
	c.Reselect = true
	return c
}

func fixed(c Config) Config {
	c.Fixed = true
	return c
}

// of says which resource each process asks for.
func of(c Config, resource ...int) Config {
	c.Resources, c.Resource = 3, resource
	return c
}

// A claim is what is found for an instance, and why.
type claim struct {
	reason string
	Config
	options prototest.Options
	both    bool // also with the other explorer
	long    bool
	want    prototest.Found
}

// violated has the lengths of shortest traces by property.
type violated = map[string]int

func (c claim) name() string {
	name := fmt.Sprintf("%s %d processes k=%d %v %v", c.Variant, c.N, c.K, c.Write, c.Read)
	if c.Resource != nil {
		name += fmt.Sprintf(" resources %v", c.Resource)
	}
	if c.Reselect {
		name += " reselect"
	}
	return name + fmt.Sprintf(" %+v", c.options)
}

// TestFindings pins what holds and what fails.
func TestFindings(t *testing.T) {
	for _, claims := range [][]claim{printedClaims, readingClaims, repairedClaims, withoutClaims} {
		for _, c := range claims {
			t.Run(c.name(), func(t *testing.T) {
				if c.long {
					slow.Only(t, "seconds to minutes")
				}
				explored := prototest.Engine[State, Message]
				if c.both {
					explored = prototest.Both[State, Message]
				}
				c.options.Asymmetric = true // requests differ by their resources
				if diff := cmp.Diff(c.want, explored(t, protocol(t, c.Config), c.options)); diff != "" {
					t.Errorf("%s: expected (-), found (+):\n%s", c.reason, diff)
				}
			})
		}
	}
}

func protocol(t *testing.T, c Config) explore.Protocol[State, Message] {
	return prototest.Build(t, New, c)
}

// The text as printed.
var printedClaims = []claim{
	{reason: "a FOLLOW comes to a leader that has left: nobody grants", Config: with(two, "printed"), both: true,
		want: prototest.Found{States: 166, Transitions: 274, Depth: 11, Violations: violated{"deadlock-freedom": 10, "k-progressing": 10}}},
	{reason: "FOLLOW after leaving, with integer clocks", Config: with(two, "printed"), options: prototest.Options{Integer: true}, both: true,
		want: prototest.Found{States: 173, Transitions: 248, Depth: 13, Violations: violated{"deadlock-freedom": 10, "k-progressing": 10}}},
	{reason: "FOLLOW after leaving, with messages to oneself in channels", Config: with(two, "printed"), options: prototest.Options{Queued: true}, both: true,
		want: prototest.Found{States: 1025, Transitions: 1955, Depth: 16, Violations: violated{"deadlock-freedom": 13, "k-progressing": 13}}},
	{reason: "the former leader asks for the other resource, and its R-GRANT lets the follower in beside it", Config: with(two, "printed"), options: prototest.Options{Each: 2}, both: true,
		want: prototest.Found{States: 989, Transitions: 1856, Depth: 20, Violations: violated{"deadlock-freedom": 10, "k-progressing": 10, "safety": 16}}},
	{reason: "the other resource, with integer clocks", Config: with(two, "printed"), options: prototest.Options{Each: 2, Integer: true},
		want: prototest.Found{States: 3145, Transitions: 4940, Depth: 25, Violations: violated{"deadlock-freedom": 10, "k-progressing": 10, "safety": 16}}},
	{reason: "requests without bound", Config: with(two, "printed"), options: prototest.Options{Each: explore.Unbounded}, both: true,
		want: prototest.Found{States: 325, Transitions: 646, Depth: 18, Violations: violated{"deadlock-freedom": 10, "k-progressing": 10, "safety": 16, "starvation-freedom": 10}}},
	{reason: "one process alone: its second COMPETE is before its first CLEAR, and it follows itself", Config: with(alone, "printed"), options: prototest.Options{Requests: []int{0, 0, 2}}, both: true,
		want: prototest.Found{States: 47, Transitions: 70, Depth: 20, Violations: violated{"deadlock-freedom": 19, "k-progressing": 19}}},
	{reason: "alone, without bound", Config: with(alone, "printed"), options: prototest.Options{Requests: []int{0, 0, explore.Unbounded}}, both: true,
		want: prototest.Found{States: 34, Transitions: 56, Depth: 19, Violations: violated{"deadlock-freedom": 19, "k-progressing": 19, "starvation-freedom": 19}}},
	{reason: "three processes: the leader in XS has closed the entry, and the third waits for its follower", Config: with(three, "printed"),
		want: prototest.Found{States: 16894, Transitions: 46476, Depth: 20, Violations: violated{"concurrent-entering": 9, "deadlock-freedom": 10, "k-progressing": 10, "open-entering": 14}}},
	{reason: "two members", Config: with(pair2, "printed"), both: true,
		want: prototest.Found{States: 544, Transitions: 984, Depth: 17, Violations: violated{"deadlock-freedom": 13, "k-progressing": 13}}},
	{reason: "two members, twice: FOLLOWER loses who came again", Config: with(pair2, "printed"), options: prototest.Options{Each: 2},
		want: prototest.Found{States: 6695, Transitions: 13810, Depth: 34, Violations: violated{"concurrent-entering": 27, "deadlock-freedom": 13, "k-progressing": 13, "open-entering": 27, "safety": 18}}},
	{reason: "a later PREEMPT is not sent: the first of three waits for ever", Config: with(clients, "printed"), options: prototest.Options{Requests: []int{0, 1, 1, 1}},
		want: prototest.Found{States: 14733, Transitions: 42429, Depth: 34, Violations: violated{"deadlock-freedom": 12, "k-progressing": 12}}},
	{reason: "no PREEMPT for the first, with integer clocks", Config: with(clients, "printed"), options: prototest.Options{Requests: []int{0, 1, 1, 1}, Integer: true}, long: true,
		want: prototest.Found{States: 137955, Transitions: 280104, Depth: 43, Violations: violated{"deadlock-freedom": 12, "k-progressing": 12}}},
	{reason: "majorities: YIELD comes when the request that it was for has been released", Config: with(majority, "printed"), long: true,
		want: prototest.Found{States: 100283, Transitions: 321442, Depth: 30, Violations: violated{"concurrent-entering": 16, "deadlock-freedom": 13, "k-progressing": 13, "open-entering": 21, "well-defined": 15}}},
	{reason: "k = 2: whose quorum is in use waits, with the other quorum free", Config: with(singles, "printed"), both: true,
		want: prototest.Found{States: 992, Transitions: 1740, Depth: 14, Violations: violated{"deadlock-freedom": 7, "k-progressing": 5}}},
	{reason: "with reselection it does not, but follows one that has left", Config: with(reselecting(singles), "printed"),
		want: prototest.Found{States: 3030, Transitions: 6052, Depth: 17, Violations: violated{"deadlock-freedom": 7, "k-progressing": 7}}},
	{reason: "k = 2, one resource: R-GRANT is before FAIL, and the registrations outlive the request", Config: with(apart, "printed"), options: prototest.Options{Requests: []int{0, 2, 1}}, both: true,
		want: prototest.Found{States: 1033, Transitions: 2412, Depth: 21, Violations: violated{"deadlock-freedom": 10, "k-progressing": 10}}},
	{reason: "with reselection R-GRANT is before SUCCESS", Config: with(reselecting(apart), "printed"), options: prototest.Options{Requests: []int{0, 1, 1}},
		want: prototest.Found{States: 8974, Transitions: 26323, Depth: 27, Violations: violated{"deadlock-freedom": 10, "k-progressing": 10, "well-defined": 16}}},
	{reason: "reselection: the own REQUEST comes behind the own COMPETE, and NOTICE takes the quorum from a leader", Config: with(reselecting(ends), "printed"), options: prototest.Options{Requests: []int{1, 0, 1}}, long: true,
		want: prototest.Found{States: 281730, Transitions: 1122766, Depth: 39, Violations: violated{"safety": 15, "well-defined": 11}}},
	{reason: "k = 2: who is in GRANTEE is not told of the leader", Config: with(uneven, "printed"), options: prototest.Options{Requests: []int{1, 1, 1, 0}}, long: true,
		want: prototest.Found{States: 97388, Transitions: 408572, Depth: 36, Violations: violated{"concurrent-entering": 18, "deadlock-freedom": 15, "k-progressing": 14, "open-entering": 18, "well-defined": 13}}},
}

// Other readings of the text.
var readingClaims = []claim{
	{reason: "who has a quorum gives a part of it back, and competes on", Config: with(three, "yield-in-ws"),
		want: prototest.Found{States: 24362, Transitions: 68820, Depth: 22, Violations: violated{"concurrent-entering": 9, "deadlock-freedom": 10, "k-progressing": 10, "open-entering": 14, "safety": 12, "well-defined": 10}}},
	{reason: "a leader gives its quorum back with its followers inside", Config: with(three, "yield-in-xs"),
		want: prototest.Found{States: 19032, Transitions: 51448, Depth: 26, Violations: violated{"concurrent-entering": 9, "deadlock-freedom": 10, "k-progressing": 10, "open-entering": 14, "safety": 11}}},
	{reason: "two requests are in GRANTEE", Config: with(three, "grant-always"),
		want: prototest.Found{States: 22050, Transitions: 61660, Depth: 21, Violations: violated{"concurrent-entering": 9, "deadlock-freedom": 10, "k-progressing": 10, "open-entering": 14, "safety": 10}}},
	{reason: "counting GRANTs late changes nothing here, as what is printed fails before", Config: with(majority, "grant-after-notice"), long: true,
		want: prototest.Found{States: 110341, Transitions: 350082, Depth: 30, Violations: violated{"concurrent-entering": 16, "deadlock-freedom": 13, "k-progressing": 13, "open-entering": 21, "well-defined": 15}}},
	{reason: "in XS, too, FOLLOW waits now", Config: with(two, "closed-in-xs"), both: true,
		want: prototest.Found{States: 166, Transitions: 274, Depth: 11, Violations: violated{"deadlock-freedom": 10, "k-progressing": 10}}},
	{reason: "who has left, and has nothing, lets a follower in", Config: with(two, "open-in-ncs"), options: prototest.Options{Each: 2}, both: true,
		want: prototest.Found{States: 1358, Transitions: 2625, Depth: 26, Violations: violated{"safety": 16}}},
	{reason: "R-GRANT is before FAIL all the same", Config: with(apart, "release-in-ws"), options: prototest.Options{Requests: []int{0, 2, 1}},
		want: prototest.Found{States: 1120, Transitions: 2680, Depth: 22, Violations: violated{"deadlock-freedom": 10, "k-progressing": 10}}},
	{reason: "alone, its own registration does no harm, twice", Config: with(alone, "own-is-none"), options: prototest.Options{Requests: []int{0, 0, 2}}, both: true,
		want: prototest.Found{States: 43, Transitions: 63, Depth: 20, Violations: violated{}}},
	{reason: "FOLLOW still comes late", Config: with(two, "own-is-none"),
		want: prototest.Found{States: 166, Transitions: 274, Depth: 11, Violations: violated{"deadlock-freedom": 10, "k-progressing": 10}}},
	{reason: "NOTICE from a second node still takes the quorum from a leader", Config: with(reselecting(ends), "own-is-none"), options: prototest.Options{Requests: []int{1, 0, 1}}, long: true,
		want: prototest.Found{States: 125444, Transitions: 467913, Depth: 36, Violations: violated{"safety": 15, "well-defined": 11}}},
	{reason: "REQUEST need not be sent twice for it", Config: with(reselecting(ends), "ask-once"), options: prototest.Options{Requests: []int{1, 0, 1}},
		want: prototest.Found{States: 7605, Transitions: 23245, Depth: 28, Violations: violated{"safety": 15, "well-defined": 11}}},
	{reason: "a node is taken out of its entry section", Config: with(pair2, "expelled"), options: prototest.Options{Requests: []int{2, 1}},
		want: prototest.Found{States: 1855, Transitions: 3605, Depth: 26, Violations: violated{"deadlock-freedom": 13, "k-progressing": 13, "safety": 18}}},
	{reason: "the first of the queue gets what comes back", Config: with(clients, "front-first"), options: prototest.Options{Requests: []int{0, 1, 1, 1}},
		want: prototest.Found{States: 14009, Transitions: 40957, Depth: 34, Violations: violated{}}},
	{reason: "FOLLOW still comes late", Config: with(pair2, "followers-by-request"), options: prototest.Options{Each: 2},
		want: prototest.Found{States: 2981, Transitions: 5700, Depth: 30, Violations: violated{"deadlock-freedom": 13, "k-progressing": 13, "safety": 18}}},
}

// The repair.
var repairedClaims = []claim{
	{reason: "one member, two processes", Config: with(two, "repaired"), both: true,
		want: prototest.Found{States: 186, Transitions: 304, Depth: 12, Violations: violated{}}},
	{reason: "twice", Config: with(two, "repaired"), options: prototest.Options{Each: 2}, both: true,
		want: prototest.Found{States: 857, Transitions: 1580, Depth: 22, Violations: violated{}}},
	{reason: "twice, with messages to oneself in channels", Config: with(two, "repaired"), options: prototest.Options{Each: 2, Queued: true},
		want: prototest.Found{States: 9160, Transitions: 20487, Depth: 35, Violations: violated{}}},
	{reason: "integer clocks", Config: with(two, "repaired"), options: prototest.Options{Each: 2, Integer: true},
		want: prototest.Found{States: 4022, Transitions: 6100, Depth: 27, Violations: violated{}}},
	{reason: "requests without bound", Config: with(two, "repaired"), options: prototest.Options{Each: explore.Unbounded}, both: true,
		want: prototest.Found{States: 241, Transitions: 482, Depth: 13, Violations: violated{}}},
	{reason: "alone, without bound", Config: with(alone, "repaired"), options: prototest.Options{Requests: []int{0, 0, explore.Unbounded}}, both: true,
		want: prototest.Found{States: 17, Transitions: 22, Depth: 12, Violations: violated{}}},
	{reason: "three processes; a closed group lets nobody in, which k-exclusion and bounded delay need", Config: with(three, "repaired"),
		want: prototest.Found{States: 21802, Transitions: 61846, Depth: 21, Violations: violated{"concurrent-entering": 9}}},
	{reason: "three processes, twice", Config: with(three, "repaired"), options: prototest.Options{Each: 2}, long: true,
		want: prototest.Found{States: 698521, Transitions: 2517038, Depth: 40, Violations: violated{"concurrent-entering": 9}}},
	{reason: "three processes without bound, two of them of one group", Config: with(of(three, 1, 2, 1), "repaired"), options: prototest.Options{Each: explore.Unbounded},
		want: prototest.Found{States: 2808, Transitions: 8492, Depth: 34, Violations: violated{}}},
	{reason: "three groups without bound", Config: with(of(three, 1, 2, 3), "repaired"), options: prototest.Options{Each: explore.Unbounded},
		want: prototest.Found{States: 1543, Transitions: 4433, Depth: 33, Violations: violated{}}},
	{reason: "two members, twice", Config: with(pair2, "repaired"), options: prototest.Options{Each: 2},
		want: prototest.Found{States: 2097, Transitions: 3896, Depth: 32, Violations: violated{}}},
	{reason: "two members, without bound", Config: with(pair2, "repaired"), options: prototest.Options{Each: explore.Unbounded}, both: true,
		want: prototest.Found{States: 625, Transitions: 1222, Depth: 15, Violations: violated{}}},
	{reason: "two members, three processes", Config: with(pair3, "repaired"), long: true,
		want: prototest.Found{States: 413801, Transitions: 1656081, Depth: 32, Violations: violated{"concurrent-entering": 16}}},
	{reason: "preemption among three groups", Config: with(clients, "repaired"), options: prototest.Options{Requests: []int{0, 1, 1, 1}},
		want: prototest.Found{States: 16028, Transitions: 46146, Depth: 39, Violations: violated{}}},
	{reason: "majorities of 3", Config: with(majority, "repaired"), long: true,
		want: prototest.Found{States: 123874, Transitions: 399618, Depth: 32, Violations: violated{"concurrent-entering": 17}}},
	{reason: "majorities of 3, twice", Config: with(of(majority, 1, 2, 1), "repaired"), options: prototest.Options{Each: 2}, long: true,
		want: prototest.Found{States: 174867, Transitions: 558518, Depth: 65, Violations: violated{}}},
	{reason: "k = 2, no reselection: a process stays with its quorum", Config: with(singles, "repaired"), options: prototest.Options{Each: 2},
		want: prototest.Found{States: 8785, Transitions: 16836, Depth: 29, Violations: violated{"k-progressing": 5}}},
	{reason: "k = 2 with reselection", Config: with(reselecting(singles), "repaired"), options: prototest.Options{Each: 2}, long: true,
		want: prototest.Found{States: 23877, Transitions: 52248, Depth: 33, Violations: violated{}}},
	{reason: "k = 2 with reselection, without bound", Config: with(reselecting(singles), "repaired"), options: prototest.Options{Each: explore.Unbounded},
		want: prototest.Found{States: 11243, Transitions: 27472, Depth: 31, Violations: violated{}}},
	{reason: "k = 2, R-GRANT before FAIL", Config: with(apart, "repaired"), options: prototest.Options{Requests: []int{0, 2, 1}},
		want: prototest.Found{States: 4122, Transitions: 11077, Depth: 31, Violations: violated{}}},
	{reason: "k = 2, R-GRANT before SUCCESS", Config: with(reselecting(apart), "repaired"), options: prototest.Options{Requests: []int{0, 1, 1}},
		want: prototest.Found{States: 10613, Transitions: 31963, Depth: 33, Violations: violated{}}},
	{reason: "k = 2, fixed quorums, without bound", Config: with(of(fixed(three2), 1, 2, 1), "repaired"), options: prototest.Options{Each: explore.Unbounded},
		want: prototest.Found{States: 7151, Transitions: 21430, Depth: 27, Violations: violated{}}},
	{reason: "k = 2, three groups, with reselection", Config: with(of(reselecting(three2), 1, 2, 3), "repaired"), long: true,
		want: prototest.Found{States: 316445, Transitions: 1127701, Depth: 34, Violations: violated{}}},
	{reason: "reselection among majorities", Config: with(reselecting(ends), "repaired"), options: prototest.Options{Requests: []int{1, 0, 1}}, long: true,
		want: prototest.Found{States: 75501, Transitions: 265484, Depth: 37, Violations: violated{}}},
	{reason: "k = 2, quorums of different sizes: every handler runs", Config: with(uneven, "repaired"), options: prototest.Options{Requests: []int{1, 1, 1, 0}}, long: true,
		want: prototest.Found{States: 482341, Transitions: 2124316, Depth: 50, Violations: violated{"k-progressing": 14}}},
}

// The repair without one of its changes.
var withoutClaims = []claim{
	{reason: "three groups: the first of them has no PREEMPT sent", Config: with(clients, "without-front-first"), options: prototest.Options{Requests: []int{0, 1, 1, 1}},
		want: prototest.Found{States: 16810, Transitions: 47690, Depth: 39, Violations: violated{"deadlock-freedom": 12, "k-progressing": 12}}},
	{reason: "an R-RELEASE of the former request takes out who is in again", Config: with(pair2, "without-followers-by-request"), options: prototest.Options{Each: 2},
		want: prototest.Found{States: 5439, Transitions: 10802, Depth: 36, Violations: violated{"safety": 29}}},
	{reason: "FOLLOW after leaving", Config: with(two, "without-cleared"), options: prototest.Options{Each: 2}, both: true,
		want: prototest.Found{States: 1047, Transitions: 1974, Depth: 21, Violations: violated{"deadlock-freedom": 10, "k-progressing": 10, "safety": 16}}},
	{reason: "SUCCESS after leaving", Config: with(apart, "without-outcome"), options: prototest.Options{Requests: []int{0, 2, 1}},
		want: prototest.Found{States: 8926, Transitions: 25235, Depth: 32, Violations: violated{"well-defined": 16}}},
	{reason: "a leader releases its quorum", Config: with(reselecting(ends), "without-notice-in-es"), options: prototest.Options{Requests: []int{1, 0, 1}}, long: true,
		want: prototest.Found{States: 366226, Transitions: 1446882, Depth: 41, Violations: violated{"safety": 15}}},
	{reason: "who is in GRANTEE waits for another group", Config: with(uneven, "without-told-grantee"), options: prototest.Options{Requests: []int{1, 1, 1, 0}}, long: true,
		want: prototest.Found{States: 348248, Transitions: 1524323, Depth: 46, Violations: violated{"concurrent-entering": 18, "k-progressing": 14, "open-entering": 18}}},
	{reason: "who was told for its former request is not told for the next", Config: with(singles, "with-z"), options: prototest.Options{Each: 2},
		want: prototest.Found{States: 8825, Transitions: 16896, Depth: 29, Violations: violated{"concurrent-entering": 18, "k-progressing": 5, "open-entering": 18}}},
}
