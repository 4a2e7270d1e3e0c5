package console

import (
	"testing"

	"qcheck/explore/verdict"
)

func TestExitPrecedence(t *testing.T) {
	rank := map[ExitCode]int{4: 0, 2: 1, 1: 2, 3: 3, 0: 4}
	for c, rc := range rank {
		for d, rd := range rank {
			want := c
			if rd < rc {
				want = d
			}
			if got := c.And(d); got != want {
				t.Errorf("%d and %d give %d, want %d", c, d, got, want)
			}
		}
	}
}

func TestExitCodeOfVerdict(t *testing.T) {
	for v, want := range map[verdict.Verdict]ExitCode{verdict.Holds: 0, verdict.Violated: 1, verdict.Unknown: 3, 0: 4, 9: 4} {
		if got := CodeOf(v); got != want {
			t.Errorf("%v gives %d, want %d", v, got, want)
		}
	}
}
