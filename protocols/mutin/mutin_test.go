package mutin

import (
	"context"
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/csobject"
	"qcheck/protocols/prototest"

	"github.com/google/go-cmp/cmp"
)

// locked returns an instance with a lock.
func locked(t *testing.T, c Config) WithLock {
	return prototest.Build(t, NewWithLock, c)
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string
	}{
		{Config{N: 0}, "0 processes: there must be 1 to 16"},
		{Config{N: 17}, "17 processes: there must be 1 to 16"},
		{Config{N: 2, L: -1}, "l is -1: it must be 0 to 1"},
		{Config{N: 2, L: 2, InCS: 3}, "l is 2: it must be 0 to 1"},
		{Config{N: 2, Quorums: []explore.Set{1}}, "1 quorums for 2 processes"},
		{Config{N: 2, Quorums: []explore.Set{1, 0}}, "the quorum of process 2 is empty"},
		{Config{N: 2, Quorums: []explore.Set{1, 6}}, "the quorum of process 2, {2,3}, has a member that is none of the 2 processes"},
		{Config{N: 2, InCS: 4}, "{3}, in the critical section initially, has a member that is none of the 2 processes"},
		{Config{N: 3, L: 2, InCS: 1}, "the number of processes in the critical section initially is 1: it must be 2 to 3"},
		{Config{N: 3, InCS: 7, Variant: "raynal"}, `unknown variant "raynal"`},
	} {
		_, lock := NewWithLock(test.config)
		_, maekawa := NewWithMaekawa(test.config)
		for _, err := range []error{lock, maekawa} {
			if err == nil || err.Error() != test.want {
				t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
			}
		}
	}
	mx, err := csobject.Lock(2)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Over(Config{N: 3}, mx); err == nil || err.Error() != "lock is for 2 processes, not for 3" {
		t.Errorf("a lock for two processes: error %v", err)
	}
}

func TestVariants(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range Algorithm().Variants {
		if seen[v.Name] || v.Name == "" || v.Summary == "" {
			t.Errorf("%+v has no name or summary of its own", v)
		}
		seen[v.Name] = true
		if _, err := explore.NewModel(locked(t, Config{N: 3, InCS: 7, Variant: v.Name})); err != nil {
			t.Error(err)
		}
	}
}

// TestInit: a member knows those of the processes that have it in their quorum
// that are in.
func TestInit(t *testing.T) {
	p := locked(t, Config{N: 3, L: 1, InCS: explore.SetOf(0, 1)})
	for process, want := range []State[csobject.LockState]{
		{Stage: In, ProcsInCS: explore.SetOf(0)},
		{Stage: In, ProcsInCS: explore.SetOf(0, 1)},
		{Stage: Out, ProcsInCS: explore.SetOf(1)},
	} {
		if diff := cmp.Diff(want, p.Init(process)); diff != "" {
			t.Errorf("process %d: expected (-), found (+):\n%s", process+1, diff)
		}
	}
}

// TestOverflow: requests without bound pass the bound of the printed counters.
func TestOverflow(t *testing.T) {
	m, err := explore.NewModel(locked(t, Config{N: 1, InCS: 1, Variant: "printed"}))
	if err != nil {
		t.Fatal(err)
	}
	for requests, want := range map[int]verdict.Verdict{maxReqCnt: verdict.Holds, maxReqCnt + 1: verdict.Unknown} {
		r, err := explore.Run(context.Background(), m, explore.Options{Requests: []int{requests}})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Verdict(); got != want {
			t.Errorf("%d requests: %s (%s), want %s", requests, got, r.Stopped, want)
		}
	}
}

