package command

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/setsys"
)

// compileSchema returns the schema that "qcheck schema ARGS" prints.
func compileSchema(t *testing.T, args ...string) *jsonschema.Schema {
	t.Helper()
	r := qcheck("", append([]string{"schema"}, args...)...)
	if r.code != console.ExitHolds || r.stderr != "" {
		t.Fatalf("schema %v: exit %d, stderr %q", args, r.code, r.stderr)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestSchemaIsThatOfTheFormat(t *testing.T) {
	r := qcheck("", "schema")
	if want := string(bytes.TrimRight(setsys.Schema(), "\n")) + "\n"; r.stdout != want || r.code != console.ExitHolds {
		t.Errorf("exit %d, %d bytes, want %d", r.code, len(r.stdout), len(want))
	}
}

// What --json prints is what its schema says, for every structure file of the
// repository, every list of properties, and results that are unknown.
func TestResultsMatchTheirSchema(t *testing.T) {
	schema := compileSchema(t, "results")
	files, err := filepath.Glob(data("*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files")
	}
	files = append(files, data("unreadable/truncated.json"), "no-such-file.json")
	for _, flags := range []string{"", "--property every", "--property required", "--timeout 1ns"} {
		r := qcheck("", append(append([]string{"structure", "--json"}, strings.Fields(flags)...), files...)...)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", flags, err)
		}
	}
}

// The schema of the results is strict: each change makes a document invalid.
func TestResultsSchemaRejects(t *testing.T) {
	schema := compileSchema(t, "results")
	valid := `{"schema": "qcheck/structure/v1", "results": [{"file": "a", "name": "", "kind": "coterie", "nodes": 3,
		"verdict": "violated", "properties": [{"name": "minimality", "verdict": "violated", "witness": {"quorums": [[1]], "text": "x"}}]}]}`
	check := func(text string) error {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(doc)
	}
	if err := check(valid); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"qcheck/structure/v1"`, `"qcheck/structure/v2"`},
		{`"name": "",`, ``},
		{`"nodes": 3`, `"nodes": 0`},
		{`"nodes": 3`, `"nodes": 3, "quorums": 2`},
		{`"verdict": "violated", "properties"`, `"verdict": "broken", "properties"`},
		{`, "witness": {"quorums": [[1]], "text": "x"}`, ``},
		{`"minimality", "verdict": "violated"`, `"minimality", "verdict": "holds"`},
		{`[[1]]`, `[[1, 1]]`},
		{`"file": "a"`, `"file": "a", "error": {"message": "x"}`},
		{`, "text": "x"`, ``},
	} {
		text := strings.Replace(valid, change[0], change[1], 1)
		if text == valid {
			t.Fatalf("no change %v", change)
		}
		if check(text) == nil {
			t.Errorf("valid with %s for %s", change[1], change[0])
		}
	}
}

// The kinds of the schema are those that there are.
func TestResultsSchemaHasEveryKind(t *testing.T) {
	for _, k := range setsys.Kinds() {
		if want := fmt.Sprintf("%q", string(k)); !bytes.Contains(schemaText("results"), []byte(want)) {
			t.Errorf("no %s", want)
		}
	}
}

// What the questions about structures print is what their schemas say, and these are strict: no key may be missing that is required,
// and none be there that is not known.
func TestQuestionsMatchTheirSchemas(t *testing.T) {
	for args, schema := range map[string]string{
		"compare " + data("regions.json") + " " + data("regions-broken.json"):                "comparison",
		"compare " + data("regions.json") + " " + data("regions.json"):                       "comparison",
		"compare " + data("jiang-2-wr-coterie.json") + " " + data("jiang-2-wr-coterie.json"): "comparison",
		"byzantine " + data("regions.json"):                                                  "byzantine",
		"byzantine " + data("assumptions/apart.json"):                                        "byzantine",
		"byzantine --f 0 " + data("majority-5.json"):                                         "byzantine",
		"byzantine --faulty 1,2 --faulty 3 --check masking " + data("majority-5.json"):       "byzantine",
		"patterns --k 3":                       "patterns",
		"patterns --k 2 --n 5":                 "patterns",
		"patterns --k 12 --n 20 --timeout 1ms": "patterns",
	} {
		words := strings.Fields(args)
		r := qcheck("", append([]string{words[0], "--json"}, words[1:]...)...)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Errorf("%s: %v, %s", args, err, r.stderr)
			continue
		}
		strict := compileSchema(t, schema)
		if err := strict.Validate(doc); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		fields := doc.(map[string]any)
		fields["more"] = true
		if strict.Validate(doc) == nil {
			t.Errorf("%s: a key that is not known passes", args)
		}
		delete(fields, "more")
		delete(fields, "schema")
		if strict.Validate(doc) == nil {
			t.Errorf("%s: a key that is required may be missing", args)
		}
	}
}
