package ricartagrawala

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/protocols/raymond"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// counts is the result of exploring an instance.
type counts struct{ States, Transitions, Depth int }

// TestFindings explores instances, in all of which everything holds.
func TestFindings(t *testing.T) {
	for _, test := range []struct {
		reason      string
		variant     string
		n, requests int
		integer     bool
		long        bool
		want        counts
	}{
		{"alone, nobody need be asked", "printed", 1, 2, true, false, counts{5, 4, 4}},
		{"integer clocks", "printed", 2, 1, true, false, counts{30, 38, 8}},
		{"a second request", "printed", 2, 2, true, false, counts{126, 176, 16}},
		{"a third", "printed", 2, 3, true, false, counts{325, 470, 24}},
		{"three processes", "printed", 3, 1, true, false, counts{2049, 5488, 18}},
		{"three processes, twice", "printed", 3, 2, true, false, counts{25674, 71372, 36}},
		{"four processes", "printed", 4, 1, true, true, counts{1402298, 7398198, 32}},
		{"causal stamps", "printed", 2, 3, false, false, counts{214, 330, 24}},
		{"three processes, causal stamps", "printed", 3, 1, false, false, counts{2930, 9036, 18}},
		{"three processes, twice, causal stamps", "printed", 3, 2, false, true, counts{21513, 67740, 36}},
		{"the own number is not seen, so it is known apart from the highest", "numbers", 2, 1, true, false, counts{31, 38, 8}},
		{"own numbers repeat", "numbers", 2, 3, true, false, counts{412, 587, 24}},
		{"three processes, own numbers", "numbers", 3, 1, true, false, counts{2080, 5525, 18}},
		{"three processes, own numbers repeat", "numbers", 3, 2, true, true, counts{30846, 87479, 36}},
		{"requests without bound close", "printed", 2, explore.Unbounded, false, false, counts{21, 34, 5}},
		{"for three processes too", "printed", 3, explore.Unbounded, false, false, counts{2464, 7920, 12}},
	} {
		t.Run(fmt.Sprintf("%s/n=%d,requests=%d,integer=%v", test.variant, test.n, test.requests, test.integer), func(t *testing.T) {
			if test.long {
				slow.Only(t, "seconds to minutes")
			}
			p := build(t, Config{N: test.n, Variant: test.variant})
			r := obvious.Explore(p, obvious.Options{Integer: test.integer, Requests: instance.Each(test.n, test.requests)})
			if diff := cmp.Diff(test.want, counts{r.States, r.Transitions, r.Depth}); diff != "" {
				t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
			}
			if len(r.Violations) != 0 {
				t.Errorf("%s: violated: %v", test.reason, r.Violations)
			}
			for name := range r.Steps {
				if !slices.Contains(p.Steps, name) {
					t.Errorf("the step %q is not in the protocol's list", name)
				}
			}
		})
	}
}

// TestNumbers compares the integers of the paper with the explorer's clocks,
// under which a process never uses a number again: the same is observed.
func TestNumbers(t *testing.T) {
	for _, x := range []struct{ n, requests int }{{1, 2}, {2, 1}, {2, 2}, {2, 3}, {3, 1}} {
		o := obvious.Options{Requests: instance.Each(x.n, x.requests)}
		causal := obvious.Explore(build(t, Config{N: x.n}), o)
		numbers := obvious.Explore(build(t, Config{N: x.n, Variant: "numbers"}), o)
		o.Integer = true
		integer := obvious.Explore(build(t, Config{N: x.n}), o)
		for _, r := range []obvious.Result{causal, integer} {
			if diff := cmp.Diff(numbers.Observations, r.Observations); diff != "" {
				t.Errorf("n = %d, %d requests: observed with the paper's numbers (-) and with clocks (+):\n%s", x.n, x.requests, diff)
			}
			if r.Depth != numbers.Depth {
				t.Errorf("n = %d, %d requests: depth %d and %d", x.n, x.requests, numbers.Depth, r.Depth)
			}
		}
	}
}

// TestRaymondForOne compares with another package: Raymond's algorithm for
// k = 1, with clocks on REQUESTs alone, makes the same steps.
func TestRaymondForOne(t *testing.T) {
	for _, x := range []struct {
		n, requests int
		integer     bool
	}{{1, 2, true}, {2, 1, true}, {2, 3, true}, {3, 1, true}, {2, 2, false}, {3, 1, false}, {2, explore.Unbounded, false}} {
		o := obvious.Options{Integer: x.integer, Requests: instance.Each(x.n, x.requests)}
		other, err := raymond.New(raymond.Config{N: x.n, K: 1, Variant: "requests-only"})
		if err != nil {
			t.Fatal(err)
		}
		want := obvious.Explore(other, o)
		got := obvious.Explore(build(t, Config{N: x.n}), o)
		got.Terminal, want.Terminal = nil, nil // texts of different types
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%+v: Raymond's (-), this one (+):\n%s", x, diff)
		}
	}
}
