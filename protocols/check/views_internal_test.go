package check

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/setsys/fault"
)

// verdicts are the verdicts of a report, by property; those of local views with a star.
func verdicts(r *Report) map[explore.Property]string {
	all := map[explore.Property]string{}
	for _, f := range r.Findings {
		all[f.Property] = f.Verdict.String()
		if f.ByViews {
			all[f.Property] += "*"
		}
	}
	return all
}

// The command that people are shown first: local views decide what no search ends with.
func TestProvedWithoutSearch(t *testing.T) {
	r := reportOf(t, "--n 4 --k 2 --check safety,well-defined,deadlock-freedom")
	r.Options.Budget = Budget{Time: time.Hour}
	if err := r.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	for p, v := range verdicts(r) {
		if v != "holds*" {
			t.Errorf("%s: %s", p, v)
		}
	}
	text := r.Summary()
	for _, want := range []string{"requests without bound", "Local views prove safety, well-defined and deadlock-freedom", "7,750 views"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q does not say %q", text, want)
		}
	}
	if strings.Contains(text, "searched") || len(r.Attempts) > 0 || r.Verdict() != verdict.Holds {
		t.Errorf("%q, %v, %v", text, r.Attempts, r.Verdict())
	}
}

// Views of two processes come where an algorithm is not made of requesters and members, in a
// budget; not where the requests are given, or the states limited.
func TestProvedByPairs(t *testing.T) {
	const those = "--algorithm lamport --n 4 --check safety,well-defined,deadlock-freedom"
	r := reportOf(t, those)
	r.Options.Budget = Budget{Time: time.Hour}
	if err := r.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	for p, v := range verdicts(r) {
		if v != "holds*" {
			t.Errorf("%s: %s", p, v)
		}
	}
	if text := r.Summary(); !strings.Contains(text, "1,698 views of two processes") || r.Proof.Processes != 2 {
		t.Error(text)
	}
	for _, requests := range []string{"", " --requests 1"} {
		r := reportOf(t, those+requests)
		r.Options.MaxStates = 1000
		if err := r.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		if r.Verdict() != verdict.Unknown || r.Proof.Proved(explore.Safety) {
			t.Errorf("%q: %v, %+v", requests, r.Verdict(), r.Proof)
		}
	}
}

// Where the requests are given, the search is made, and local views after it if it does not
// end: what they prove is about more requests.
func TestProvedAfterSearch(t *testing.T) {
	r := reportOf(t, "--n 3 --k 2 --requests 1")
	r.Options.MaxStates = 1000
	if err := r.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r.Result.States == 0 || r.Result.Complete || r.Verdict() != verdict.Holds || !r.Findings[0].ByViews {
		t.Errorf("%d states, %v", r.Result.States, r.Findings)
	}
	if text := r.Summary(); !strings.Contains(text, "hold for kakugawa (repaired) with 3 processes and k = 2, any quorum of \"k-majority n=3 k=2\" at each request, requests without bound") {
		t.Error(text)
	}
}

// What cannot be decided is said of fewer processes, and of all of them to a depth.
func TestWidened(t *testing.T) {
	r := reportOf(t, "--algorithm raymond --n 2 --clock integer")
	r.Options.Budget = Budget{Time: time.Hour}
	if err := r.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(r.Attempts) != 3 || r.Attempts[0].Searches != 2 || !slices.Contains(r.Attempts[0].Holds, explore.Safety) || !r.Result.Complete {
		t.Errorf("%+v", r.Attempts)
	}
	// The second step is given up, and so the third is not tried for fewer than all.
	r = reportOf(t, "--algorithm raymond --n 3 --k 2 --clock integer")
	r.Options.Budget, r.Options.MaxStates = Budget{Time: time.Hour}, 300
	if err := r.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, a := range r.Attempts {
		said = append(said, a.What)
	}
	if !slices.Equal(said, []string{"any one process, 1 request", "any 2 processes, 1 request of each", "one request each"}) || r.Verdict() != verdict.Unknown {
		t.Errorf("%q, %v", said, r.Verdict())
	}
	if text := r.Summary(); !strings.Contains(text, "For any one process, 1 request, safety, well-defined and deadlock-freedom hold.") || !strings.Contains(text, "It is complete to depth") {
		t.Error(text)
	}
}

// A budget that is over leaves what was decided.
func TestBudgetUsed(t *testing.T) {
	r := reportOf(t, "--algorithm raymond --n 4 --k 2")
	r.Options.Budget = Budget{Time: time.Nanosecond}
	if err := r.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r.Verdict() != verdict.Unknown || !strings.Contains(r.Summary(), "budget of 1ns of processor time was used (--budget)") {
		t.Error(r.Summary())
	}
}

// Views that prove what a run violates are a fault of qcheck.
func TestProofAgainstRun(t *testing.T) {
	r := reportOf(t, "--algorithm kakugawa --variant printed --n 3 --k 1 --requests 1 --construct k-singleton")
	if err := r.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.Proof = &views.Proof{Results: []views.Result{{Property: explore.Safety, Proved: true}}}
	var f *fault.Fault
	if err := r.findings(t.Context()); !errors.As(err, &f) {
		t.Errorf("%v", err)
	}
}

// A proof whose time is over while it looks at starvation has proved the other properties.
func TestTimeOverInAProof(t *testing.T) {
	r := reportOf(t, "--n 3 --k 2")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cancelled := false
	r.Options.Viewed = func(p views.Progress) {
		if strings.Contains(p.Doing, "without end") {
			cancelled = true
			cancel()
		}
	}
	r.prove(ctx)
	if !cancelled {
		t.Fatal("starvation-freedom was not looked at")
	}
	for _, p := range views.Properties() {
		if r.Proof.Proved(p) != (p != explore.StarvationFreedom) {
			t.Errorf("%s proved: %t; %+v", p, r.Proof.Proved(p), r.Proof)
		}
	}
}

// Freedom of starvation is not looked into where nobody asks for it: with so many requests each, it means
// nothing, and it takes most of the time.
func TestProofOfWhatIsAsked(t *testing.T) {
	for flags, starvation := range map[string]bool{
		"--n 3 --k 1":                                         true,
		"--n 3 --k 1 --requests unbounded":                    true,
		"--n 3 --k 1 --requests 2":                            false,
		"--n 3 --k 1 --check safety":                          false,
		"--n 3 --k 1 --requests unbounded --check starvation": true,
	} {
		r := reportOf(t, flags)
		r.prove(t.Context())
		asked := slices.ContainsFunc(r.Proof.Results, func(x views.Result) bool { return x.Property == explore.StarvationFreedom })
		if !r.Proof.Proved(explore.Safety) || asked != starvation {
			t.Errorf("%s: %+v", flags, r.Proof.Results)
		}
	}
}
