package check_test

import (
	"fmt"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

// survival has a word for what comes of a crash at each place: the length of the run in which somebody waits for ever, ok if nobody
// does, never if no process is ever there.
func survival(t *testing.T, in instance.Instance) string {
	t.Helper()
	in.Survives, in.Check = true, []explore.Property{}
	r, err := check.Protocol(t.Context(), in, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := r.Findings[0]
	if len(r.Findings) != 1 || f.Property != instance.Survives || r.Verdict() != f.Verdict {
		t.Fatalf("%+v", r.Findings)
	}
	var words []string
	for _, c := range f.Crashes {
		switch {
		case c.Never:
			words = append(words, "never")
		case c.Verdict == verdict.Violated:
			if len(c.Crashed) != max(int(in.Faults.Crash), 1) || len(c.Waiting) == 0 {
				t.Errorf("%s: %+v", in.Algorithm, c)
			}
			words = append(words, fmt.Sprint(c.Steps))
		case c.Verdict == verdict.Holds:
			words = append(words, "ok")
		default:
			words = append(words, "?")
		}
	}
	return strings.Join(words, " ")
}

// None of the algorithms for mutual exclusion survives a crash; a lock whose clients give up does.
func TestSurvives(t *testing.T) {
	for name, want := range map[string]string{
		"maekawa": "3 12 6 6", "suzuki-kasami": "4 8 never 5", "naimi-trehel": "3 6 never 4", "ricart-agrawala": "5 9 never 10",
	} {
		if got := survival(t, instance.Instance{Algorithm: name, N: 3, Requests: []int{1}}); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	told := instance.Instance{Algorithm: "ricart-agrawala", Variant: "failures", N: 3, Requests: []int{1}, Faults: explore.Faults{Crash: 1, Suspect: true}}
	if got := survival(t, told); got != "ok ok never ok" {
		t.Errorf("processes are told of crashes: %s", got)
	}
	if got := survival(t, instance.Instance{Algorithm: "lease-lock", N: 2, Requests: []int{1}}); got != "ok ok ok ok" {
		t.Errorf("lease-lock: %s", got)
	}
	some := instance.Instance{Algorithm: "maekawa", N: 3, Requests: []int{1}, Faults: explore.Faults{Crash: 1, When: explore.WhileInside}}
	if got := survival(t, some); got != "6" {
		t.Errorf("inside: %s", got)
	}
	if _, err := protocols.All().Open(instance.Instance{Algorithm: "paxos", N: 3, Survives: true}, nil); err == nil {
		t.Error("a property of processes that wait, of a protocol without such")
	}
}

// Where requests are open, that nobody waits with one request each is not the answer.
func TestSurvivesWithOpenRequests(t *testing.T) {
	r, err := check.Protocol(t.Context(), instance.Instance{Algorithm: "complement", N: 3, Survives: true, Check: []explore.Property{},
		Faults: explore.Faults{Crash: 1, When: explore.WhileThinking}}, check.Options{MaxStates: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Findings[0].Verdict; v != verdict.Unknown {
		t.Errorf("%s: %+v", v, r.Findings)
	}
}

// A run in which nobody crashed shows nothing about crashes, and its sentence does not say so. Of each such finding, a
// search in which nobody can crash has to find somebody who waits for ever.
func TestSurvivesSaysWhoCrashed(t *testing.T) {
	needless, needed := 0, 0
	for _, a := range protocols.All() {
		for _, faults := range []explore.Faults{{Lose: 1}, {Duplicate: 1}, {}} {
			in := instance.Instance{Algorithm: a.Name, N: 3, Requests: []int{1}, Faults: faults, Survives: true, Check: []explore.Property{}}
			if len(a.Small) > 0 {
				in.N, in.Params, in.Quorums = a.Small[0].N, a.Small[0].Params, a.Small[0].Quorums
			}
			if a.Name == "maekawa" {
				in.Variant, in.N = "printed", 3 // a deadlock
			}
			r, err := check.Protocol(t.Context(), in, check.Options{MaxStates: 4000})
			if err != nil || r.Verdict() != verdict.Violated {
				continue // not made for crashes, or of nobody who waits
			}
			f, without := r.Findings[0], false
			for _, c := range f.Crashes {
				if c.Verdict != verdict.Violated {
					continue
				}
				if len(c.Crashed) == 0 {
					without = true
					if text := c.Text(); !strings.HasPrefix(text, "even without a crash, ") {
						t.Errorf("%s, %+v: %s", a.Name, faults, text)
					}
				}
			}
			if said := strings.Contains(r.Summary(), "even without a crash") && !strings.Contains(r.Summary(), "after a crash"); said != without || strings.HasPrefix(f.Detail, "even") != without {
				t.Errorf("%s, %+v, without a crash %v: %s; %s", a.Name, faults, without, f.Detail, r.Summary())
			}
			if !without {
				needed++
				continue
			}
			needless++
			in.Survives, in.Check = false, []explore.Property{explore.StarvationFreedom, explore.DeadlockFreedom}
			if r, err = check.Protocol(t.Context(), in, check.Options{MaxStates: 4000}); err != nil || r.Verdict() != verdict.Violated {
				t.Errorf("%s, %+v: somebody waits for ever even without a crash, and where nobody crashes %v (%v)", a.Name, faults, r.Verdict(), err)
			}
		}
	}
	if needless < 8 || needed < 8 {
		t.Errorf("%d runs without a crash, %d with one", needless, needed)
	}
}
