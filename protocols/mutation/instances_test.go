package mutation

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/protocols/baldoni"
	"qcheck/protocols/complement"
	"qcheck/protocols/csobject"
	"qcheck/protocols/gcs"
	"qcheck/protocols/jiang"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/lamport"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/manabetajima"
	"qcheck/protocols/mutin"
	"qcheck/protocols/raymond"
	"qcheck/protocols/raynal"
	"qcheck/protocols/ricartagrawala"
	"qcheck/protocols/variant"
)

// A subject is a package that faults are seeded in.
type subject struct {
	name string
	// instances are what a fault is looked for in, small ones first.
	instances []instance
	// slow matches the package's tests that are not run with each fault.
	slow string
}

// path is the import path of the package, which is one of protocols unless its name says where it is.
func (s subject) path() string {
	if strings.Contains(s.name, "/") {
		return "qcheck/" + s.name
	}
	return "qcheck/protocols/" + s.name
}

// subjects are the packages; a new one is an entry in one of the lists, and a file in testdata.
var subjects = slices.Concat(papers, locks, consensus)

// papers are the packages of the five papers, of what they are built from, and of the classics that they improve on.
var papers = []subject{
	{"ricartagrawala", slices.Concat(
		of(ricartagrawala.New, causal(1, 2), ricartagrawala.Config{N: 1}, ricartagrawala.Config{N: 1, Variant: "numbers"}),
		of(ricartagrawala.New, causal(2, 2), ricartagrawala.Config{N: 2}),
		of(ricartagrawala.New, causal(2, explore.Unbounded), ricartagrawala.Config{N: 2}),
		of(ricartagrawala.New, integer(2, 3), ricartagrawala.Config{N: 2}, ricartagrawala.Config{N: 2, Variant: "numbers"}),
		of(ricartagrawala.New, integer(3, 1), ricartagrawala.Config{N: 3}, ricartagrawala.Config{N: 3, Variant: "numbers"}),
		of(ricartagrawala.New, causal(3, explore.Unbounded), ricartagrawala.Config{N: 3}),
		of(ricartagrawala.New, causal(3, 1), ricartagrawala.Config{N: 3, Variant: "failures"}),
		with(explore.FIFO, explore.Faults{Crash: 1, Suspect: true}, ricartagrawala.New, causal(2, 2), ricartagrawala.Config{N: 2, Variant: "failures"}),
		with(explore.FIFO, explore.Faults{Crash: 1, Suspect: true}, ricartagrawala.New, causal(3, 1), ricartagrawala.Config{N: 3, Variant: "failures"}),
	), ""},
	{"lamport", slices.Concat(
		of(lamport.New, causal(1, 2), variants(lamport.Config{N: 1}, "printed", "timestamps", "omitted")...),
		of(lamport.New, causal(2, 2), variants(lamport.Config{N: 2}, "printed", "timestamps", "omitted")...),
		of(lamport.New, integer(2, 2), variants(lamport.Config{N: 2}, "printed", "timestamps", "omitted")...),
		of(lamport.New, causal(2, explore.Unbounded), variants(lamport.Config{N: 2}, "printed", "timestamps", "omitted")...),
		of(lamport.New, causal(3, 1), variants(lamport.Config{N: 3}, "printed", "omitted")...),
	), ""},
	{"raymond", slices.Concat(
		of(raymond.New, causal(1, 2), variants(raymond.Config{N: 1, K: 1}, readingsOfRaymond...)...),
		of(raymond.New, causal(2, 2), variants(raymond.Config{N: 2, K: 1}, readingsOfRaymond...)...),
		of(raymond.New, causal(2, 2), variants(raymond.Config{N: 2, K: 2}, readingsOfRaymond...)...),
		of(raymond.New, causal(4, 2, 0, 0, 0), variants(raymond.Config{N: 4, K: 2}, "printed", "distinct")...),
		of(raymond.New, causal(2, explore.Unbounded), variants(raymond.Config{N: 2, K: 1}, readingsOfRaymond...)...),
		of(raymond.New, causal(2, explore.Unbounded), raymond.Config{N: 2, K: 2, Variant: "bounded"}),
		of(raymond.New, integer(3, 1), variants(raymond.Config{N: 3, K: 1}, "printed", "matched", "repaired", "bounded", "spin")...),
		of(raymond.New, causal(3, 2, 1, 1), variants(raymond.Config{N: 3, K: 2}, readingsOfRaymond...)...),
	), ""},
	{"kakugawa", slices.Concat(
		of(kakugawa.New, causal(2, 2), variants(kakugawa.Config{N: 2, K: 1, Quorums: sets(12)}, readingsOfKakugawa...)...),
		of(kakugawa.New, causal(2, 1), variants(kakugawa.Config{N: 2, K: 2, Quorums: sets(1, 2)}, readingsOfKakugawa...)...),
		of(kakugawa.New, causal(3, 1), variants(kakugawa.Config{N: 3, K: 1, Quorums: sets(1)}, readingsOfKakugawa...)...),
		of(kakugawa.New, causal(3, 1, 1, 0), variants(kakugawa.Config{N: 3, K: 1, Quorums: sets(12, 13, 23)}, readingsOfKakugawa...)...),
		of(kakugawa.New, causal(3, 1, 1, 0), variants(kakugawa.Config{N: 3, K: 2, Quorums: sets(1, 23)}, readingsOfKakugawa...)...),
		of(kakugawa.New, causal(4, 1, 1, 0, 0), variants(kakugawa.Config{N: 4, K: 2, Quorums: sets(12, 13, 23, 14, 24, 34), Fixed: true}, readingsOfKakugawa...)...),
		of(kakugawa.New, causal(4, 1, 1, 0, 0), variants(kakugawa.Config{N: 4, K: 1, Quorums: sets(123, 34, 14, 24), Fixed: true}, readingsOfKakugawa...)...),
		of(kakugawa.New, integer(3, 1), variants(kakugawa.Config{N: 3, K: 1, Quorums: sets(1)}, "printed", "repaired")...),
		of(kakugawa.New, causal(3, 1), variants(kakugawa.Config{N: 3, K: 1, Quorums: sets(12), NoAnswerNo: true}, "printed", "repaired")...),
		of(kakugawa.New, causal(3, 1), variants(kakugawa.Config{N: 3, K: 1, Quorums: sets(12, 13, 23), NoRetry: true, Fixed: true}, "printed", "repaired")...),
		of(kakugawa.New, causal(6, 1, 1, 0, 0, 0, 0), kakugawa.Config{N: 6, K: 3, Quorums: sets(12, 34, 56), Variant: "retry-within-quorum"}),
		of(kakugawa.New, causal(2, explore.Unbounded), kakugawa.Config{N: 2, K: 2, Quorums: sets(1, 2)}),
		of(kakugawa.New, causal(3, explore.Unbounded), kakugawa.Config{N: 3, K: 1, Quorums: sets(1)}),
		of(kakugawa.New, causal(4, 0, 1, 1, 1), variants(kakugawa.Config{N: 4, K: 1, Quorums: sets(1)}, "printed", "repaired", "one-query", "without-settling", "with-query-refused", "without-query-ignored")...),
		of(kakugawa.New, causal(4, 0, 1, 1, 1), variants(kakugawa.Config{N: 4, K: 1, Quorums: sets(12)}, "repaired", "without-earliest-first")...),
		of(kakugawa.New, causal(3, 1), variants(kakugawa.Config{N: 3, K: 1, Quorums: sets(12, 13, 23), Fixed: true},
			"printed", "repaired", "w-with-returned", "w-all", "release-any", "stamp-each", "enter-in-order", "keep-k", "retry-clear-of-waiting")...),
	), "TestNothingLessDoes"},
	{"raynal", slices.Concat(
		of(raynal.New, causal(1, 2), raynal.Config{N: 1, M: 2}),
		of(raynal.New, causal(2, 2), variants(raynal.Config{N: 2, M: 2}, readingsOfRaynal...)...),
		of(raynal.New, causal(2, 2), variants(raynal.Config{N: 2, M: 3, Units: []int{0, 0}}, readingsOfRaynal...)...),
		of(raynal.New, integer(2, 3), variants(raynal.Config{N: 2, M: 3, Units: []int{0, 0}}, readingsOfRaynal...)...),
		of(raynal.New, causal(2, explore.Unbounded), raynal.Config{N: 2, M: 3, Units: []int{0, 0}}),
		of(raynal.New, causal(3, explore.Unbounded), raynal.Config{N: 3, M: 1}),
		of(raynal.New, causal(3, 1), variants(raynal.Config{N: 3, M: 2}, readingsOfRaynal...)...),
		of(raynal.New, causal(3, explore.Unbounded), variants(raynal.Config{N: 3, M: 2, Units: []int{2, 1, 1}}, "counted", "once")...),
	), ""},
	{"maekawa", slices.Concat(
		of(maekawa.New, causal(3, 1), variants(maekawa.Config{N: 3}, readingsOfMaekawa...)...),
		of(maekawa.New, causal(3, 1), variants(maekawa.Config{N: 3, Quorums: all(3, sets(12))}, readingsOfMaekawa...)...),
		of(maekawa.New, integer(3, 1), variants(maekawa.Config{N: 3, Quorums: all(3, sets(12))}, "repaired", "printed", "all-clocks")...),
		of(maekawa.New, causal(3, explore.Unbounded), variants(maekawa.Config{N: 3}, readingsOfMaekawa...)...),
		of(maekawa.New, causal(3, 1), variants(maekawa.Config{N: 3, Quorums: all(3, sets(123))}, readingsOfMaekawa...)...),
		of(maekawa.New, causal(3, explore.Unbounded), maekawa.Config{N: 3, Quorums: all(3, sets(12))}),
		of(maekawa.New, causal(3, 1), maekawa.Config{N: 3, Quorums: all(3, sets(12, 13, 23))}),
	), ""},
	{"manabetajima", slices.Concat(
		of(manabetajima.New, causal(1, 2), manabetajima.Config{N: 1, K: 1, Quorums: all(1, sets(1))}),
		of(manabetajima.New, causal(2, explore.Unbounded), variants(manabetajima.Config{N: 2, K: 2, Quorums: all(2, sets(12))}, readingsOfManabe...)...),
		of(manabetajima.New, causal(3, 1), variants(manabetajima.Config{N: 3, K: 1, Quorums: all(1, sets(1))}, readingsOfManabe...)...),
		of(manabetajima.New, integer(3, 1), variants(manabetajima.Config{N: 3, K: 1, Quorums: all(1, sets(1))}, "printed", "repaired")...),
		of(manabetajima.New, causal(3, 1), variants(manabetajima.Config{N: 3, K: 1, Quorums: all(1, sets(12, 23, 13)), Fixed: true}, "printed", "repaired")...),
		of(manabetajima.New, causal(3, 1, 1, 0), manabetajima.Config{N: 3, K: 1, Quorums: all(1, sets(12, 23, 13))}),
		of(manabetajima.New, causal(3, explore.Unbounded), variants(manabetajima.Config{N: 3, K: 1, Quorums: all(1, sets(1))}, "missing-ignored", "higher-only", "process-first", "repaired")...),
		of(manabetajima.New, causal(3, 1), variants(manabetajima.Config{N: 3, K: 2, Units: []int{1, 1, 1}, Quorums: all(2, sets(12))}, "higher-only", "repaired")...),
		of(manabetajima.New, causal(3, 1, 2, 2), variants(manabetajima.Config{N: 3, K: 1, Quorums: all(1, sets(1))}, "cancel-by-text", "repaired")...),
		of(manabetajima.New, causal(4, 0, 1, 1, 1), variants(manabetajima.Config{N: 4, K: 3, Quorums: all(3, sets(1))}, "printed", "grant-returns", "scan-on", "repaired")...),
		of(manabetajima.New, causal(4, 1), variants(manabetajima.Config{N: 4, K: 3, Units: []int{1, 2, 1, 2}, Quorums: all(3, sets(1))}, "scan-on", "repaired")...),
	), "TestMedium|TestEveryStepRuns"},
	{"baldoni", slices.Concat(
		of(baldoni.New, causal(1, 2), baldoni.Config{N: 1, M: 1}),
		of(baldoni.New, causal(2, explore.Unbounded), variants(baldoni.Config{N: 2, M: 1}, readingsOfBaldoni...)...),
		of(baldoni.New, causal(3, 0, 2, 2), variants(baldoni.Config{N: 3, M: 1, Requests: sets(1, 12, 13)}, readingsOfBaldoni...)...),
		of(baldoni.New, causal(3, explore.Unbounded), variants(baldoni.Config{N: 3, M: 1, Requests: sets(1, 12, 13)}, "repaired", "asks-itself", "held", "held-roles-apart")...),
		of(baldoni.New, integer(3, 0, 2, 2), variants(baldoni.Config{N: 3, M: 1, Requests: sets(1, 12, 13)}, "printed", "stamp-each", "lamport-clocks", "repaired")...),
		of(baldoni.New, queued(causal(2, 1)), variants(baldoni.Config{N: 2, M: 1}, "printed", "repaired", "asks-itself")...),
		of(baldoni.New, causal(3, 1), variants(baldoni.Config{N: 3, M: 3, Units: []int{0, 0, 0}, Requests: sets(1, 12, 13)}, "printed", "release-loop", "release-unchecked", "on-conflict", "overtaking", "repaired", "asks-itself")...),
		of(baldoni.New, causal(4, 0, 1, 1, 1), variants(baldoni.Config{N: 4, M: 2, Units: []int{1, 2, 1, 1}, Requests: sets(1, 12, 13, 14)}, slices.DeleteFunc(names(baldoni.Algorithm().Variants), func(name string) bool { return name == "stamp-each" })...)...),
		of(baldoni.New, causal(3, 1), variants(baldoni.Config{N: 3, M: 2, Requests: sets(12, 12, 123)}, "printed", "acts-while-waiting", "roles-apart", "without-waiting", "overtaking", "repaired", "held-acts", "held-inquire", "held-grant-inquire", "held-roles-apart")...),
	), "TestFindings|TestFigure1|TestFourArbiters"},
	{"mutin", slices.Concat(
		of(mutin.NewWithLock, causal(1, explore.Unbounded), mutin.Config{N: 1, InCS: 1}),
		of(mutin.NewWithLock, causal(2, 2), variants(mutin.Config{N: 2, L: 1, InCS: explore.All(2)}, readingsOfMutin...)...),
		of(mutin.NewWithLock, causal(3, explore.Unbounded), variants(mutin.Config{N: 3, L: 1, Quorums: sets(1, 1, 1), InCS: explore.All(3)}, uncountedOfMutin...)...),
		of(mutin.NewWithLock, causal(3, explore.Unbounded), variants(mutin.Config{N: 3}, "repaired", "uncounted")...),
		of(mutin.NewWithLock, causal(3, explore.Unbounded), variants(mutin.Config{N: 3, L: 2, Quorums: sets(12, 23, 12), InCS: explore.All(2)}, uncountedOfMutin...)...),
		of(mutin.NewWithLock, causal(3, 2, 1, 1), variants(mutin.Config{N: 3, L: 2, Quorums: sets(12, 23, 12), InCS: explore.All(2)}, "printed", "parity", "repaired-counted", "repaired-parity")...),
		of(mutinWithSteps, causal(2, explore.Unbounded), mutin.Config{N: 2, L: 1, InCS: explore.All(2)}),
	), ""},
	{"gcs", slices.Concat(
		instancesOfGCS,
		of(gcsWithSteps, causal(2, explore.Unbounded), gcs.Config{N: 2, L: 1, K: 2, InCS: 1}),
	), ""},
	{"csobject", slices.Concat(
		of(lock, causal(1, explore.Unbounded), lockOf{1}),
		of(lock, causal(2, explore.Unbounded), lockOf{2}),
		of(lock, queued(causal(2, explore.Unbounded)), lockOf{2}),
		of(lock, causal(3, 1), lockOf{3}),
		of(lock, causal(3, explore.Unbounded), lockOf{3}),
		of(mutin.NewWithLock, causal(2, explore.Unbounded), variants(mutin.Config{N: 2, L: 1, InCS: explore.All(2)}, "repaired", "late-in")...),
		of(mutin.NewWithLock, causal(3, 1), mutin.Config{N: 3, L: 1, InCS: explore.All(3), Variant: "printed"}),
		of(mutin.NewWithMaekawa, causal(2, explore.Unbounded), mutin.Config{N: 2, L: 1, InCS: explore.All(2)}),
		of(mutin.NewWithMaekawa, causal(3, 1), mutin.Config{N: 3, L: 1, InCS: explore.All(3)}),
		of(mutinWithSteps, causal(2, explore.Unbounded), mutin.Config{N: 2, L: 1, InCS: explore.All(2)}),
		instancesOfGCS,
	), ""},
	{"jiang", slices.Concat(
		of(jiang.New, causal(1, 2), jiang.Config{N: 1, K: 1, Write: sets(1), Read: sets(1)}),
		of(jiang.New, causal(2, 1), variants(jiang.Config{N: 2, K: 1, Write: sets(1), Read: sets(1)}, readingsOfJiang...)...),
		of(jiang.New, causal(2, 2), variants(jiang.Config{N: 2, K: 1, Write: sets(1), Read: sets(1)}, readingsOfJiang...)...),
		of(jiang.New, integer(2, 1), variants(jiang.Config{N: 2, K: 1, Write: sets(1), Read: sets(1)}, "printed", "repaired")...),
		of(jiang.New, causal(2, explore.Unbounded), variants(jiang.Config{N: 2, K: 1, Write: sets(1), Read: sets(1)}, "printed", "repaired")...),
		of(jiang.New, causal(3, 0, 0, 2), variants(jiang.Config{N: 3, K: 1, Resources: 1, Write: sets(1), Read: sets(12)}, readingsOfJiang...)...),
		of(jiang.New, causal(2, 1), variants(jiang.Config{N: 2, K: 1, Write: sets(12), Read: sets(1)}, readingsOfJiang...)...),
		of(jiang.New, causal(2, 2), variants(jiang.Config{N: 2, K: 1, Write: sets(12), Read: sets(1)}, "printed", "followers-by-request", "repaired", "without-followers-by-request")...),
		of(jiang.New, causal(3, 1), variants(jiang.Config{N: 3, K: 1, Resource: []int{1, 2, 1}, Write: sets(1), Read: sets(1)}, "printed", "yield-in-ws", "yield-in-xs", "grant-always", "grant-after-notice", "front-first", "repaired", "without-front-first")...),
		of(jiang.New, causal(3, explore.Unbounded), variants(jiang.Config{N: 3, K: 1, Resources: 3, Resource: []int{1, 2, 3}, Write: sets(1), Read: sets(1)}, "repaired")...),
		of(jiang.New, causal(2, 1), variants(jiang.Config{N: 2, K: 2, Write: sets(1, 2), Read: sets(12), Reselect: true}, "printed", "own-is-none", "ask-once", "repaired", "without-outcome", "without-notice-in-es")...),
		of(jiang.New, causal(2, 2), variants(jiang.Config{N: 2, K: 2, Write: sets(1, 2), Read: sets(12)}, "with-z")...),
		of(jiang.New, causal(2, 1), jiang.Config{N: 2, K: 1, Resource: []int{0, 1}, Write: sets(1), Read: sets(1)}),
		of(jiang.New, causal(2, 1), variants(jiang.Config{N: 2, K: 1, Write: sets(1, 12), Read: sets(1), Reselect: true}, "printed", "ask-once", "repaired")...),
		of(jiang.New, causal(3, 1, 1, 2), jiang.Config{N: 3, K: 1, Resource: []int{1, 2, 1}, Write: sets(1), Read: sets(1), Variant: "grant-always"}),
		of(jiang.New, causal(3, 1, 0, 2), jiang.Config{N: 3, K: 1, Resources: 1, Write: sets(12), Read: sets(1)}),
		of(jiang.New, causal(3, 0, 1, 1), jiang.Config{N: 3, K: 2, Resources: 1, Write: sets(1, 2), Read: sets(12), Fixed: true, Variant: "own-is-none"}),
		of(jiang.New, causal(3, 0, 2, 1), variants(jiang.Config{N: 3, K: 2, Resources: 1, Write: sets(1, 2), Read: sets(12), Fixed: true}, "printed", "release-in-ws", "repaired", "without-outcome")...),
		of(jiang.New, causal(3, 0, 1, 1), variants(jiang.Config{N: 3, K: 2, Resources: 1, Write: sets(1, 2), Read: sets(12), Fixed: true, Reselect: true}, "printed", "repaired")...),
		of(jiang.New, causal(3, 1, 0, 1), variants(jiang.Config{N: 3, K: 1, Resource: []int{1, 1, 2}, Write: sets(12, 13, 23), Read: sets(12, 13, 23), Fixed: true}, readingsOfJiang...)...),
		of(jiang.New, causal(3, 1, 0, 1), variants(jiang.Config{N: 3, K: 1, Resource: []int{1, 1, 2}, Write: sets(12, 13, 23), Read: sets(12, 13, 23), Fixed: true, Reselect: true}, "ask-once")...),
		of(jiang.New, causal(4, 0, 1, 1, 1), variants(jiang.Config{N: 4, K: 1, Resources: 3, Resource: []int{0, 1, 2, 3}, Write: sets(12), Read: sets(1)}, "printed", "repaired")...),
		of(jiang.New, causal(4, 1, 0, 1, 0), variants(jiang.Config{N: 4, K: 2, Resource: []int{1, 2, 1, 0}, Write: sets(1, 34, 24, 23), Read: sets(123), Fixed: true}, "printed", "repaired", "without-told-grantee")...),
		of(jiang.New, causal(2, 2, 1), jiang.Config{N: 2, K: 1, Write: sets(12), Read: sets(1), Variant: "expelled"}),
	), "TestFindings|TestNothingLessDoes|TestReadingsOfRepaired|TestNoReadingHolds|TestReselectionIsNotSafe|TestEveryStepRuns"},
}

