package command

import (
	"path/filepath"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// A run that breaks the books replays, and certificates say whether they are kept; where no algorithm
// says where permissions are, there is no such property.
func TestBooks(t *testing.T) {
	dir := t.TempDir()
	run, states := filepath.Join(dir, "run.json"), filepath.Join(dir, "states")
	for _, test := range []struct {
		args string
		code console.ExitCode
		says string
	}{
		{"protocol --variant printed --n 3 --k 1 --requests 1,0,1 --check books --trace " + run, console.ExitViolated, "p1 takes QUERY from p2: gives back"},
		{"replay " + run, console.ExitHolds, "RELEASE, ANSWER_RELEASE back from it"},
		{"protocol --algorithm maekawa --n 2 --requests 1 --check books --certificate " + states, console.ExitHolds, "books holds for maekawa"},
		{"certify " + states, console.ExitHolds, "books"},
		{"protocol --algorithm lamport --n 2 --check books", console.ExitUsage, `unknown property "books"`},
	} {
		r := qcheck("", strings.Fields(test.args)...)
		if r.code != test.code || !strings.Contains(r.stdout+r.stderr, test.says) {
			t.Errorf("%s: exit %d\n%s%s", test.args, r.code, r.stdout, r.stderr)
		}
	}
}

// The books are asked for on each network, and with each fault, as other properties are. Where messages are neither lost nor doubled
// and no process forgets, the theorem says that they are kept; each of these three breaks them.
func TestBooksElsewhere(t *testing.T) {
	for flags, code := range map[string]console.ExitCode{
		"--network unordered": console.ExitHolds, "--network instant": console.ExitHolds, "--network duplicating": console.ExitViolated,
		"--faults lose=1": console.ExitViolated, "--faults duplicate=1": console.ExitViolated, "--faults crash=1": console.ExitViolated, "--network unordered --faults lose=1": console.ExitViolated,
	} {
		trace := filepath.Join(t.TempDir(), "run.json")
		args := strings.Fields("protocol --algorithm maekawa --n 2 --requests 1 --check books --trace " + trace + " " + flags)
		r := qcheck("", args...)
		if r.code != code {
			t.Errorf("%s: exit %d, not %d\n%s%s", flags, r.code, code, r.stdout, r.stderr)
			continue
		}
		if code == console.ExitViolated {
			if r := qcheck("", "replay", trace); r.code != console.ExitHolds {
				t.Errorf("%s: the run is not confirmed: %s%s", flags, r.stdout, r.stderr)
			}
		}
	}
}
