package command

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"qcheck/explore"
)

// streamsTo returns streams that write to w, without colour.
func streamsTo(w io.Writer) streams { return streams{out: bufio.NewWriter(w), err: w} }

func TestAmount(t *testing.T) {
	for _, c := range []struct {
		unit int64
		text string
		want int64 // 0 for none
	}{
		{1024, "1", 1}, {1024, "1000", 1000}, {1024, "3k", 3 << 10}, {1024, "512M", 512 << 20}, {1024, "2G", 2 << 30}, {1024, "2048g", 2048 << 30},
		{1024, "3GB", 3 << 30}, {1024, "3GiB", 3 << 30}, {1024, "8589934591G", 8589934591 << 30}, {1000, "10M", 10_000_000}, {1000, "500000", 500_000},
		{1024, "", 0}, {1024, "0", 0}, {1024, "-1", 0}, {1024, "M", 0}, {1024, "1T", 0}, {1024, "1.5G", 0}, {1024, "8589934592G", 0},
		{1024, "1 G", 0}, {1024, "99999999999999999999", 0}, {1000, "-5", 0},
	} {
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		var n int64
		amount(fs, &n, "amount", "N", c.unit, "some", "")
		if err := fs.Set("amount", c.text); n != c.want || (err != nil) != (c.want == 0) {
			t.Errorf("%s of %d: %d, %v; want %d", c.text, c.unit, n, err, c.want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 724274: "724,274", 20000000: "20,000,000", -1: "-1", -1000: "-1,000", -100: "-100"} {
		if got := thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	text := "a paragraph of some words that go on"
	got := wrap(text, 12, "  ")
	if want := "  a\n  paragraph\n  of some\n  words that\n  go on\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for line := range strings.Lines(wrap(strings.Repeat("word ", 100), 40, "   ")) {
		if len(line) > 41 || !strings.HasPrefix(line, "   word") {
			t.Errorf("line %q", line)
		}
	}
}

// Progress is for terminals, on a line of its own that vanishes.
func TestProgress(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if newProgress(&bytes.Buffer{}) != nil || newProgress(file) != nil {
		t.Error("progress, but no terminal")
	}
	if none := (*progress)(nil); none.show() != nil {
		t.Error("progress off terminals")
	} else {
		none.begin("x")
		none.end()
	}
	var b bytes.Buffer
	p := &progress{w: &b}
	show := p.show()
	now := explore.Progress{States: 1234567, Kept: 1234567, Memory: 1 << 30, Transitions: 9876543, Depth: 21, Elapsed: 3*time.Second + 400*time.Millisecond}
	show(now)
	if b.Len() > 0 {
		t.Errorf("%q before the search", b.String())
	}
	p.begin("raymond (printed)")
	show(now)
	want := "\r\x1b[Kraymond (printed): depth 21, 1,234,567 states, 9,876,543 transitions, 363 k/s, 1.0 GB, 3s"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	p.end()
	show(now) // late
	p.end()
	if b.String() != want+"\r\x1b[K" {
		t.Errorf("%q after the end", b.String())
	}
}
