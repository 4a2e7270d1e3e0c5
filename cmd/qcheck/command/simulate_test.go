package command

import (
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/explore/simulate"
	"qcheck/protocols"
)

// What --json prints is what its schema says, also of runs that violate
// something, of single runs, and when there is no time.
func TestSimulationsMatchTheirSchema(t *testing.T) {
	schema := compileSchema(t, "simulation")
	for _, c := range []struct {
		args string
		want exitCode
	}{
		{"--p 0.5 --runs 2 --length 3", exitHolds},
		{"--n 3 --k 1 --p 0,1/3 --runs 1 --length 20", exitHolds},
		{"--algorithm kakugawa --variant printed --n 3 --k 1 --p 0.7 --length 200", exitViolated},
		{"--timeout 1ns", exitUnknown},
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
		{`"qcheck/simulation/v2"`, `"qcheck/simulation/v1"`},
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
	const args = "simulate --n 5 --k 2 --p 0.2,0.6 --runs 4 --length 60"
	one := qcheck("", strings.Fields(args+" --workers 1")...)
	three := qcheck("", strings.Fields(args+" --workers 3")...)
	if diff := cmp.Diff(one, three, cmp.AllowUnexported(result{})); diff != "" || one.code != exitHolds {
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
		{"--algorithm lamport,lamport --n 3", "--algorithm names lamport twice"},
		{"--variant printed", "--variant needs --algorithm with one algorithm"},
		{"--algorithm kakugawa --variant no --n 3", `algorithm kakugawa has no variant "no"`},
		{"--k 2", "--k needs --n"},
		{"--n 17 --k 2 --p 1", "n is 17: a protocol has 1 to 16 processes"},
		{"--p 2", "--p needs numbers from 0 to 1"},
		{"--p 1:0:0.1", "--p needs ranges FROM:TO:STEP"},
		{"--length 0", "--length needs a number from 1 to 1,000,000,000, not \"0\""},
		{"--runs 0", "--runs needs a number from 1 to 1,000,000, not \"0\""},
		{"--stay 0", "--stay needs a number from 1 to 1,000,000, not \"0\""},
		{"--delay -1", "--delay needs a number from 0 to 1,000,000, not \"-1\""},
		{"--seed -1", "--seed"},
		{"--mutex lock", "none of the algorithms has --mutex"},
		{"--algorithm raymond --quorum-choice fixed --n 3 --k 1", "--quorum-choice needs a structure"},
		{"--quorum-choice some", "--quorum-choice needs any or fixed"},
		{"--timeout -1s", "--timeout needs a time that is not negative"},
		{"--workers 0", "--workers needs a number of at least 1, not \"0\""},
	} {
		r := qcheck("", append([]string{"simulate"}, strings.Fields(c.args)...)...)
		if r.code != exitUsage || r.stdout != "" || !strings.Contains(r.stderr, c.want) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %q, want %q", c.args, r.code, r.stderr, c.want)
		}
	}
}

// thesis is an experiment with the instances of the figures in which every
// average is as given, by figure, for three values of p.
func thesis(kakugawa [5][3]float64, raymond float64) *experiment {
	e := &experiment{figures: true}
	e.options.algorithms = protocols.All()[:2]
	for _, p := range []string{"0.01", "0.9", "1"} {
		r, _ := new(big.Rat).SetString(p)
		e.at = append(e.at, r)
	}
	for f, in := range figures() {
		b := &simulationBlock{n: in.n, k: in.k}
		for p := range e.at {
			of := func(mu float64) simulationCell {
				return simulationCell{mean: &simulate.Mean{Units: 10, Entries: 10, Mu: mu, Error: 0.1}}
			}
			b.cells = append(b.cells, []simulationCell{of(kakugawa[f][p]), of(raymond)})
		}
		e.blocks = append(e.blocks, b)
	}
	return e
}

func TestRemarks(t *testing.T) {
	rising := [5][3]float64{{6, 20, 20}, {9, 32, 32}, {12, 44, 44}, {6, 28, 28}, {5, 36, 36}}
	with := func(figure, p int, mu float64) [5][3]float64 {
		c := rising
		c[figure][p] = mu
		return c
	}
	for _, test := range []struct {
		reason   string
		kakugawa [5][3]float64
		raymond  float64
		want     []bool
	}{
		{"all as the thesis says", rising, 14, []bool{true, true, true, true}},
		{"raymond takes fewer from the start once", rising, 10, []bool{false, true, true, true}},
		{"not level at the end", with(0, 2, 21), 14, []bool{true, false, true, true}},
		{"level throughout", with(2, 0, 43), 50, []bool{true, false, true, true}},
		{"n = 8 above n = 11", with(1, 1, 45), 14, []bool{true, false, false, true}},
		{"less, but within the errors", with(4, 0, 5.7), 14, []bool{true, true, true, false}},
	} {
		var got []bool
		for _, r := range thesis(test.kakugawa, test.raymond).remarks() {
			got = append(got, r.seen)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: expected (-), seen (+):\n%s", test.reason, diff)
		}
	}
	const want = "at p = 1 there are 1.00, 1.00, 1.00, 1.00, 1.00 entries in a unit with kakugawa, 1.00, 1.00, 1.00, 1.00, 1.00 with raymond"
	if got := thesis(rising, 14).besides(); got != want {
		t.Errorf("besides, %s", got)
	}
	for _, change := range []func(*experiment){
		func(e *experiment) { e.figures = false },
		func(e *experiment) { e.cut = "the time limit" },
		func(e *experiment) { e.at[0] = big.NewRat(1, 2) },
		func(e *experiment) { e.at[2] = big.NewRat(1, 1000) },
		func(e *experiment) { e.options.algorithms = protocols.All()[:1] },
		func(e *experiment) { e.blocks[1].cells[1][0].mean.Entries = 0 },
	} {
		e := thesis(rising, 14)
		change(e)
		if r := e.remarks(); r != nil {
			t.Errorf("there are remarks: %v", r)
		}
	}
}

// What the command prints without flags. With -update it is written anew.
func TestFigures(t *testing.T) {
	if os.Getenv("QCHECK_LONG") == "" {
		t.Skip("takes a minute; QCHECK_LONG=1 runs it")
	}
	file := filepath.Join("testdata", "simulate-figures.out")
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := qcheck("", "simulate")
	if r.code != exitHolds || r.stderr != "" {
		t.Errorf("exit %d, stderr %q", r.code, r.stderr)
	}
	if *update {
		if err := os.WriteFile(file, []byte(r.stdout), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), r.stdout); diff != "" {
		t.Errorf("output differs (-pinned +found):\n%s", diff)
	}
}
