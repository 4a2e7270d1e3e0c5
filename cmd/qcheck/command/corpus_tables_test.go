package command

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
)

// What --json prints is what its schema says, also with no comparison, and when
// there is no time.
func TestTablesMatchTheirSchema(t *testing.T) {
	schema := compileSchema(t, "tables")
	for _, c := range []struct {
		args string
		want console.ExitCode
	}{{"", console.ExitHolds}, {"--nodes 0", console.ExitHolds}, {"--timeout 1ns", console.ExitUnknown}} {
		r := qcheck("", append([]string{"corpus", "--tables", "--json"}, strings.Fields(c.args)...)...)
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
	text := qcheck("", "corpus", "--tables", "--timeout", "1ns")
	if text.code != console.ExitUnknown || !strings.HasSuffix(text.stdout, "  unknown: the time limit of 1ns was reached\n") {
		t.Errorf("exit %d, %s", text.code, text.stdout)
	}
}

// The schema of the tables is strict: each change makes a document invalid.
func TestTablesSchemaRejects(t *testing.T) {
	schema := compileSchema(t, "tables")
	valid := qcheck("", "corpus", "--tables", "--json").stdout
	for _, change := range [][2]string{
		{`"qcheck/tables/v1"`, `"qcheck/tables/v2"`},
		{`"nodes":5`, `"nodes":8`},
		{`"printed":"0.9961089"`, `"printed":0.9961089`},
		{`"agrees":true`, `"agrees":"yes"`},
		{`"exact":"1"`, `"exact":"1","above":0`},
		{`"lower":"1/2",`, ``},
		{`"confirmed":true`, `"confirmed":false`},
		{`"confirmed":false`, `"confirmed":true`},
		{`"polynomial":[2,-7,4],`, ``},
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

// The end of an interval that is no fraction is given by a polynomial and
// bounds between which it has one root.
func TestEndsOfIntervals(t *testing.T) {
	var doc struct {
		Comparisons []struct {
			N, K, R  int
			Majority []struct {
				From struct {
					Polynomial             []int
					Above, AtMost, Rounded string
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(qcheck("", "corpus", "--tables", "--json").stdout), &doc); err != nil {
		t.Fatal(err)
	}
	for _, c := range doc.Comparisons {
		if c.N != 5 || c.K != 2 || c.R != 1 {
			continue
		}
		from := c.Majority[0].From
		if diff := cmp.Diff([]int{2, -7, 4}, from.Polynomial); diff != "" || from.Rounded != "0.3596118" {
			t.Errorf("%s, polynomial (-want +found):\n%s", from.Rounded, diff)
		}
		if from.Above == "" || from.AtMost == "" || from.Above == from.AtMost {
			t.Errorf("above %q, at most %q", from.Above, from.AtMost)
		}
		return
	}
	t.Error("no comparison for n = 5, k = 2, r = 1")
}
