package command

import (
	"strings"
	"testing"
)

// A name is that of a node or of a failure domain, never silently one of two; and each name can be said.
func TestDownNames(t *testing.T) {
	const file = `{"kind": "coterie", "universe": ["a", "b", "c", " d ", "e,f", "node:g"],
		"domains": {"a": ["b", "c"], "c": ["c"], "z": ["b"], "node:g": ["a"]}, "quorums": {"threshold": 4, "of": ["a", "b", "c", " d ", "e,f", "node:g"]}}`
	for list, want := range map[string]string{
		"a": `"a" is both a node and a failure domain: say "node:a" or "domain:a"`, "node:g": `"node:g" is both`,
		"node:a": "without 1 node", "domain:a": "without 2 nodes", "c": "without 1 node", // the domain c is the node
		"b, c": "without 2 nodes", `"e,f"`: "without 1 node", `"e,f", node:a`: "without 2 nodes", `b," d "`: "without 2 nodes",
		"d": `"d" is neither`, "e,f": `"e" is neither`, "node:z": `"node:z" is neither`, "domain:b": `"domain:b" is neither`,
		"a\nb": "is neither", "\n": "is neither", ",": "is neither", `"`: "is neither",
	} {
		r := qcheck(file, "analyze", "--down", list, "-")
		if got := strings.SplitN(r.stdout+r.stderr, "\n", 2)[0]; !strings.Contains(got, want) || (r.code == 2) != strings.HasPrefix(want, `"`) && want != "is neither" {
			t.Errorf("%q: exit %d, %s, not %s", list, r.code, got, want)
		}
	}
}
