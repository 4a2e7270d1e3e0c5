package command

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/protocols"
	"qcheck/setsys/fault"
)

// fake runs a command that does what act does.
func fake(act console.Action) (code console.ExitCode, stdout, stderr string) {
	var out, errs bytes.Buffer
	r := &console.Env{Streams: console.Streams{Out: bufio.NewWriter(&out), Err: &errs}}
	code = execute(context.Background(), r, &cobra.Command{Use: "fake", RunE: r.Does(act)}, nil)
	return code, out.String(), errs.String()
}

func TestPanicIsAnInternalError(t *testing.T) {
	code, out, errs := fake(func(_ context.Context, s console.Streams, _ []string) (console.ExitCode, error) {
		s.Out.WriteString("so far\n")
		panic("an impossible case")
	})
	if code != console.ExitInternal {
		t.Errorf("exit %d, want %d", code, console.ExitInternal)
	}
	if first, _, _ := strings.Cut(errs, "\n"); first != "qcheck: internal error: an impossible case" {
		t.Errorf("stderr begins with %q", first)
	}
	if out != "so far\n" {
		t.Errorf("stdout %q: what was written before is lost", out)
	}
}

func TestInternalErrorIsNotUsage(t *testing.T) {
	code, _, errs := fake(func(context.Context, console.Streams, []string) (console.ExitCode, error) {
		return console.ExitInternal, &fault.Fault{Err: errors.New("contradiction")}
	})
	if code != console.ExitInternal || errs != "qcheck: internal error: contradiction\n" {
		t.Errorf("exit %d, stderr %q", code, errs)
	}
}

// fullDisk fails every write.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestLostOutputIsAnError(t *testing.T) {
	for _, args := range []string{
		"structure " + data("majority-5.json"), "structure --json " + data("majority-5.json"),
		"list", "list --json", "schema", "--version", "help", "help exit-codes", "structure --help", "construct majority --n 3",
		"list protocols", "schema trace", "protocol --algorithm ricart-agrawala --n 2", "protocol --json --algorithm ricart-agrawala --n 2",
		"replay " + data("traces/raymond-printed.json"), "certify " + data("certificates/ricart-agrawala-2.certificate"),
	} {
		var errs bytes.Buffer
		code := run(context.Background(), strings.Fields(args), strings.NewReader(""), fullDisk{}, &errs)
		if code != console.ExitUsage || errs.String() != "qcheck: writing the result: no space left on device\n" {
			t.Errorf("qcheck %s: exit %d, stderr %q", args, code, errs.String())
		}
	}
}

// A full device is named by what is wrong with it, once, also when other things
// are wrong.
func TestFullDevice(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"construct majority --n 3", "qcheck: writing the result: no space left on device\n"},
		{"structure " + data("stuck-3-coterie.json"), "qcheck: writing the result: no space left on device\n"},
		{"structure " + data("majority-5.json") + " no-such-file.json",
			"qcheck: no-such-file.json: no such file or directory\nqcheck: writing the result: no space left on device\n"},
	} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip(err)
		}
		var errs bytes.Buffer
		code := run(context.Background(), strings.Fields(c.args), strings.NewReader(""), full, &errs)
		full.Close()
		if code != console.ExitUsage || errs.String() != c.want {
			t.Errorf("qcheck %s: exit %d, stderr %q", c.args, code, errs.String())
		}
	}
}

// tree is the tree of commands.
func tree() *cobra.Command {
	return commands(&console.Env{All: protocols.All(), Streams: console.Streams{Out: bufio.NewWriter(io.Discard), Err: io.Discard}})
}

func TestHelpOfEveryCommand(t *testing.T) {
	overview := qcheck("", "help").stdout
	for _, c := range tree().Commands() {
		if c.Hidden {
			continue
		}
		want := qcheck("", "help", c.Name())
		if want.code != console.ExitHolds || want.stderr != "" || !strings.Contains(want.stdout, "Usage:\n  qcheck "+c.Name()) {
			t.Errorf("help %s: exit %d, stdout %q, stderr %q", c.Name(), want.code, want.stdout, want.stderr)
		}
		for _, flag := range []string{"-h", "--help"} {
			if got := qcheck("", c.Name(), flag); got != want {
				t.Errorf("%s %s says %+v, help %s says %+v", c.Name(), flag, got, c.Name(), want)
			}
		}
		if !strings.Contains(overview, "  "+c.Name()+" ") {
			t.Errorf("the overview lacks %s", c.Name())
		}
	}
}

// Help fits a terminal of 80 columns.
func TestHelpFits(t *testing.T) {
	var fits func(c *cobra.Command)
	fits = func(c *cobra.Command) {
		help := qcheck("", append(strings.Fields(c.CommandPath())[1:], "--help")...).stdout
		for line := range strings.Lines(help) {
			if n := utf8.RuneCountInString(line) - 1; n > 80 && !strings.Contains(c.CommandPath(), "completion") {
				t.Errorf("%s: %d characters: %s", c.CommandPath(), n, line)
			}
		}
		for _, sub := range c.Commands() {
			fits(sub)
		}
	}
	fits(tree())
}

// The scripts for shells and the words that they ask for.
func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if r := qcheck("", "completion", shell); r.code != console.ExitHolds || len(r.stdout) < 1000 || r.stderr != "" {
			t.Errorf("%s: exit %d, %d bytes, stderr %q", shell, r.code, len(r.stdout), r.stderr)
		}
	}
	for args, want := range map[string]string{
		"pro":                       "protocol\t",
		"protocol --algorithm ra":   "raymond\n",
		"construct maj":             "majority\t",
		"list sing":                 "", // a property is none
		"schema tr":                 "trace\n",
		"corpus jiang/":             "jiang/",
		"replay --format s":         "svg\n",
		"structure --property nond": "nondomination\n",
	} {
		r := qcheck("", append([]string{"__complete"}, strings.Fields(args)...)...)
		if !strings.Contains(r.stdout, want) {
			t.Errorf("%s: %q, want %q", args, r.stdout, want)
		}
	}
	// Variants are those of the algorithm that is given before, and of all without one.
	for args, others := range map[string]bool{"protocol --algorithm maekawa --variant": false, "walk --algorithm maekawa --variant": false, "protocol --variant": true} {
		r := qcheck("", append(append([]string{"__complete"}, strings.Fields(args)...), "")...)
		if !strings.Contains(r.stdout, "without-inquire\n") || strings.Contains(r.stdout, "keep-k\n") != others {
			t.Errorf("%s: %q", args, r.stdout)
		}
	}
}

// Signals have the names that people know them by.
func TestSignalName(t *testing.T) {
	for s, want := range map[os.Signal]string{os.Interrupt: "SIGINT", syscall.SIGTERM: "SIGTERM", syscall.SIGHUP: "hangup"} {
		if got := signalName(s); got != want {
			t.Errorf("%v is called %q, want %q", s, got, want)
		}
	}
}

func TestVersion(t *testing.T) {
	r := qcheck("", "--version")
	if r.code != console.ExitHolds || !strings.HasPrefix(r.stdout, "qcheck ") || strings.Count(r.stdout, "\n") != 1 || strings.Contains(r.stdout, "/") {
		t.Errorf("version: %+v", r)
	}
}
