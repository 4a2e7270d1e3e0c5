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
	"qcheck/properties/proof/checker"
)

// What the command says of proofs is what is in the directory.
func TestProofFiles(t *testing.T) {
	for _, c := range []struct {
		reason, file string
		code         console.ExitCode
		proved       []string // properties with proofs
	}{
		{"listed quorums", "thesis-3-coterie.json", console.ExitViolated, []string{"intersection", "non-intersection", "strong-non-intersection"}},
		{"a threshold", "majority-5.json", console.ExitHolds, []string{"intersection", "nondomination"}},
		{"nested thresholds", "regions.json", console.ExitHolds, []string{"intersection", "nondomination"}},
		{"a violated property", "regions-broken.json", console.ExitViolated, nil},
	} {
		dir := filepath.Join(t.TempDir(), "proofs")
		r := qcheck("", "structure", "--json", "--property", "every", "--proof", dir, data(c.file))
		if r.code != c.code || r.stderr != "" {
			t.Errorf("%s: exit %d\n%s", c.reason, r.code, r.stderr)
		}
		instance, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatalf("%s: %v", c.reason, err)
		}
		if err := compileSchema(t, "results").Validate(instance); err != nil {
			t.Errorf("%s: %v", c.reason, err)
		}
		var doc struct {
			Results []struct {
				Properties []struct {
					Name, Verdict, NoProof string
					Proofs                 []struct{ Formula, Proof, Text string }
				}
			}
		}
		if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil {
			t.Fatalf("%s: %v", c.reason, err)
		}
		var proved []string
		for _, p := range doc.Results[0].Properties {
			if (len(p.Proofs) > 0) == (p.NoProof != "") {
				t.Errorf("%s: %s has %d proofs, and none because %q", c.reason, p.Name, len(p.Proofs), p.NoProof)
			}
			if len(p.Proofs) > 0 {
				proved = append(proved, p.Name)
			}
			for _, q := range p.Proofs {
				formula, err := os.ReadFile(q.Formula)
				if err != nil {
					t.Fatal(err)
				}
				steps, err := os.ReadFile(q.Proof)
				if err != nil {
					t.Fatal(err)
				}
				if err := checker.VeriPB(formula, steps); err != nil {
					t.Errorf("%s: %s: %v", c.reason, q.Proof, err)
				}
			}
		}
		if !slices.Equal(proved, c.proved) {
			t.Errorf("%s: proofs of %v, want %v", c.reason, proved, c.proved)
		}
	}
}

func TestProofErrors(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		reason string
		args   []string
		want   string
	}{
		{"two files", []string{"--proof", t.TempDir(), data("majority-5.json"), data("regions.json")}, "qcheck: --proof takes one structure file\n"},
		{"a directory with files", []string{"--proof", full, data("majority-5.json")}, "qcheck: --proof " + full + ": " + full + " is not empty\n"},
		{"a file", []string{"--proof", data("majority-5.json"), data("majority-5.json")}, "qcheck: --proof " + data("majority-5.json") + ": not a directory\n"},
		{"the files of a directory", []string{"--proof", t.TempDir(), data(".")}, "qcheck: --proof takes one structure file\n"},
		{"no name", []string{"--proof", "", data("majority-5.json")}, "qcheck: --proof needs a value, not \"\"\n"},
	} {
		r := qcheck("", append([]string{"structure"}, c.args...)...)
		if r.code != console.ExitUsage || r.stdout != "" || r.stderr != c.want {
			t.Errorf("%s: exit %d, %q %q", c.reason, r.code, r.stdout, r.stderr)
		}
	}
	dir := filepath.Join(t.TempDir(), "new")
	if r := qcheck("", "structure", "--proof", dir, "no-such-file.json"); r.code != console.ExitUsage {
		t.Errorf("no file: exit %d", r.code)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("without a structure, the directory is made")
	}
}

// Each line of the text that begins with a checker is a command for files there are.
func TestProofText(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "p")
	r := qcheck("", "structure", "--property", "every", "--proof", dir, data("majority-5.json"))
	for _, want := range []string{
		"  no proof  nonempty: ",
		"  proof     intersection: the formula asks for 2 disjoint quorums, and has no model\n",
		"            2 lines in VeriPB: veripb " + dir + "/intersection.opb " + dir + "/intersection.pbp\n",
		"            it rests on intersection\n",
	} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
}
