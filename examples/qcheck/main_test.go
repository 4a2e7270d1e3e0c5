package main

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestMain is the command where the tests run it.
func TestMain(m *testing.M) {
	if os.Getenv("EXAMPLES_QCHECK") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// What is expected of a protocol of one's own is judged as of any other: by exit code and a line for each surprise. With two
// locks that are taken in either order, each of two processes may wait for the other.
func TestExpectOfOneself(t *testing.T) {
	for _, test := range []struct {
		flags, expect string
		code          int
		says          string
	}{
		{"--algorithm ordered-locks --variant together --n 2 --requests 1", "", 1, "violated: deadlock-freedom"},
		{"--algorithm ordered-locks --variant together --n 2 --requests 1", "violated:deadlock-freedom,holds:safety", 0, ""},
		{"--algorithm ordered-locks --variant together --n 2", "violated:deadlock-freedom,violated:starvation-freedom,holds:safety", 0, ""},
		{"--algorithm ordered-locks --variant together --n 2 --requests 1", "violated:safety,holds:deadlock-freedom", 1, "safety"},
		{"--algorithm ordered-locks --variant together --n 2 --requests 1", "violated:deadlock-freedom,holds:starvation-freedom", 3, "not as expected: starvation-freedom was not checked"},
		{"--algorithm ordered-locks --variant together --n 2 --requests 1", "violated:no-such-property", 2, "no-such-property"},
		{"--algorithm ring --n 3 --requests 1", "holds:one-leader", 0, ""},
		{"--algorithm ring --variant forgetful --n 3 --requests 1", "violated:elected", 1, "elected holds"},
	} {
		args := append([]string{"protocol"}, strings.Fields(test.flags)...)
		if test.expect != "" {
			args = append(args, "--expect", test.expect)
		}
		c := exec.Command(os.Args[0], args...)
		c.Env = append(os.Environ(), "EXAMPLES_QCHECK=1")
		out, err := c.CombinedOutput()
		if err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Fatal(err)
		}
		good := test.expect != "" && test.code == 0
		if code := c.ProcessState.ExitCode(); code != test.code || strings.Contains(string(out), "\n  as expected\n") != good || !strings.Contains(string(out), test.says) {
			t.Errorf("%s: exit %d, want %d and %q\n%s", args, code, test.code, test.says, out)
		}
	}
}
