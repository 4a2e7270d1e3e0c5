package console

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"qcheck/explore"
)

// Progress is for terminals, on a line of its own that vanishes.
func TestProgress(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if NewProgress(&bytes.Buffer{}) != nil || NewProgress(file) != nil {
		t.Error("progress, but no terminal")
	}
	if none := (*Progress)(nil); none.Show() != nil {
		t.Error("progress off terminals")
	} else {
		none.Begin("x")
		none.End()
	}
	var b bytes.Buffer
	p := &Progress{w: &b}
	show := p.Show()
	now := explore.Progress{States: 1234567, Kept: 1234567, Memory: 1 << 30, Transitions: 9876543, Depth: 21, Elapsed: 3*time.Second + 400*time.Millisecond}
	show(now)
	if b.Len() > 0 {
		t.Errorf("%q before the search", b.String())
	}
	p.Begin("raymond (printed)")
	show(now)
	want := "\r\x1b[Kraymond (printed): depth 21, 1,234,567 states, 9,876,543 transitions, 363 k/s, 1.0 GB, 3s"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	p.End()
	show(now) // late
	p.End()
	if b.String() != want+"\r\x1b[K" {
		t.Errorf("%q after the end", b.String())
	}
}

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
	// What is done while the search stands still is said in any width.
	now.Doing = "a reduced search is tried"
	for width, want := range map[int]string{
		0:  "a reduced search is tried; kakugawa (repaired): depth 6, 9,880,018 states (411,667 kept), 34,200,234 transitions, 1.2 M/s, 1.5 GB, 45s",
		80: "a reduced search is tried: depth 6, 9,880,018 states, 1.2 M/s, 1.5 GB, 45s",
		60: "a reduced search is tried: 9,880,018 states, depth 6, 45s",
		50: "a reduced search is tried: 9,880,018 states, 45s",
	} {
		if got := progressLine("kakugawa (repaired)", now, 1_234_567, width); got != want {
			t.Errorf("width %d: %q, want %q", width, got, want)
		}
	}
	now.Doing = ""
	now.Growth = 11.26
	for width, want := range map[int]string{
		0:   "kakugawa (repaired): depth 6 (11.3 times depth 5), 9,880,018 states (411,667 kept), 34,200,234 transitions, 1.2 M/s, 1.5 GB, 45s",
		80:  "depth 6 (11.3 times depth 5), 9,880,018 states, 1.2 M/s, 1.5 GB, 45s",
		60:  "depth 6, 9,880,018 states, 1.2 M/s, 1.5 GB, 45s",
		120: "kakugawa (repaired): depth 6 (11.3 times depth 5), 9,880,018 states (411,667 kept), 1.2 M/s, 1.5 GB, 45s",
	} {
		if got := progressLine("kakugawa (repaired)", now, 1_234_567, width); got != want {
			t.Errorf("width %d: %q, want %q", width, got, want)
		}
	}
}

// The rate is that of one search: there is none between the counts of two.
func TestProgressRate(t *testing.T) {
	var w strings.Builder
	show := (&Progress{w: &w, of: "kakugawa"}).Show()
	for i, c := range []struct {
		states      int64
		doing, want string
	}{{1000, "", "1.0 k/s"}, {3000, "", "2.0 k/s"}, {10, "a reduced search is tried", "0/s"}, {510, "a reduced search is tried", "500/s"}, {3000, "", "0/s"}} {
		w.Reset()
		show(explore.Progress{States: c.states, Kept: c.states, Doing: c.doing, Elapsed: time.Duration(i+1) * time.Second})
		if !strings.Contains(w.String(), ", "+c.want+",") {
			t.Errorf("line %d: %q, want %s", i+1, w.String(), c.want)
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
