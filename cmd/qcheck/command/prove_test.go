package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// No algorithm is said to be safe for every number of processes: what is open is said. A variant that
// breaks its books is refused, and what cannot be asked is an error.
func TestProve(t *testing.T) {
	smt := filepath.Join(t.TempDir(), "lemma.smt2")
	for _, test := range []struct {
		args string
		code console.ExitCode
		says []string
	}{
		{"--algorithm maekawa", console.ExitUnknown, []string{"proved  quorums", "proved  books", "open    beyond", "unknown: whether maekawa (repaired)", "on up to 3 nodes"}},
		{"--k 1 --nodes 2", console.ExitUnknown, []string{"kakugawa (repaired)", "Observed: "}},
		{"--variant keep-k --k 1", console.ExitViolated, []string{"broken  books", "REQUEST: preempts", "refused: "}},
		{"--algorithm lamport", console.ExitUsage, []string{"no quorums"}},
		{"--algorithm maekawa --kind k-coterie", console.ExitUsage, []string{"not asked about structures of kind k-coterie"}},
		{"--algorithm maekawa --nodes 1 --smt " + smt, console.ExitUnknown, []string{"nothing to compare"}},
		{"--algorithm manabe-tajima --smt " + smt, console.ExitUsage, []string{"for coteries and k-coteries"}},
		{"--k 9 --smt " + smt, console.ExitUsage, []string{"k up to 8"}},
		{"--algorithm none", console.ExitUsage, []string{"none"}},
	} {
		r := qcheck("", append([]string{"prove"}, strings.Fields(test.args)...)...)
		for _, text := range test.says {
			if r.code != test.code || !strings.Contains(r.stdout+r.stderr, text) {
				t.Errorf("%s: exit %d, and not %q\n%s%s", test.args, r.code, text, r.stdout, r.stderr)
			}
		}
	}
	if text, err := os.ReadFile(smt); err != nil || !strings.HasSuffix(string(text), "(check-sat)\n") {
		t.Errorf("%s, %v", text, err)
	}
}