// instancesOfGCS are for what it is made of, too.
var instancesOfGCS = slices.Concat(
	of(gcs.NewWithLock, causal(1, explore.Unbounded), gcs.Config{N: 1, K: 1}),
	of(gcs.NewWithLock, causal(2, 2), variants(gcs.Config{N: 2, K: 1, InCS: 1}, readingsOfGCS...)...),
	of(gcs.NewWithLock, causal(2, explore.Unbounded), variants(gcs.Config{N: 2, K: 1, InCS: 1}, uncountedOfGCS...)...),
	of(gcs.NewWithLock, causal(2, explore.Unbounded), variants(gcs.Config{N: 2, L: 1, K: 2, InCS: 1}, uncountedOfGCS...)...),
	of(gcs.NewWithMaekawa, causal(2, explore.Unbounded), gcs.Config{N: 2, L: 1, K: 2, InCS: 1}),
	of(gcs.NewWithLock, causal(3, explore.Unbounded), variants(gcs.Config{N: 3, L: 1, K: 2, Quorums: sets(1, 1, 1), InCS: 1}, uncountedOfGCS...)...),
	of(gcs.NewWithLock, causal(3, explore.Unbounded), variants(gcs.Config{N: 3, L: 2, K: 3, Quorums: sets(12, 23, 12), InCS: explore.All(2)}, "repaired", "uncounted")...),
	of(gcs.NewWithLock, causal(3, explore.Unbounded), variants(gcs.Config{N: 3, L: 0, K: 1, Quorums: sets(12, 23, 12), InCS: 1}, "repaired", "uncounted")...),
)

