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
