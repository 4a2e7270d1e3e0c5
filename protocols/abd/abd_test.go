package abd

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

var everything = []explore.Property{explore.WellDefined, Atomicity, Completion}

func majorities(n int) []explore.Set { return explore.All(n).Subsets(n/2 + 1) }

// clients are writers, readers, and what each of them does.
func config(n, writers, readers, writes, reads int, variant string) Config {
	return Config{N: n, Writers: writers, Readers: readers, Writes: writes, Reads: reads, Read: majorities(n), Write: majorities(n), Variant: variant}
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string
	}{
		{config(0, 1, 1, 1, 1, ""), "0 processes: there must be 1 to 16"},
		{config(9, 4, 4, 1, 1, ""), "17 processes: there must be 1 to 16"},
		{config(2, 1, 1, 1, 1, "repaired"), `unknown variant "repaired"`},
		{config(2, 2, 1, 1, 1, "single-writer"), "the variant single-writer has one writer"},
		{config(2, 1, 1, 101, 1, ""), "writes is 101: it must be 0 to 100"},
		{Config{N: 2, Writers: 1, Read: []explore.Set{explore.SetOf(2)}}, "read quorum 1, {3}, has a member that is none of the 2 processes"},
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
}

// Each rule that a variant takes away is needed, and only where it is said. A number is the length of a shortest run.
func TestAtomicity(t *testing.T) {
	one, two := explore.SetOf(0), explore.SetOf(1)
	apart := config(2, 1, 1, 1, 1, "")
	apart.Read, apart.Write = []explore.Set{one}, []explore.Set{two}
	remembering := config(2, 1, 1, 1, 1, "")
	remembering.Read, remembering.Write = []explore.Set{one, two}, []explore.Set{explore.All(2)}
	forgetting := remembering
	forgetting.Variant = "forgets"
	all := config(3, 1, 1, 1, 1, "")
	all.Read, all.Write = []explore.Set{one, two, explore.SetOf(2)}, []explore.Set{explore.All(3)}
	crash := explore.Faults{Crash: 1, Restart: 1, Of: explore.All(2)}
	for _, test := range []struct {
		reason   string
		config   Config
		faults   explore.Faults
		states   int
		violated int // the length of a shortest run; 0: it holds
	}{
		{"few states, which the obvious explorer has, too", config(2, 1, 1, 1, 1, ""), explore.Faults{}, 484, 0},
		{"two replicas", config(2, 1, 1, 1, 2, ""), explore.Faults{}, 1062, 0},
		{"read one, write all", remembering, explore.Faults{}, 0, 0},
		{"read one of three, write all", all, explore.Faults{}, 0, 0},
		{"three clients", config(2, 2, 1, 1, 1, ""), explore.Faults{}, 29782, 0},
		{"one writer need not ask", config(2, 1, 1, 2, 1, "single-writer"), explore.Faults{}, 0, 0},
		{"several have to", config(2, 2, 1, 1, 1, "no-query"), explore.Faults{}, 0, 19},
		{"a reader sees a new value and then an old one", config(3, 1, 1, 1, 2, "no-write-back"), explore.Faults{}, 0, 16},
		{"quorums that do not meet", apart, explore.Faults{}, 0, 10},
		{"a replica remembers", remembering, crash, 0, 0},
		{"a replica forgets", forgetting, crash, 0, 16},
	} {
		t.Run(test.reason, func(t *testing.T) {
			if test.violated == 0 && test.config.N > 2 || test.states > 10_000 { // these are in protocols TestReducedConsensus
				slow.Only(t, "seconds")
			}
			p := prototest.Build(t, New, test.config)
			p.Faults = test.faults
			if test.violated > 10 && !slow.Tests() { // the search ends when it has found it
				o := explore.Options{Full: true, Check: []explore.Property{Atomicity}}
				r := prototest.Search(t, p, o)
				if trace := r.Properties[0].Trace; trace == nil || len(trace.Steps) != test.violated {
					t.Errorf("%s: %+v, not a run of %d steps", r.Properties[0].Verdict, trace, test.violated)
				} else if _, err := obvious.Replay(p, obvious.Options{}, trace.Steps); err != nil {
					t.Errorf("the run does not replay: %v", err)
				}
				return
			}
			f := prototest.Both(t, p, prototest.Options{Check: everything})
			want := map[string]int{}
			if test.violated > 0 {
				want[string(Atomicity)] = test.violated
			}
			if diff := cmp.Diff(want, f.Violations); diff != "" || test.states > 0 && f.States != test.states {
				t.Errorf("%d states; expected (-), found (+):\n%s", f.States, diff)
			}
		})
	}
}

// Readers are symmetric, with what is possible of their calls.
func TestSymmetry(t *testing.T) {
	for _, variant := range []string{"printed", "no-write-back"} {
		if variant != "printed" && !slow.Tests() {
			continue
		}
		p := prototest.Build(t, New, config(2, 1, 2, 1, 1, variant))
		with := prototest.Search(t, p, explore.Options{})
		without := prototest.Search(t, p, explore.Options{Asymmetric: true})
		if with.Symmetry != 4 || with.States != without.States || with.Transitions != without.Transitions || with.Orbits*2 > without.Orbits {
			t.Errorf("%s: %d renamings, %d states, %d transitions, %d kept; without %d, %d, %d", variant,
				with.Symmetry, with.States, with.Transitions, with.Orbits, without.States, without.Transitions, without.Orbits)
		}
	}
}

// TestOverflow: a write after the one with number 255 has none. A read writes back what it has found, whatever its number is.
func TestOverflow(t *testing.T) {
	p := prototest.Build(t, New, config(1, 1, 1, 1, 1, "printed"))
	for _, highest := range []uint8{0, 254, 255} {
		for client, want := range map[int]uint8{1: highest + 1, 2: highest} {
			found := Message{Kind: ANSWER, Operation: 1, Tag: Tag{Number: highest, Writer: 1}}
			steps := p.Deliver(client, State{Phase: Querying}, 0, found)
			if len(steps) != 1 || (steps[0].Overflow != "") != (want < highest) {
				t.Errorf("client %d, %d: %+v", client, highest, steps)
			} else if got := steps[0].Next.Tag.Number; want >= highest && (got != want || len(steps[0].Send) != 1 || steps[0].Send[0].Msg.Tag.Number != want) {
				t.Errorf("client %d, %d: %+v, want tag %d", client, highest, steps, want)
			}
		}
	}
}
