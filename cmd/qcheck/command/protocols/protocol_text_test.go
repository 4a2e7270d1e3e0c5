package protocols

import (
	"bufio"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/protocols"
	"qcheck/protocols/check"
)

// A run that may not be a shortest one is not said to be one.
func TestProtocolLongerRun(t *testing.T) {
	in, err := protocols.All().Parse("--algorithm raymond --variant printed --n 3 --k 2 --requests 1,1,2")
	if err != nil {
		t.Fatal(err)
	}
	r, err := check.Protocol(t.Context(), in, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := r.Violation()
	f.Trace.Shortest = false
	var b strings.Builder
	text := &explorationText{Streams: console.Streams{Out: bufio.NewWriter(&b)}}
	if text.violated(r, *f); text.err != nil {
		t.Fatal(text.err)
	}
	text.Out.Flush()
	if want := "safety is violated by a run of 13 steps (which may not be a shortest one); "; !strings.Contains(b.String(), want) {
		t.Errorf("no %q in %q", want, b.String())
	}
}
