package command

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/setsys/slow"
)

// Bypass is bounded, with a run of views and a random run, or it is unknown, with a cycle of
// views or a reason; and never violated.
func TestBypass(t *testing.T) {
	schema := compileSchema(t, "protocol")
	for _, c := range []struct {
		args string
		code console.ExitCode
		most int // -1 for none
		says []string
	}{
		{"--n 4 --k 2", console.ExitHolds, 3, []string{"permits one other process 3 times", "takes RELEASE of a third, and permits the other", "at most 3; of 30 random runs the most is 2", "permits process"}},
		{"--n 3 --k 1", console.ExitHolds, 2, []string{"at most 2, which a run attains"}},
		{"--n 3 --k 1 --construct k-singleton", console.ExitHolds, 1, []string{"at most 1, which a run attains"}},
		{"--n 1 --k 1", console.ExitHolds, 0, []string{"there is no other process"}},
		{"--n 3 --k 1 --requests 1 --clock integer", console.ExitHolds, 2, []string{"at most 2"}},
		{"--algorithm maekawa --n 3", console.ExitUnknown, -1, []string{"a cycle of views", "takes RELINQUISH of the other", "without end"}},
		{"--algorithm raymond --n 3", console.ExitUnknown, -1, []string{"not made of a requester and a member"}},
		{"--algorithm ricart-agrawala --n 3", console.ExitUnknown, -1, []string{"not made of a requester and a member"}},
		{"--algorithm manabe-tajima --n 3", console.ExitUnknown, -1, []string{"clocks need not tick for a fresh stamp"}},
		{"--algorithm baldoni --variant asks-itself --n 3", console.ExitUnknown, -1, []string{"does not say which of its messages"}},
		{"--n 4 --k 2 --budget 1ms", console.ExitUnknown, -1, []string{"Bypass was not decided"}},
	} {
		if c.args == "--n 4 --k 2" && !slow.Tests() {
			continue
		}
		args := append(strings.Fields("protocol --check bypass"), strings.Fields(c.args)...)
		r := qcheck("", args...)
		if r.code != c.code || r.stderr != "" {
			t.Errorf("%s: exit %d, %q", c.args, r.code, r.stderr)
		}
		text := strings.Join(strings.Fields(r.stdout), " ")
		for _, want := range c.says {
			if !strings.Contains(text, strings.Join(strings.Fields(want), " ")) {
				t.Errorf("%s: no %q in\n%s", c.args, want, r.stdout)
			}
		}
		if strings.Contains(c.args, "--n 4") {
			continue // it takes seconds
		}
		r = qcheck("", append(args, "--json")...)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", c.args, err)
		}
		var report struct {
			States     int
			Properties []struct {
				Name, Verdict string
				Bypass        struct {
					Most  *int
					Steps []string
				}
			}
		}
		if err := json.Unmarshal([]byte(r.stdout), &report); err != nil {
			t.Fatal(err)
		}
		x := report.Properties
		if len(x) != 1 || x[0].Name != "bypass" || report.States != 0 || x[0].Verdict == "violated" || (x[0].Bypass.Most != nil) != (c.most >= 0) {
			t.Errorf("%s: %s", c.args, r.stdout)
			continue
		}
		if most := x[0].Bypass.Most; most != nil && *most != c.most {
			t.Errorf("%s: %d, want %d", c.args, *most, c.most)
		}
	}
}

// It is one property of several, and not among those that are decided by default.
func TestBypassBesides(t *testing.T) {
	r := qcheck("", strings.Fields("protocol --n 2 --k 1 --check bypass,safety --expect holds:safety,holds:bypass")...)
	if r.code != console.ExitHolds || !strings.Contains(r.stdout, "holds     safety") || !strings.Contains(r.stdout, "holds     bypass") {
		t.Errorf("%d, %s%s", r.code, r.stdout, r.stderr)
	}
	if r := qcheck("", strings.Fields("protocol --n 2 --k 1")...); strings.Contains(r.stdout, "bypass") {
		t.Error(r.stdout)
	}
	// A violation of another one is shown, and the bound as well.
	r = qcheck("", append(strings.Fields("protocol --algorithm maekawa --variant printed --requests 1 --check bypass,deadlock --structure"), "../../../corpus/testdata/quorum-12-of-3.json")...)
	if r.code != console.ExitViolated || !strings.Contains(r.stdout, "deadlock-freedom is violated") || !strings.Contains(r.stdout, "  bypass") {
		t.Errorf("%d, %s%s", r.code, r.stdout, r.stderr)
	}
	for _, flags := range []string{"--estimate", "--certificate c", "--checkpoint d"} {
		if r := qcheck("", strings.Fields("protocol --n 2 --k 1 --check bypass "+flags)...); r.code != console.ExitUsage || !strings.Contains(r.stderr, "cannot be combined") {
			t.Errorf("%s: %d, %q", flags, r.code, r.stderr)
		}
	}
	if r := qcheck("", strings.Fields("protocol --n 2 --check bypas")...); r.code == console.ExitHolds || !strings.Contains(r.stderr, `did you mean "bypass"`) {
		t.Errorf("%d, %q", r.code, r.stderr)
	}
	if r := qcheck("", strings.Fields("structure x.json --property bypass")...); !strings.Contains(r.stderr, "qcheck protocol --check bypass") {
		t.Errorf("%d, %q", r.code, r.stderr)
	}
}
