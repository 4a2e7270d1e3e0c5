package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// splitBrains are configurations whose two halves both go on, as the documentation of each system says (see docs/outages.md).
func splitBrains(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for name, args := range map[string]string{
		"minimum_master_nodes 1":           "elasticsearch testdata/outages/elasticsearch.yml",
		"two_node":                         "corosync testdata/outages/corosync.conf",
		"w: 1 with an arbiter":             "mongodb --w 1 testdata/outages/psa.js",
		"LOCAL_QUORUM in two data centres": "cassandra --write LOCAL_QUORUM --read LOCAL_QUORUM testdata/configurations/shop.cql",
	} {
		fields := strings.Fields(args)
		fields[len(fields)-1] = filepath.Join(root, fields[len(fields)-1])
		r := qcheck("", append([]string{"import"}, fields...)...)
		if r.code != console.ExitHolds {
			t.Fatal(r.stderr)
		}
		var doc map[string]any
		if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil {
			t.Fatal(err)
		}
		if doc["domains"] == nil { // which some recipes ask about
			nodes := doc["universe"].([]any)
			doc["domains"] = map[string]any{"x": nodes[:1], "y": nodes[1:]}
		}
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	return files
}

// Whatever is asked of a configuration that lets two halves go on, no number is given, and none is written.
func TestNoNumbersOfASplitBrain(t *testing.T) {
	for name, text := range splitBrains(t) {
		var doc map[string]any
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		nodes := doc["universe"].([]any)
		dir := t.TempDir()
		failed := regexp.MustCompile(`(any|no) \d* ?nodes? may fail`)
		page := filepath.Join(dir, "page.html")
		down := nodes[len(nodes)-1].(string)
		for _, flags := range [][]string{nil, {"--json"}, {"--down", down}, {"--html", page}, {"--require", "failures>=0"}, {"--require", "domains>=9,failures>=1"}, {"--max-quorums", "1"}} {
			r := qcheck(text, append([]string{"analyze", "-"}, flags...)...)
			if r.code != console.ExitViolated || failed.MatchString(r.stdout) || strings.Contains(r.stdout, `"rows"`) {
				t.Errorf("%s: analyze %v: exit %d\n%s%s", name, flags, r.code, r.stdout, r.stderr)
			}
		}
		if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "VIOLATED") || !strings.Contains(string(text), "intersection") || failed.Match(text) || strings.Contains(string(text), "<polyline") {
			t.Errorf("%s: the page: %v", name, err)
		}
		if r := qcheck(text, "analyze", "--allow-broken-structure", "--require", "availability(1)>=1", "-"); r.code != console.ExitHolds || !strings.HasPrefix(r.stdout, "<stdin>: VIOLATED: ") {
			t.Errorf("%s: allowed: exit %d\n%s%s", name, r.code, r.stdout, r.stderr)
		}
		if doc["kind"] == "coterie" {
			for _, check := range []string{"dissemination", "q3", "q4"} {
				if r := qcheck(text, "byzantine", "--check", check, "-"); r.code != console.ExitViolated || !strings.HasPrefix(r.stdout, "<stdin>: VIOLATED: ") {
					t.Errorf("%s: byzantine: exit %d\n%s%s", name, r.code, r.stdout, r.stderr)
				}
			}
		}
	}
}

