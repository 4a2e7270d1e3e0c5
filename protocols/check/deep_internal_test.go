package check

import (
	"strings"
	"testing"
	"time"

	"qcheck/explore"
)

// A deadlock of four processes that local views do not exclude is found before all states are, by
// searches in which few ask.
func TestDeepDeadlock(t *testing.T) {
	r := reportOf(t, "--algorithm maekawa --variant told --n 4")
	r.Options.Budget = Budget{Time: time.Hour}
	if err := r.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := verdicts(r)
	if got[explore.DeadlockFreedom] != "violated" || got[explore.StarvationFreedom] != "violated" || got[explore.Safety] != "holds*" || got[explore.WellDefined] != "holds*" {
		t.Error(got)
	}
	f := r.Violation()
	if f == nil || len(f.Trace.Steps) != 19 {
		t.Errorf("%+v", f)
	}
	if last := r.Attempts[len(r.Attempts)-1]; last.States > 30_000 {
		t.Errorf("%+v", r.Attempts)
	}
	if text := r.Summary(); !strings.Contains(text, "deadlock-freedom and starvation-freedom are violated by maekawa (told) with 4 processes") {
		t.Error(text)
	}
}
