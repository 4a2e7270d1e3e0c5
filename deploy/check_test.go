package deploy

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestCheck runs the steps of the workflow that checks a repository, in a copy of what they
// read, with qcheck where the workflow builds it.
func TestCheck(t *testing.T) {
	text, err := os.ReadFile("github/check.yml")
	if err != nil {
		t.Fatal(err)
	}
	var w struct {
		Jobs map[string]struct {
			Steps []struct {
				Run  string         `json:"run"`
				Uses string         `json:"uses"`
				With map[string]any `json:"with"`
			} `json:"steps"`
		} `json:"jobs"`
	}
	if err := yaml.Unmarshal(text, &w); err != nil {
		t.Fatal(err)
	}
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS("../testdata")); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, s := range w.Jobs["check"].Steps {
		switch {
		case strings.HasPrefix(s.Run, "go build -trimpath -o /tmp/qcheck "):
		case s.Run != "":
			ran++
			c := exec.Command("bash", "-e", "-o", "pipefail", "-c", strings.ReplaceAll(s.Run, "/tmp/qcheck", filepath.Join(bin, "qcheck")))
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", s.Run, err, out)
			}
		case strings.Contains(s.Uses, "upload-sarif"):
			data, err := os.ReadFile(filepath.Join(dir, s.With["sarif_file"].(string)))
			if err != nil || !json.Valid(data) {
				t.Errorf("%s: %v\n%s", s.Uses, err, data)
			}
		case strings.Contains(s.Uses, "upload-artifact"):
			files, err := filepath.Glob(filepath.Join(dir, s.With["path"].(string)))
			if err != nil || len(files) != 2 {
				t.Errorf("%s: %q, %v", s.Uses, files, err)
			}
			for _, file := range files {
				data, err := os.ReadFile(file)
				if err != nil || xml.Unmarshal(data, new(struct{})) != nil {
					t.Errorf("%s: %v\n%s", file, err, data)
				}
			}
		}
	}
	if ran != 4 {
		t.Errorf("%d steps ran, want 4", ran)
	}
}

// TestRelease builds a release file from two directories, and compares.
func TestRelease(t *testing.T) {
	if os.Getenv("QCHECK_LONG") == "" {
		t.Skip("builds everything anew; QCHECK_LONG=1 does it")
	}
	needs(t, "git", "sha256sum")
	var sums []string
	for range 2 {
		dir := filepath.Join(t.TempDir(), "qcheck")
		if out, err := exec.Command("git", "clone", "-q", "--local", "..", dir).CombinedOutput(); err != nil {
			t.Skipf("there is no repository to clone: %s", out)
		}
		c := exec.Command(filepath.Join(dir, "deploy", "release.sh"), "dist", "linux/amd64")
		c.Env = append(os.Environ(), "GOFLAGS=-tags=other") // makes no difference
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		sums = append(sums, string(out))
		version, err := exec.Command(filepath.Join(dir, "dist", "qcheck-linux-amd64"), "--version").CombinedOutput()
		if err != nil || !strings.Contains(string(version), "commit ") {
			t.Errorf("%v: %s", err, version)
		}
	}
	if sums[0] != sums[1] {
		t.Errorf("%q", sums)
	}
	for _, file := range []string{"qcheck-linux-amd64", "qcheck-linux-amd64.spdx.json", "qcheck-completion.bash", "qcheck-completion.fish"} {
		if !strings.Contains(sums[0], "  "+file+"\n") {
			t.Errorf("no %s in\n%s", file, sums[0])
		}
	}
}
