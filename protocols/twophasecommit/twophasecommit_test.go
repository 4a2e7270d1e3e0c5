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
		{Config{N: 3, Repeats: 101}, "repeats is 101: it must be 0 to 100"},
		{Config{N: 3, Variant: "repaired"}, `unknown variant "repaired"`},
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
}

// A number is the length of a shortest run to the violation.
func TestCommitment(t *testing.T) {
	of := func(times uint8, processes ...int) explore.Faults {
		return explore.Faults{Crash: times, Restart: times, Of: explore.SetOf(processes...)}
	}
	losing := func(f explore.Faults, lost uint8) explore.Faults {
		f.Lose = lost
		return f
	}
	once := of(1)
	for _, test := range []struct {
		reason   string
		config   Config
		faults   explore.Faults
		states   int
		violated map[string]int
	}{
		{"one participant", Config{N: 2}, explore.Faults{}, 25, nil},
		{"two participants", Config{N: 3}, explore.Faults{}, 293, nil},
		{"the decision is told twice", Config{N: 3, Repeats: 1}, explore.Faults{}, 1264, nil},
		{"all remember, and a restart need not come", Config{N: 3}, once, 0, map[string]int{"deadlock-freedom": 6}},
		{"a crash of the coordinator blocks", Config{N: 3}, explore.Faults{Crash: 1, Of: explore.SetOf(0)}, 0, map[string]int{"deadlock-freedom": 6}},
		{"a participant asks when it recovers", Config{N: 3}, of(1, 1), 0, nil},
		{"two participants ask, or one asks twice", Config{N: 3}, of(2, 1, 2), 0, nil},
		{"a crash of a participant does not block", Config{N: 3}, explore.Faults{Crash: 1, Of: explore.SetOf(2)}, 0, nil},
		{"a loss blocks, if nothing is sent again", Config{N: 2}, explore.Faults{Lose: 1}, 0, map[string]int{"deadlock-freedom": 4}},
		{"a loss does not block", Config{N: 3, Repeats: 1}, explore.Faults{Lose: 1}, 0, nil},
		{"nor where a participant recovers", Config{N: 2, Repeats: 1}, losing(of(1, 1), 1), 0, nil},
		{"two losses do, if it is sent twice", Config{N: 2, Repeats: 1}, explore.Faults{Lose: 2}, 0, map[string]int{"deadlock-freedom": 6}},
		{"two losses do not", Config{N: 2, Repeats: 2}, losing(of(1, 1), 2), 0, nil},
		{"all remember, messages are lost and come again", Config{N: 2, Repeats: 1}, explore.Faults{Crash: 2, Restart: 2, Lose: 1, Duplicate: 1}, 0, map[string]int{"deadlock-freedom": 4}},
		{"the decision is forgotten", Config{N: 2, Variant: "no-log"}, once, 0, map[string]int{"deadlock-freedom": 4, "atomic-commitment": 5}},
		{"a vote is forgotten", Config{N: 2, Variant: "forgets-vote"}, once, 0, map[string]int{"deadlock-freedom": 4, "atomic-commitment": 5}},
		{"the transaction is forgotten too early", Config{N: 2, Variant: "no-acknowledgement"}, of(1, 1), 0, map[string]int{"atomic-commitment": 8}},
		{"and nobody asks", Config{N: 3, Variant: "no-acknowledgement"}, explore.Faults{}, 0, nil},
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
