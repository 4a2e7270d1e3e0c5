package command

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/cmd/qcheck/command/console"
)

// mergedAs checks what "qcheck merge" says of a directory, and its JSON.
func mergedAs(t *testing.T, dir string, code console.ExitCode, words ...string) {
	t.Helper()
	r := qcheck("", "merge", dir)
	if r.code != code || r.stderr != "" {
		t.Errorf("merge: exit %d, stderr %q", r.code, r.stderr)
	}
	for _, w := range words {
		if !strings.Contains(r.stdout, w) {
			t.Errorf("%q is not in\n%s", w, r.stdout)
		}
	}
	if by := qcheck("", "merge", dir, "--lines"); by.code != code || !strings.Contains(by.stdout, "  line 1    ") {
		t.Errorf("exit %d: %s", by.code, by.stdout)
	}
	r = qcheck("", "merge", "--json", dir)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
	if err != nil {
		t.Fatal(err)
	}
	if err := compileSchema(t, "sweep").Validate(doc); err != nil || r.code != code {
		t.Errorf("exit %d: %v: %s", r.code, err, r.stdout)
	}
}

// A shard that is complete exits with 0, whatever its verdicts; the merge has those,
// and says that something is missing until nothing is.
func TestSweep(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	grid := filepath.Join(t.TempDir(), "a.grid")
	text := "--algorithm lamport --n 1..2 --requests 1\n--algorithm kakugawa --variant printed --no-answer-no --n 2 --k 1 --structure every:k-coterie --requests 1\n"
	if err := os.WriteFile(grid, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := qcheck("", "sweep", grid, "--list"); r.code != console.ExitHolds || strings.Count(r.stdout, "\n") != 4 {
		t.Fatalf("%+v", r)
	} else {
		for command := range strings.Lines(r.stdout) {
			if !strings.HasPrefix(command, "qcheck protocol --algorithm ") {
				t.Errorf("%q is no command", command)
			}
		}
	}
	if r := qcheck("", "sweep", grid, "--out", dir, "--shard", "2/2"); r.code != console.ExitHolds || !strings.Contains(r.stdout, "checked    2 of 2 instances now") {
		t.Fatalf("%+v", r)
	}
	mergedAs(t, dir, console.ExitUnknown, "missing    2, the first: qcheck protocol --algorithm lamport --n 1", "unknown: 2 of 4 instances have no result yet")
	for _, says := range []string{"checked    2 of 2 instances now", "checked    0 of 2 instances now, 2 before"} {
		if r := qcheck("", "sweep", grid, "--out", dir, "--shard", "1/2"); r.code != console.ExitHolds || !strings.Contains(r.stdout, says) {
			t.Fatalf("%+v", r)
		}
	}
	mergedAs(t, dir, console.ExitViolated, "deadlock-freedom: holds in 3, violated in 1", "shortest, 4 steps: qcheck protocol", "violated: At least one")
	if err := os.Remove(filepath.Join(dir, "0000001.json")); err != nil {
		t.Fatal(err)
	}
	mergedAs(t, dir, console.ExitViolated, "missing    1")
	for _, args := range [][]string{
		{"sweep", grid}, {"sweep", grid, "--out", dir, "--shard", "3/2"}, {"sweep", grid, "--out", dir, "--shard", "1"},
		{"sweep", grid, "--out", dir, "--shard", "2/"}, {"sweep", "none.grid", "--out", dir}, {"merge", t.TempDir()}, {"merge"},
	} {
		if r := qcheck("", args...); r.code != console.ExitUsage || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%v: %+v", args, r)
		}
	}
}

