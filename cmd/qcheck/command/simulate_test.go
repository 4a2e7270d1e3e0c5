package command

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
)

// What --json prints is what its schema says, also of runs that violate
// something, of single runs, and when there is no time.
func TestSimulationsMatchTheirSchema(t *testing.T) {
	schema := compileSchema(t, "simulation")
	for _, c := range []struct {
		args string
		want console.ExitCode
	}{
		{"--algorithm kakugawa --n 5 --k 2 --p 0.5 --runs 2 --length 3", console.ExitHolds},
		{"--algorithm raymond --n 3 --k 1 --p 0,1/3 --runs 1 --length 20", console.ExitHolds},
		{"--algorithm kakugawa --variant printed --n 3 --k 1 --p 0.7 --length 200", console.ExitViolated},
		{"--algorithm maekawa --n 3 --faults crash=1,lose=1 --fault-chance 0.2 --p 0.5 --runs 2 --length 30", console.ExitViolated},
		{"--algorithm lamport --n 3 --network duplicating --p 0.5 --runs 2 --length 20", console.ExitHolds},
		{"--algorithm paxos --variant own-value --n 3 --p 1 --runs 20 --length 30", console.ExitViolated},
		{"--n 5 --timeout 1ns", console.ExitUnknown},
	} {
		r := qcheck("", append([]string{"simulate", "--json"}, strings.Fields(c.args)...)...)
		if r.code != c.want || r.stderr != "" {
			t.Errorf("%q: exit %d, stderr %q", c.args, r.code, r.stderr)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%q: %v", c.args, err)
		}
	}
}

// The schema is strict: each change makes a document invalid.
func TestSimulationSchemaRejects(t *testing.T) {
	schema := compileSchema(t, "simulation")
	const printed = "simulate --json --algorithm kakugawa --variant printed --n 3 --k 1 --p 0.7 --length 200"
	valid := qcheck("", strings.Fields(printed)...).stdout
	for _, change := range [][2]string{
		{`"qcheck/simulation/v3"`, `"qcheck/simulation/v2"`},
		{`"runs":5`, `"runs":0`},
		{`"p":"0.7"`, `"p":0.7`},
		{`"violated":"well-defined"`, `"violated":"starvation-freedom"`},
		{`"replayed":true`, `"replayed":"yes"`},
		{`"waited":`, `"weighted":`},
		{`"mean":`, `"average":`},
		{`"points":[{`, `"points":[{"q":1,`},
	} {
		text := strings.Replace(valid, change[0], change[1], 1)
		if text == valid {
			t.Fatalf("no change %v", change)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(doc) == nil {
			t.Errorf("valid with %s for %s", change[1], change[0])
		}
	}
}

func TestSimulationIsReproducible(t *testing.T) {
	const args = "simulate --algorithm kakugawa --n 5 --k 2 --p 0.2,0.6 --runs 4 --length 60"
	one := qcheck("", strings.Fields(args+" --workers 1")...)
	three := qcheck("", strings.Fields(args+" --workers 3")...)
	if diff := cmp.Diff(one, three, cmp.AllowUnexported(result{})); diff != "" || one.code != console.ExitHolds {
		t.Errorf("exit %d, 1 worker (-), 3 workers (+):\n%s", one.code, diff)
	}
	other := qcheck("", strings.Fields(args+" --seed 2")...)
	if other.stdout == strings.Replace(one.stdout, "seed 1", "seed 2", 1) {
		t.Error("another seed, the same numbers")
	}
	part := qcheck("", strings.Fields(strings.Replace(args, "0.2,0.6", "0.6", 1))...)
	lines := strings.Split(strings.TrimSpace(part.stdout), "\n")
	if last := lines[len(lines)-1]; !strings.Contains(one.stdout, last) {
		t.Errorf("alone, p = 0.6 comes to\n%s\nnot as in\n%s", last, one.stdout)
	}
}

func TestSimulateErrors(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"x", `unexpected argument "x"; see "qcheck simulate --help"`},
		{"--algorithm nobody", `unknown algorithm "nobody"; "qcheck list protocols" lists them`},
		{"--algorithm kakugawa --variant no --n 3", `algorithm kakugawa has no variant "no"`},
		{"--k 2", "no number of processes (--n) and no structure given"},
		{"--n 17 --k 2 --p 1", "n is 17: a protocol has 1 to 16 processes"},
		{"--p 2", "--p needs numbers from 0 to 1"},
		{"--p 1:0:0.1", "--p needs ranges FROM:TO:STEP"},
		{"--length 0", "--length needs a number from 1 to 1,000,000,000, not \"0\""},
		{"--runs 0", "--runs needs a number from 1 to 1,000,000, not \"0\""},
		{"--stay 0", "--stay needs a number from 1 to 1,000,000, not \"0\""},
		{"--delay -1", "--delay needs a number from 0 to 1,000,000, not \"-1\""},
		{"--seed -1", "--seed"},
		{"--mutex lock", "algorithm kakugawa has no --mutex"},
		{"--algorithm raymond --quorum-choice fixed --n 3 --k 1", "--quorum-choice needs a structure"},
		{"--quorum-choice some", "--quorum-choice needs any or fixed"},
		{"--timeout -1s", "--timeout needs a time of more than 0"},
		{"--workers 0", "--workers needs a number from 1 to 1,024, not \"0\""},
	} {
		r := qcheck("", append([]string{"simulate"}, strings.Fields(c.args)...)...)
		if r.code != console.ExitUsage || r.stdout != "" || !strings.Contains(r.stderr, c.want) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %q, want %q", c.args, r.code, r.stderr, c.want)
		}
	}
}
