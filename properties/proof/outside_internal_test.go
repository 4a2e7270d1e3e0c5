package proof

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"qcheck/properties"
)

// Checkers of others accept the proofs, and a solver agrees that there is no model. A
// program that is not installed is skipped.
func TestOutsideCheckers(t *testing.T) {
	for _, program := range []struct {
		name, says string
		proof      bool // it reads the proof, too
	}{
		{"clasp", "s UNSATISFIABLE", false},
		{"veripb", "s VERIFIED UNSATISFIABLE", true},
	} {
		t.Run(program.name, func(t *testing.T) {
			path, err := exec.LookPath(program.name)
			if err != nil {
				t.Skip(err)
			}
			for name, p := range samples(t) {
				dir := t.TempDir()
				if err := Write(dir, name, []Answer{{Property: p.Property, Proofs: []*Proof{p}}}); err != nil {
					t.Fatal(err)
				}
				formula, steps := p.Files()
				args := []string{filepath.Join(dir, formula)}
				if program.proof {
					args = append(args, filepath.Join(dir, steps))
				}
				out, _ := exec.Command(path, args...).CombinedOutput() // the exit code of unsatisfiable is not 0
				if !strings.Contains(string(out), program.says) {
					t.Errorf("%s: %s", name, out)
				}
			}
		})
	}
}

func TestDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "proofs")
	if err := Vacant(dir); err != nil {
		t.Fatal(err)
	}
	all := samples(t)
	answers := []Answer{
		{Property: properties.NonEmpty, None: "it is plain"},
		{Property: properties.Intersection, Proofs: []*Proof{all["threshold intersection"]}},
		{Property: properties.Nondomination, Proofs: []*Proof{all["2-majority intersection"], all["majority nondomination"]}},
	}
	answers[2].Proofs[0].Name = "other"
	if err := Write(dir, "a title", answers); err != nil {
		t.Fatal(err)
	}
	for name, wants := range map[string][]string{
		"README.txt":        {"a title\n", "nonempty\n  no proof: it is plain\n", "veripb intersection.opb intersection.pbp\n", "veripb other.opb other.pbp\n"},
		"intersection.txt":  {"asks for 3 pairwise disjoint quorums", "x1  node 1 is in set 1\n", "x18  set 3 satisfies threshold 1 of its formula, 2 of 5 members\n"},
		"nondomination.txt": {"asks for a set that contains no quorum and meets every quorum", "x5  node 5 is in the set\n"},
		"other.txt":         {"choice 3 is the quorum {4,5}\n", "node 5 is in one of the choices 1 to 2\n"},
		"intersection.opb":  {string(all["threshold intersection"].Formula)},
		"intersection.pbp":  {string(all["threshold intersection"].Steps)},
		"nondomination.opb": {string(all["majority nondomination"].Formula)},
		"nondomination.pbp": {string(all["majority nondomination"].Steps)},
		"other.opb":         nil,
		"other.pbp":         nil,
	} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(data), want) {
				t.Errorf("%s has no %q but\n%s", name, want, data)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(dir), "one"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Vacant(filepath.Dir(dir)); err == nil {
		t.Error("a directory with a file and another directory")
	}
	if err := Vacant(dir); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("a directory with files: %v", err)
	}
	if err := Vacant(filepath.Join(dir, "README.txt")); err == nil {
		t.Error("a file is no directory")
	}
	if err := Vacant(t.TempDir()); err != nil {
		t.Error(err)
	}
}
