package command

import (
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// The exit code of each row is what its files deserve together.
func TestExitCodes(t *testing.T) {
	holds, violated := data("majority-5.json"), data("stuck-3-coterie.json")
	unreadable := data("unreadable/truncated.json")
	for _, c := range []struct {
		reason string
		args   string
		want   console.ExitCode
	}{
		{"a structure that holds", "structure " + holds, 0},
		{"a structure that does not", "structure " + violated, 1},
		{"one of two does not", "structure " + holds + " " + violated, 1},
		{"the order of files does not matter", "structure " + violated + " " + holds, 1},
		{"a file that cannot be read", "structure " + unreadable, 2},
		{"a file that cannot be read hides a violation in the code only", "structure " + violated + " " + unreadable, 2},
		{"a file that is not there", "structure no-such-file.json", 2},
		{"no time at all", "structure --timeout 1ns " + violated, 3},
		{"no time, and a file that cannot be read", "structure --timeout 1ns " + violated + " " + unreadable, 2},
		{"an optional property that does not hold", "structure --property every " + data("plane-7-m1.json"), 1},
		{"a violated property that was not asked for", "structure --property minimality " + violated, 0},
		{"a property of another kind", "structure --property singhal " + holds, 2},
		{"a protocol that holds", "protocol --algorithm ricart-agrawala --n 2", 0},
		{"a protocol that does not", "protocol --algorithm maekawa --variant without-inquire --n 3", 1},
		{"a violation before a limit", "protocol --algorithm raymond --variant printed --n 3 --k 2 --requests 2 --max-states 200000", 1},
		{"a limit", "protocol --algorithm raymond --n 3 --requests 1 --max-states 100", 3},
		{"starvation asked of bounded requests", "protocol --algorithm ricart-agrawala --n 2 --requests 1 --check starvation", 3},
		{"nobody asks", "protocol --algorithm ricart-agrawala --n 2 --requests 0", 3},
		{"a structure that is not what it claims", "protocol --n 4 --k 3", 2},
		{"the same, explored", "protocol --n 4 --k 3 --requests 1,0,0,0 --allow-broken-structure", 0},
		{"a trace that is true", "replay " + data("traces/raymond-printed.json"), 0},
		{"a certificate that is true", "certify " + data("certificates/ricart-agrawala-2.certificate"), 0},
		{"a certificate that is none", "certify " + holds, 2},
		{"a trace that is none", "replay " + holds, 2},
		{"no command: the help", "", 0},
		{"the version as a flag", "--version", 0},
		{"help", "help", 0},
		{"help as a flag", "--help", 0},
		{"help as a short flag", "-h", 0},
		{"an unknown flag before the command", "--json structure " + holds, 2},
	} {
		for _, format := range []string{"", " --json"} {
			if format != "" && !strings.HasPrefix(c.args, "structure") && !strings.HasPrefix(c.args, "protocol") {
				continue
			}
			args := strings.Fields(c.args + format)
			if got := qcheck("", args...); got.code != c.want {
				t.Errorf("%s: qcheck %s exits with %d, want %d\n%s%s", c.reason, c.args+format, got.code, c.want, got.stdout, got.stderr)
			}
		}
	}
}

// A usage error is one line on standard error and nothing on standard output.
func TestUsageErrors(t *testing.T) {
	for _, args := range []string{
		"strcture", "--versoin", "structure", "structure --jsn x", "structure --json=perhaps x", "structure - -",
		"structure --property", "structure --property , x", "structure --property acyclic x", "structure --timeout 5 x",
		"structure --max-quorums -1 x", "construct", "construct --n 5", "construct nothing", "construct majority surplus",
		"construct majority --nodes 5", "construct majority --n five", "construct majority --max-quorums 0 --n 5",
		"import", "import nothing x", "import etcd", "import etcd - -", "import etcd --json -", "import etcd -",
		"list nothing", "list kinds kinds", "schema x", "help nothing", "help construct nothing",
		"corpus no-such-entry", "corpus --timeout -1s", "list protocols kinds", "schema protocol trace",
		"protocol", "protocol --n 3 x", "protocol --n three", "protocol --algorithm x --n 3", "protocol --n 3 --requests 1,2",
		"protocol --n 3 --max-memory much", "protocol --n 4 --k 3", "replay", "replay - -", "replay --format x -", "replay no-such-file",
	} {
		r := qcheck("", strings.Fields(args)...)
		line, oneLine := strings.CutSuffix(r.stderr, "\n")
		if r.code != console.ExitUsage || r.stdout != "" || !oneLine || strings.Contains(line, "\n") || !strings.HasPrefix(line, "qcheck: ") {
			t.Errorf("qcheck %s: exit %d, stdout %q, stderr %q", args, r.code, r.stdout, r.stderr)
		}
	}
}
