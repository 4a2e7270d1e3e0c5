package command

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"qcheck/protocols"
)

// fake is a table with one command, which does what act does.
func fake(act action) []command {
	return []command{{name: "fake", prepare: simple("qcheck fake", "Fakes.", func(*pflag.FlagSet) action { return act })}}
}

func TestPanicIsAnInternalError(t *testing.T) {
	var out, errs bytes.Buffer
	code := dispatch(context.Background(), fake(func(_ context.Context, s streams, _ []string) (exitCode, error) {
		s.out.WriteString("so far\n")
		panic("an impossible case")
	}), []string{"fake"}, strings.NewReader(""), &out, &errs)
	if code != exitInternal {
		t.Errorf("exit %d, want %d", code, exitInternal)
	}
	if first, _, _ := strings.Cut(errs.String(), "\n"); first != "qcheck: internal error: an impossible case" {
		t.Errorf("stderr begins with %q", first)
	}
	if out.String() != "so far\n" {
		t.Errorf("stdout %q: what was written before is lost", out.String())
	}
}

func TestInternalErrorIsNotUsage(t *testing.T) {
	var out, errs bytes.Buffer
	code := dispatch(context.Background(), fake(func(context.Context, streams, []string) (exitCode, error) {
		return exitInternal, &internalError{errors.New("contradiction")}
	}), []string{"fake"}, strings.NewReader(""), &out, &errs)
	if code != exitInternal || errs.String() != "qcheck: internal error: contradiction\n" {
		t.Errorf("exit %d, stderr %q", code, errs.String())
	}
}

// fullDisk fails every write.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestLostOutputIsAnError(t *testing.T) {
	for _, args := range []string{
		"structure " + data("majority-5.json"), "structure --json " + data("majority-5.json"),
		"list", "list --json", "schema", "version", "help", "help exit-codes", "structure --help", "construct majority --n 3",
		"list protocols", "schema trace", "protocol --algorithm ricart-agrawala --n 2", "protocol --json --algorithm ricart-agrawala --n 2",
		"replay " + data("traces/raymond-printed.json"),
	} {
		var errs bytes.Buffer
		code := run(context.Background(), strings.Fields(args), strings.NewReader(""), fullDisk{}, &errs)
		if code != exitUsage || errs.String() != "qcheck: writing the result: no space left on device\n" {
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
		if code != exitUsage || errs.String() != c.want {
			t.Errorf("qcheck %s: exit %d, stderr %q", c.args, code, errs.String())
		}
	}
}

func TestHelpOfEveryCommand(t *testing.T) {
	for _, c := range commands(protocols.All()) {
		want := qcheck("", "help", c.name)
		if want.code != exitHolds || want.stderr != "" || !strings.HasPrefix(want.stdout, "Usage: qcheck "+c.name) {
			t.Errorf("help %s: exit %d, stdout %q, stderr %q", c.name, want.code, want.stdout, want.stderr)
		}
		for _, flag := range []string{"-h", "--help"} {
			if got := qcheck("", c.name, flag); got != want {
				t.Errorf("%s %s says %+v, help %s says %+v", c.name, flag, got, c.name, want)
			}
		}
		if overview := qcheck("", "help").stdout; !strings.Contains(overview, "  "+c.name+" ") {
			t.Errorf("the overview lacks %s", c.name)
		}
	}
}

func TestCommandNamesAreUnique(t *testing.T) {
	seen := make(map[string]bool)
	for _, c := range commands(protocols.All()) {
		if seen[c.name] || c.name == "" || c.summary == "" {
			t.Errorf("command %q: named twice, or without a name or a summary", c.name)
		}
		seen[c.name] = true
	}
}
