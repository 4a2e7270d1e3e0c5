package command

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
)

// What --json prints is what its schema says, also when the search is cut.
func TestSearchJSON(t *testing.T) {
	schema := compileSchema(t, "search")
	for args, code := range map[string]console.ExitCode{
		"census --kind coterie --n 4": console.ExitHolds, "census --kind coterie --n 6": console.ExitHolds, "census --kind request-sets --n 3 --m 2": console.ExitHolds,
		"census --kind coterie --n 5 --timeout 1ns": console.ExitUnknown, "load --kind coterie --n 5 --failures 1": console.ExitHolds,
		"load --kind coterie --n 3 --failures 2": console.ExitViolated, "load --kind k-coterie --n 4 --k 2 --timeout 1ns": console.ExitUnknown,
		"availability --kind k-coterie --n 4 --k 2 --r 2 --p 1/3": console.ExitHolds,
		"availability --kind k-coterie --n 5 --k 2 --ranges":      console.ExitHolds, "availability --kind coterie --n 3 --failures 2 --ranges": console.ExitViolated,
		"availability --kind coterie --n 5 --ranges --timeout 1ns": console.ExitUnknown,
		"sizes --kind request-sets --n 5 --m 2":                    console.ExitHolds, "sizes --kind request-sets --n 8 --m 3 --timeout 50ms": console.ExitUnknown,
	} {
		r := qcheck("", append([]string{"search"}, strings.Fields(args+" --json")...)...)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatalf("%s: %v: %+v", args, err, r)
		}
		if err := schema.Validate(doc); err != nil || r.code != code {
			t.Errorf("%s: exit %d: %v: %s", args, r.code, err, r.stdout)
		}
	}
}

// The structure file is one that other commands read.
func TestSearchStructure(t *testing.T) {
	r := qcheck("", "search", "load", "--kind", "coterie", "--n", "6", "--failures", "2", "--structure")
	if r.code != console.ExitHolds || r.stderr != "" {
		t.Fatalf("%+v", r)
	}
	if r := qcheck(r.stdout, "structure", "--property", "every", "-"); r.code != console.ExitHolds {
		t.Errorf("%+v", r)
	}
	if r := qcheck(r.stdout, "analyze", "--require", "failures>=2,load<=1/2", "-"); r.code != console.ExitHolds {
		t.Errorf("%+v", r)
	}
}

func TestSearchUsage(t *testing.T) {
	for _, args := range []string{
		"", "nothing", "census", "census --kind coterie", "census --n 3", "census --kind k-coterie --n 3", "census --kind coterie --n 3 --k 2",
		"load --kind k-coterie --n 7 --k 2", "census --kind k-coterie --n 8 --k 2", "census --kind k-arbiter --n 8 --k 2", "census --kind request-sets --n 3", "load --kind hk-arbiter --n 3 --k 2", "load --kind coterie --n 8",
		"availability --kind coterie --n 3 --r 2", "availability --kind coterie --n 3 --p 0.1,0.2", "load --kind coterie --n 3 --json --structure",
		"availability --kind coterie --n 3 --ranges --p 0.5", "availability --kind coterie --n 3 --ranges --structure", "load --kind coterie --n 3 --ranges",
		"sizes --kind coterie --n 3", "sizes --kind hk-arbiter --n 3 --k 2", "sizes --kind request-sets --n 9 --m 1",
	} {
		r := qcheck("", append([]string{"search"}, strings.Fields(args)...)...)
		if r.code != console.ExitUsage || r.stdout != "" || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("search %s: %+v", args, r)
		}
	}
}

// What is said of sizes is so: regular request sets of the size found are valid.
func TestSearchSizes(t *testing.T) {
	r := qcheck("", "search", "sizes", "--kind", "request-sets", "--n", "6", "--m", "2")
	if !strings.Contains(r.stdout, "  size       4 nodes in each set, and no fewer\n") {
		t.Error(r.stdout)
	}
	r = qcheck("", "search", "sizes", "--kind", "request-sets", "--n", "6", "--m", "2", "--structure")
	if r := qcheck(r.stdout, "structure", "-"); r.code != console.ExitHolds {
		t.Errorf("%+v", r)
	}
}