// mutinWithSteps has an object for mutual exclusion with local steps besides the
// calls of its methods.
func mutinWithSteps(c mutin.Config) (mutin.WithMaekawa, error) {
	mx, err := maekawa.New(maekawa.Config{N: c.N, Variant: "spin"})
	if err != nil {
		return mutin.WithMaekawa{}, err
	}
	return mutin.Over(c, mx)
}

// gcsWithSteps has such an object in both of its own.
func gcsWithSteps(c gcs.Config) (gcs.WithMaekawa, error) {
	lmin, err := mutinWithSteps(mutin.Config{N: c.N, L: c.L, InCS: c.InCS})
	if err != nil {
		return gcs.WithMaekawa{}, err
	}
	kmex, err := mutinWithSteps(mutin.Config{N: c.N, L: c.N - c.K, InCS: explore.All(c.N) &^ c.InCS})
	if err != nil {
		return gcs.WithMaekawa{}, err
	}
	return gcs.Over(c, lmin, complement.Of(kmex))
}

// lockOf describes a lock.
type lockOf struct{ N int }

func lock(c lockOf) (explore.Protocol[csobject.LockState, csobject.LockMessage], error) {
	return csobject.Lock(c.N)
}

var (
	readingsOfManabe  = names(manabetajima.Algorithm().Variants)
	readingsOfBaldoni = names(baldoni.Algorithm().Variants)
	readingsOfMutin   = names(mutin.Algorithm().Variants)
	// Those without a counter that requests without bound would pass.
	uncountedOfMutin   = []string{"repaired", "uncounted", "early-out", "late-in", "all-responses", "query-again"}
	readingsOfJiang    = names(jiang.Algorithm().Variants)
	readingsOfGCS      = names(gcs.Algorithm().Variants)
	uncountedOfGCS     = []string{"repaired", "uncounted", "separate", "printed-separate"}
	readingsOfRaymond  = []string{"printed", "carried", "distinct", "once", "inside-defers", "requests-only", "matched", "repaired", "bounded", "spin"}
	readingsOfKakugawa = names(kakugawa.Algorithm().Variants)
	readingsOfRaynal   = names(raynal.Algorithm().Variants)
	readingsOfMaekawa  = names(maekawa.Algorithm().Variants)
)

