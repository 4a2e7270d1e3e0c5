package command

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/protocols/instance"
	"qcheck/protocols/maekawa"
)

// What is proved for every number of processes holds, and what a search finds is violated. What is open is unknown, and what cannot be
// asked is an error.
func TestProve(t *testing.T) {
	for _, test := range []struct {
		args string
		code console.ExitCode
		says []string
	}{
		{"--algorithm maekawa", console.ExitHolds, []string{"proved    safety", "proved    well-defined", "proved    deadlock-freedom", "proved    starvation-freedom", "checked before this program was built", "holds: safety, well-defined, deadlock-freedom and starvation-freedom hold for maekawa (repaired)\n  with every number of processes"}},
		{"--algorithm agrawal-el-abbadi", console.ExitHolds, []string{"proved    starvation-freedom", "holds: "}},
		{"--algorithm maekawa --variant printed", console.ExitViolated, []string{"proved    safety", "violated  deadlock-freedom", "with 3 processes", "violated: deadlock-freedom", "Proved with every number of processes"}},
		{"--algorithm agrawal-el-abbadi --variant yield-unheld", console.ExitUnknown, []string{"open      safety", "INQUIRE: yields"}},
		{"--algorithm maekawa --expect holds:safety,holds:well-defined,holds:deadlock-freedom,holds:starvation-freedom", console.ExitHolds, []string{"as expected"}},
		{"--algorithm maekawa --expect unknown:safety", console.ExitViolated, []string{"not as expected: safety holds"}},
		{"--k 2", console.ExitHolds, []string{"kakugawa (repaired): every number of processes, every k-coterie with k = 2", "no more than 2 processes", "proved    starvation-freedom", "every k-coterie with k = 2 and requests without bound"}},
		{"--k 4", console.ExitHolds, []string{"searched                      0 instances of 2 to 4 processes, 0 to the end: there are none"}},
		{"--variant printed", console.ExitViolated, []string{"violated  safety", "no more than k processes", "with 3", "QUERY: gives back", "violated: safety and well-defined by kakugawa (printed)"}},
		{"--variant straightforward --kind coterie", console.ExitViolated, []string{"open      safety", "two requests of a peer", "violated  deadlock-freedom"}},
		{"--algorithm maekawa --expect unknown:capacity", console.ExitUsage, []string{"no property here"}},
		{"--algorithm maekawa --timeout 1ns", console.ExitUnknown, []string{"maekawa (repaired): every number", "the time limit of 1ns was reached"}},
		{"--algorithm lamport", console.ExitUsage, []string{"not asked about every number of processes"}},
		{"--algorithm maekawa --kind k-coterie", console.ExitUsage, []string{"not asked about structures of kind k-coterie"}},
		{"--algorithm none", console.ExitUsage, []string{"none"}},
	} {
		r := qcheck("", append([]string{"prove"}, strings.Fields(test.args)...)...)
		for _, text := range test.says {
			if r.code != test.code || !strings.Contains(r.stdout+r.stderr, text) {
				t.Errorf("%s: exit %d, and not %q\n%s%s", test.args, r.code, text, r.stdout, r.stderr)
			}
		}
	}
	schema := compileSchema(t, "prove")
	for _, args := range []string{"--algorithm maekawa", "--algorithm maekawa --variant printed", "--algorithm agrawal-el-abbadi --variant yield-unheld", "--algorithm maekawa --timeout 1ns"} {
		r := qcheck("", append([]string{"prove", "--json"}, strings.Fields(args)...)...)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatalf("%s: %v, %s", args, err, r.stderr)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		word := map[console.ExitCode]string{console.ExitHolds: "holds", console.ExitViolated: "violated", console.ExitUnknown: "unknown"}[r.code]
		if !strings.Contains(r.stdout, fmt.Sprintf(`"kind":"coterie","verdict":%q`, word)) {
			t.Errorf("%s: %s", args, r.stdout)
		}
		if text := qcheck("", append([]string{"prove"}, strings.Fields(args)...)...); text.code != r.code {
			t.Errorf("%s: exit %d, and %d without --json", args, r.code, text.code)
		}
	}
}

// A program whose handlers have other source than was checked proves nothing, and one that proves what a search finds violated is at fault.
func TestProveIsDoubted(t *testing.T) {
	for _, test := range []struct {
		change  func(*instance.Algorithm)
		variant string
		code    console.ExitCode
		says    []string
	}{
		{func(*instance.Algorithm) {}, "repaired", console.ExitHolds, []string{"holds: "}},
		{func(a *instance.Algorithm) { a.Files = embed.FS{} }, "repaired", console.ExitUnknown, []string{
			"open      safety              no two processes are inside together, if handlers only", "not the one that was checked", "unknown: safety, well-defined",
		}},
		{func(a *instance.Algorithm) {
			a.Every = func(context.Context, string, everyn.Limits) *everyn.Proof {
				return &everyn.Proof{Results: []everyn.Result{{Property: explore.Safety, Proved: true}, {Property: explore.DeadlockFreedom, Proved: true}}}
			}
		}, "printed", console.ExitInternal, []string{"deadlock-freedom of maekawa (printed) is proved for every number of processes, and violated with 3 processes"}},
		{func(a *instance.Algorithm) {
			a.Files = embed.FS{} // handlers that count may well be proved
			a.Every = func(context.Context, string, everyn.Limits) *everyn.Proof {
				return &everyn.Proof{Results: []everyn.Result{{Property: explore.DeadlockFreedom, Proved: true}}}
			}
		}, "printed", console.ExitViolated, []string{"violated  deadlock-freedom", "not the one that was checked"}},
	} {
		a := maekawa.Algorithm()
		test.change(a)
		var out, errs bytes.Buffer
		code := Run(t.Context(), instance.Registry{a}, []string{"prove", "--algorithm", "maekawa", "--variant", test.variant}, strings.NewReader(""), &out, &errs)
		for _, text := range test.says {
			if console.ExitCode(code) != test.code || !strings.Contains(out.String()+errs.String(), text) {
				t.Errorf("%s: exit %d, and not %q\n%s%s", test.variant, code, text, &out, &errs)
			}
		}
	}
}
