package check

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/setsys/slow"
)

// A machine of which others take all time does the same work: within a budget, a search that takes long by the clock and
// little of the processor ends as it would, and one that has used the budget ends whatever the clock says.
func TestBudgetIsOfTheProcessor(t *testing.T) {
	const flags = "--algorithm raymond --n 3 --k 2 --clock integer"
	document := func(states int64, budget time.Duration, spent func() time.Duration) (*Report, string) {
		r := reportOf(t, flags)
		r.Options.Budget, r.Options.spent, r.Options.MaxStates = Budget{Time: budget}, spent, states
		if err := r.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		doc, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return r, string(doc)
	}
	_, alone := document(3000, time.Hour, nil)
	if _, loaded := document(3000, time.Microsecond, func() time.Duration { return 1 }); loaded != alone { // no time is ever used
		t.Errorf("by the clock, time was over: %s, want %s", loaded, alone)
	}
	used := time.Duration(0)
	r, _ := document(3_000_000, time.Hour, func() time.Duration { used += time.Hour; return used })
	if text := r.Summary(); !strings.Contains(text, "1h0m0s of processor time was used (--budget)") && !strings.Contains(text, "half of the processor time was over") {
		t.Error(text)
	}
}

// Nothing but what is named here asks what time it is: a limit by the clock would let other users of the machine decide.
func TestNoClock(t *testing.T) {
	asks := regexp.MustCompile(`time\.(Now|Since|Until|After|AfterFunc|NewTimer)\(|WithTimeout|WithDeadline|\.Deadline\(\)`)
	allowed := []string{
		"protocols/check/budget.go",                                      // halves of a limit by the clock that a user has set (--timeout)
		"protocols/check/check.go", "explore/run.go", "explore/tasks.go", // that limit
		"protocols/check/processor_unix.go", "protocols/check/processor_other.go", // where nothing else is counted
		"protocols/sweep/run.go",                                                                                                                             // that limit
		"explore/search.go", "explore/report.go", "explore/limits.go", "explore/views/proof.go", "explore/views/tuples/prove.go", "explore/views/closing.go", // how long it took, for people
		"explore/yield/yield_js.go", // so that a browser stays alive
	}
	files := 0
	for _, room := range []string{"protocols", "explore"} {
		err := filepath.WalkDir(filepath.Join("../..", room), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if files++; err == nil && asks.Match(text) && !slices.Contains(allowed, filepath.ToSlash(strings.TrimPrefix(path, "../../"))) {
				t.Errorf("%s: %s", path, asks.Find(text))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 200 {
		t.Errorf("%d files", files)
	}
}

// What is open goes on when something is violated, and says for which requests it holds. The verdicts are those of
// searches for each property alone.
func TestViolationEndsNothing(t *testing.T) {
	all := map[string]map[explore.Property]string{
		"--algorithm maekawa --variant without-inquire --n 4": {
			explore.Safety: "holds*", explore.WellDefined: "holds*", explore.DeadlockFreedom: "violated", explore.StarvationFreedom: "violated"},
	}
	if slow.Tests() { // with two requests something is not defined, and safety is violated with three
		all["--algorithm kakugawa --variant enter-in-order --n 3 --k 1 --check safety,well-defined"] = map[explore.Property]string{
			explore.Safety: "violated", explore.WellDefined: "violated"}
	}
	for flags, want := range all {
		r := reportOf(t, flags)
		r.Options.Budget = Budget{Time: time.Hour}
		if err := r.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := verdicts(r)
		for p, v := range want {
			if got[p] != v {
				t.Errorf("%s: %s %s, want %s", flags, p, got[p], v)
			}
		}
		// The violation was found in a search that was given up, and that is what is said.
		if text := r.Summary(); (r.Result.Stopped == "" && !r.Result.Complete) != strings.Contains(text, "ended when everything was decided") || strings.Contains(text, "given up: "+r.Result.Stopped+"; what it left open was decided after it.") != (r.Result.Stopped != "") {
			t.Errorf("%s, complete %t, %q: %s", flags, r.Result.Complete, r.Result.Stopped, text)
		}
		for _, a := range r.Attempts {
			if strings.Contains(a.Stopped, "50,000") {
				t.Errorf("%s: %+v", flags, a)
			}
		}
	}
	// What is open is not open for the requests of the run that was found.
	x := reportOf(t, "--algorithm kakugawa --variant printed --n 3 --k 1")
	x.Options.Budget, x.Options.MaxStates, x.Options.MaxViews = Budget{Time: time.Hour}, 2000, 2000
	if err := x.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, text := verdicts(x), x.Summary(); got[explore.WellDefined] != "violated" || got[explore.StarvationFreedom] != "unknown" || !strings.Contains(text, "requests without bound") || strings.Contains(text, "requests (1") {
		t.Errorf("%v: %s", got, text)
	}
	// One request each is not what was asked, and each row says so.
	r := reportOf(t, "--algorithm raymond --n 2 --clock integer")
	r.Options.MaxStates = 5000
	if err := r.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		switch f.Property {
		case explore.StarvationFreedom:
			if f.Verdict.String() != "unknown" || !strings.Contains(f.Detail, "infinitely many states") {
				t.Errorf("%+v", f)
			}
		default:
			if f.Verdict.String() != "unknown" || f.HoldsFor != "one request each" || !strings.Contains(f.Detail, "infinitely many states") {
				t.Errorf("%+v", f)
			}
		}
	}
}