func names(variants []variant.Variant) []string {
	var list []string
	for _, v := range variants {
		list = append(list, v.Name)
	}
	return list
}

// sets returns quorums, each given by the digits of its members.
func sets(quorums ...int) []explore.Set {
	var all []explore.Set
	for _, q := range quorums {
		var s explore.Set
		for ; q > 0; q /= 10 {
			s = s.With(q%10 - 1)
		}
		all = append(all, s)
	}
	return all
}

// all returns the same quorums to choose from for each of n processes.
func all(n int, quorums []explore.Set) [][]explore.Set {
	return slices.Repeat([][]explore.Set{quorums}, n)
}

// causal returns options for n processes, with a bound on the requests of each,
// or with one for all.
func causal(n int, requests ...int) explore.Options {
	if len(requests) == 1 {
		requests = slices.Repeat(requests, n)
	}
	return explore.Options{Requests: requests, Full: true, MaxStates: maxStates, MaxMemory: 1 << 30}
}

// queued has messages to oneself go through channels.
func queued(o explore.Options) explore.Options {
	o.Queued = true
	return o
}

func integer(n int, requests ...int) explore.Options {
	o := causal(n, requests...)
	o.Clock = explore.Integer
	return o
}

// maxStates is well above the number of states of each instance.
const maxStates = 100_000

