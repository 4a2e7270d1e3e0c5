package twophasecommit

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"

	"github.com/google/go-cmp/cmp"
)

func TestNew(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string
	}{
		{Config{N: 17}, "17 processes: there must be 1 to 16"},
		{Config{N: 1}, "the number of processes is 1: it must be 2 to 16"},
		{Config{N: 3, Variant: "repaired"}, `unknown variant "repaired"`},
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
}

// A number is the length of a shortest run to the violation.
func TestCommitment(t *testing.T) {
	once := explore.Faults{Crash: 1, Restart: 1}
	for _, test := range []struct {
		reason   string
		config   Config
		faults   explore.Faults
		states   int
		violated map[string]int
	}{
		{"one participant", Config{N: 2}, explore.Faults{}, 19, nil},
		{"two participants", Config{N: 3}, explore.Faults{}, 153, nil},
		{"all remember, and a restart need not come", Config{N: 3}, once, 0, map[string]int{"deadlock-freedom": 6}},
		{"a crash blocks", Config{N: 3}, explore.Faults{Crash: 1, Of: explore.SetOf(0)}, 0, map[string]int{"deadlock-freedom": 6}},
		{"a loss blocks", Config{N: 2}, explore.Faults{Lose: 1}, 0, map[string]int{"deadlock-freedom": 4}},
		{"the decision is forgotten", Config{N: 2, Variant: "no-log"}, once, 0, map[string]int{"deadlock-freedom": 4, "atomic-commitment": 6}},
		{"a vote is forgotten", Config{N: 2, Variant: "forgets-vote"}, once, 0, map[string]int{"deadlock-freedom": 4, "atomic-commitment": 6}},
		{"one vote suffices", Config{N: 3, Variant: "one-suffices"}, explore.Faults{}, 0, map[string]int{"atomic-commitment": 4, "commit-validity": 3}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			p := prototest.Build(t, New, test.config)
			p.Faults = test.faults
			f := prototest.Both(t, p, prototest.Options{Check: []explore.Property{
				explore.WellDefined, explore.DeadlockFreedom, AtomicCommitment, CommitValidity, Commitment,
			}})
			want := test.violated
			if want == nil {
				want = map[string]int{}
			}
			if diff := cmp.Diff(want, f.Violations); diff != "" || test.states > 0 && f.States != test.states {
				t.Errorf("%d states; expected (-), found (+):\n%s", f.States, diff)
			}
		})
	}
}
