package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
)

// A property that was decided for fewer requests than were asked about is unknown, whoever looks: in the exit code, the
// text, the document, the page, the report for CI and where something is expected. Where so many were asked about, it holds.
func TestHoldsForFewerRequests(t *testing.T) {
	dir := t.TempDir()
	page, junit := filepath.Join(dir, "p.html"), filepath.Join(dir, "j.xml")
	const holds = "holds for one request each"
	for _, flags := range []string{
		"--algorithm raymond --n 2 --clock integer --max-states 3000 --check safety",        // what is asked has no end
		"--algorithm raymond --n 3 --k 2 --max-states 12000 --check safety",                 // a limit on states
		"--algorithm raymond --n 2 --clock integer --check safety,deadlock --max-memory 1G", // a limit that is not reached
	} {
		args := append([]string{"protocol"}, strings.Fields(flags)...)
		r := qcheck("", append(slices.Clone(args), "--html", page, "--junit", junit)...)
		last := r.stdout[strings.LastIndex(r.stdout, "\n\n"):]
		if r.code != console.ExitUnknown || !strings.Contains(r.stdout, "  unknown   safety ") || !strings.Contains(r.stdout, holds) || strings.Contains(r.stdout, "\n  holds") ||
			!strings.HasPrefix(last, "\n\n  unknown: ") || !strings.Contains(strings.Join(strings.Fields(last), " "), "requests without bound") || strings.Contains(last, "these bounds") {
			t.Errorf("%s: exit %d\n%s", flags, r.code, r.stdout)
		}
		for file, says := range map[string]string{page: "unknown", junit: "<error"} {
			if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), holds) || !strings.Contains(string(text), says) {
				t.Errorf("%s: %v, %s does not say %q and %q", flags, err, filepath.Base(file), says, holds)
			}
		}
		r = qcheck("", append(slices.Clone(args), "--json")...)
		var doc struct {
			Verdict, Summary string
			Properties       []struct{ Verdict, HoldsFor string }
		}
		if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil || r.code != console.ExitUnknown || doc.Verdict != "unknown" || doc.Properties[0].Verdict != "unknown" || doc.Properties[0].HoldsFor != "one request each" {
			t.Errorf("%s: %v, exit %d, %+v", flags, err, r.code, doc)
		}
		if all, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout)); err != nil || compileSchema(t, "protocol").Validate(all) != nil {
			t.Errorf("%s: %v: %s", flags, err, r.stdout)
		}
		for expect, code := range map[string]console.ExitCode{"holds:safety": console.ExitUnknown, "unknown:safety": console.ExitHolds} {
			if strings.Contains(flags, "deadlock") {
				expect += "," + strings.Replace(expect, "safety", "deadlock-freedom", 1)
			}
			if r := qcheck("", append(slices.Clone(args), "--expect", expect)...); r.code != code {
				t.Errorf("%s --expect %s: exit %d, want %d\n%s", flags, expect, r.code, code, r.stdout)
			}
		}
		r = qcheck("", append(slices.Clone(args), "--requests", "1")...)
		if r.code != console.ExitHolds || !strings.Contains(r.stdout, "  holds     safety ") || strings.Contains(r.stdout, holds) {
			t.Errorf("%s --requests 1: exit %d\n%s", flags, r.code, r.stdout)
		}
	}
}