// An interrupt drops what is being checked, says so, and exits with 3.
func TestSweepInterrupted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	grid := filepath.Join(t.TempDir(), "a.grid")
	if err := os.WriteFile(grid, []byte("--algorithm maekawa --n 2..4 --structure every:coterie --requests 2"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("interrupted"))
	if r := qcheckContext(ctx, "", "sweep", grid, "--out", dir); r.code != console.ExitUnknown {
		t.Errorf("%+v", r)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.json")); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// However often a sweep is killed, and whenever, the results are those of one that
// is not, byte for byte.
func TestSweepKilled(t *testing.T) {
	grid := data("small.grid")
	results := func(dir string) map[string]string {
		all := map[string]string{}
		names, err := filepath.Glob(filepath.Join(dir, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all[filepath.Base(name)] = string(text)
		}
		return all
	}
	sweep := func(dir string) *exec.Cmd {
		c := exec.Command(binary(t), "sweep", grid, "--out", dir)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		return c
	}
	once, often := filepath.Join(t.TempDir(), "once"), filepath.Join(t.TempDir(), "often")
	if err := sweep(once).Wait(); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	killed := 0
	for range 20 {
		c := sweep(often)
		time.Sleep(time.Duration(random.IntN(150)) * time.Millisecond)
		c.Process.Kill()
		if c.Wait() != nil {
			killed++
		}
	}
	if err := sweep(often).Wait(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(results(once), results(often)); diff != "" || killed == 0 {
		t.Errorf("killed %d times: once (-), often (+):\n%s", killed, diff)
	}
}

// What local views decide is said in the tables of a merge, and in its JSON.
func TestSweepByViews(t *testing.T) {
	dir, grid := filepath.Join(t.TempDir(), "results"), filepath.Join(t.TempDir(), "a.grid")
	if err := os.WriteFile(grid, []byte("--algorithm raymond --n 3 --k 1..2 --requests 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		flags []string
		words []string
	}{
		{[]string{"--max-views", "50"}, []string{"safety: unknown in 2", "deadlock-freedom: unknown in 2"}},
		{[]string{"--max-views", "2000", "--timeout", "1h"}, []string{"safety: holds in 1 (local views: 1), unknown in 1", "deadlock-freedom: holds in 2 (local views: 2)"}},
	} {
		args := append([]string{"sweep", grid, "--out", dir, "--max-states", "100"}, step.flags...)
		if r := qcheck("", args...); r.code != console.ExitHolds || !strings.Contains(r.stdout, "2 of 2 instances now") {
			t.Fatalf("%+v", r)
		}
		mergedAs(t, dir, console.ExitUnknown, step.words...)
	}
	if r := qcheck("", "merge", "--json", dir); !strings.Contains(r.stdout, `"byLocalViews":2`) {
		t.Error(r.stdout)
	}
	if r := qcheck("", "sweep", grid, "--out", dir, "--max-views", "0"); r.code != console.ExitUsage || r.stderr != "qcheck: --max-views needs a number from 1 to 10,000,000, not \"0\"\n" {
		t.Errorf("%+v", r)
	}
}

// What holds for fewer requests than were asked about says so in the tables of a merge, and in its JSON.
func TestSweepWithinBounds(t *testing.T) {
	dir, grid := filepath.Join(t.TempDir(), "results"), filepath.Join(t.TempDir(), "a.grid")
	if err := os.WriteFile(grid, []byte("--algorithm raymond --n 2 --clock integer --check safety\n--algorithm ricart-agrawala --n 2 --check safety\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := qcheck("", "sweep", grid, "--out", dir, "--max-states", "3000", "--max-views", "1"); r.code != console.ExitHolds {
		t.Fatalf("%+v", r)
	}
	mergedAs(t, dir, console.ExitUnknown, "safety: holds in 1, unknown in 1 (holds for one request each: 1)", "Nothing is violated, and something is unknown.")
	r := qcheck("", "merge", "--json", dir)
	if !strings.Contains(r.stdout, `"holds":1,"byLocalViews":0,"violated":0,"unknown":1,"holdsFor":{"one request each":1},"firstUnknown":`) {
		t.Error(r.stdout)
	}
	if doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout)); err != nil || compileSchema(t, "sweep").Validate(doc) != nil {
		t.Errorf("%v: %s", err, r.stdout)
	}
}