// What OLD has, NEW has to have: a change that asks for less, of another k, or without failure domains is not green.
func TestComparisonsAskOfTheNewWhatTheOldHas(t *testing.T) {
	majority := `{"kind":"coterie","universe":3,"quorums":[[1,2],[2,3],[1,3]]}`
	domains := `{"kind":"coterie","universe":3,"domains":{"x":[1],"y":[2],"z":[3]},"quorums":[[1,2],[2,3],[1,3]]}`
	dir := t.TempDir()
	for _, test := range []struct {
		name, old, new, flags string
		code                  console.ExitCode
		says                  string
	}{
		{"a property less", majority, `{"kind":"coterie","universe":3,"properties":["nonempty"],"quorums":[[1],[2],[3]]}`, "", 1, "intersection  holds  violated  worse, and required"},
		{"a key more", `{"kind":"read-write","universe":2,"properties":["required","write-intersection"],"write":[[1,2]],"read":[[1],[2]]}`,
			`{"kind":"read-write","universe":2,"write":[[1],[2]],"read":[[1,2]]}`, "", 1, "write-intersection       holds  violated  worse, and required"},
		{"nondomination", `{"kind":"coterie","universe":3,"properties":["required","nondomination"],"quorums":[[1,2],[2,3],[1,3]]}`, `{"kind":"coterie","universe":3,"quorums":[[1,2]]}`, "", 1, "nondomination  holds  violated"},
		{"a property more", majority, `{"kind":"coterie","universe":3,"properties":["required","nondomination"],"quorums":[[1,2]]}`, "", 1, "nondomination  holds  violated"},
		{"violated in both", `{"kind":"coterie","universe":2,"quorums":[[1],[2]]}`, `{"kind":"coterie","universe":2,"quorums":[[1],[2]]}`, "", 1, "violated  violated"},
		{"repaired", `{"kind":"coterie","universe":2,"quorums":[[1],[2]]}`, `{"kind":"coterie","universe":2,"quorums":[[1,2]]}`, "", 0, "better: intersection"},
		{"repaired, with a number", `{"kind":"coterie","universe":2,"quorums":[[1],[2]]}`, `{"kind":"coterie","universe":2,"quorums":[[1,2]]}`, "--require failures", 3, "unknown: failures"},
		{"repaired, with a number that is allowed", `{"kind":"coterie","universe":2,"quorums":[[1],[2]]}`, `{"kind":"coterie","universe":2,"quorums":[[1,2]]}`, "--require failures --allow-broken-structure", 1, "worse, and required"},
		{"another k", `{"kind":"k-coterie","k":1,"universe":2,"quorums":[[1,2]]}`, `{"kind":"k-coterie","k":2,"universe":2,"quorums":[[1],[2]]}`, "", 2, "a 1-coterie, and"},
		{"another kind", majority, `{"kind":"read-write","universe":2,"write":[[1,2]],"read":[[1],[2]]}`, "", 2, "only structures of one kind"},
		{"another universe", majority, `{"kind":"coterie","universe":["a","b","c"],"quorums":[["a","b"],["b","c"],["a","c"]]}`, "--require rolling", 1, "the old quorum {1,2} and the new quorum"},
		{"no domains any more", domains, majority, "--require domains", 1, "the new structure has no failure domains"},
		{"no domains before", majority, domains, "--require domains", 0, "the old structure has no failure domains"},
		{"no domains at all", majority, majority, "--require domains", 2, "no failure domains"},
		{"no domains at all, and broken", majority, `{"kind":"coterie","universe":3,"quorums":[[1],[2],[3]]}`, "--require failures,domains,rolling", 1, "VIOLATED: not a valid coterie (intersection)"},
		{"no domains at all, and broken before", `{"kind":"coterie","universe":3,"quorums":[[1],[2],[3]]}`, majority, "--require domains", 3, "unknown: domains"},
		{"a domain less", domains, strings.Replace(domains, `,"z":[3]`, ``, 1), "--require domains", 1, "3 was in the domain z, and is in"},
		{"no time", majority, majority, "--timeout 1ns", 3, "UNKNOWN"},
	} {
		var files [2]string
		for i, text := range []string{test.old, test.new} {
			files[i] = filepath.Join(dir, []string{"old.json", "new.json"}[i])
			if err := os.WriteFile(files[i], []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		r := qcheck("", append(strings.Fields("compare "+test.flags), files[:]...)...)
		if r.code != test.code || !strings.Contains(strings.Join(strings.Fields(r.stdout+r.stderr), " "), strings.Join(strings.Fields(test.says), " ")) {
			t.Errorf("%s: exit %d, not %d with %q\n%s%s", test.name, r.code, test.code, test.says, r.stdout, r.stderr)
		}
		if r.code == console.ExitUsage {
			continue
		}
		var doc struct{ Verdict string }
		if j := qcheck("", append(strings.Fields("compare --json "+test.flags), files[:]...)...); j.code != r.code || json.Unmarshal([]byte(j.stdout), &doc) != nil || slices.Index([]string{"holds", "violated", "", "unknown"}, doc.Verdict) != int(r.code) {
			t.Errorf("%s: exit %d with --json\n%s", test.name, j.code, j.stdout)
		}
	}
}

// A name that a node and a failure domain have is not guessed, and one with a comma can be given.
func TestNamesOfWhatIsDown(t *testing.T) {
	file := `{"kind":"coterie","universe":["a","b","c","d,e"," f "],"domains":{"a":["b","c"],"d":["d,e"]},"quorums":{"threshold":3,"of":["a","b","c","d,e"," f "]}}`
	for list, want := range map[string]string{
		"a": "", "a,b": "", "node:a": "{a}", "domain:a": "{b,c}", "node:a,domain:a": "{a,b,c}", `"d,e"`: "{d,e}", `d," f "`: `{d,e, f }`, "d,e": "", "d,b": "{b,d,e}", "node:x": "", "domain:b": "", "e": "",
	} {
		for _, args := range [][]string{{"analyze", "--allow-broken-structure", "--down", list, "-"}, {"byzantine", "--faulty", list, "-"}} {
			r := qcheck(file, args...)
			switch {
			case want == "" && (r.code != console.ExitUsage || strings.Count(r.stderr, "\n") != 1):
				t.Errorf("%q: exit %d\n%s%s", args, r.code, r.stdout, r.stderr)
			case want != "" && r.code == console.ExitUsage, want != "" && args[0] == "analyze" && !strings.Contains(r.stdout, "  down      "+want+"\n"):
				t.Errorf("%q: exit %d, not %s\n%s%s", args, r.code, want, r.stdout, r.stderr)
			}
		}
	}
}
