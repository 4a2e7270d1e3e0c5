package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
)

// Of algorithms that are asked about every number of processes, what is proved is unknown while nobody vets their source, and what a search
// finds is violated. Algorithms with a contract are safe for every number of processes when they are guarded; as they are written, that is open, and
// so is the exit code. A variant that breaks its books is refused, and what cannot be asked is an error.
func TestProve(t *testing.T) {
	smt := filepath.Join(t.TempDir(), "lemma.smt2")
	for _, test := range []struct {
		args string
		code console.ExitCode
		says []string
	}{
		{"--algorithm maekawa", console.ExitUnknown, []string{"proved    safety", "proved    well-defined", "proved    deadlock-freedom", "proved    starvation-freedom", "not vetted", "unknown: the handlers' source was not vetted."}},
		{"--algorithm agrawal-el-abbadi", console.ExitUnknown, []string{"proved    starvation-freedom", "not vetted"}},
		{"--algorithm maekawa --variant printed", console.ExitViolated, []string{"proved    safety", "violated  deadlock-freedom", "with 3 processes", "violated: deadlock-freedom"}},
		{"--algorithm agrawal-el-abbadi --variant yield-unheld", console.ExitUnknown, []string{"open      safety", "INQUIRE: yields"}},
		{"--algorithm maekawa --expect unknown:safety,unknown:well-defined,unknown:deadlock-freedom,unknown:starvation-freedom", console.ExitHolds, []string{"as expected"}},
		{"--algorithm maekawa --expect holds:safety", console.ExitUnknown, []string{"not as expected: safety is unknown"}},
		{"--algorithm manabe-tajima --nodes 2 --expect unknown:safety,violated:guarded", console.ExitViolated, []string{"not as expected: guarded holds"}},
		{"--algorithm maekawa --expect unknown:capacity", console.ExitUsage, []string{"no property here"}},
		{"--k 1 --nodes 2", console.ExitUnknown, []string{"kakugawa (repaired)", "Observed: "}},
		{"--algorithm manabe-tajima --variant without-cancel --nodes 2", console.ExitUnknown, []string{"open    beyond", "unknown: whether manabe-tajima (without-cancel)", "on up to 2 nodes"}},
		{"--algorithm maekawa --timeout 1ns", console.ExitUnknown, []string{"maekawa (repaired): every number", "the time limit of 1ns was reached"}},
		{"--algorithm manabe-tajima --timeout 1ns", console.ExitUnknown, []string{"manabe-tajima (repaired): safe", "the time limit of 1ns was reached", "open    quorums"}},
		{"--algorithm manabe-tajima --variant process-first --nodes 2", console.ExitViolated, []string{"broken  books", "cancel: given back", "refused: "}},
		{"--algorithm lamport", console.ExitUsage, []string{"no quorums"}},
		{"--algorithm maekawa --kind k-coterie", console.ExitUsage, []string{"not asked about structures of kind k-coterie"}},
		{"--k 1 --nodes 1 --smt " + smt, console.ExitUnknown, []string{"nothing to compare"}},
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
	schema := compileSchema(t, "prove")
	for _, args := range []string{"--algorithm maekawa", "--algorithm maekawa --variant printed", "--algorithm manabe-tajima --nodes 1", "--algorithm manabe-tajima --variant printed", "--algorithm manabe-tajima --variant without-cancel --nodes 1 --timeout 1ns"} {
		r := qcheck("", append([]string{"prove", "--json"}, strings.Fields(args)...)...)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatalf("%s: %v, %s", args, err, r.stderr)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		if strings.Contains(r.stdout, `"verdict":"holds","within"`) || !strings.Contains(r.stdout, `"verdict":"unknown","within"`) && r.code != console.ExitViolated {
			t.Errorf("%s: %s", args, r.stdout)
		}
		if text := qcheck("", append([]string{"prove"}, strings.Fields(args)...)...); text.code != r.code {
			t.Errorf("%s: exit %d, and %d without --json", args, r.code, text.code)
		}
	}
	if text, err := os.ReadFile(smt); err != nil || !strings.HasSuffix(string(text), "(check-sat)\n") {
		t.Errorf("%s, %v", text, err)
	}
}

// The contract is of prove alone: a search has the algorithm as it is written, also where messages are doubled, and says what that
// comes to.
func TestSearchesHaveNoContract(t *testing.T) {
	r := qcheck("", strings.Fields("protocol --algorithm maekawa --n 2 --network duplicating --requests 2 --check well-defined")...)
	if r.code != console.ExitViolated || strings.Contains(r.stdout, "contract") || !strings.Contains(r.stdout, "came from a process that nothing is granted to") {
		t.Errorf("exit %d\n%s", r.code, r.stdout)
	}
}
