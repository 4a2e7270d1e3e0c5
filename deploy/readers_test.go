package deploy

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// recorded are the traces that come with the project, in one of the formats.
func recorded(t *testing.T, format string) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../testdata/traces/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	all := map[string]string{}
	for _, file := range files {
		text, err := run(t, nil, "qcheck", "replay", "--format", format, file)
		if err != nil {
			t.Fatalf("%s: %v: %s", file, err, text)
		}
		all[filepath.Base(file)] = text
	}
	return all
}

// Quint reads every trace in the Informal Trace Format, and means by it what qcheck
// does: written by Quint again, it has the same states.
func TestQuintReads(t *testing.T) {
	installed(t, "@informalsystems/quint/dist/src/itf.js")
	needs(t, "node")
	const program = `
		const { ofItfNormalized, toItf } = require("./testdata/node_modules/@informalsystems/quint/dist/src/itf.js");
		const traces = JSON.parse(require("fs").readFileSync(0, "utf8"));
		const again = {};
		for (const [name, trace] of Object.entries(traces)) {
			for (const state of trace.states) delete state["#meta"];
			again[name] = toItf(trace.vars, ofItfNormalized(trace)).unwrap();
		}
		console.log(JSON.stringify(again));`
	traces := map[string]json.RawMessage{}
	for name, text := range recorded(t, "itf") {
		traces[name] = json.RawMessage(text)
	}
	input, err := json.Marshal(traces)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("node", "-e", program)
	c.Stdin = strings.NewReader(string(input))
	c.Stderr = os.Stderr
	output, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var again map[string]json.RawMessage
	if err := json.Unmarshal(output, &again); err != nil {
		t.Fatal(err)
	}
	for name, text := range traces {
		want, found := statesOf(t, text), statesOf(t, again[name])
		if len(want) == 0 || len(want) != len(found) {
			t.Errorf("%s: %d states, and Quint writes %d", name, len(want), len(found))
			continue
		}
		for i := range want {
			if want[i] != found[i] {
				t.Errorf("%s: state %d is\n%s\nand Quint writes\n%s", name, i, want[i], found[i])
			}
		}
	}
}

// statesOf are the states of a trace in a form that does not depend on how numbers
// are written, and on the order of sets and maps.
func statesOf(t *testing.T, trace json.RawMessage) []string {
	t.Helper()
	var doc struct{ States []map[string]any }
	if err := json.Unmarshal(trace, &doc); err != nil {
		t.Fatal(err)
	}
	var states []string
	for _, state := range doc.States {
		delete(state, "#meta")
		states = append(states, plain(state))
	}
	return states
}

func plain(v any) string {
	list := func(values []any, order bool) string {
		var parts []string
		for _, x := range values {
			parts = append(parts, plain(x))
		}
		if order {
			sort.Strings(parts)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	switch v := v.(type) {
	case []any:
		return list(v, false)
	case map[string]any:
		for _, key := range []string{"#set", "#map"} {
			if x, ok := v[key].([]any); ok {
				return key + list(x, true)
			}
		}
		if x, ok := v["#tup"].([]any); ok {
			return list(x, false)
		}
		if x, ok := v["#bigint"]; ok {
			return fmt.Sprint(x)
		}
		var parts []string
		for key, x := range v {
			parts = append(parts, key+": "+plain(x))
		}
		sort.Strings(parts)
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(v)
}
