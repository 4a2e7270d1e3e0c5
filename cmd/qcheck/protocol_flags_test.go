package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"qcheck/explore"
)

// streamsTo returns streams that write to w, without colour.
func streamsTo(w io.Writer) streams { return streams{out: bufio.NewWriter(w), err: w} }

func TestByteSize(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64
		back string
	}{
		{"1", 1, "1"}, {"1000", 1000, "1000"}, {"1024", 1024, "1K"}, {"3k", 3 << 10, "3K"}, {"512M", 512 << 20, "512M"},
		{"2G", 2 << 30, "2G"}, {"2048g", 2048 << 30, "2048G"}, {"1536K", 1536 << 10, "1536K"}, {"8589934591G", 8589934591 << 30, "8589934591G"},
	} {
		var b byteSize
		if err := b.Set(c.text); err != nil || int64(b) != c.want || b.String() != c.back {
			t.Errorf("%s: %d, %s, %v; want %d, %s", c.text, int64(b), b.String(), err, c.want, c.back)
		}
	}
	for _, text := range []string{"", "0", "-1", "M", "1T", "1.5G", "8589934592G", "1 G", "99999999999999999999", "1KB"} {
		var b byteSize
		if err := b.Set(text); err == nil {
			t.Errorf("%q is %d", text, int64(b))
		}
	}
}

func TestParseRequests(t *testing.T) {
	u := explore.Unbounded
	for _, c := range []struct {
		text string
		n    int
		want []int
	}{
		{"1", 3, []int{1, 1, 1}}, {"unbounded", 2, []int{u, u}}, {"1,2,0", 3, []int{1, 2, 0}},
		{"1, unbounded", 2, []int{1, u}}, {"250", 1, []int{250}}, {"0", 2, []int{0, 0}},
		{"1,2", 3, nil}, {"", 1, nil}, {"1,,2", 3, nil}, {"251", 1, nil}, {"-1", 1, nil}, {"all", 1, nil}, {"1,2,3", 2, nil},
	} {
		got, err := parseRequests(c.text, c.n)
		if !slices.Equal(got, c.want) || (err == nil) != (c.want != nil) {
			t.Errorf("%q for %d: %v, %v; want %v", c.text, c.n, got, err, c.want)
		}
	}
}

func TestParseProperties(t *testing.T) {
	for text, want := range map[string][]explore.Property{
		"":                             nil,
		"safety":                       {explore.Safety},
		"starvation, safety":           {explore.Safety, explore.Starvation},
		"deadlock,deadlock":            {explore.Deadlock},
		"deadlock,well-defined,safety": {explore.Safety, explore.WellDefined, explore.Deadlock},
	} {
		if got, err := parseProperties(text, nil); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"safe", "safety,", " ", "Safety", "def"} {
		if _, err := parseProperties(text, nil); err == nil {
			t.Errorf("%q is accepted", text)
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

func TestRequestsTexts(t *testing.T) {
	u := explore.Unbounded
	for _, c := range []struct {
		bounds         []int
		text, sentence string
	}{
		{[]int{u, u}, "without bound", "requests without bound"},
		{[]int{1, 1}, "1 of each process", "1 request of each process"},
		{[]int{2, 2}, "2 of each process", "2 requests of each process"},
		{[]int{0, 0}, "0 of each process", "0 requests of each process"},
		{[]int{1, u, 0}, "1, unbounded, 0, by process", "requests (1, unbounded, 0) by process"},
	} {
		if text, sentence := requestsText(c.bounds), requestsSentence(c.bounds); text != c.text || sentence != c.sentence {
			t.Errorf("%v: %q, %q", c.bounds, text, sentence)
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
	now := explore.Progress{States: 1234567, Transitions: 9876543, Depth: 21, Elapsed: 3*time.Second + 400*time.Millisecond}
	show(now)
	if b.Len() > 0 {
		t.Errorf("%q before the search", b.String())
	}
	p.begin("raymond (printed)")
	show(now)
	want := "\r\x1b[Kraymond (printed): 1,234,567 states, 9,876,543 transitions, depth 21, 3s"
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
