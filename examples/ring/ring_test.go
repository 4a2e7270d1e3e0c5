package ring

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

func TestRing(t *testing.T) {
	for _, c := range []struct {
		reason    string
		forgetful bool
		states    int64
		want      map[explore.Property]verdict.Verdict
	}{
		{"as printed", false, 128, map[explore.Property]verdict.Verdict{"everybody-knows": verdict.Holds}},
		{"a number is lost with a process that has not started", true, 49, map[explore.Property]verdict.Verdict{"everybody-knows": verdict.Violated}},
	} {
		m, err := instance.Of(New(numbers(3), c.forgetful), nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := check.Model(t.Context(), m, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Result.States != c.states || !r.Result.Complete {
			t.Errorf("%s: %d states, complete %t", c.reason, r.Result.States, r.Result.Complete)
		}
		for _, f := range r.Findings {
			want, ok := c.want[f.Property]
			if !ok {
				want = verdict.Holds
			}
			if f.Verdict != want {
				t.Errorf("%s: %s is %s, want %s", c.reason, f.Property, f.Verdict, want)
			}
		}
	}
}
