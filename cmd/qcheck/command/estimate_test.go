package command

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
)

// The document is as its schema says, and has the numbers of the text.
func TestEstimateJSON(t *testing.T) {
	schema := compileSchema(t, "estimate")
	for args, want := range map[string]string{
		"--algorithm maekawa --n 3":                                  `"requests":"unbounded","exact":true,"states":{"least":1792,"most":1792},"kept":{"least":598,"most":598},"depth":19,"symmetry":3`,
		"--algorithm lamport --n 3 --clock integer":                  `"symmetry":1`,
		"--algorithm suzuki-kasami --n 4 --requests 1,unbounded,1,1": `"requests":[1,"unbounded",1,1],"exact":false`,
	} {
		r := qcheck("", strings.Fields("protocol --estimate --json "+args)...)
		if r.code != console.ExitHolds || !strings.Contains(r.stdout, want) {
			t.Errorf("%s: exit %d, %s%s", args, r.code, r.stdout, r.stderr)
			continue
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// An estimate that is not made in time is none.
func TestEstimateStopped(t *testing.T) {
	r := qcheck("", strings.Fields("protocol --estimate --n 4 --k 2 --timeout 50ms")...)
	if r.code != console.ExitUnknown || r.stdout != "" || r.stderr != "qcheck: no estimate: the time limit of 50ms was reached\n" {
		t.Errorf("exit %d, %q, %q", r.code, r.stdout, r.stderr)
	}
}
