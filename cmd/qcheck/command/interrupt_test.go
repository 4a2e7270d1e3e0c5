package command

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
)

// A user who interrupts the process keeps the verdicts printed so far, and
// the exit code says what they are.
func TestInterruptOfTheProcess(t *testing.T) {
	for _, c := range []struct {
		reason, first string
		want          int
	}{
		{"nothing violated before the interrupt", "testdata/majority-5.json", 3},
		{"a violation before the interrupt", "testdata/stuck-3-coterie.json", 1},
	} {
		t.Run(c.reason, func(t *testing.T) {
			// The second file is standard input, to which nobody writes.
			process := exec.CommandContext(t.Context(), "qcheck", "structure", c.first, "-")
			process.Path, process.Err = binary(t), nil
			process.Dir = root
			in, err := process.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			var errs strings.Builder
			process.Stderr = &errs
			pipe, err := process.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := process.Start(); err != nil {
				t.Fatal(err)
			}
			out := bufio.NewReader(pipe)
			first, err := out.ReadString('\n')
			if err != nil || !strings.HasPrefix(first, c.first) {
				t.Fatalf("it begins with %q: %v", first, err)
			}
			if err := process.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			rest, err := io.ReadAll(out)
			if err != nil {
				t.Fatal(err)
			}
			err = process.Wait()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != c.want {
				t.Errorf("%v, want exit code %d", err, c.want)
			}
			if !strings.Contains(string(rest), "2 files: ") || errs.String() != "qcheck: <stdin>: interrupted while it was read, after 0 bytes: it was stopped by a signal (SIGINT)\n" {
				t.Errorf("stdout ends with %q, stderr %q", rest, errs.String())
			}
		})
	}
}

// A search that is interrupted prints its document, whatever it was doing.
func TestInterruptOfASearch(t *testing.T) {
	structure := qcheck("", "construct", "k-majority", "--n", "4", "--k", "2").stdout
	for _, args := range []string{"", "--requests 2"} {
		process := exec.CommandContext(t.Context(), "qcheck", strings.Fields("protocol --json --structure - "+args)...)
		process.Path, process.Err = binary(t), nil
		in, err := process.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		var out, errs strings.Builder
		process.Stdout, process.Stderr = &out, &errs
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		// More than a pipe holds: when it is written, the process is reading, and
		// knows what to do with a signal.
		if _, err := io.WriteString(in, structure+strings.Repeat(" ", 1<<20)); err != nil {
			t.Fatal(err)
		}
		in.Close()
		time.Sleep(200 * time.Millisecond)
		if err := process.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		err = process.Wait()
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatalf("%v: %s", err, errs.String())
		}
		x := explorationOf(t, args, result{console.ExitCode(exit.ExitCode()), out.String(), errs.String()})
		// Without --requests, it may be at local views, which have no states.
		if x.Verdict != verdict.Unknown || x.Complete || !strings.Contains(x.Stopped, "SIGINT") || x.States == 0 && args != "" {
			t.Errorf("%s: %s, complete %v, stopped %q, %d states", args, x.Verdict, x.Complete, x.Stopped, x.States)
		}
	}
}
