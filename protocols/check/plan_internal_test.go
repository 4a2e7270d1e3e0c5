package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
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

// A search that is cut off says what its levels grow by: as much as those of a search that goes on.
func TestGrowth(t *testing.T) {
	whole := reportOf(t, "--algorithm raymond --n 3 --k 2 --requests 1")
	whole.Options = Options{Full: true}
	if err := whole.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	said := 0
	for most := int64(2); most < min(whole.Result.States, 3000); most += 97 {
		r := reportOf(t, "--algorithm raymond --n 3 --k 2 --requests 1")
		r.Options = Options{Full: true, MaxStates: most}
		if err := r.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		at := r.Result.Within
		if r.Result.Complete || at < 0 {
			continue
		}
		said++
		want := fmt.Sprintf("The last whole level has %.1f times as many states", float64(whole.Result.Levels[at+1])/float64(whole.Result.Levels[at]))
		if got := r.Summary(); !strings.Contains(got, want) {
			t.Errorf("up to %d states: %q, want %q", most, got, want)
		}
	}
	if said < 10 {
		t.Errorf("only %d searches were cut off", said)
	}
}
