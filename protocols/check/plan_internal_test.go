package check

import (
	"context"
	"slices"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/setsys/slow"
)

// What is said while it searches: each attempt with its limit and what is next, and
// a violation as soon as it is found.
func TestWhatIsSearched(t *testing.T) {
	for _, test := range []struct {
		flags string
		o     Options
		want  []string
	}{
		{"--algorithm raymond --n 2", Options{MaxStates: 20}, []string{
			"raymond (repaired): requests without bound, up to 20 states",
			"raymond (repaired): one request each, up to 20 states",
		}},
		{"--algorithm kakugawa --n 3", Options{MaxStates: 1000}, []string{
			"kakugawa (repaired): local views, for requests without bound",
		}},
		{"--algorithm raymond --n 2 --clock integer", Options{Budget: Budget{Time: time.Hour}}, []string{
			"raymond (repaired): any one process, 1 request, until 2,000,000 states are kept",
			"raymond (repaired): any one process, 1 request, until 2,000,000 states are kept",
			"raymond (repaired): one request each",
			"raymond (repaired): 2 requests of each process",
		}},
		{"--algorithm maekawa --variant without-inquire --n 3 --requests 1", Options{Full: true}, []string{
			"maekawa (without-inquire)",
			"maekawa (without-inquire); deadlock-freedom is violated after 7 steps",
		}},
	} {
		x := reportOf(t, test.flags)
		x.Options = test.o
		var said []string
		x.Options.Begin = func(what string) { said = append(said, what) }
		if err := x.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(said, test.want) {
			t.Errorf("%s: %q, want %q", test.flags, said, test.want)
		}
	}
}

// A search that goes on is said to have about as many states as it has (docs/performance.md has the larger
// one); one with a limit on memory is not estimated, nor one that ends before.
func TestEstimatedMeanwhile(t *testing.T) {
	var said []*explore.Estimate
	var stop context.CancelFunc
	estimated := func(e *explore.Estimate) {
		if said = append(said, e); e != nil {
			stop() // a search of seconds, or of minutes
		}
	}
	large := map[string]int64{"--algorithm ricart-agrawala --n 4 --requests 1": 3_296_200}
	if slow.Tests() {
		large["--algorithm raymond --n 4 --k 3 --requests 1"] = 64_973_416
	}
	for flags, states := range large {
		said = nil
		var ctx context.Context
		ctx, stop = context.WithCancel(t.Context())
		defer stop()
		x := reportOf(t, flags)
		x.Options = Options{Full: true, Asymmetric: true, Estimated: estimated, estimateAfter: time.Nanosecond}
		if err := x.search(ctx); err != nil {
			t.Fatal(err)
		}
		if len(said) != 2 || said[0] != nil || said[1].Least > states || said[1].Most < states || x.Result.Complete {
			t.Errorf("%s: %v was said, complete: %t", flags, said, x.Result.Complete)
		}
	}
	for _, o := range []Options{{MaxMemory: 1 << 40, estimateAfter: time.Nanosecond}, {Levels: &explore.Levels{Dir: t.TempDir(), Memory: 1 << 40}, estimateAfter: time.Nanosecond}, {}} {
		said = nil
		x := reportOf(t, "--algorithm kakugawa --n 3 --requests 1,1,0")
		x.Options = o
		x.Options.Estimated = estimated
		if err := x.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(said) != 1 || said[0] != nil || !x.Result.Complete {
			t.Errorf("%+v: %v was said, complete: %t", o, said, x.Result.Complete)
		}
	}
}
