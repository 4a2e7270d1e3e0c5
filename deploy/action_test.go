package deploy

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// The step of the action, with a server of a release's files: what holds passes, what is violated
// fails, both with a summary and reports; a program with another sum is not run.
func TestAction(t *testing.T) {
	needs(t, "curl", "sha256sum")
	text, err := os.ReadFile("github/action/action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs map[string]any
		Runs   struct {
			Steps []struct {
				Run string
				Env map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	if len(action.Runs.Steps) != 1 || len(action.Inputs) != len(action.Runs.Steps[0].Env) {
		t.Fatalf("%+v", action)
	}
	for _, from := range action.Runs.Steps[0].Env {
		name := strings.TrimSuffix(strings.TrimPrefix(from, "${{ inputs."), " }}")
		if _, ok := action.Inputs[name]; !ok {
			t.Errorf("%s is no input", from)
		}
	}
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(bin, "qcheck"))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/qcheck-linux-amd64" {
			http.NotFound(w, r)
			return
		}
		w.Write(data)
	}))
	defer server.Close()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS("../testdata")); err != nil {
		t.Fatal(err)
	}
	sum := fmt.Sprintf("%x", sha256.Sum256(data))
	for _, c := range []struct {
		address, sum, files, flags string
		ok                         bool
		summary                    string
	}{
		{"/v1", sum, "testdata/majority-5.json testdata/regions.json", "", true, "testdata/regions.json: holds"},
		{"/v1", sum, "testdata/regions-broken.json", "", false, "quorums {fra-1,iad-1} and {fra-2,iad-2} are disjoint"},
		{"/v1", sum, "testdata/regions-broken.json", "--expect violated:intersection", true, "as expected"},
		{"/v1", strings.Repeat("0", 64), "testdata/majority-5.json", "", false, ""},
		{"/v2", sum, "testdata/majority-5.json", "", false, ""},
	} {
		temp := t.TempDir()
		summary := filepath.Join(temp, "summary.md")
		step := exec.Command("bash", "-e", "-o", "pipefail", "-c", action.Runs.Steps[0].Run)
		step.Dir = dir
		step.Env = append(os.Environ(), "ADDRESS="+server.URL+c.address, "SUM="+c.sum, "FILES="+c.files, "FLAGS="+c.flags,
			"RUNNER_TEMP="+temp, "GITHUB_STEP_SUMMARY="+summary, "GITHUB_ACTIONS=true")
		out, err := step.CombinedOutput()
		if (err == nil) != c.ok {
			t.Errorf("%+v: %v\n%s", c, err, out)
		}
		got, _ := os.ReadFile(summary)
		if (len(got) == 0) != (c.summary == "") || !strings.Contains(strings.Join(strings.Fields(string(got)), " "), c.summary) {
			t.Errorf("%+v: the summary is %q", c, got)
		}
		for _, report := range []string{"qcheck.sarif", "qcheck.xml"} {
			if _, err := os.Stat(filepath.Join(dir, report)); err != nil {
				t.Errorf("%+v: %v", c, err)
			}
		}
	}
}