// An instance is one search.
type instance struct {
	name    string
	options explore.Options
	// build makes the model; what is caught is told when a handler panics.
	build func(caught func(any)) (explore.Model, error)
}

// of returns the instances with the configurations.
func of[C any, L, M comparable](make func(C) (explore.Protocol[L, M], error), o explore.Options, configs ...C) []instance {
	var all []instance
	for _, c := range configs {
		name := strings.Fields(fmt.Sprintf("%T", c))[0]
		all = append(all, instance{fmt.Sprintf("%s%+v requests %v, %s", name, c, o.Requests, o.Clock), o, func(caught func(any)) (explore.Model, error) {
			p, err := make(c)
			if err != nil {
				return nil, err
			}
			return explore.NewModel(guarded(p, caught))
		}})
	}
	return all
}

// guarded returns a protocol whose handlers take a panic, and a message to
// nobody, for an undefined step.
func guarded[L, M comparable](p explore.Protocol[L, M], caught func(any)) explore.Protocol[L, M] {
	actions, deliver, name := p.Actions, p.Deliver, p.Steps[0]
	guard := func(steps *[]explore.Step[L, M]) {
		r := recover()
		for _, s := range *steps {
			for _, o := range s.Send {
				if o.To < 0 || o.To >= p.N {
					r = fmt.Sprint("a message to process ", o.To+1)
				}
			}
		}
		if r != nil {
			caught(r)
			*steps = []explore.Step[L, M]{{Name: name, Undefined: fmt.Sprint("panic: ", r)}}
		}
	}
	p.Actions = func(p int, l L) (steps []explore.Step[L, M]) {
		defer guard(&steps)
		return actions(p, l)
	}
	p.Deliver = func(p int, l L, from int, m M) (steps []explore.Step[L, M]) {
		defer guard(&steps)
		return deliver(p, l, from, m)
	}
	if suspect := p.Suspect; suspect != nil {
		p.Suspect = func(p int, l L, crashed int) (steps []explore.Step[L, M]) {
			defer guard(&steps)
			return suspect(p, l, crashed)
		}
	}
	return p
}

// variants returns a configuration with each of the variants named.
func variants[C any](c C, names ...string) []C {
	var all []C
	for _, name := range names {
		reflect.ValueOf(&c).Elem().FieldByName("Variant").SetString(name)
		all = append(all, c)
	}
	return all
}
