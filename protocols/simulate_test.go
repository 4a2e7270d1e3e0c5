package protocols

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/simulate"
	"qcheck/protocols/instance"

	"github.com/google/go-cmp/cmp"
)

// modelOf makes the model that flags name.
func modelOf(t *testing.T, flags string) *instance.Model {
	t.Helper()
	in, err := All().Parse(flags)
	if err != nil {
		t.Fatal(err)
	}
	m, err := All().Open(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What is simulated is a run of the protocol: other code takes the same steps,
// with either kind of clock, and counts the same.
func TestSimulatedRunsAreRuns(t *testing.T) {
	for _, test := range []struct {
		reason, flags string
		options       simulate.Options
		want          explore.Property
	}{
		{"the default algorithm, any quorum", "--algorithm kakugawa --n 5 --k 2", simulate.Options{P: 1, Units: 4}, ""},
		{"messages that take time", "--algorithm kakugawa --n 4 --k 1 --quorum-choice fixed", simulate.Options{P: 0.5, Units: 12, Delay: 1}, ""},
		{"as printed it is not safe, and the run ends there", "--algorithm kakugawa --variant printed --n 3 --k 1", simulate.Options{P: 0.7, Units: 200, Seed: 10}, explore.Safety},
		{"undefined steps end a run", "--algorithm kakugawa --variant printed --n 4 --k 2", simulate.Options{P: 0.7, Units: 200, Delay: 1, Seed: 19}, explore.WellDefined},
		{"so does a deadlock", "--algorithm kakugawa --variant without-settling --n 5 --k 1", simulate.Options{P: 0.7, Units: 200, Delay: 1, Seed: 25}, explore.DeadlockFreedom},
		{"messages that are not taken yet", "--algorithm kakugawa --variant blocking --n 3 --k 1", simulate.Options{P: 0.4, Units: 4, Delay: 1}, ""},
		{"no messages to oneself", "--algorithm raymond --n 4 --k 2", simulate.Options{P: 0.8, Units: 8}, ""},
		{"local steps of their own, one clock for requests alone", "--algorithm raymond --variant spin --n 4 --k 2", simulate.Options{P: 0.8, Units: 8, Delay: 2}, ""},
		{"entering with the request", "--algorithm raymond --n 2 --k 2", simulate.Options{P: 0.8, Units: 8, Stay: 3}, ""},
		{"units", "--algorithm manabe-tajima --n 4 --k 2 --units 1,2,1,1", simulate.Options{P: 0.8, Units: 5}, ""},
		{"a structure of pairs of families", "--algorithm jiang --construct torus-wr --param rows=2 --param columns=2 --k 2 --resources 2 --resource 1,2,1,2", simulate.Options{P: 0.5, Units: 6}, ""},
		{"messages taken from behind others", "--algorithm baldoni --construct hyperplanes --n 4 --m 2 --param m=2", simulate.Options{P: 0.6, Units: 6}, ""},
		{"asking is fair", "--algorithm mutin --n 3 --l 1", simulate.Options{P: 0.6, Units: 6}, ""},
		{"asking is fair, within an algorithm for mutual exclusion", "--algorithm gcs --n 3 --l 1 --k 2 --mutex maekawa", simulate.Options{P: 0.6, Units: 6}, ""},
		{"a protocol made of another", "--algorithm complement --n 3 --l 1", simulate.Options{P: 0.6, Units: 6}, ""},
		{"stamps in state only", "--algorithm maekawa --construct majority --n 3", simulate.Options{P: 0.9, Units: 6}, ""},
		{"queues of stamps", "--algorithm lamport --n 3", simulate.Options{P: 0.9, Units: 8}, ""},
		{"deferred answers", "--algorithm ricart-agrawala --n 3", simulate.Options{P: 0.9, Units: 8}, ""},
		{"units of one resource", "--algorithm raynal --n 3 --m 2", simulate.Options{P: 0.9, Units: 8}, ""},
	} {
		t.Run(test.reason, func(t *testing.T) {
			w := modelOf(t, test.flags)
			test.options.Record = true
			run, err := w.Simulate(t.Context(), test.options)
			if err != nil {
				t.Fatal(err)
			}
			if run.Violated != test.want || run.Overflow != "" {
				t.Errorf("violated %q (%s) after %d steps, %s; want %q", run.Violated, run.Detail, run.Steps, run.Overflow, test.want)
			}
			if run.Entries == 0 && test.want == "" {
				t.Error("nobody entered")
			}
			for _, integer := range []bool{false, true} {
				again, err := w.Replay(obvious.Options{Requests: instance.Each(w.Instance.N, explore.Unbounded), Integer: integer}, places(run.Trace, integer))
				if err != nil {
					t.Fatalf("integer clocks %v: %v", integer, err)
				}
				if diff := cmp.Diff(counted(again), tally{run.Entries, run.Messages - run.SelfSent, int64(len(run.Trace))}, cmp.AllowUnexported(tally{})); diff != "" {
					t.Errorf("integer clocks %v: replayed (-), simulated (+):\n%s", integer, diff)
				}
				if len(again.Moves) == 0 {
					t.Fatal("no step")
				}
				last := again.Configs[len(again.Configs)-1]
				if (last.Unsafe != "") != (test.want == explore.Safety) {
					t.Errorf("integer clocks %v: the replayed run ends with %q", integer, last.Unsafe)
				}
				if test.want == explore.DeadlockFreedom && len(last.Enabled) > 0 {
					t.Errorf("integer clocks %v: the replayed run can go on: %q", integer, last.Enabled)
				}
				if undefined := again.Moves[len(again.Moves)-1].Undefined; (undefined != "") != (test.want == explore.WellDefined) {
					t.Errorf("integer clocks %v: the replayed run ends with the undefined step %q", integer, undefined)
				}
			}
		})
	}
}

// places returns the steps without the places of fresh stamps, where clocks are
// integers and give them.
func places(steps []explore.TraceStep, integer bool) []explore.TraceStep {
	all := append([]explore.TraceStep(nil), steps...)
	for i := range all {
		if integer {
			all[i].Place = 0
		}
	}
	return all
}

// A tally is what a replayed run shows of what is counted.
type tally struct{ entries, messages, steps int64 }

func counted(run *obvious.Run) tally {
	t := tally{steps: int64(len(run.Moves))}
	for i, c := range run.Configs {
		for p, o := range c.Observations {
			if i > 0 && o.Phase == explore.Inside && run.Configs[i-1].Observations[p].Phase != explore.Inside {
				t.entries++
			}
		}
	}
	for _, m := range run.Moves {
		for _, s := range m.Sent {
			if s.To != m.Process {
				t.messages++
			}
		}
	}
	return t
}
