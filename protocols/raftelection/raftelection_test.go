package raftelection

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"

	"github.com/google/go-cmp/cmp"
)

func config(n, terms int, variant string) Config {
	return Config{N: n, Terms: terms, Quorums: explore.All(n).Subsets(n/2 + 1), Variant: variant}
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string
	}{
		{config(0, 1, ""), "0 processes: there must be 1 to 16"},
		{config(3, 9, ""), "terms is 9: it must be 1 to 8"},
		{config(3, 1, "repaired"), `unknown variant "repaired"`},
		{Config{N: 1, Terms: 1, Quorums: []explore.Set{explore.SetOf(1)}}, "quorum 1, {2}, has a member that is none of the 1 processes"},
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
}

// A number is the length of a shortest run to two leaders of a term.
func TestElectionSafety(t *testing.T) {
	apart := config(2, 1, "")
	apart.Quorums = []explore.Set{explore.SetOf(0), explore.SetOf(1)}
	crash, loss := explore.Faults{Crash: 1, Restart: 1}, explore.Faults{Crash: 1, Lose: 1}
	for _, test := range []struct {
		reason           string
		config           Config
		faults           explore.Faults
		network          explore.Network
		states, violated int
	}{
		{"two servers", config(2, 2, ""), explore.Faults{}, explore.Unordered, 273, 0},
		{"three servers", config(3, 1, ""), explore.Faults{}, explore.Unordered, 1108, 0},
		{"messages come again", config(3, 1, ""), explore.Faults{}, explore.Duplicating, 0, 0},
		{"a crash and a loss", config(3, 1, ""), loss, explore.Unordered, 0, 0},
		{"servers remember", config(3, 1, ""), crash, explore.Unordered, 0, 0},
		{"votes are forgotten", config(3, 1, "volatile-vote"), crash, explore.Unordered, 0, 8},
		{"terms are forgotten", config(3, 1, "volatile-term"), crash, explore.Unordered, 0, 8},
		{"votes for all", config(3, 1, "votes-again"), explore.Faults{}, explore.Unordered, 0, 6},
		{"quorums that do not meet", apart, explore.Faults{}, explore.Unordered, 0, 2},
	} {
		t.Run(test.reason, func(t *testing.T) {
			p := prototest.Build(t, New, test.config)
			p.Faults, p.Network = test.faults, test.network
			f := prototest.Both(t, p, prototest.Options{Check: []explore.Property{explore.WellDefined, ElectionSafety, Election}})
			want := map[string]int{}
			if test.violated > 0 {
				want[string(ElectionSafety)] = test.violated
			}
			if diff := cmp.Diff(want, f.Violations); diff != "" || test.states > 0 && f.States != test.states {
				t.Errorf("%d states; expected (-), found (+):\n%s", f.States, diff)
			}
		})
	}
}
