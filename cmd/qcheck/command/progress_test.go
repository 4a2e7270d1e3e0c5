package command

import (
	"testing"
	"time"

	"qcheck/explore"
)

// The progress line is never as wide as the terminal, and leaves out what matters
// least.
func TestProgressLine(t *testing.T) {
	now := explore.Progress{States: 9880018, Transitions: 34200234, Depth: 6, Elapsed: 45*time.Second + time.Millisecond}
	for _, test := range []struct {
		width int
		want  string
	}{
		{0, "kakugawa (repaired): 9,880,018 states, 34,200,234 transitions, depth 6, 45s"},
		{76, "kakugawa (repaired): 9,880,018 states, 34,200,234 transitions, depth 6, 45s"},
		{75, "kakugawa (repaired): 9,880,018 states, depth 6, 45s"},
		{52, "kakugawa (repaired): 9,880,018 states, depth 6, 45s"},
		{51, "9,880,018 states, depth 6, 45s"},
		{30, "9,880,018 states, 45s"},
		{21, ""},
	} {
		if got := progressLine("kakugawa (repaired)", now, test.width); got != test.want {
			t.Errorf("width %d: %q, want %q", test.width, got, test.want)
		}
	}
}
