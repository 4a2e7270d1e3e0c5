package paxos

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"

	"github.com/google/go-cmp/cmp"
)

var everything = []explore.Property{explore.WellDefined, Agreement, Validity, Learning, Choice}

func config(n, proposers, ballots int, variant string) Config {
	q := explore.All(n).Subsets(n/2 + 1)
	return Config{N: n, Proposers: proposers, Ballots: ballots, First: q, Second: q, Variant: variant}
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string
	}{
		{config(0, 1, 1, ""), "0 processes: there must be 1 to 16"},
		{config(15, 2, 1, ""), "17 processes: there must be 1 to 16"},
		{config(3, 0, 1, ""), "proposers is 0: it must be 1 to 16"},
		{config(3, 1, 11, ""), "ballots is 11: it must be 0 to 10"},
		{config(3, 1, 1, "repaired"), `unknown variant "repaired"`},
		{Config{N: 2, Proposers: 1, Second: []explore.Set{0}}, "quorum 1 of phase 2 is empty"},
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
}

// Quorums of the two phases have to meet, and no others; each rule that a variant takes away is needed. A number is the length
// of a shortest run to disagreement.
func TestAgreement(t *testing.T) {
	one, two, both := explore.SetOf(0), explore.SetOf(1), explore.SetOf(0, 1)
	flexible := func(first, second []explore.Set) Config {
		return Config{N: 2, Proposers: 2, Ballots: 1, First: first, Second: second}
	}
	each := []explore.Set{one, two}
	variant := func(c Config, name string) Config {
		c.Variant = name
		return c
	}
	one2both := flexible(each, []explore.Set{both})
	crash := func(of ...int) explore.Faults { return explore.Faults{Crash: 1, Restart: 1, Of: explore.SetOf(of...)} }
	twice := explore.Faults{Crash: 2, Restart: 2, Of: explore.SetOf(1)}
	again := explore.Faults{Crash: 1, Restart: 1, Duplicate: 1, Of: explore.SetOf(2)}
	for _, test := range []struct {
		reason           string
		config           Config
		faults           explore.Faults
		states, violated int
		learns           int // the length of a shortest run to what is learned and not chosen; 0: none
	}{
		{"one proposer", config(2, 1, 1, ""), explore.Faults{}, 18, 0, 0},
		{"two acceptors", config(2, 2, 1, ""), explore.Faults{}, 516, 0, 0},
		{"duelling proposers", config(2, 2, 2, ""), explore.Faults{}, 0, 0, 0},
		{"prepare at one, accept at both", one2both, explore.Faults{}, 0, 0, 0},
		{"prepare at both, accept at one", flexible([]explore.Set{both}, each), explore.Faults{}, 0, 0, 0},
		{"prepare at both, accept at one, a crash and a loss", flexible([]explore.Set{both}, each), explore.Faults{Crash: 1, Lose: 1}, 0, 0, 0},
		{"prepare at one, accept at the other", flexible([]explore.Set{one}, []explore.Set{two}), explore.Faults{}, 0, 8, 0},
		{"prepare at one, accept at one", flexible(each, each), explore.Faults{}, 0, 8, 0},
		{"values are not adopted", config(2, 2, 1, "own-value"), explore.Faults{}, 0, 14, 0},
		{"promises are not kept", config(2, 2, 1, "no-promise"), explore.Faults{}, 0, 14, 0},
		{"acceptors remember", flexible([]explore.Set{both}, each), crash(0, 1), 0, 0, 0},
		{"acceptors forget", variant(one2both, "forgets"), crash(0, 1), 0, 12, 0},
		{"a proposer restarts", one2both, crash(2, 3), 0, 0, 0},
		{"with its old number", variant(one2both, "old-number"), crash(3), 0, 15, 15},
		{"with its first number", variant(one2both, "forgets-number"), crash(3), 0, 16, 16},
		{"a proposer restarts twice, with other numbers", config(1, 1, 3, ""), twice, 0, 0, 0},
		{"with its old number, alone", variant(config(1, 1, 3, ""), "old-number"), twice, 0, 0, 0},
		{"with its first number, alone", variant(config(1, 1, 3, ""), "forgets-number"), twice, 0, 0, 0},
		{"a proposer restarts, and a message comes again", config(2, 2, 1, ""), again, 0, 0, 0},
	} {
		t.Run(test.reason, func(t *testing.T) {
			p := prototest.Build(t, New, test.config)
			p.Faults = test.faults
			f := prototest.Both(t, p, prototest.Options{Check: everything})
			want := map[string]int{}
			if test.violated > 0 {
				want[string(Agreement)] = test.violated
			}
			if test.learns > 0 {
				want[string(Learning)] = test.learns
			}
			if diff := cmp.Diff(want, f.Violations); diff != "" || test.states > 0 && f.States != test.states {
				t.Errorf("%d states; expected (-), found (+):\n%s", f.States, diff)
			}
		})
	}
}
