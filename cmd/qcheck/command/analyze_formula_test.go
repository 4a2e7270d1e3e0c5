package command

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
)

// unlistedZones has too many quorums to list: 36 nodes in 3 zones, with reads and
// writes, latencies and failure domains. Nodes 1 and 2 are faster.
func unlistedZones() string {
	var nodes, latencies []string
	for v := 1; v <= 36; v++ {
		nodes = append(nodes, strconv.Itoa(v))
		latencies = append(latencies, fmt.Sprintf(`"%d": %d`, v, min(v/3+1, 2)))
	}
	all := strings.Join(nodes, ",")
	return `{"kind": "read-write", "universe": 36,
 "write": {"threshold": 20, "of": [` + all + `]},
 "read": {"threshold": 17, "of": [` + all + `]},
 "domains": {"a": [` + strings.Join(nodes[:12], ",") + `], "b": [` + strings.Join(nodes[12:24], ",") + `], "c": [` + strings.Join(nodes[24:], ",") + `]},
 "latencies": {` + strings.Join(latencies, ", ") + `}}`
}

// Load, latency, domains and requirements of a formula, as text and as JSON.
func TestAnalyzeFormula(t *testing.T) {
	const require = "write.load<=5/9,load(0.5)<=1/2,write.domains>=2"
	r := qcheck(unlistedZones(), "analyze", "--p", "0.9", "--quantiles", "0.5", "--require", require, "-")
	for _, line := range []string{
		"  load       5/9, about 0.5555555556\n",
		"  size       17: the nodes of a quorum, on average\n",
		"  symmetries of the formula take each node to every other of its group: 36 nodes in 2 groups\n",
		"  fatal      {a,b}: no quorum is left without them\n",
		"  may fail   {a} {b} {c}\n",
		"  longest    2\n",
		"  holds     write.load<=5/9   the load is 5/9\n",
		"  violated  load(0.5)<=1/2    the load is 37/72: with the weight 1/36 on each node, no quorums weigh\n",
		"  violated  write.domains>=2  without the domains {a,b} no quorum is left\n",
	} {
		if !strings.Contains(r.stdout, line) {
			t.Errorf("no %q", line)
		}
	}
	if r.code != console.ExitViolated || r.stderr != "" {
		t.Errorf("exit %d, stderr %q", r.code, r.stderr)
	}
	r = qcheck(unlistedZones(), "analyze", "--json", "-")
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
	if err != nil || r.code != console.ExitHolds {
		t.Fatalf("exit %d: %v\n%s", r.code, err, r.stderr)
	}
	if err := compileSchema(t, "analysis").Validate(doc); err != nil {
		t.Error(err)
	}
	if !strings.Contains(r.stdout, `"strategy":[{"together":"5/9","nodes":20,"quorum":[`) || !strings.Contains(r.stdout, `"symmetries":[[`) {
		t.Error("no strategy")
	}
}
