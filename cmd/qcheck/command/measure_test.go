package command

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
)

const runs = "../../../corpus/testdata/"

// What --measure prints: rows of processes that are alike, formulas, and the runs
// that these do not allow.
func TestMeasureText(t *testing.T) {
	for _, c := range []struct {
		reason, args string
		want         []string
		without      string
	}{
		{"one formula, always the same number", "--algorithm ricart-agrawala --n 3", []string{
			"messages of one entry, over all interleavings: REQUEST counts for its sender, REPLY for the\n  request that it answers.",
			"    process  who requests  least  most  formula\n    1,2,3    it alone      4      4     4: 2(n-1) (Ricart and Agrawala, 1981)\n    1,2,3    others too    4      4     4: 2(n-1)",
			"    1,2,3    others too, until inside  2      5\n",
			"  No run found is outside the formulas.\n",
		}, "by cause"},
		{"two ways to count, and a run", "--algorithm jiang --variant printed --structure " + runs + "wr-1-of-2.json --resource 1 --requests 1,0", []string{
			"1        it alone, by cause  6      6     5: 2|Q| + 2|Q ∪ P| + 1 (Jiang, section 5); exceeded\n",
			"2|Q| + 2|Q ∪ P| + 1, Jiang, section 5 (by cause) is exceeded by a run of 2 steps:\n",
			"the request of process 1 takes 6 messages, counted by cause\n",
		}, "others too"},
		{"what clocks leave out is not measured", "--algorithm ricart-agrawala --n 2 --clock integer --clock-max 1", []string{
			"1,2      others too    2 or less  2 or more  2: 2(n-1) (Ricart and Agrawala, 1981)\n", "not complete: 6 steps pass the clocks' bound of 1\n",
		}, "by cause"},
		{"delays that are longer than the paper says", "--algorithm mutin --structure " + runs + "quorum-1-of-3.json --in-cs 1,2,3", []string{
			"at most 7: 7 (Kamei and Kakugawa, Lemma 4); exceeded\n", "Lemma 4 (delays) is exceeded by a run of ",
		}, "No run found"},
	} {
		r := qcheck("", strings.Fields("protocol --measure "+c.args)...)
		code := console.ExitHolds
		if strings.Contains(c.args, "--clock-max") {
			code = console.ExitUnknown
		}
		if r.code != code || r.stderr != "" {
			t.Errorf("%s: exit %d, stderr %q", c.reason, r.code, r.stderr)
		}
		for _, want := range c.want {
			if !strings.Contains(r.stdout, want) {
				t.Errorf("%s: no %q in\n%s", c.reason, want, r.stdout)
			}
		}
		if strings.Contains(r.stdout, c.without) {
			t.Errorf("%s: %q in\n%s", c.reason, c.without, r.stdout)
		}
	}
}

// measured is what "qcheck protocol --measure --json" prints, as far as tests look.
type (
	measured struct {
		Complete bool
		Messages []measuredRow
		Exceeded []struct {
			Length int
			Steps  []struct{ Step string }
		}
	}
	measuredRow struct {
		Processes []int
		Alone     bool
		Counted   string
		Least     int
		Most      int
		States    int64
		Formulas  []measuredFormula
	}
	measuredFormula struct {
		Source, Text string
		Least, Most  int
		Exceeded     bool
	}
)

func TestMeasureJSON(t *testing.T) {
	schema := compileSchema(t, "measure")
	for _, args := range []string{
		"--algorithm raynal --n 3 --m 2",
		"--algorithm mutin --structure " + runs + "quorum-1-of-3.json --in-cs 1,2,3 --requests 1,1,0",
		"--algorithm jiang --structure " + runs + "wr-1-of-2.json --resource 1,2",
		"--algorithm kakugawa --n 3 --k 1 --max-states 100",
	} {
		r := qcheck("", strings.Fields("protocol --measure --json "+args)...)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		var m measured
		if err := json.Unmarshal([]byte(r.stdout), &m); err != nil {
			t.Fatal(err)
		}
		if cut := strings.Contains(args, "--max-states"); cut == m.Complete || (r.code == console.ExitUnknown) != cut {
			t.Errorf("%s: exit %d, complete %t", args, r.code, m.Complete)
		}
	}
	r := qcheck("", strings.Fields("protocol --measure --json --algorithm jiang --variant printed --structure "+runs+"wr-1-of-2.json --resource 1 --requests 1,0")...)
	var m measured
	if err := json.Unmarshal([]byte(r.stdout), &m); err != nil {
		t.Fatal(err)
	}
	want := []measuredRow{{Processes: []int{1}, Alone: true, Counted: "by cause", Least: 6, Most: 6, States: m.Messages[0].States,
		Formulas: []measuredFormula{{Source: "Jiang, section 5", Text: "2|Q| + 2|Q ∪ P| + 1", Least: 5, Most: 5, Exceeded: true}}}}
	if diff := cmp.Diff(want, m.Messages); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(m.Exceeded) != 1 || m.Exceeded[0].Length != len(m.Exceeded[0].Steps) || m.Exceeded[0].Steps[0].Step != "ask" {
		t.Errorf("%+v", m.Exceeded)
	}
}

func TestMeasureErrors(t *testing.T) {
	for _, c := range []struct{ reason, args, want string }{
		{"a run without end has no number of messages", "--algorithm lamport --n 2 --requests unbounded", "--measure needs a bound for the requests of each process"},
		{"INQUIRE after YIELD", "--algorithm baldoni --variant printed --structure " + runs + "star-of-3-m2.json", "there is no rule for whose request the messages of baldoni (printed) are sent"},
	} {
		r := qcheck("", strings.Fields("protocol --measure "+c.args)...)
		if r.code != console.ExitUsage || !strings.Contains(r.stderr, c.want) || r.stdout != "" {
			t.Errorf("%s: exit %d, stderr %q", c.reason, r.code, r.stderr)
		}
	}
}
