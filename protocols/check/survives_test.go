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
