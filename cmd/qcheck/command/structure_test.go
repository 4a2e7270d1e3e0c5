package command

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// cancelOnWrite ends a context as soon as something is written to it.
type cancelOnWrite struct {
	io.Writer
	cancel context.CancelFunc
}

func (w cancelOnWrite) Write(p []byte) (int, error) {
	w.cancel()
	return w.Writer.Write(p)
}

func TestInterruptKeepsWhatWasFound(t *testing.T) {
	for _, c := range []struct {
		reason, first string
		want          console.ExitCode
	}{
		{"nothing violated before the interrupt", "majority-5.json", console.ExitUnknown},
		{"a violation before the interrupt", "stuck-3-coterie.json", console.ExitViolated},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		var out, errs strings.Builder
		code := run(ctx, []string{"structure", data(c.first), data("thesis-3-coterie.json")},
			strings.NewReader(""), cancelOnWrite{&out, cancel}, &errs)
		if code != c.want {
			t.Errorf("%s: exit %d, want %d", c.reason, code, c.want)
		}
		if !strings.Contains(out.String(), "unknown: no violation was found, but") || errs.Len() > 0 {
			t.Errorf("%s: the second file is not unknown:\n%s%s", c.reason, out.String(), errs.String())
		}
	}
}

func TestInterruptedInputIsUnknown(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	never, open := io.Pipe()
	defer open.Close()
	var out, errs strings.Builder
	code := run(ctx, []string{"structure", "-"}, never, &out, &errs)
	if code != console.ExitUnknown || errs.String() != "qcheck: <stdin>: interrupted while it was read, after 0 bytes: context canceled\n" {
		t.Errorf("exit %d, stderr %q", code, errs.String())
	}
}

func TestTimeoutSaysSo(t *testing.T) {
	r := qcheck("", "structure", "--timeout", "1ns", data("majority-5.json"))
	if r.code != console.ExitUnknown || !strings.Contains(r.stdout, "the time limit of 1ns was reached") {
		t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
}

func TestErrorsOfFilesNameThem(t *testing.T) {
	r := qcheck("", "structure", data("unreadable/unknown-node.json"))
	want := "qcheck: " + data("unreadable/unknown-node.json") + ":5:27: node 4 is not in the universe: its nodes are 1 to 3\n"
	if r.stderr != want || r.stdout != "" {
		t.Errorf("stderr %q, want %q; stdout %q", r.stderr, want, r.stdout)
	}
}

// failingReader fails after some input.
type failingReader struct{}

func (failingReader) Read(p []byte) (int, error) { return 0, errors.New("input/output error") }

func TestUnreadableStdin(t *testing.T) {
	var out, errs strings.Builder
	code := run(context.Background(), []string{"structure", "-"}, failingReader{}, &out, &errs)
	if code != console.ExitUsage || errs.String() != "qcheck: <stdin>: input/output error\n" {
		t.Errorf("exit %d, stderr %q", code, errs.String())
	}
}
