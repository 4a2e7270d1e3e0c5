package command

import (
	"testing"
	"time"

	"qcheck/explore"
)

// The progress line is never as wide as the terminal, and leaves out what matters
// least.
func TestProgressLine(t *testing.T) {
	now := explore.Progress{States: 9880018, Kept: 411667, Transitions: 34200234, Depth: 6, Memory: 3 << 29, Elapsed: 45*time.Second + time.Millisecond}
	for _, test := range []struct {
		width int
		want  string
	}{
		{0, "kakugawa (repaired): depth 6, 9,880,018 states (411,667 kept), 34,200,234 transitions, 1.2 M/s, 1.5 GB, 45s"},
		{108, "kakugawa (repaired): depth 6, 9,880,018 states (411,667 kept), 34,200,234 transitions, 1.2 M/s, 1.5 GB, 45s"},
		{107, "kakugawa (repaired): depth 6, 9,880,018 states (411,667 kept), 1.2 M/s, 1.5 GB, 45s"},
		{83, "kakugawa (repaired): depth 6, 9,880,018 states, 1.2 M/s, 1.5 GB, 45s"},
		{68, "depth 6, 9,880,018 states, 1.2 M/s, 1.5 GB, 45s"},
		{47, "9,880,018 states, depth 6, 45s"},
		{30, "9,880,018 states, 45s"},
		{21, ""},
	} {
		if got := progressLine("kakugawa (repaired)", now, 1_234_567, test.width); got != test.want {
			t.Errorf("width %d: %q, want %q", test.width, got, test.want)
		}
	}
}

func TestBrief(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 950: "950", 1234: "1.2 k", 12_345: "12 k", 1_234_567: "1.2 M", 3.2e9: "3.2 G"} {
		if got := brief(x); got != want {
			t.Errorf("%v: %q, want %q", x, got, want)
		}
	}
}
