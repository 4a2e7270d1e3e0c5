package deploy

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// programDir is where the tests build qcheck.
var programDir string

// TestMain ends Chromium, and removes the program, after the last test.
func TestMain(m *testing.M) {
	var err error
	if programDir, err = os.MkdirTemp("", "qcheck-deploy-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	stopChromium()
	os.RemoveAll(programDir)
	os.Exit(code)
}

// program builds qcheck, and puts it on the path.
var program = sync.OnceValues(func() (string, error) {
	build := exec.Command("go", "build", "-o", filepath.Join(programDir, "qcheck"), "./cmd/qcheck")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return programDir, os.Setenv("PATH", programDir+":"+os.Getenv("PATH"))
})

// needs skips the test where a command is not installed.
func needs(t *testing.T, commands ...string) {
	t.Helper()
	for _, c := range commands {
		if _, err := exec.LookPath(c); err != nil {
			t.Skipf("%s is not installed", c)
		}
	}
}

// run runs a command with qcheck on its path.
func run(t *testing.T, env []string, name string, args ...string) (string, error) {
	t.Helper()
	if _, err := program(); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	return string(out), err
}

// grids are a grid in which all holds, and one in which something is violated.
func grids(t *testing.T) (good, bad string) {
	t.Helper()
	dir := t.TempDir()
	good, bad = filepath.Join(dir, "good.grid"), filepath.Join(dir, "bad.grid")
	for file, text := range map[string]string{
		good: "--algorithm {lamport,ricart-agrawala} --n 2..3 --requests {0,1}^n\n",
		bad:  "--algorithm raymond --variant {printed,repaired} --n 3 --k 2 --requests {1,2},1,1\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return good, bad
}

// alone is what a sweep in one part finds, as JSON.
func alone(t *testing.T, grid string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "alone")
	if out, err := run(t, nil, "qcheck", "sweep", grid, "--out", dir); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return merged(t, dir)
}

func merged(t *testing.T, dir string) string {
	t.Helper()
	out, _ := run(t, nil, "qcheck", "merge", "--json", dir) // its exit code is the verdict
	return out
}

func TestParallel(t *testing.T) {
	needs(t, "parallel")
	good, bad := grids(t)
	for grid, code := range map[string]int{good: 0, bad: 1} {
		dir := filepath.Join(t.TempDir(), "results")
		out, err := run(t, nil, "./parallel.sh", grid, dir, "5")
		if got := exitCode(err); got != code {
			t.Errorf("%s: exit %d: %s", grid, got, out)
		}
		if got, want := merged(t, dir), alone(t, grid); got != want {
			t.Errorf("%s:\n%s\nin one part:\n%s", grid, got, want)
		}
	}
}

func exitCode(err error) int {
	if err == nil {
		return 0
	}
	if e, ok := err.(*exec.ExitError); ok {
		return e.ExitCode()
	}
	return -1
}

// The manifests have the fields of the types of Kubernetes and no others, and the
// parts that are asked for are as many as there are.
func TestKubernetes(t *testing.T) {
	var sweep, merge batch.Job
	for file, job := range map[string]*batch.Job{"kubernetes/sweep.yaml": &sweep, "kubernetes/merge.yaml": &merge} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := yaml.UnmarshalStrict(text, job); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if job.APIVersion != "batch/v1" || job.Kind != "Job" || job.Spec.Template.Spec.RestartPolicy != core.RestartPolicyNever {
			t.Errorf("%s: %s %s, %s", file, job.APIVersion, job.Kind, job.Spec.Template.Spec.RestartPolicy)
		}
		var volumes []string
		for _, v := range job.Spec.Template.Spec.Volumes {
			volumes = append(volumes, v.Name)
		}
		for _, m := range job.Spec.Template.Spec.Containers[0].VolumeMounts {
			if !slices.Contains(volumes, m.Name) {
				t.Errorf("%s: there is no volume %s", file, m.Name)
			}
		}
	}
	spec := sweep.Spec
	args := strings.Join(spec.Template.Spec.Containers[0].Args, " ")
	if *spec.CompletionMode != batch.IndexedCompletion || *spec.BackoffLimitPerIndex < 1 || !strings.HasSuffix(args, fmt.Sprintf("--shard $(JOB_COMPLETION_INDEX)/%d", *spec.Completions)) {
		t.Errorf("%v, %v, %s", *spec.CompletionMode, *spec.Completions, args)
	}
	for _, rule := range spec.PodFailurePolicy.Rules {
		if rule.OnExitCodes != nil && slices.Contains(rule.OnExitCodes.Values, 3) {
			t.Error("an interrupted part is not tried again")
		}
	}
	// What the container runs, run here as each of the pods.
	good, _ := grids(t)
	dir := filepath.Join(t.TempDir(), "results")
	for i := range int(*spec.Completions) {
		args := slices.Clone(spec.Template.Spec.Containers[0].Args)
		args[1], args[3] = good, dir
		args[5] = strings.Replace(args[5], "$(JOB_COMPLETION_INDEX)", fmt.Sprint(i), 1) // as Kubernetes does
		if out, err := run(t, nil, "qcheck", args...); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	if got, want := merged(t, dir), alone(t, good); got != want {
		t.Errorf("%s\nin one part:\n%s", got, want)
	}
}

// The matrix has all parts, and its commands give the merged result.
func TestGitHub(t *testing.T) {
	text, err := os.ReadFile("github/sweep.yml")
	if err != nil {
		t.Fatal(err)
	}
	var flow struct {
		Jobs map[string]struct {
			Needs    string
			Strategy struct {
				Matrix struct{ Part []int }
			}
			Steps []struct{ Run string }
		}
	}
	if err := yaml.Unmarshal(text, &flow); err != nil {
		t.Fatal(err)
	}
	parts := flow.Jobs["part"].Strategy.Matrix.Part
	last := regexp.MustCompile(`\$\{\{ matrix.part \}\}/(\d+)`).FindSubmatch(text)
	if last == nil || fmt.Sprint(len(parts)) != string(last[1]) || flow.Jobs["merge"].Needs != "part" {
		t.Fatalf("%v, %s", parts, last)
	}
	for i, p := range parts {
		if p != i+1 {
			t.Errorf("part %d is %d", i+1, p)
		}
	}
	for _, job := range flow.Jobs {
		for _, step := range job.Steps {
			if name, ok := strings.CutPrefix(step.Run, "/tmp/qcheck "); ok {
				if out, err := run(t, nil, "qcheck", strings.Fields(name)[0], "--help"); err != nil {
					t.Errorf("%s: %s", step.Run, out)
				}
			}
		}
	}
}

// A Slurm of one node, in a directory of its own.
func slurm(t *testing.T) []string {
	t.Helper()
	needs(t, "sbatch", "slurmctld", "slurmd", "munged", "scontrol")
	if os.Getuid() != 0 {
		t.Skip("slurmd needs root")
	}
	if _, err := program(); err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "slurm-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	conf := filepath.Join(dir, "slurm.conf")
	text := fmt.Sprintf(`ClusterName=qcheck
SlurmctldHost=%[2]s(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=%[1]s/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmctldPort=16817
SlurmdPort=16818
SlurmctldPidFile=%[1]s/ctld.pid
SlurmdPidFile=%[1]s/d.pid
SlurmdSpoolDir=%[1]s/spool
StateSaveLocation=%[1]s/state
SlurmctldLogFile=%[1]s/ctld.log
SlurmdLogFile=%[1]s/d.log
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobRequeue=1
NodeName=%[2]s NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
`, dir, host)
	if err := os.WriteFile(conf, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(dir, "munge.key")
	if err := os.WriteFile(key, bytes.Repeat([]byte("0123456789abcdef"), 64), 0o400); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"spool", "state"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"SLURM_CONF=" + conf}
	for _, c := range [][]string{
		{"munged", "--foreground", "--force", "--key-file=" + key, "--socket=" + dir + "/munge.socket", "--pid-file=" + dir + "/munge.pid", "--log-file=" + dir + "/munge.log", "--seed-file=" + dir + "/munge.seed"},
		{"slurmctld", "-D", "-f", conf}, {"slurmd", "-D", "-f", conf, "-N", host},
	} {
		command := exec.Command(c[0], c[1:]...)
		command.Env = append(os.Environ(), env...)
		var out bytes.Buffer
		command.Stdout, command.Stderr = &out, &out
		if err := command.Start(); err != nil {
			t.Skipf("%s does not start: %v", c[0], err)
		}
		t.Cleanup(func() {
			command.Process.Kill()
			command.Wait()
			if t.Failed() {
				t.Logf("%s: %s", c[0], out.String())
			}
		})
		time.Sleep(500 * time.Millisecond)
	}
	if !eventually(func() bool {
		out, err := run(t, env, "sinfo", "--noheader", "--format=%t")
		return err == nil && strings.TrimSpace(out) == "idle"
	}) {
		t.Fatal("the node is not idle")
	}
	return env
}

// eventually waits for a condition, two minutes at most.
func eventually(is func() bool) bool {
	for range 240 {
		if is() {
			return true
		}
		time.Sleep(500 * time.Millisecond)
	}
	return false
}

// The merge runs when all tasks of the array are complete, also when one is ended and
// queued again, and gives what one part gives.
func TestSlurm(t *testing.T) {
	env := slurm(t)
	good, bad := grids(t)
	for grid, state := range map[string]string{good: "COMPLETED", bad: "FAILED"} {
		work := t.TempDir()
		dir := filepath.Join(work, "results")
		out, err := run(t, env, "./slurm/submit.sh", grid, dir, "4", "--output="+work+"/part-%a.log")
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		merge := strings.TrimSpace(out)
		run(t, env, "scontrol", "requeue", "1_2") // may be over by now
		if !eventually(func() bool {
			out, err := run(t, env, "scontrol", "show", "job", merge)
			return err == nil && strings.Contains(out, "JobState="+state)
		}) {
			out, _ := run(t, env, "scontrol", "show", "job")
			t.Fatalf("the merge is not %s: %s", state, out)
		}
		if got, want := merged(t, dir), alone(t, grid); got != want {
			t.Errorf("%s\nin one part:\n%s", got, want)
		}
		log, err := filepath.Glob(filepath.Join(".", "slurm-*.out"))
		if err == nil {
			for _, f := range log {
				os.Remove(f)
			}
		}
	}
}