// TestProcsInCS: who is in some procsInCS is in the critical section, which the
// proof of Lemma 1 begins with. It is so in the printed algorithm; but where a
// process is out before the Acks are there, or in after the sending of Release
// only, it is not.
func TestProcsInCS(t *testing.T) {
	for _, test := range []struct {
		reason  string
		variant string
		want    map[string]int
	}{
		{"as printed", "uncounted", map[string]int{}},
		{"repaired", "repaired", map[string]int{}},
		{"out while Acquire is on its way", "early-out", map[string]int{"safety": 1}},
		{"not yet in when Release comes", "late-in", map[string]int{"safety": 6}},
	} {
		p := locked(t, Config{N: 3, L: 1, InCS: 7, Variant: test.variant})
		observe := p.Observe
		p.Observe = func(i int, s State[csobject.LockState]) explore.Observation {
			o := observe(i, s)
			o.Resource = uint8(s.ProcsInCS)
			return o
		}
		p.Safe = func(all []explore.Observation) string {
			for i, o := range all {
				if known := explore.Set(o.Resource); !csobject.InCS(all).Contains(known) {
					return fmt.Sprintf("process %d takes %s to be in the critical section, where %s are", i+1, known, csobject.InCS(all))
				}
			}
			return ""
		}
		f := prototest.Both(t, p, prototest.Options{Each: explore.Unbounded, Check: []explore.Property{explore.Safety}})
		if diff := cmp.Diff(test.want, f.Violations); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
		}
	}
}

// TestObliged: that everybody in the critical section eventually exits, as the
// paper assumes, is not needed. That everybody outside eventually enters is:
// entering is a step of kind Leave, which is eventually taken.
func TestObliged(t *testing.T) {
	for l := range 3 {
		p := locked(t, Config{N: 3, L: l, InCS: 7})
		p.Obliged = false
		f := prototest.Both(t, p, prototest.Options{Each: explore.Unbounded})
		if diff := cmp.Diff(map[string]int{}, f.Violations); diff != "" {
			t.Errorf("l = %d: expected (-), found (+):\n%s", l, diff)
		}
	}
	p := locked(t, Config{N: 3, L: 2, InCS: 7})
	actions := p.Actions
	p.Actions = func(i int, s State[csobject.LockState]) []explore.Step[State[csobject.LockState], Message[csobject.LockMessage]] {
		steps := actions(i, s)
		for k := range steps {
			if steps[k].Name == stepEntry {
				steps[k].Kind = explore.Ask
			}
		}
		return steps
	}
	p.Obliged = false
	f := prototest.Engine(t, p, prototest.Options{Each: explore.Unbounded, Check: []explore.Property{explore.DeadlockFreedom}})
	if f.Violations["deadlock-freedom"] == 0 {
		t.Error("nobody need enter again, and yet nobody waits for ever")
	}
}

// TestStale hands a response to a request that is over to a process, which no run
// does: with counters it is told apart.
func TestStale(t *testing.T) {
	for _, test := range []struct {
		reason  string
		variant string
		stage   Stage
		now     uint8
		reqCnt  uint8
		want    string
		current explore.Set
	}{
		{"the present request", "printed", Querying, 2, 2, stepResponse1, 3},
		{"the former one", "printed", Querying, 2, 1, stepResponse1Stale, 1},
		{"one that is to come, or modulo 2 a former one", "printed", Querying, 1, 2, stepResponse1Stale, 1},
		{"without counters, any", "uncounted", Querying, 0, 0, stepResponse1, 3},
		{"after enough were known", "printed", Acquiring, 2, 2, stepResponse1Late, 1},
		{"no request", "printed", 0, 2, 2, stepResponse1Stale, 1},
	} {
		p := locked(t, Config{N: 3, L: 2, InCS: 7, Variant: test.variant})
		s := State[csobject.LockState]{Stage: test.stage, ReqCnt: test.now, CurrentInCS: 1}
		steps := p.Deliver(0, s, 1, Message[csobject.LockMessage]{Kind: Response1, ReqCnt: test.reqCnt, ProcsInCS: 2})
		if len(steps) != 1 || steps[0].Name != test.want || steps[0].Next.CurrentInCS != test.current {
			t.Errorf("%s: %+v, want %q with %s", test.reason, steps, test.want, test.current)
		}
	}
}

func TestKind(t *testing.T) {
	want := []string{"no message", "Query", "Response1", "Acquire", "Ack", "Release", "Response2", "mx", "no message"}
	for k, name := range want {
		if got := Kind(k).String(); got != name {
			t.Errorf("kind %d is %q, want %q", k, got, name)
		}
	}
}
