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
// writes and failure domains.
func unlistedZones() string {
	var nodes []string
	for v := 1; v <= 36; v++ {
		nodes = append(nodes, strconv.Itoa(v))
	}
	all := strings.Join(nodes, ",")
	return `{"kind": "read-write", "universe": 36,
 "write": {"threshold": 20, "of": [` + all + `]},
 "read": {"threshold": 17, "of": [` + all + `]},
 "domains": {"a": [` + strings.Join(nodes[:12], ",") + `], "b": [` + strings.Join(nodes[12:24], ",") + `], "c": [` + strings.Join(nodes[24:], ",") + `]}}`
}

// Capacities that are all 1 change no character, of lists, formulas and request sets; with
// others, nodes with different ones are in different groups.
func TestAnalyzeCapacities(t *testing.T) {
	with := func(text string, capacity func(v int) string, n int) string {
		var all []string
		for v := 1; v <= n; v++ {
			all = append(all, fmt.Sprintf(`"%d": %s`, v, capacity(v)))
		}
		return strings.TrimSuffix(text, "}") + `, "capacities": {` + strings.Join(all, ", ") + "}}"
	}
	same := func(int) string { return "1.0" }
	for text, n := range map[string]int{
		unlistedZones(): 36,
		`{"kind": "coterie", "universe": 4, "quorums": [[1,2],[1,3],[1,4],[2,3,4]]}`:                               4,
		`{"kind": "request-sets", "m": 1, "universe": 3, "requestSets": {"1": [1,2], "2": [2,3], "3": [1,3]}}`:     3,
		`{"kind": "read-write", "universe": 3, "write": [[1,2],[1,3],[2,3]], "read": [[1,2,3],[1,2],[1,3],[2,3]]}`: 3,
	} {
		for _, flag := range []string{"--p=0.9", "--json", "--require=load<=1/3"} {
			plain, ones := qcheck(text, "analyze", flag, "-"), qcheck(with(text, same, n), "analyze", flag, "-")
			if plain.stdout != ones.stdout || plain.code != ones.code || !strings.Contains(ones.stdout, "load") {
				t.Errorf("%s: exit %d, not %d\n%s", text, ones.code, plain.code, ones.stdout)
			}
		}
	}
	uneven := with(unlistedZones(), func(v int) string { return fmt.Sprintf(`{"read": %d, "write": 10}`, 10*(1+v%2)) }, 36)
	r := qcheck(uneven, "analyze", "--p", "0.9", "-")
	for _, line := range []string{
		"36 nodes in 2 groups\n",                     // of either capacity
		"  capacity   18\n",                          // to write 20 of 36 that do 10 each
		"  capacity   540/17, about 31.7647058824\n", // to read 17, where half do 20
	} {
		if !strings.Contains(r.stdout, line) {
			t.Errorf("no %q in\n%s", line, r.stdout)
		}
	}
}

// Load, domains and requirements of a formula, as text and as JSON.
func TestAnalyzeFormula(t *testing.T) {
	const require = "write.load<=5/9,load(0.5)<=1/2,write.domains>=2"
	r := qcheck(unlistedZones(), "analyze", "--p", "0.9", "--require", require, "-")
	for _, line := range []string{
		"  load       5/9, about 0.5555555556\n",
		"  size       17: the nodes of a quorum, on average\n",
		"  symmetries of the formula take each node to every other of its group: 36 nodes in 1 group\n",
		"  fatal      {a,b}: no quorum is left without them\n",
		"  may fail   {a} {b} {c}\n",
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
	if !strings.Contains(r.stdout, `"strategy":[{"together":"1","nodes":20,"quorum":[`) || !strings.Contains(r.stdout, `"symmetries":[[`) {
		t.Error("no strategy")
	}
}
