package mutation

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/lamport"
	"qcheck/protocols/maekawa"
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

// subjects are the packages; a new one is an entry here, and a file in testdata.
var subjects = []subject{
	{"ricartagrawala", slices.Concat(
		of(ricartagrawala.New, causal(1, 2), ricartagrawala.Config{N: 1}, ricartagrawala.Config{N: 1, Variant: "numbers"}),
		of(ricartagrawala.New, causal(2, 2), ricartagrawala.Config{N: 2}),
		of(ricartagrawala.New, causal(2, explore.Unbounded), ricartagrawala.Config{N: 2}),
		of(ricartagrawala.New, integer(2, 3), ricartagrawala.Config{N: 2}, ricartagrawala.Config{N: 2, Variant: "numbers"}),
		of(ricartagrawala.New, integer(3, 1), ricartagrawala.Config{N: 3}, ricartagrawala.Config{N: 3, Variant: "numbers"}),
		of(ricartagrawala.New, causal(3, explore.Unbounded), ricartagrawala.Config{N: 3}),
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
		of(kakugawa.New, causal(4, 1, 1, 0, 0), variants(kakugawa.Config{N: 4, K: 2, Quorums: sets(12, 13, 23, 14, 24, 34), QuorumChoice: kakugawa.FixedQuorum}, readingsOfKakugawa...)...),
		of(kakugawa.New, causal(4, 1, 1, 0, 0), variants(kakugawa.Config{N: 4, K: 1, Quorums: sets(123, 34, 14, 24), QuorumChoice: kakugawa.FixedQuorum}, readingsOfKakugawa...)...),
		of(kakugawa.New, integer(3, 1), variants(kakugawa.Config{N: 3, K: 1, Quorums: sets(1)}, "printed", "repaired")...),
		of(kakugawa.New, causal(3, 1), variants(kakugawa.Config{N: 3, K: 1, Quorums: sets(12), NoAnswerNo: true}, "printed", "repaired")...),
		of(kakugawa.New, causal(3, 1), variants(kakugawa.Config{N: 3, K: 1, Quorums: sets(12, 13, 23), NoRetry: true, QuorumChoice: kakugawa.FixedQuorum}, "printed", "repaired")...),
		of(kakugawa.New, causal(6, 1, 1, 0, 0, 0, 0), kakugawa.Config{N: 6, K: 3, Quorums: sets(12, 34, 56), Variant: "retry-within-quorum"}),
		of(kakugawa.New, causal(2, explore.Unbounded), kakugawa.Config{N: 2, K: 2, Quorums: sets(1, 2)}),
		of(kakugawa.New, causal(3, explore.Unbounded), kakugawa.Config{N: 3, K: 1, Quorums: sets(1)}),
		of(kakugawa.New, causal(4, 0, 1, 1, 1), variants(kakugawa.Config{N: 4, K: 1, Quorums: sets(1)}, "printed", "repaired", "one-query", "without-settling", "with-query-refused", "without-query-ignored")...),
		of(kakugawa.New, causal(4, 0, 1, 1, 1), variants(kakugawa.Config{N: 4, K: 1, Quorums: sets(12)}, "repaired", "without-earliest-first")...),
		of(kakugawa.New, causal(3, 1), variants(kakugawa.Config{N: 3, K: 1, Quorums: sets(12, 13, 23), QuorumChoice: kakugawa.FixedQuorum},
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
}

var (
	readingsOfRaymond  = []string{"printed", "carried", "distinct", "once", "inside-defers", "requests-only", "matched", "repaired", "bounded", "spin"}
	readingsOfKakugawa = names(kakugawa.Variants())
	readingsOfRaynal   = names(raynal.Variants())
	readingsOfMaekawa  = names(maekawa.Variants())
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
