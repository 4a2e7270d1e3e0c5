package check

import (
	"slices"
	"testing"
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
			"raymond (repaired), 1 of 2: requests without bound, up to 20 states, then one request each",
			"raymond (repaired), 2 of 2: one request each, up to 20 states",
		}},
		{"--algorithm kakugawa --n 3", Options{MaxStates: 1000}, []string{
			"kakugawa (repaired), 1 of 2: requests without bound, up to 1,000 states, then one request each",
			"kakugawa (repaired), 2 of 2: one request each, up to 1,000 states",
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
