package command

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A field is a member of a JSON object, in the order written.
type field struct {
	key   string
	value json.RawMessage
}

// fields returns the members of an object in order.
func fields(t *testing.T, object []byte) []field {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(object)))
	if tok, err := d.Token(); err != nil || tok != json.Delim('{') {
		t.Fatalf("no object but %.80s: %v", object, err)
	}
	var list []field
	for d.More() {
		key, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		f := field{key: key.(string)}
		if err := d.Decode(&f.value); err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

// object returns the members of an object after a check that its keys are
// known, in the order known, none twice, and that none is missing. A key that
// may be left out is marked with "?".
func object(t *testing.T, raw []byte, known ...string) map[string]json.RawMessage {
	t.Helper()
	members := make(map[string]json.RawMessage)
	var want []string
	found := fields(t, raw)
	for _, key := range known {
		name, optional := strings.CutSuffix(key, "?")
		there := slices.ContainsFunc(found, func(f field) bool { return f.key == name })
		if there || !optional {
			want = append(want, name)
		}
	}
	var keys []string
	for _, f := range found {
		keys = append(keys, f.key)
		members[f.key] = f.value
	}
	if !slices.Equal(keys, want) {
		t.Errorf("keys %v, want %v in %.200s", keys, want, raw)
	}
	return members
}

func array(t *testing.T, raw []byte) []json.RawMessage {
	t.Helper()
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatalf("%v in %.80s", err, raw)
	}
	return list
}

// Each document has just the documented keys, in the documented order, with
// values of the documented types.
func TestJSONKeys(t *testing.T) {
	files, err := filepath.Glob(data("*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files")
	}
	unreadable, _ := filepath.Glob(data("unreadable/*.json"))
	files = append(append(files, unreadable...), "no-such-file.json")
	r := qcheck("", append([]string{"structure", "--json", "--property", "every"}, files...)...)
	if !json.Valid([]byte(r.stdout)) {
		t.Fatalf("no JSON: %s", r.stdout)
	}
	doc := object(t, []byte(r.stdout), "schema", "results")
	if string(doc["schema"]) != `"qcheck/structure/v1"` {
		t.Errorf("schema %s", doc["schema"])
	}
	results := array(t, doc["results"])
	if len(results) != len(files) {
		t.Fatalf("%d results for %d files", len(results), len(files))
	}
	for i, result := range results {
		members := fields(t, result)
		if want := fmt.Sprintf("%q", files[i]); string(members[0].value) != want {
			t.Errorf("file %s, want %s", members[0].value, want)
		}
		if members[1].key == "error" {
			checkErrorKeys(t, result, i < len(files)-1)
		} else {
			checkResultKeys(t, result)
		}
	}
}

func checkErrorKeys(t *testing.T, raw []byte, placed bool) {
	t.Helper()
	doc := object(t, raw, "file", "error")
	keys := []string{"message"}
	if placed {
		keys = []string{"line", "column", "message"}
	}
	object(t, doc["error"], keys...)
}

func checkResultKeys(t *testing.T, raw []byte) {
	t.Helper()
	var kind struct {
		Kind     string
		Universe json.RawMessage
	}
	if err := json.Unmarshal(raw, &kind); err != nil {
		t.Fatal(err)
	}
	keys := []string{"file", "name", "kind", "nodes", "asked?", "verdict", "properties", "remarks?"}
	switch kind.Kind {
	case "coterie", "read-write":
	case "request-sets":
		keys = slices.Insert(keys, 3, "m")
	default:
		keys = slices.Insert(keys, 3, "k")
	}
	doc := object(t, raw, keys...)
	for _, p := range array(t, doc["properties"]) {
		property := object(t, p, "name", "verdict", "note?", "method?", "witness?")
		if violated := string(property["verdict"]) == `"violated"`; violated != (property["witness"] != nil) {
			t.Errorf("a witness just where something is violated: %s", p)
		}
		if property["witness"] != nil {
			checkWitnessKeys(t, kind.Kind, property["witness"])
		}
	}
}

func checkWitnessKeys(t *testing.T, kind string, raw []byte) {
	t.Helper()
	var keys []string
	switch kind {
	case "request-sets":
		keys = []string{"quorums", "processes", "text"}
	case "hk-arbiter":
		keys = []string{"quorums", "families", "pattern?", "added?", "addedTo?", "violates?", "text"}
	case "k-wr-coterie", "read-write":
		keys = []string{"quorums", "families", "text"}
	default:
		keys = []string{"quorums", "added?", "addedTo?", "violates?", "text"}
	}
	witness := object(t, raw, keys...)
	for _, quorum := range array(t, witness["quorums"]) {
		numbers, names := []int{}, []string{}
		if json.Unmarshal(quorum, &numbers) == nil {
			if !slices.IsSorted(numbers) {
				t.Errorf("quorum %s is not sorted", quorum)
			}
		} else if err := json.Unmarshal(quorum, &names); err != nil {
			t.Errorf("quorum %s has neither numbers nor names: %v", quorum, err)
		}
	}
}

func TestJSONHasThePattern(t *testing.T) {
	r := qcheck("", "structure", "--json", data("h3-arbiter-broken.json"))
	if want := `"pattern":[1,1,2]`; !strings.Contains(r.stdout, want) {
		t.Errorf("no %s in %s", want, r.stdout)
	}
}

// Text is not escaped for the benefit of web pages.
func TestJSONKeepsPunctuation(t *testing.T) {
	r := qcheck(`{"name": "<a & b>", "kind": "coterie", "universe": 1, "quorums": [[1]]}`, "structure", "--json", "-")
	if want := `"name":"<a & b>"`; !strings.Contains(r.stdout, want) {
		t.Errorf("no %s in %s", want, r.stdout)
	}
}
